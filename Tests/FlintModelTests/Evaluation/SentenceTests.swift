import FlintModel
import RandomModels
import TestSupport
import Testing

@Suite("Sentences")
struct SentenceTests {
  private typealias Case = (Constraint, DeviceState, String)

  private static let cases: [Case] = [
    (.platform(.iOS, 9), DeviceState(osVersion: .version("17.2")), "iOS 17.2 is at least 9"),
    (.platform(.iOS, 9), DeviceState(), "the latest iOS is at least 9"),
    (
      .platform(.iOS, 15), DeviceState(osVersion: .version("14.1")),
      "iOS 15 or later is required; the device has iOS 14.1"
    ),
    (
      .platform(.iOS, .versions(.below(15))), DeviceState(),
      "iOS below 15 is required; the device has the latest iOS"
    ),
    (.platform(.iOS, .any), DeviceState(), "every version of iOS is accepted"),
    (.platform(.iOS, .unsupported), DeviceState(), "not supported on iOS"),
    (.platform(.tvOS, 9), DeviceState(), "applies to tvOS only"),
    (.platform(.tvOS, .unsupported), DeviceState(), "tvOS is not supported"),
    (
      .appVersion(.atLeast("2.0")), DeviceState(appVersion: .version("1.9")),
      "app version 2.0 or later is required; this is app version 1.9"
    ),
    (.runtimeEnabled, DeviceState(), "enabled by the app"),
    (
      .runtimeEnabled, DeviceState(runtime: [0: .unknown]),
      "it is unknown whether the app enables the feature"
    ),
    (.userToggled(defaultValue: false), DeviceState(), "the user's toggle is off"),
    (.permission(.camera), DeviceState(), "the camera permission has not been requested yet"),
    (
      .permission(.camera), DeviceState(platform: .tvOS, osVersion: .version("16.1")),
      "the camera permission does not exist on tvOS 16.1"
    ),
    (
      .permission(.camera), DeviceState(platform: .watchOS, osVersion: .version("9")),
      "the camera permission does not exist on watchOS"
    ),
    (.purchase(.product(0)), DeviceState(), "“Premium” has not been purchased"),
    (
      .purchase(.anyOf([.product(0), .allOf([.product(1), .credits(2, quantity: 5)])])),
      DeviceState(purchases: [0: .status(.unknown)]),
      "it is unknown whether the user has “Premium” or (“Basic” and 5 × “Gem”)"
    ),
    (
      .purchase(.anyOf([.product(0), .product(1)])), DeviceState(),
      "neither “Premium” nor “Basic” has been purchased"
    ),
    (
      .purchase(.anyOf([.product(0), .product(1), .product(3)])), DeviceState(),
      "none of “Premium”, “Basic” and “Map” has been purchased"
    ),
    (
      .purchase(.anyOf([.product(0), .credits(2, quantity: 5)])), DeviceState(),
      "“Premium” or 5 × “Gem” is required"
    ),
    (
      .purchase(.anyOf([.product(0, in: [.revoked]), .product(1)])),
      DeviceState(purchases: [0: .status(.purchased)]), "“Premium” (revoked) or “Basic” is required"
    ),
    (
      .purchase(.anyOf([.allOf([.product(0), .product(1)])])), DeviceState(),
      "“Premium” and “Basic” have not been purchased"
    ),
    (
      .purchase(.allOf([.product(0), .product(1)])),
      DeviceState(purchases: [0: .status(.purchased)]),
      "“Premium” and “Basic” have not both been purchased"
    ),
    (
      .purchase(.anyOf([.product(0), .product(1)])),
      DeviceState(purchases: [1: .status(.revoked)]), "“Basic” is revoked"
    ),
    (
      .purchase(.anyOf([.product(0), .product(1)])),
      DeviceState(purchases: [0: .status(.revoked), 1: .status(.inBillingRetry)]),
      "“Basic” is in billing retry"
    ),
    (
      .purchase(.credits(2, quantity: 5)), DeviceState(purchases: [2: .credits(3)]),
      "5 × “Gem” must be spent; the user has 3"
    ),
    (.purchase(.product(0)), DeviceState(unlocked: [0]), "the app has unlocked the feature"),
    (
      .attribute(.init(attribute: 1, accepted: .choices([0, 1]))), DeviceState(),
      "“build” is “release”; “debug” or “beta” is required"
    ),
    (
      .attribute(.init(attribute: 0, accepted: .boolean(true))), DeviceState(),
      "“Staff” is unknown; on is required"
    ),
    (
      .not(Condition([.attribute(.init(attribute: 0, accepted: .boolean(true)))])), DeviceState(),
      "it is unknown whether the excluded condition is satisfied: “Staff” is unknown; on is excluded"
    ),
    (
      .not(Condition([.platform(.iOS, 17)])), DeviceState(osVersion: .version("16.4")),
      """
      the excluded condition is not satisfied: iOS 17 or later is excluded; the device has iOS 16.4
      """
    ),
    (
      .not(Condition([.not(Condition([.platform(.iOS, 17)]))])),
      DeviceState(osVersion: .version("16.4")),
      """
      the excluded condition is satisfied: the excluded condition is not satisfied: iOS 17 or later \
      is required; the device has iOS 16.4
      """
    ),
  ]

  @Test("Every constraint describes its status in one sentence", arguments: cases.indices)
  func constraints(index: Int) {
    let (constraint, state, sentence) = Self.cases[index]
    let manifest = Manifest.sample.with(features: [
      FeatureDeclaration(id: "f", constraints: [constraint])
    ])
    let evaluator = Evaluator(manifest, in: state)
    #expect(evaluator.message(of: evaluator.evaluate(0).constraints[0], in: 0) == sentence)
  }

  @Test("An alternative that combines two or three plain constraints is written in full")
  func alternatives() {
    let inner = [Condition([.permission(.camera)]), Condition([.permission(.photos)])]
    let cases: [(Constraint, String)] = [
      (.anyOf(inner), "either the camera permission or the photo library permission"),
      (.allOf(inner), "both the camera permission and the photo library permission"),
      (.anyOf(inner + inner), "one of 4 alternatives"),
      (.anyOf([Condition([.anyOf(inner)]), inner[0]]), "one of 2 alternatives"),
    ]
    for (constraint, requirement) in cases {
      #expect(constraint.requirement(in: .sample) == requirement)
    }
  }

  @Test("Further steps follow a step that waits, but none follows an explanation")
  func laterSteps() {
    let unknown = Constraint.attribute(.init(attribute: 0, accepted: .boolean(true)))
    let cases: [([Constraint], osVersion: InstalledVersion, [String])] = [
      (
        [unknown, .userToggled(defaultValue: false)], .latest,
        ["Wait until the app knows “Staff”", "Let the user turn on “f”"]
      ),
      (
        [.platform(.iOS, .versions(.below(15))), .userToggled(defaultValue: false)], .version("17"),
        ["Tell the user: not available on iOS 17"]
      ),
      (
        [.permission(.focusStatus), .permission(.camera)], .version("12"),
        ["Ask the user to update iOS", "Request the Focus status and camera permissions"]
      ),
    ]
    for (constraints, version, expected) in cases {
      let manifest = Manifest.sample.with(features: [
        FeatureDeclaration(id: "f", constraints: constraints)
      ])
      let evaluator = Evaluator(manifest, in: DeviceState(osVersion: version))
      let steps = Sentences(evaluator).steps(of: evaluator.evaluate(0))
      #expect(steps.map { $0.message(in: evaluator.state) } == expected)
    }
  }

  @Test("A step says which of its subjects are alternatives")
  func choices() {
    let (premium, basic) = (PurchaseExpression.product(0), PurchaseExpression.product(1))
    let gems = PurchaseExpression.credits(2, quantity: 5)
    func any(_ constraints: Constraint...) -> Constraint {
      .anyOf(constraints.map { Condition($0) })
    }
    let cases: [([Constraint], isOneEnough: Bool, String)] = [
      ([.purchase(premium)], false, "Offer “Premium”"),
      ([.purchase(.anyOf([premium, basic]))], true, "Offer “Premium” or “Basic”"),
      ([.purchase(.anyOf([premium, gems]))], true, "Offer “Premium” or “Gem”"),
      (
        [.purchase(.anyOf([premium, basic])), .purchase(.anyOf([basic, premium, gems]))], true,
        "Offer “Premium” or “Basic”"
      ),
      ([.purchase(.allOf([premium, basic]))], false, "Offer “Premium” and “Basic”"),
      ([.purchase(premium), .purchase(basic)], false, "Offer “Premium” and “Basic”"),
      (
        [.purchase(gems), .purchase(.anyOf([premium, basic]))], false,
        "Offer “Gem” and (“Premium” or “Basic”)"
      ),
      (
        [.purchase(.anyOf([premium, .allOf([basic, gems])]))], false,
        "Offer “Premium” or (“Basic” and “Gem”)"
      ),
      ([any(.purchase(premium), .purchase(basic))], true, "Offer “Premium” or “Basic”"),
      // What is needed anyway, or enough alone, is not offered again.
      ([.purchase(.anyOf([premium, basic])), .purchase(premium)], false, "Offer “Premium”"),
      ([any(.purchase(premium), .purchase(.allOf([premium, basic])))], false, "Offer “Premium”"),
      (
        [any(.permission(.camera), .permission(.contacts))], true,
        "Request the camera or contacts permission"
      ),
      (
        [.permission(.motion), any(.permission(.camera), .permission(.contacts))], false,
        "Request the motion and fitness and (camera or contacts) permissions"
      ),
      // An explanation concerns all alternatives.
      (
        [any(.platform(.iOS, .unsupported), .purchase(.product(0, in: [.revoked])))], false,
        "Tell the user: not available because of “Premium” (revoked)"
      ),
    ]
    for (constraints, isOneEnough, message) in cases {
      let manifest = Manifest.sample.with(features: [
        FeatureDeclaration(id: "f", constraints: constraints),
        FeatureDeclaration(id: "g", constraints: [.feature(0)]),
        FeatureDeclaration(id: "h", constraints: [any(.feature(0), .feature(1))]),
      ])
      let evaluator = Evaluator(manifest, in: DeviceState())
      for feature in manifest.features.indices {
        let step = evaluator.evaluate(feature).nextStep
        #expect(step?.isOneEnough == isOneEnough, "\(message)")
        #expect(step?.message(in: evaluator.state) == message)
      }
    }
  }

  @Test("A long chain of alternatives has a next step")
  func longChoice() {
    let count = 5_000
    let manifest = Manifest(
      products: (0..<count).map { ProductDeclaration(id: "P\($0)", type: .nonConsumable) },
      features: (0..<count).map { index in
        let rest = index + 1 < count ? [Condition(.feature(index + 1))] : []
        return FeatureDeclaration(
          id: "f\(index)",
          constraints: [.anyOf([Condition(.purchase(.product(index)))] + rest)])
      })
    let evaluator = Evaluator(manifest, in: DeviceState())
    let step = evaluator.evaluate(0).nextStep
    #expect(step?.subjects == (0..<count).map { .product($0) })
    #expect(step?.message(in: evaluator.state).hasPrefix("Offer “P0”, ") == true)
    let last = evaluator.evaluate(count - 3).nextStep
    #expect(
      last?.message(in: evaluator.state) == "Offer “P4997”, “P4998” or “P4999”")
  }

  @Test("A step that waits says until when, if the date is known")
  func waits() {
    func age(_ attribute: Int, _ span: TimeSpan) -> Constraint {
      .attribute(.init(attribute: attribute, accepted: .age(.atLeast(span))))
    }
    let attributes = [
      AttributeDeclaration(
        id: "installed", name: "Installed", domain: .date, owner: .environment,
        defaultValue: .date("2026-02-01")),
      AttributeDeclaration(id: "trial", name: "Trial end", domain: .date, owner: .user),
      AttributeDeclaration(id: "count", name: "Count", domain: .integer, owner: .environment),
    ]
    let few = Constraint.attribute(.init(attribute: 2, accepted: .integerRange(.atLeast(3))))
    let cases: [([Constraint], [Int: AttributeValue], [String], String)] = [
      (
        [age(0, .days(2))], [0: .date("2026-03-01")], ["installed"], "Wait until 2026-03-03"
      ),
      (
        [age(0, .days(2))], [0: .date("2026-03-01T12:30Z")], ["installed"],
        "Wait until 2026-03-03T12:30Z"
      ),
      ([age(0, .days(60))], [:], ["installed"], "Wait until 2026-04-02"),
      ([age(1, .days(-20))], [1: .date("2026-05-01")], ["trial"], "Wait until 2026-04-11"),
      (
        [age(0, .days(2)), age(0, .days(3))], [0: .date("2026-03-01")], ["installed"],
        "Wait until 2026-03-03 and until 2026-03-04"
      ),
      (
        [age(0, .days(2)), few], [0: .date("2026-03-01"), 2: .integer(1)], ["installed", "count"],
        "Wait until 2026-03-03 and for a high enough value of “Count”"
      ),
      (
        [age(1, .days(2))], [1: .date("9999-12-31")], ["trial"],
        "Wait for a high enough value of “Trial end”"
      ),
      ([.date(.atLeast("2026-12-01"))], [:], ["date"], "Wait until 2026-12-01"),
    ]
    for (constraints, values, subjects, message) in cases {
      let manifest = Manifest(
        attributes: attributes, features: [FeatureDeclaration(id: "f", constraints: constraints)])
      let state = DeviceState(date: "2026-03-02", attributes: values)
      let evaluator = Evaluator(manifest, in: state)
      let step = evaluator.evaluate(0).nextStep
      #expect(step?.names(in: manifest) == subjects)
      #expect(step?.message(in: evaluator.state) == message)
    }
  }

  @Test("An age before its date is described as a date")
  func ages() {
    let cases: [(Bounds<TimeSpan>, String)] = [
      (.atLeast(.days(2)), "an age of at least 2 days"),
      (.atLeast(.days(-20)), "a date from 20 days before it"),
      (.below(.days(-20)), "a date until 20 days before it"),
      (
        Bounds(atLeast: .days(-1), below: .days(3))!,
        "a date from 1 day before it until 3 days after it"
      ),
      (Bounds(atLeast: .days(-1), below: .days(0))!, "a date from 1 day before it until it"),
    ]
    for (range, words) in cases {
      #expect(AttributeDomain.date.displayName(of: .age(range)) == words)
    }
  }

  @Test("The sentence about a combination says what is needed and what is")
  func combinations() {
    let staff = Constraint.attribute(.init(attribute: 0, accepted: .boolean(true)))
    let cases: [(Constraint, String)] = [
      (
        .anyOf([Condition(staff), Condition(.platforms([.iOS(18)]), .permission(.camera))]),
        "none of 2 alternatives is satisfied: (1) “Staff” is off; on is required, (2) the device runs iOS 17.4; iOS >= 18 is required"
      ),
      (
        .allOf([Condition(staff), Condition(.platforms([.iOS()]))]),
        "1 of 2 conditions is not satisfied: “Staff” is off; on is required"
      ),
      (
        .anyOf([Condition(staff), Condition(.permission(.camera))]),
        "it is unknown whether one of 2 alternatives is satisfied: the camera permission has not been requested yet"
      ),
      (
        .anyOf([
          Condition(.anyOf([Condition(staff)])), Condition(.not(Condition(.platforms([.iOS()])))),
        ]),
        "none of 2 alternatives is satisfied: (1) the condition is not satisfied, (2) the excluded condition is satisfied: the device runs iOS 17.4"
      ),
    ]
    let state = DeviceState(osVersion: .version("17.4"), attributes: [0: .boolean(false)])
    func said(_ constraint: Constraint, _ conditions: [ConditionDeclaration] = []) -> String {
      let manifest = Manifest(
        attributes: Manifest.sample.attributes, conditions: conditions, buckets: ["a"],
        features: [FeatureDeclaration(id: "f", constraints: [constraint])])
      let evaluator = Evaluator(manifest, in: state)
      return evaluator.message(of: evaluator.evaluate(0).constraints[0], in: 0)
    }
    for (constraint, message) in cases {
      #expect(said(constraint) == message)
      let named = [
        ConditionDeclaration(id: "a", is: Condition(constraint)),
        ConditionDeclaration(id: "b", is: Condition(.condition(0))),
      ]
      let isUnknown = message.hasPrefix("it is unknown")
      let names = ["b", "a"].map {
        isUnknown ? "it is unknown whether “\($0)” is satisfied" : "“\($0)” is not satisfied"
      }
      #expect(said(.condition(1), named) == (names + [message]).joined(separator: ": "))
    }
    let nobody = Condition(.rollout(RolloutRequirement(percent: 0, bucket: 0)))
    let constant = [ConditionDeclaration(id: "a", is: nobody)]
    #expect(said(.condition(0), constant) == "“a” is not satisfied: never satisfied")
  }

  @Test("The reasons are the innermost ones, also of alternatives and required features")
  func innermostReasons() {
    let manifest = Manifest(
      products: Manifest.sample.products,
      conditions: [
        ConditionDeclaration(
          id: "paid", name: "Paid", is: Condition(.purchase(.anyOf([.product(0), .product(1)])))),
        ConditionDeclaration(
          id: "outer",
          is: Condition(
            .anyOf([
              Condition(.permission(.camera), .condition(0)), Condition(.permission(.photos)),
            ]))),
      ],
      features: [
        FeatureDeclaration(id: "f", constraints: [.condition(1)]),
        FeatureDeclaration(id: "g", constraints: [.feature(0)]),
      ])
    let state = DeviceState(permissions: [.camera: .denied, .photos: .denied])
    let evaluator = Evaluator(manifest, in: state)
    #expect(
      Sentences(evaluator).reasons(for: evaluator.evaluate(1)) == [
        "the camera permission is denied", "the photo library permission is denied",
        "neither “Premium” nor “Basic” has been purchased",
      ])
  }

  @Test("Every next step has a sentence", arguments: NextStep.Action.allCases)
  func nextSteps(action: NextStep.Action) {
    let step = NextStep(action: action, subjects: [.product(0), .permission(.camera)])
    let message = step.message(in: ResolvedState(DeviceState(), in: .sample))
    #expect(message.first?.isUppercase == true)
    let namesSubjects = message.contains("“Premium”") && message.contains("camera permission")
    #expect(namesSubjects || [.upgradeOS, .upgradeApp].contains(action))
  }
}
