internal import FlintModel
internal import FlintManifest
internal import FlintText

/// At most one action, perhaps with an expectation.
enum StepKey: KeyText, ObjectKey {
  case set, purchase, refund, unlock, lock, enable, disable, credits, toggle, override
  case grant, deny, restrict, advance, upgrade
  case requestPermissions, perform, expect

  var grammar: Grammar {
    switch self {
    case .set: .state
    case .purchase, .refund: .name(.of(.product))
    case .unlock, .lock, .enable, .disable: .name(.of(.feature))
    case .credits: .map(from: .of(.product), to: .value(.credits))
    case .toggle: .map(from: .of(.feature), to: .boolean)
    case .override:
      .map(from: .of(.product), to: .orNull(.words(of: PurchaseStatus.defaults)))
        .described("A purchase status that a tester simulates; null ends the simulation")
    case .grant, .deny, .restrict: .name(.of(.permission))
    case .advance: .value(.timeSpan)
    case .upgrade: .object(UpgradeKey.self).with(["minProperties": 1])
    case .requestPermissions: .object(ScriptKey.self)
    case .perform: .object(PerformKey.self)
    // The action of the step determines the schema; see `expectationSchema`.
    case .expect: Self.expectation(outcomes: StepOutcome.allCases).withSchema(true)
    }
  }

  static let actions = allCases.filter { $0 != .expect }

  /// Empty for actions without an outcome.
  var outcomes: [StepOutcome] {
    StepOutcome.allCases.filter { $0.action == self }
  }

  private static func expectation(outcomes: [StepOutcome]) -> Grammar {
    outcomes.isEmpty
      ? .expectations : .anyOf([.words(outcomes.map(\.rawValue)), .expectations])
  }

  private var expectationSchema: Schema {
    ["properties": [Self.expect.name: Self.expectation(outcomes: outcomes).schema]]
  }

  fileprivate static var atMostOneAction: KeyValuePairs<String, Schema> {
    let one = actions.map { Schema.requires($0.name) }
    return [
      "minProperties": 1,
      "oneOf": .array(one + [expect.expectationSchema.with(["not": ["anyOf": .array(one)]])]),
      "dependentSchemas": .object(actions.map { ($0.name, $0.expectationSchema) }),
    ]
  }
}

extension StepOutcome {
  fileprivate var action: StepKey {
    switch self {
    case .performed, .refused: .perform
    case .completed, .cancelled: .requestPermissions
    }
  }
}

enum UpgradeKey: KeyText, ObjectKey {
  case osVersion, appVersion

  var grammar: Grammar {
    switch self {
    case .osVersion, .appVersion: .installedVersion
    }
  }
}

enum ScriptKey: KeyText, ObjectKey {
  case feature, order, skip, cancelAt, answers

  var isRequired: Bool { self == .feature }

  var grammar: Grammar {
    switch self {
    case .feature: .name(.of(.feature))
    case .order, .skip: .set(of: .name(.of(.permission)))
    case .cancelAt: .name(.of(.permission))
    case .answers: .byPermission(.words(of: AuthorisationScript.answers))
    }
  }
}

enum PerformKey: KeyText, ObjectKey {
  case feature, action

  var isRequired: Bool { true }

  var grammar: Grammar {
    switch self {
    case .feature: .name(.of(.feature))
    case .action: .name(.of(.action, in: .beside("feature")))
    }
  }
}

extension Grammar {
  static let step = named("step") {
    .object(StepKey.self).with(StepKey.atMostOneAction)
      .described("A step with at most one action")
  }
}
