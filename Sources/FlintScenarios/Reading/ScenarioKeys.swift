package import FlintCore
internal import FlintManifest
package import FlintText

enum ScenarioFileKey: KeyText, ObjectKey {
  case scenarioVersion, scenarios

  var isRequired: Bool { true }

  var schema: Schema {
    switch self {
    case .scenarioVersion: .constant(1)
    case .scenarios: .list(of: .to(.scenario))
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
    case .given: .to(.given)
    case .steps: .list(of: .to(.step))
    case .cases: .list(of: .object(CaseKey.allCases))
    case .always, .never: .to(.claim)
    case .condition: .condition
    }
  }

  /// Those that say what kind of scenario it is.
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
    case .given: .to(.given)
    case .expect: .to(.expectations)
    }
  }
}

enum ExpectationKey: KeyText, ObjectKey {
  case status, blockers, nextStep

  var schema: Schema {
    switch self {
    case .status: .to(.featureStatus)
    case .blockers:
      .set(of: .nonEmptyText).described("Exactly these; an ancestor's as FEATURE/CONSTRAINT")
    case .nextStep: .orNull(.to(.action))
    }
  }
}

// MARK: - Claims

extension FeatureStatus: ObjectKey {
  package init?(key: JSONValue) { self.init(name: key.string ?? "") }

  /// In a claim: of which feature it is said.
  package var schema: Schema { .to(.id) }
}

enum ClaimOperator: KeyText, ObjectKey {
  case allOf, anyOf, not

  var schema: Schema {
    switch self {
    case .allOf, .anyOf: .list(of: .to(.claim)).with(["minItems": 1])
    case .not: .to(.claim)
    }
  }

  /// All that a claim can be.
  static var claims: [any ObjectKey] { FeatureStatus.allCases + allCases }
}

// MARK: - Definitions

extension Schema {
  package static var scenarios: Schema { .object(ScenarioFileKey.allCases) }

  /// What `where` holds: sections that a state has or has not.
  fileprivate static var condition: Schema {
    let members = StateSection.allCases.filter(\.isCondition).map { section in
      switch section {
      case .osVersion, .appVersion: (section.name, Schema.to(.versionCondition))
      case .platform, .permissions, .purchases, .unlocked, .toggles, .runtime, .attributes,
        .defaults:
        (section.name, section.schema)
      }
    }
    return .closed(members, required: []).with(authorsOwn)
      .described("A partial state that must match; versions may be ranges")
  }
}

extension Schema.Definition {
  static var scenario: Self {
    .init("scenario") {
      .object(ScenarioKey.allCases)
        .with([
          "allOf": [ScenarioKey.one(of: ScenarioKey.bodies)],
          "dependentSchemas": [
            "given": ScenarioKey.one(of: [.steps]),
            "where": ScenarioKey.one(of: [.always, .never]),
          ],
        ])
        .described("Steps, cases or a claim")
    }
  }
  static var given: Self {
    .init("given") {
      .anyOf(.text, .state).described("A state, or the name of one of the manifest's")
    }
  }
  static var claim: Self {
    .init("claim") {
      let keys = ClaimOperator.claims
      return .object(keys, ["oneOf": .array(keys.map { .requires($0.name) })])
    }
  }
  static var expectations: Self {
    .init("expectations") {
      .map(
        from: .to(.id),
        to: .anyOf(
          .to(.featureStatus), .object(ExpectationKey.allCases, ["minProperties": 1]))
      ).with(["minProperties": 1]).described("What is expected of each feature")
    }
  }
  static var versionCondition: Self {
    .init("versionCondition") { .anyOf(.to(.installedVersion), .to(.versionRange)) }
  }

  package static var featureStatus: Self {
    .init("featureStatus") { .names(of: FeatureStatus.self) }
  }
  package static var action: Self { .init("action") { .names(of: NextStep.Action.self) } }
}
