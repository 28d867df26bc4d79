/// In the order in which manifests list constraints.
public enum ConstraintKind: NamedCase, Hashable {
  case platform
  case platforms

  case device(DeviceFact)
  case runtimeEnabled
  case userToggled
  case permission
  case purchase
  case attribute
  case rollout
  case feature
  case condition
  case allOf
  case anyOf
  case not

  public static let allCases: [ConstraintKind] =
    [.platform, .platforms] + DeviceFact.allCases.map { .device($0) } + [
      .runtimeEnabled, .userToggled, .permission, .purchase, .attribute, .rollout, .feature,
      .condition, .allOf, .anyOf, .not,
    ]
}

extension ConstraintKind {
  package struct Traits: Sendable {
    /// The `kind` in results, with which ids begin.
    package let name: StaticString

    /// In manifests.
    package let key: StaticString
    package let layout: Layout
    package let owner: OwnerRule

    /// About the feature that has it, so that conditions without a feature cannot.
    package let isOfFeature: Bool

    fileprivate init(
      _ name: StaticString, key: StaticString, _ layout: Layout, _ owner: OwnerRule,
      isOfFeature: Bool = false
    ) {
      (self.name, self.key, self.layout) = (name, key, layout)
      (self.owner, self.isOfFeature) = (owner, isOfFeature)
    }
  }

  /// What a kind's key has as its value.
  package enum Layout: Sendable {
    /// One constraint.
    case value

    /// A list of conditions, which is one constraint.
    case conditions

    /// An object with a member for each constraint.
    case members

    /// A list with an element for each constraint.
    case elements

    /// Whether ids name the required item: `permission:camera`.
    package var isRepeatable: Bool {
      switch self {
      case .value, .conditions: false
      case .members, .elements: true
      }
    }
  }

  /// Who can change a constraint's outcome.
  package enum OwnerRule: Sendable {
    case always(Owner)

    /// Declared with the attribute.
    case ofAttribute

    /// Combined constraints can have several.
    case none
  }

  package var traits: Traits {
    switch self {
    case .platform: Traits("platform", key: "platforms", .members, .always(.environment))
    case .platforms: Traits("platforms", key: "platforms", .value, .always(.environment))
    case .device(let fact): Traits(fact.key, key: fact.key, .value, .always(fact.owner))
    case .runtimeEnabled:
      Traits(
        "runtimeEnabled", key: "runtimeEnabled", .value, .always(.developer), isOfFeature: true)
    case .userToggled:
      Traits("userToggled", key: "userToggled", .value, .always(.user), isOfFeature: true)
    case .permission: Traits("permission", key: "permissions", .elements, .always(.user))
    case .purchase: Traits("purchase", key: "purchases", .elements, .always(.user))
    case .attribute: Traits("attribute", key: "attributes", .members, .ofAttribute)
    case .rollout: Traits("rollout", key: "rollout", .value, .always(.developer))
    case .feature: Traits("feature", key: "features", .elements, .none)
    case .condition: Traits("condition", key: "conditions", .elements, .none)
    case .allOf: Traits("allOf", key: "allOf", .conditions, .none)
    case .anyOf: Traits("anyOf", key: "anyOf", .conditions, .none)
    case .not: Traits("not", key: "not", .value, .none)
    }
  }

  public var name: String { traits.name.description }
  package var key: StaticString { traits.key }
}

/// Who can change an outcome. `environment` is neither the user nor the developer.
public enum Owner: UInt8, NamedCase {
  case user
  case developer
  case environment

  public var name: String {
    switch self {
    case .user: "user"
    case .developer: "developer"
    case .environment: "environment"
    }
  }
}
