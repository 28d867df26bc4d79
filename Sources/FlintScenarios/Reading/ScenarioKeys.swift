package import FlintModel
package import FlintManifest
package import FlintText

enum ScenarioFileKey: KeyText, ObjectKey {
  case scenarioVersion, scenarios

  var isRequired: Bool { true }

  var grammar: Grammar {
    switch self {
    case .scenarioVersion: .value(.constant(1))
    case .scenarios: .list(of: .scenario)
    }
  }
}

enum ScenarioKey: KeyText, ObjectKey {
  case name, given, steps, cases, always, never
  case condition = "where"

  var isRequired: Bool { self == .name }

  var grammar: Grammar {
    switch self {
    case .name: .value(.nonEmptyText)
    case .given: .given
    case .steps: .list(of: .step).with(["minItems": 1])
    case .cases: .list(of: .object(CaseKey.self)).with(["minItems": 1])
    case .always, .never: .claim
    case .condition: .condition
    }
  }

  /// Exactly one decides the kind.
  static let bodies: [ScenarioKey] = [.steps, .cases, .always, .never]

  fileprivate static func exactlyOne(of keys: [ScenarioKey]) -> Schema {
    .oneOf(keys.map { .requires($0.name) })
  }
}

enum CaseKey: KeyText, ObjectKey {
  case given, expect

  var isRequired: Bool { self == .expect }

  var grammar: Grammar {
    switch self {
    case .given: .given
    case .expect: .expectations
    }
  }
}

enum ExpectationKey: KeyText, ObjectKey {
  case status, blockers, nextStep

  var grammar: Grammar {
    switch self {
    case .status: .featureStatus
    case .blockers:
      .set(of: .blocker).described(
        "The exact set of blockers; a constraint of an ancestor is written FEATURE/CONSTRAINT")
    case .nextStep: .orNull(.action)
    }
  }
}

// MARK: - Claims

extension FeatureStatus: ObjectKey {
  package init?(key: JSONValue) { self.init(name: key.string ?? "") }

  /// In a claim, the id of the feature.
  package var grammar: Grammar { .name(.of(.feature)) }
}

enum ClaimOperator: KeyText, ObjectKey {
  case allOf, anyOf, not

  var grammar: Grammar {
    switch self {
    case .allOf, .anyOf: .list(of: .claim).with(["minItems": 1])
    case .not: .claim
    }
  }

  /// Statuses and operators.
  static var claims: [any ObjectKey] { FeatureStatus.allCases + allCases }
}

// MARK: - Definitions

extension Grammar {
  package static let scenarios = object(ScenarioFileKey.self)

  static let scenario = named("scenario") {
    .object(ScenarioKey.self)
      .with([
        "allOf": [ScenarioKey.exactlyOne(of: ScenarioKey.bodies)],
        "dependentSchemas": [
          "given": ScenarioKey.exactlyOne(of: [.steps]),
          "where": ScenarioKey.exactlyOne(of: [.always, .never]),
        ],
      ])
      .described("A scenario with steps, cases or a claim")
  }
  static let given = named("given") {
    .anyOf([.name(.of(.state)), .state])
      .described("A state, or the name of a state in the manifest")
  }
  static let claim = named("claim") {
    .oneOf([.exactlyOne(of: FeatureStatus.allCases), .exactlyOne(of: ClaimOperator.allCases)])
  }
  private static func exactlyOne<Key: ObjectKey>(of keys: [Key]) -> Grammar {
    .object(ObjectGrammar(keys)).with(["oneOf": Schema.exactlyOne(of: keys.map(\.name))])
  }
  static let expectations = named("expectations") {
    .map(
      from: .of(.feature),
      to: .anyOf([
        featureStatus,
        .object(ExpectationKey.self).with([
          "anyOf": .array(ExpectationKey.allCases.map { .requires($0.name) })
        ]),
      ])
    ).with(["minProperties": 1]).described("The expected status of each feature, by its id")
  }

  fileprivate static let condition = object(
    ObjectGrammar(StateSection.allCases.filter(\.isCondition)) { $0.condition }
  ).described("A partial state that must match; versions, dates and numbers may be ranges")
}
