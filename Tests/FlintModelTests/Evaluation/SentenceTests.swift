import FlintModel
import RandomModels
import TestSupport
import Testing

@Suite("Sentences")
struct SentenceTests {
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
