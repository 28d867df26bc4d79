package import FlintCore
internal import FlintManifest
package import FlintText

enum ScenarioFileKey: KeyText, ObjectKey {
  case scenarioVersion, scenarios

  var isRequired: Bool { true }

  var schema: Schema {
    switch self {
    case .scenarioVersion: .constant(1)
    case .scenarios: .list(of: .scenario)
    }
  }
}

enum ScenarioKey: KeyText, ObjectKey {
  case name, given, steps, cases, always, never
  case condition = "where"

  var isRequired: Bool { self == .name }

  var schema: Schema {
    switch self {
    case .name: .text
    case .given: .given
    case .steps: .list(of: .step)
    case .cases: .list(of: .object(CaseKey.allCases))
    case .always, .never: .claim
    case .condition: .condition
    }
  }

  /// The keys that determine the kind of a scenario. Each scenario has exactly one of them.
  static let bodies: [ScenarioKey] = [.steps, .cases, .always, .never]

  fileprivate static func one(of keys: [ScenarioKey]) -> Schema {
    .oneOf(keys.map { .requires($0.name) })
  }
}

enum CaseKey: KeyText, ObjectKey {
  case given, expect

  var isRequired: Bool { self == .expect }

  var schema: Schema {
    switch self {
    case .given: .given
    case .expect: .expectations
    }
  }
}

enum ExpectationKey: KeyText, ObjectKey {
  case status, blockers, nextStep

  var schema: Schema {
    switch self {
    case .status: .featureStatus
    case .blockers:
      .set(of: .nonEmptyText).described(
        "All constraints that block the feature, in order; "
          + "a constraint of an ancestor is written FEATURE/CONSTRAINT")
    case .nextStep: .orNull(.action)
    }
  }
}

// MARK: - Claims

extension FeatureStatus: ObjectKey {
  package init?(key: JSONValue) { self.init(name: key.string ?? "") }

  /// The schema of the value of this key in a claim. The key is a status, such as `available`, and the value is the id
  /// of the feature that must have this status.
  package var schema: Schema { .id }
}

enum ClaimOperator: KeyText, ObjectKey {
  case allOf, anyOf, not

  var schema: Schema {
    switch self {
    case .allOf, .anyOf: .list(of: .claim).with(["minItems": 1])
    case .not: .claim
    }
  }

  /// The possible keys of a claim in a file: statuses of features, such as `available`, and logical operators, such as
  /// `anyOf`.
  static var claims: [any ObjectKey] { FeatureStatus.allCases + allCases }
}

// MARK: - Definitions

extension Schema {
  package static var scenarios: Schema { .object(ScenarioFileKey.allCases) }

  /// The schema of a claim's condition `where`. It contains those sections of a state that may occur in the condition.
  fileprivate static var condition: Schema {
    let members = StateSection.allCases.filter(\.isCondition).map { section in
      let schema: Schema =
        switch section {
        case .osVersion, .appVersion: .versionCondition
        case .date: .anyOf(.date, .dateRange)
        case .attributes:
          .map(
            from: .id,
            to: .anyOf(
              .boolean, .nonEmptyText, .attributeInteger, .null, .versionRange, .dateRange,
              .integerRange))
        case .buckets: .map(from: .id, to: .anyOf(.rolloutPosition, .rolloutPositionRange))
        case .platform, .permissions, .purchases, .unlocked, .toggles, .runtime, .defaults:
          section.schema
        }
      return (section.name, schema)
    }
    return .closed(members, required: []).with(extensionKeys)
      .described("A partial state that must match; versions, dates and numbers may be ranges")
  }

  static let scenario = named("scenario") {
    .object(ScenarioKey.allCases)
      .with([
        "allOf": [ScenarioKey.one(of: ScenarioKey.bodies)],
        "dependentSchemas": [
          "given": ScenarioKey.one(of: [.steps]),
          "where": ScenarioKey.one(of: [.always, .never]),
        ],
      ])
      .described("A scenario with steps, cases or a claim")
  }
  static let given = named("given") {
    .anyOf(.text, .state).described("A state, or the name of a state in the manifest")
  }
  static let claim = named("claim") {
    let keys = ClaimOperator.claims
    return .object(keys, ["oneOf": .array(keys.map { .requires($0.name) })])
  }
  static let expectations = named("expectations") {
    .map(
      from: .id,
      to: .anyOf(
        .featureStatus, .object(ExpectationKey.allCases, ["minProperties": 1]))
    ).with(["minProperties": 1]).described("The expected status of each feature, by its id")
  }
  static let versionCondition = named("versionCondition") {
    .anyOf(.installedVersion, .versionRange)
  }
}
