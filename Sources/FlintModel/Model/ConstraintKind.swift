/// The kinds of constraints. The order of the cases is the order in which manifests list constraints.
public enum ConstraintKind: NamedCase, Hashable {
  case platform
  case platforms

  /// A requirement on the app's version or the current date.
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
  /// The properties of a kind of constraint, such as the key under which manifests list constraints of this kind.
  package struct Traits: Sendable {
    /// The name of the kind in results: the `kind` of a constraint and the beginning of its id, such as `permission`.
    package let name: StaticString

    /// The key under which manifests list the constraints of this kind, such as `permissions`.
    package let key: StaticString
    package let layout: Layout
    package let owner: OwnerRule

    /// Whether a constraint of this kind is about the feature that contains it: `userToggled`, for example, requires
    /// the toggle of that feature. Such a constraint is not allowed in a named condition or an assumption, because
    /// these belong to no feature.
    package let isOfFeature: Bool

    fileprivate init(
      _ name: StaticString, key: StaticString, _ layout: Layout, _ owner: OwnerRule,
      isOfFeature: Bool = false
    ) {
      (self.name, self.key, self.layout) = (name, key, layout)
      (self.owner, self.isOfFeature) = (owner, isOfFeature)
    }
  }

  /// How the constraints of a kind are written under their key in a manifest.
  package enum Layout: Sendable {
    /// The value of the key is one constraint, as in `"date": { "atLeast": "2026-12-01" }`. A JSON object can have the
    /// key only once, so a feature, conditional block or condition has at most one constraint of this kind.
    case value

    /// The value of the key is a list of conditions, as in `"anyOf": [ … ]`. The whole list is one constraint. A JSON
    /// object can have the key only once, so a feature, conditional block or condition has at most one constraint of
    /// this kind.
    case conditions

    /// The value of the key is an object with one member for each constraint: `"attributes": { "staff": true }`.
    case members

    /// The value of the key is a list with one element for each constraint: `"permissions": ["camera"]`.
    case elements

    /// Whether one feature can have several constraints of the kind. Their ids then contain the required item, as in
    /// `permission:camera`.
    package var isRepeatable: Bool {
      switch self {
      case .value, .conditions: false
      case .members, .elements: true
      }
    }
  }

  /// A rule that defines the owner of a constraint: who can change its outcome, such as the user.
  package enum OwnerRule: Sendable {
    case always(Owner)

    /// The owner is declared with the attribute that the constraint requires.
    case ofAttribute

    /// There is no owner, because the constraint combines or refers to constraints that can have different owners.
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

/// Who can change the outcome of a constraint: the user (a purchase, for example), the developer (a runtime flag), or
/// neither of them, which is called the environment (the platform).
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
