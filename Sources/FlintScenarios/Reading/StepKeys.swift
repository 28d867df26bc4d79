internal import FlintCore
internal import FlintManifest
internal import FlintText

/// A key of a step in a scenario. A step has at most one key that is an action, such as `purchase`, and may have a key
/// with expectations.
enum StepKey: KeyText, ObjectKey {
  case set, purchase, refund, unlock, lock, enable, disable, credits, toggle, override
  case grant, deny, restrict, advance, upgrade
  case requestPermissions, perform, expect

  var schema: Schema {
    switch self {
    case .set: .state
    case .purchase, .refund: .nonEmptyText
    case .unlock, .lock, .enable, .disable: .id
    case .credits: .map(from: .nonEmptyText, to: .credits)
    case .toggle: .map(from: .id, to: .boolean)
    case .override:
      .map(from: .nonEmptyText, to: .orNull(.names(PurchaseStatus.defaults.map(\.name))))
        .described("A purchase status that a tester simulates; null ends the simulation")
    case .grant, .deny, .restrict: .permission
    case .advance: .timeSpan
    case .upgrade: .object(UpgradeKey.allCases, ["minProperties": 1])
    case .requestPermissions: .object(ScriptKey.allCases)
    case .perform: .object(PerformKey.allCases)
    case .expect: true
    }
  }

  static let actions = allCases.filter { $0 != .expect }

  /// The outcomes that a step with this action may expect, such as `refused`; empty for actions without an outcome.
  var outcomes: [StepOutcome] {
    switch self {
    case .perform: [.performed, .refused]
    case .requestPermissions: [.completed, .cancelled]
    case .set, .purchase, .refund, .unlock, .lock, .enable, .disable, .credits, .toggle,
      .override, .grant, .deny, .restrict, .advance, .upgrade, .expect:
      []
    }
  }

  /// The schema of the expectation, the value of the key `expect`, in a step with this action.
  private var expectation: Schema {
    let expectation: Schema =
      outcomes.isEmpty
      ? .expectations : .anyOf(.names(outcomes.map(\.rawValue)), .expectations)
    return ["properties": [Self.expect.name: expectation]]
  }

  fileprivate static var atMostOneAction: KeyValuePairs<String, Schema> {
    let one = actions.map { Schema.requires($0.name) }
    return [
      "minProperties": 1,
      "oneOf": .array(one + [expect.expectation.with(["not": ["anyOf": .array(one)]])]),
      "dependentSchemas": .object(actions.map { ($0.name, $0.expectation) }),
    ]
  }
}

extension StepKey: ShapedKey {
  var shape: Shape {
    switch self {
    case .set: .state
    case .purchase, .refund: .name(.of(.product))
    case .unlock, .lock, .enable, .disable: .name(.of(.feature))
    case .credits: .map(.of(.product), .anything)
    case .toggle: .map(.of(.feature), .boolean)
    case .override: .map(.of(.product), .words(PurchaseStatus.defaults.map(\.name)))
    case .grant, .deny, .restrict: .permission
    case .advance: .anything
    case .upgrade: .object(of: UpgradeKey.self)
    case .requestPermissions: .object(of: ScriptKey.self)
    case .perform: .object(of: PerformKey.self)
    case .expect: .oneOf([.words(StepOutcome.allCases.map(\.rawValue)), .expectations])
    }
  }
}

enum UpgradeKey: KeyText, ObjectKey {
  case osVersion, appVersion

  var schema: Schema {
    switch self {
    case .osVersion, .appVersion: .installedVersion
    }
  }
}

enum ScriptKey: KeyText, ObjectKey {
  case feature, order, skip, cancelAt, answers

  var isRequired: Bool { self == .feature }

  var schema: Schema {
    switch self {
    case .feature: .id
    case .order, .skip: .set(of: .permission)
    case .cancelAt: .permission
    case .answers: .byPermission(.names(AuthorisationScript.answers.map(\.name)))
    }
  }
}

enum PerformKey: KeyText, ObjectKey {
  case feature, action

  var isRequired: Bool { true }

  var schema: Schema {
    switch self {
    case .feature: .id
    case .action: .nonEmptyText
    }
  }
}

extension Schema {
  static let step = named("step") {
    .object(StepKey.allCases, StepKey.atMostOneAction)
      .described("A step with at most one action")
  }
}
