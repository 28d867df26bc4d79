/// One thing that a feature, a guard or an alternative demands. Conditions hold their constraints in lists, so that no case
/// needs a box of its own: manifests have very many.
public enum Constraint: Hashable, Sendable {
  /// On that platform a version must fit; on every other platform the constraint is not active.
  case platform(Platform, PlatformVersionConstraint)

  /// In a condition: the current platform is one of these, at a version in its range; nil: every version.
  case platforms([SupportedPlatform])

  case appVersion(VersionRange)

  /// The state's date lies in the range.
  case date(DateRange)

  /// The app's code, or its remote configuration, has the feature on.
  case runtimeEnabled

  /// The user has the feature on; the value holds until they choose.
  case userToggled(defaultValue: Bool)

  case permission(PermissionRequirement)

  case purchase(PurchaseExpression)

  case attribute(AttributeRequirement)

  case rollout(RolloutRequirement)

  /// Another feature is available, by its index in ``Manifest/features``.
  case feature(Int)

  /// A named condition holds, by its index in ``Manifest/conditions``.
  case condition(Int)

  /// All of several conditions hold; never empty.
  case allOf([Condition])

  /// One of several conditions holds; never empty.
  case anyOf([Condition])

  /// A condition does not hold.
  case not(Condition)
}

/// When something holds: the AND of constraints, never none, in the order of ``ConstraintKind``.
public struct Condition: Hashable, Sendable {
  public let constraints: [Constraint]

  public init(_ constraints: [Constraint]) {
    self.constraints = constraints
  }
}

extension Condition {
  /// Calls `body` with each constraint of the condition, then with the constraints inside it, however deep.
  package func forEachPart(_ body: (Constraint) -> Void) {
    for constraint in constraints { constraint.forEachPart(body) }
  }

  /// Equal for conditions that name the same platforms and attributes, in whatever order.
  var normalizedOrder: Condition {
    var attributes = constraints.compactMap { constraint in
      if case .attribute(let requirement) = constraint { requirement } else { nil }
    }[...]
    attributes.sort { $0.attribute < $1.attribute }
    return Condition(
      constraints.map { constraint in
        switch constraint {
        case .platforms(let platforms):
          .platforms(platforms.sorted { $0.platform.rawValue < $1.platform.rawValue })
        case .attribute: attributes.popFirst().map { .attribute($0) } ?? constraint
        case .allOf(let operands): .allOf(operands.map(\.normalizedOrder))
        case .anyOf(let operands): .anyOf(operands.map(\.normalizedOrder))
        case .not(let condition): .not(condition.normalizedOrder)
        case .platform, .appVersion, .date, .runtimeEnabled, .userToggled, .permission, .purchase,
          .rollout, .feature, .condition:
          constraint
        }
      })
  }
}

/// A platform that a condition names.
public struct SupportedPlatform: Hashable, Sendable {
  public let platform: Platform

  /// Nil: every version.
  public let versions: VersionRange?

  public init(_ platform: Platform, _ versions: VersionRange? = nil) {
    self.platform = platform
    self.versions = versions
  }
}

/// A permission, and the statuses of it that will do.
public struct PermissionRequirement: Hashable, Sendable {
  public let permission: SystemPermission

  /// As written; nil: whatever lets the app use it, ``SystemPermissionStatus/granting``.
  public let statuses: [SystemPermissionStatus]?

  public init(_ permission: SystemPermission, in statuses: [SystemPermissionStatus]? = nil) {
    self.permission = permission
    self.statuses = statuses
  }

  public func accepts(_ status: SystemPermissionStatus) -> Bool {
    (statuses ?? SystemPermissionStatus.granting).contains(status)
  }

  /// Whether a status will do; one that may still become any other is not known to.
  public func truth(of status: SystemPermissionStatus) -> Ternary {
    accepts(status) ? .yes : status == .notDetermined ? .unknown : .no
  }
}

/// A share of the people who were drawn into a bucket.
public struct RolloutRequirement: Hashable, Sendable {
  public let percent: Percent

  /// Index in ``Manifest/buckets``.
  public let bucket: Int

  public init(percent: Percent, bucket: Int) {
    self.percent = percent
    self.bucket = bucket
  }

  /// Whether somebody drawn there is among them; nobody needs to be drawn for all or none.
  public func truth(of drawn: Percent?) -> Ternary {
    if percent == .hundred { return .yes }
    if percent == .zero { return .no }
    return drawn.map { Ternary($0 < percent) } ?? .unknown
  }
}

/// The kinds of constraints, in the order in which they are listed.
public enum ConstraintKind: UInt8, NamedCase {
  case platform
  case platforms
  case appVersion
  case date
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

  public var name: String {
    switch self {
    case .platform: "platform"
    case .platforms: "platforms"
    case .appVersion: "appVersion"
    case .date: "date"
    case .runtimeEnabled: "runtimeEnabled"
    case .userToggled: "userToggled"
    case .permission: "permission"
    case .purchase: "purchase"
    case .attribute: "attribute"
    case .rollout: "rollout"
    case .feature: "feature"
    case .condition: "condition"
    case .allOf: "allOf"
    case .anyOf: "anyOf"
    case .not: "not"
    }
  }
}

extension Constraint {
  public var kind: ConstraintKind {
    switch self {
    case .platform: .platform
    case .platforms: .platforms
    case .appVersion: .appVersion
    case .date: .date
    case .runtimeEnabled: .runtimeEnabled
    case .userToggled: .userToggled
    case .permission: .permission
    case .purchase: .purchase
    case .attribute: .attribute
    case .rollout: .rollout
    case .feature: .feature
    case .condition: .condition
    case .allOf: .allOf
    case .anyOf: .anyOf
    case .not: .not
    }
  }

  /// The conditions that it is made of: none but for ``allOf(_:)``, ``anyOf(_:)`` and ``not(_:)``.
  package var operands: [Condition] {
    switch self {
    case .allOf(let conditions), .anyOf(let conditions): conditions
    case .not(let condition): [condition]
    case .platform, .platforms, .appVersion, .date, .runtimeEnabled, .userToggled, .permission,
      .purchase, .attribute, .rollout, .feature, .condition:
      []
    }
  }

  /// Calls `body` with the constraint, and then with all inside it, however deep.
  package func forEachPart(_ body: (Constraint) -> Void) {
    body(self)
    for condition in operands {
      for constraint in condition.constraints { constraint.forEachPart(body) }
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
