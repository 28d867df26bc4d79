import FlintCore
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
      var text = ""
      constraint.writeRequirement(in: .sample, to: &text)
      #expect(text == requirement)
    }
  }

  @Test("The headline of an available feature counts its own and its inherited constraints")
  func headlines() {
    let on = Constraint.permission(.camera)
    let phones = [SupportedPlatform(.iOS, .atLeast(9))]
    let cases: [(own: [Constraint], parent: [Constraint], [SupportedPlatform]?, String)] = [
      ([], [], nil, "nothing is required"),
      ([.platform(.tvOS, 9)], [], nil, "nothing is required here"),
      ([on], [], nil, "the only constraint is satisfied"),
      ([], [], phones, "the app's constraint is satisfied"),
      ([], [on], nil, "the inherited constraint is satisfied"),
      ([], [on], phones, "all inherited constraints are satisfied"),
      ([on], [on], nil, "both constraints are satisfied"),
      ([on, .runtimeEnabled], [on], phones, "all 4 constraints are satisfied"),
    ]
    for (own, parent, platforms, headline) in cases {
      let manifest = Manifest(
        app: Manifest.App(platforms: platforms),
        features: [
          FeatureDeclaration(id: "parent", constraints: parent),
          FeatureDeclaration(id: "child", parent: 0, constraints: own),
        ])
      let state = DeviceState(permissions: [.camera: .authorized])
      let evaluator = Evaluator(manifest, in: state)
      #expect(Sentences(evaluator).headline(of: evaluator.evaluate(1)) == headline)
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

  @Test("An offer says “or” if each product satisfies the requirement alone, otherwise “and”")
  func offers() {
    let (premium, basic) = (PurchaseExpression.product(0), PurchaseExpression.product(1))
    let gems = PurchaseExpression.credits(2, quantity: 5)
    let cases: [([PurchaseExpression], isOneEnough: Bool, String)] = [
      ([premium], false, "Offer “Premium”"),
      ([.anyOf([premium, basic])], true, "Offer “Premium” or “Basic”"),
      ([.anyOf([premium, gems])], true, "Offer “Premium” or “Gem”"),
      ([.anyOf([premium, basic]), .anyOf([basic, premium])], true, "Offer “Premium” or “Basic”"),
      ([.allOf([premium, basic])], false, "Offer “Premium” and “Basic”"),
      ([premium, basic], false, "Offer “Premium” and “Basic”"),
      ([.anyOf([premium, basic]), gems], false, "Offer “Premium”, “Basic” and “Gem”"),
      ([.anyOf([premium, .allOf([basic, gems])])], false, "Offer “Premium”, “Basic” and “Gem”"),
    ]
    for (requirements, isOneEnough, message) in cases {
      let manifest = Manifest.sample.with(features: [
        FeatureDeclaration(id: "f", constraints: requirements.map { .purchase($0) })
      ])
      let evaluator = Evaluator(manifest, in: DeviceState())
      let step = evaluator.evaluate(0).nextStep
      #expect(step?.isOneEnough == isOneEnough)
      #expect(step?.message(in: evaluator.state) == message)
    }
  }

  @Test("Every next step has a sentence", arguments: NextStep.Action.allCases)
  func nextSteps(action: NextStep.Action) {
    let step = NextStep(action: action, subjects: [.product(0), .permission(.camera)])
    let message = step.message(in: ResolvedState(DeviceState(), in: .sample))
    #expect(message.first?.isUppercase == true)
    let namesSubjects = message.contains("“Premium”") && message.contains("camera permission")
    #expect(namesSubjects || [.upgradeOS, .upgradeApp, .waitForDate].contains(action))
  }
}
