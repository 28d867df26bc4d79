import RandomModels
import TestSupport
import Testing

@testable import FlintModel

@Suite("The evaluator")
struct EvaluatorTests {
  /// Returns the status of a feature with the given constraints in a state.
  private func status(
    _ constraints: [Constraint], in state: DeviceState = DeviceState(),
    of manifest: Manifest = .sample
  ) -> FeatureStatus {
    let manifest = manifest.with(features: [FeatureDeclaration(id: "f", constraints: constraints)])
    return Evaluator(manifest, in: state).evaluate(0).status
  }

  // MARK: Features

  @Test("A feature without constraints is available")
  func unconstrained() {
    #expect(status([]) == .available)
  }

  @Test("A definite no takes precedence over unknown, in any declared order")
  func definiteNo() {
    let open = Constraint.permission(.camera)
    let no = Constraint.platform(.iOS, .unsupported)
    let cases: [(constraints: [Constraint], expected: FeatureStatus)] = [
      ([open, no], .unavailable), ([no, open], .unavailable), ([open], .undetermined),
    ]
    for (constraints, expected) in cases {
      #expect(status(constraints) == expected, "\(constraints.map(\.kind))")
    }
  }

  @Test("AND is the minimum and OR the maximum over no < unknown < yes")
  func kleene() {
    for one in Ternary.allCases {
      for other in Ternary.allCases {
        let expected: [Ternary] = [min(one, other), max(one, other)]
        #expect([one && other, one || other] == expected, "\(one) and \(other)")
      }
    }
  }

  @Test("The constraints of an ancestor apply to its descendants, and not to its siblings")
  func hierarchy() {
    let manifest = Manifest(features: [
      FeatureDeclaration(id: "top", constraints: [.permission(.camera)]),
      FeatureDeclaration(id: "middle", parent: 0),
      FeatureDeclaration(id: "leaf", parent: 1, constraints: [.permission(.photos)]),
      FeatureDeclaration(id: "other"),
    ])
    let all = Array(Evaluator(manifest, in: DeviceState(permissions: [.camera: .denied])).all)
    // Each row has the status with and without the constraints of ancestors.
    let expected: [[FeatureStatus]] = [
      [.unavailable, .unavailable], [.unavailable, .available], [.unavailable, .undetermined],
      [.available, .available],
    ]
    let statuses = all.map { [$0.status, $0.ownStatus] }
    #expect(statuses == expected)
    let blockers = all[2].blockers.map { $0.name(seenFrom: 2, in: manifest) }
    #expect(blockers == ["top/permission:camera"])
  }

  @Test("Undetermined constraints are blockers only if every other one is satisfied")
  func blockers() {
    let manifest = Manifest(features: [
      FeatureDeclaration(id: "top", constraints: [.permission(.camera)]),
      FeatureDeclaration(id: "leaf", parent: 0, constraints: [.permission(.photos)]),
    ])
    let cases: [(permissions: SystemPermissionStatuses, names: [String])] = [
      ([:], ["permission:photos", "top/permission:camera"]),
      ([.photos: .denied], ["permission:photos"]),
      ([.photos: .authorized, .camera: .authorized], []),
    ]
    for (permissions, names) in cases {
      let leaf = Evaluator(manifest, in: DeviceState(permissions: permissions)).evaluate(1)
      let blockers = leaf.blockers.map { $0.name(seenFrom: 1, in: manifest) }
      #expect(blockers == names, "\(permissions)")
    }
  }

  @Test("Evaluating all features in one pass gives the same results as one at a time")
  func allAgreesWithEach() {
    let manifest = Manifest(features: [
      FeatureDeclaration(id: "a", constraints: [.permission(.camera)]),
      FeatureDeclaration(id: "b", parent: 0),
      FeatureDeclaration(id: "c", parent: 1, constraints: [.runtimeEnabled]),
      FeatureDeclaration(id: "d", parent: 0, isEnabled: false, constraints: [.runtimeEnabled]),
      FeatureDeclaration(id: "e"),
      FeatureDeclaration(id: "f", parent: 4, constraints: [.userToggled(defaultValue: false)]),
    ])
    let evaluator = Evaluator(manifest, in: DeviceState())
    for (index, evaluation) in evaluator.all.enumerated() {
      let alone = ComparableEvaluation(evaluator.evaluate(index))
      #expect(ComparableEvaluation(evaluation) == alone, "feature \(index)")
      #expect(evaluator.status(of: index) == alone.status, "feature \(index)")
    }
  }

  // MARK: Environment

  @Test(
    "Only the constraint of the current platform applies",
    arguments: [
      (DeviceState(platform: .iOS, osVersion: .version("17.2")), .available),
      (DeviceState(platform: .iOS, osVersion: .version("8.4")), .unavailable),
      (DeviceState(platform: .watchOS), .unavailable),
      (DeviceState(platform: .tvOS, osVersion: .version("9")), .available),
      (DeviceState(platform: .visionOS), .available),
    ] as [(DeviceState, FeatureStatus)])
  func platforms(state: DeviceState, expected: FeatureStatus) {
    #expect(
      status(
        [.platform(.iOS, 9), .platform(.watchOS, .unsupported), .platform(.tvOS, .any)], in: state)
        == expected)
  }

  @Test("The app's version is the state's, otherwise the manifest's, otherwise the latest")
  func appVersion() {
    typealias Case = (
      name: String, range: VersionRange, state: InstalledVersion?, manifest: Version?,
      expected: FeatureStatus
    )
    let cases: [Case] = [
      ("no version given", .atLeast("2.1"), nil, nil, .available),
      ("the manifest's version", .atLeast("2.1"), nil, "2.0", .unavailable),
      ("the state's version", .atLeast("2.1"), .version("3"), "2.0", .available),
      ("the latest version in the state", .below(9), .latest, nil, .unavailable),
    ]
    for (name, range, given, declared, expected) in cases {
      let status = status(
        [.appVersion(range)], in: DeviceState(appVersion: given),
        of: Manifest(app: Manifest.App(version: declared)))
      #expect(status == expected, "\(name)")
    }
  }

  // MARK: User

  @Test(
    "Only an authorized permission satisfies, and one not yet requested is undetermined",
    arguments: [
      (.authorized, .available), (.notDetermined, .undetermined), (.denied, .unavailable),
      (.restricted, .unavailable), (.unsupported, .unavailable),
    ] as [(SystemPermissionStatus, FeatureStatus)])
  func permissions(given: SystemPermissionStatus, expected: FeatureStatus) {
    #expect(
      status([.permission(.photos)], in: DeviceState(permissions: [.photos: given])) == expected)
  }

  @Test("A toggle has the user's value, otherwise the declared default")
  func toggles() {
    let cases: [(defaultValue: Bool, toggles: [Int: Bool], expected: FeatureStatus)] = [
      (true, [:], .available), (false, [:], .unavailable), (false, [0: true], .available),
    ]
    for (defaultValue, toggles, expected) in cases {
      let status = status(
        [.userToggled(defaultValue: defaultValue)], in: DeviceState(toggles: toggles))
      #expect(status == expected, "default \(defaultValue), toggles \(toggles)")
    }
  }

  @Test("A runtime flag is the state's, otherwise isEnabled, otherwise on; null is unknown")
  func runtimeFlags() {
    let cases: [(isEnabled: Ternary?, flags: [Int: Ternary], expected: FeatureStatus)] = [
      (nil, [:], .available), (false, [:], .unavailable), (false, [0: .yes], .available),
      (true, [0: .unknown], .undetermined), (.unknown, [:], .undetermined),
      (.unknown, [0: .no], .unavailable),
    ]
    for (isEnabled, flags, expected) in cases {
      let manifest = Manifest(features: [
        FeatureDeclaration(id: "f", isEnabled: isEnabled, constraints: [.runtimeEnabled])
      ])
      let status = Evaluator(manifest, in: DeviceState(runtime: flags)).evaluate(0).status
      #expect(status == expected, "isEnabled: \(String(describing: isEnabled)), flags: \(flags)")
    }
  }

  @Test("isEnabled without a runtime constraint has no effect")
  func isEnabledAlone() {
    let manifest = Manifest(features: [FeatureDeclaration(id: "f", isEnabled: false)])
    #expect(Evaluator(manifest, in: DeviceState()).evaluate(0).status == .available)
  }

  // MARK: Purchases

  @Test(
    "Any product of anyOf suffices, and an unknown one matters only if none is purchased",
    arguments: [
      (.purchased, .notPurchased, .available), (.notPurchased, .notPurchased, .unavailable),
      (.unknown, .notPurchased, .undetermined), (.unknown, .purchased, .available),
    ] as [(PurchaseStatus, PurchaseStatus, FeatureStatus)])
  func anyOf(premium: PurchaseStatus, basic: PurchaseStatus, expected: FeatureStatus) {
    for operands in [[0, 1], [1, 0]] {
      let constraint = Constraint.purchase(.anyOf(operands.map { .product($0) }))
      let state = DeviceState(purchases: [0: .status(premium), 1: .status(basic)])
      #expect(status([constraint], in: state) == expected)
    }
  }

  @Test("Credits alone do not satisfy a constraint; the app unlocks the feature")
  func consumables() {
    let constraint = Constraint.purchase(.credits(2, quantity: 5))
    let statuses: [FeatureStatus] = [
      status([constraint], in: DeviceState(purchases: [2: .credits(100)])),
      status([constraint], in: DeviceState(unlocked: [0])),
    ]
    #expect(statuses == [.unavailable, .available])
  }

  @Test("Unlocking satisfies all purchases of that feature alone, including those in its blocks")
  func unlocked() {
    let condition = Condition(platforms: [(.iOS, nil)])
    let manifest = Manifest.sample.with(features: [
      FeatureDeclaration(id: "parent", constraints: [.purchase(.product(0))]),
      FeatureDeclaration(
        id: "child", parent: 0, constraints: [.purchase(.product(0))],
        conditional: [ConditionalBlock(when: condition, constraints: [.purchase(.product(1))])]),
    ])
    let ofChild = Evaluator(manifest, in: DeviceState(unlocked: [1])).evaluate(1)
    let ofParent = Evaluator(manifest, in: DeviceState(unlocked: [0])).evaluate(1)
    let statuses: [FeatureStatus] = [ofChild.ownStatus, ofChild.status, ofParent.ownStatus]
    #expect(statuses == [.available, .unavailable, .unavailable])
  }

  // MARK: Attributes and blocks

  @Test(
    "An attribute has the state's value, otherwise its default, otherwise it is unknown; null is always unknown",
    arguments: [
      ([:], .unavailable), ([1: .unknown], .undetermined), ([1: .choice(0)], .available),
      ([1: .choice(2)], .unavailable),
    ] as [([Int: AttributeValue], FeatureStatus)])
  func attributes(given: [Int: AttributeValue], expected: FeatureStatus) {
    let constraint = Constraint.attribute(.init(attribute: 1, accepted: .choices([0, 1])))
    #expect(status([constraint], in: DeviceState(attributes: given)) == expected)
  }

  @Test("An attribute without a default is unknown unless the state contains it")
  func attributeWithoutDefault() {
    let constraint = Constraint.attribute(.init(attribute: 0, accepted: .boolean(true)))
    let statuses: [FeatureStatus] = [
      status([constraint]),
      status([constraint], in: DeviceState(attributes: [0: .boolean(false)])),
    ]
    #expect(statuses == [.undetermined, .unavailable])
  }

  @Test(
    "A block applies if its guard is true, and an unknown guard makes unsatisfied constraints undetermined",
    arguments: [
      (.boolean(false), .denied, .notActive, .available),
      (.boolean(true), .denied, .notSatisfied, .unavailable),
      (.boolean(true), .authorized, .satisfied, .available),
      (.unknown, .denied, .notDetermined, .undetermined),
      (.unknown, .notDetermined, .notDetermined, .undetermined),
      (.unknown, .authorized, .satisfied, .available),
    ] as [(AttributeValue, SystemPermissionStatus, ConstraintStatus, FeatureStatus)])
  func blocks(
    staff: AttributeValue, camera: SystemPermissionStatus, constraint: ConstraintStatus,
    feature: FeatureStatus
  ) {
    let staffOnly = Condition(
      attributes: [.init(attribute: 0, accepted: .boolean(true))])
    let manifest = Manifest.sample.with(features: [
      FeatureDeclaration(
        id: "f",
        conditional: [ConditionalBlock(when: staffOnly, constraints: [.permission(.camera)])])
    ])
    let state = DeviceState(permissions: [.camera: camera], attributes: [0: staff])
    let evaluation = Evaluator(manifest, in: state).evaluate(0)
    #expect(evaluation.constraints.map(\.status) == [constraint])
    #expect(evaluation.status == feature)
  }

  @Test(
    "The platforms of a guard are true if the current one is listed with its version in range",
    arguments: [
      (DeviceState(platform: .iOS, osVersion: .version("14")), .yes),
      (DeviceState(platform: .iOS, osVersion: .version("13.7")), .no),
      (DeviceState(platform: .tvOS, osVersion: .version("1")), .yes),
      (DeviceState(platform: .macOS), .no),
    ] as [(DeviceState, Ternary)])
  func guardPlatforms(state: DeviceState, expected: Ternary) {
    let condition = Condition(platforms: [(.iOS, .atLeast(14)), (.tvOS, nil)])
    #expect(Evaluator(.sample, in: state).truth(of: condition, of: .condition) == expected)
  }

  @Test("A guard with a false constraint is false, even if others are unknown")
  func guardKleene() {
    let condition = Condition(
      appVersion: .atLeast(9), attributes: [.init(attribute: 0, accepted: .boolean(true))])
    let cases: [(version: InstalledVersion, expected: Ternary)] = [
      (.version(8), .no), (.version(9), .unknown),
    ]
    for (version, expected) in cases {
      let state = DeviceState(appVersion: version, attributes: [0: .unknown])
      let truth = Evaluator(.sample, in: state).truth(of: condition, of: .condition)
      #expect(truth == expected, "app version \(version)")
    }
  }
}
