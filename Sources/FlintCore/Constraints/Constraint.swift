/// One requirement of a feature or of a condition, such as a permission. Nested conditions are stored in arrays.
/// Therefore no case has to be `indirect`, which would cost memory in manifests with a large number of constraints.
public enum Constraint: Hashable, Sendable {
  /// A requirement on the version of one platform. On every other platform the constraint does not apply.
  case platform(Platform, PlatformVersionConstraint)

  /// The device runs one of these platforms, at a version in the platform's range; without a range, every version is
  /// accepted. Only a condition contains this case; the constraints directly in a feature use `platform`.
  case platforms([SupportedPlatform])

  case appVersion(VersionRange)

  /// The current date of the state lies in the range.
  case date(DateRange)

  /// The feature's runtime flag is true. The app's code or its remote configuration sets the flag.
  case runtimeEnabled

  /// The user has switched the feature on. The default applies until the user chooses.
  case userToggled(defaultValue: Bool)

  case permission(PermissionRequirement)

  case purchase(PurchaseExpression)

  case attribute(AttributeRequirement)

  case rollout(RolloutRequirement)

  /// Another feature is available. The value is its index in ``Manifest/features``.
  case feature(Int)

  /// A named condition is true. The value is its index in ``Manifest/conditions``.
  case condition(Int)

  /// All of several conditions are true. The list is never empty.
  case allOf([Condition])

  /// At least one of several conditions is true. The list is never empty.
  case anyOf([Condition])

  /// True if the associated condition is false.
  case not(Condition)
}

/// A condition: the logical AND of constraints. The list is never empty and is in the order of ``ConstraintKind``.
public struct Condition: Hashable, Sendable {
  public let constraints: [Constraint]

  public init(_ constraints: [Constraint]) {
    self.constraints = constraints
  }
}

extension Condition {
  /// Calls `body` with each constraint of the condition and, right after it, with the constraints nested inside it at
  /// any depth.
  package func forEachPart(_ body: (Constraint) -> Void) {
    for constraint in constraints { constraint.forEachPart(body) }
  }

  /// A normalized copy of the condition, which is compared to find duplicates. In each `platforms` constraint, also in
  /// nested conditions, the platforms are sorted in the order of the ``Platform`` cases; the attribute constraints are
  /// sorted by the attribute's index. If two conditions differ only in these orders, their copies are equal.
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

/// A platform with the versions of it that a condition or the app accepts.
public struct SupportedPlatform: Hashable, Sendable {
  public let platform: Platform

  /// The accepted versions; nil means every version.
  public let versions: VersionRange?

  public init(_ platform: Platform, _ versions: VersionRange? = nil) {
    self.platform = platform
    self.versions = versions
  }
}

/// A requirement that a permission has one of the accepted statuses.
public struct PermissionRequirement: Hashable, Sendable {
  public let permission: SystemPermission

  /// The accepted statuses in declared order. Nil means ``SystemPermissionStatus/granting``: every status in which the
  /// app can use the permission.
  public let statuses: [SystemPermissionStatus]?

  public init(_ permission: SystemPermission, in statuses: [SystemPermissionStatus]? = nil) {
    self.permission = permission
    self.statuses = statuses
  }

  public func accepts(_ status: SystemPermissionStatus) -> Bool {
    (statuses ?? SystemPermissionStatus.granting).contains(status)
  }

  /// Returns whether a status satisfies the requirement. For ``SystemPermissionStatus/notDetermined`` the result is
  /// unknown, because the user can still grant or deny the permission; it is true, however, if ``statuses`` contains
  /// `notDetermined`.
  public func truth(of status: SystemPermissionStatus) -> Ternary {
    accepts(status) ? .yes : status == .notDetermined ? .unknown : .no
  }
}

/// A rollout: the requirement that the user belongs to a percentage of all users. The user's position in a bucket (a
/// named set of positions from 0 to below 100) must be below the percentage.
public struct RolloutRequirement: Hashable, Sendable {
  public let percent: Percent

  /// The bucket, by its index in ``Manifest/buckets``.
  public let bucket: Int

  public init(percent: Percent, bucket: Int) {
    self.percent = percent
    self.bucket = bucket
  }

  /// Returns whether the user's position in the bucket is below the percentage. If the position is nil, the result is
  /// unknown, except at 0 % and 100 %, where the position makes no difference.
  public func truth(of position: Percent?) -> Ternary {
    if percent == .hundred { return .yes }
    if percent == .zero { return .no }
    return position.map { Ternary($0 < percent) } ?? .unknown
  }
}

/// The kinds of constraints. The order of the cases is the order in which manifests list constraints.
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

  /// The nested conditions of an ``allOf(_:)``, ``anyOf(_:)`` or ``not(_:)``; empty for every other constraint.
  package var operands: [Condition] {
    switch self {
    case .allOf(let conditions), .anyOf(let conditions): conditions
    case .not(let condition): [condition]
    case .platform, .platforms, .appVersion, .date, .runtimeEnabled, .userToggled, .permission,
      .purchase, .attribute, .rollout, .feature, .condition:
      []
    }
  }

  /// Calls `body` with the constraint, then with the constraints nested inside it at any depth.
  package func forEachPart(_ body: (Constraint) -> Void) {
    body(self)
    for condition in operands {
      for constraint in condition.constraints { constraint.forEachPart(body) }
    }
  }
}

/// The party that can change the outcome of a constraint.
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
