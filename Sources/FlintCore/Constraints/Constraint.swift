/// One condition that a feature declares.
public enum Constraint: Hashable, Sendable {
  /// On that platform a version must fit; on every other platform the constraint is not active.
  case platform(Platform, PlatformVersionConstraint)

  case appVersion(VersionRange)

  /// The app's code, or its remote configuration, has the feature on.
  case runtimeEnabled

  /// The user has the feature on; the value holds until they choose.
  case userToggled(defaultValue: Bool)

  case permission(SystemPermission)

  case purchase(PurchaseExpression)

  case attribute(AttributeRequirement)
}

/// The kinds of constraints, in the order in which they are listed.
public enum ConstraintKind: UInt8, NamedCase {
  case platform
  case appVersion
  case runtimeEnabled
  case userToggled
  case permission
  case purchase
  case attribute

  public var name: String {
    switch self {
    case .platform: "platform"
    case .appVersion: "appVersion"
    case .runtimeEnabled: "runtimeEnabled"
    case .userToggled: "userToggled"
    case .permission: "permission"
    case .purchase: "purchase"
    case .attribute: "attribute"
    }
  }
}

extension Constraint {
  public var kind: ConstraintKind {
    switch self {
    case .platform: .platform
    case .appVersion: .appVersion
    case .runtimeEnabled: .runtimeEnabled
    case .userToggled: .userToggled
    case .permission: .permission
    case .purchase: .purchase
    case .attribute: .attribute
    }
  }
}

/// Who can change the outcome of a constraint.
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
