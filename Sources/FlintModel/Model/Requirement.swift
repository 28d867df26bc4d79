/// A requirement on one fact of the state, such as the platform's version or the status of a permission.
public enum Requirement: Hashable, Sendable {
  /// A requirement on the version of one platform, which does not apply on other platforms.
  case platform(Platform, PlatformVersionConstraint)

  /// The requirement that the device runs one of these platforms, at a version in the platform's range; without a
  /// range, every version is accepted. Only conditions, such as the alternatives of an `anyOf`, contain this case; a
  /// feature's own constraints use `platform`.
  case platforms([SupportedPlatform])

  /// A requirement on the app's version or the current date.
  case device(DeviceRequirement)

  /// The requirement that the feature's runtime flag is true. The app's code or its remote configuration sets the flag.
  case runtimeEnabled

  /// The requirement that the user has switched the feature on. The default applies until the user chooses.
  case userToggled(defaultValue: Bool)

  case permission(PermissionRequirement)

  case purchase(PurchaseExpression)

  case attribute(AttributeRequirement)

  case rollout(RolloutRequirement)

  public var kind: ConstraintKind {
    switch self {
    case .platform: .platform
    case .platforms: .platforms
    case .device(let requirement): .device(requirement.fact)
    case .runtimeEnabled: .runtimeEnabled
    case .userToggled: .userToggled
    case .permission: .permission
    case .purchase: .purchase
    case .attribute: .attribute
    case .rollout: .rollout
    }
  }
}

// Shorthands, so that a list of constraints reads like the manifest: `[.permission(camera), .not(condition)]`.
extension Constraint {
  public static func platform(
    _ platform: Platform, _ versions: PlatformVersionConstraint
  ) -> Constraint { .requirement(.platform(platform, versions)) }

  public static func platforms(_ platforms: [SupportedPlatform]) -> Constraint {
    .requirement(.platforms(platforms))
  }

  public static var runtimeEnabled: Constraint { .requirement(.runtimeEnabled) }

  public static func userToggled(defaultValue: Bool) -> Constraint {
    .requirement(.userToggled(defaultValue: defaultValue))
  }

  public static func permission(_ requirement: PermissionRequirement) -> Constraint {
    .requirement(.permission(requirement))
  }

  public static func purchase(_ expression: PurchaseExpression) -> Constraint {
    .requirement(.purchase(expression))
  }

  public static func attribute(_ requirement: AttributeRequirement) -> Constraint {
    .requirement(.attribute(requirement))
  }

  public static func rollout(_ requirement: RolloutRequirement) -> Constraint {
    .requirement(.rollout(requirement))
  }
}

/// A platform and a range of its versions, which a condition or the app accepts.
public struct SupportedPlatform: Hashable, Sendable {
  public let platform: Platform

  /// The accepted versions of the platform; nil means every version.
  public let versions: VersionRange?

  public init(_ platform: Platform, _ versions: VersionRange? = nil) {
    self.platform = platform
    self.versions = versions
  }
}

/// A requirement that a permission has one of the accepted statuses.
public struct PermissionRequirement: Hashable, Sendable {
  public let permission: SystemPermission

  /// The accepted statuses in declared order. Nil means ``SystemPermissionStatus/satisfying``.
  public let statuses: [SystemPermissionStatus]?

  public init(_ permission: SystemPermission, in statuses: [SystemPermissionStatus]? = nil) {
    self.permission = permission
    self.statuses = statuses
  }

  package var accepted: [SystemPermissionStatus] { statuses ?? SystemPermissionStatus.satisfying }

  public func accepts(_ status: SystemPermissionStatus) -> Bool { accepted.contains(status) }

  /// Returns whether a status satisfies the requirement. ``SystemPermissionStatus/notDetermined`` satisfies it if
  /// ``statuses`` contains it; otherwise the result for it is unknown, because the user can still grant the permission.
  public func truth(of status: SystemPermissionStatus) -> Ternary {
    accepts(status) ? .yes : status == .notDetermined ? .unknown : .no
  }
}

/// A rollout: the requirement that the user is among a percentage of all users. The user's position in the bucket, from
/// 0 to below 100, must be below the percentage.
public struct RolloutRequirement: Hashable, Sendable {
  public let percent: Percent

  /// The index in ``Manifest/buckets`` of the rollout's bucket.
  public let bucket: Int

  public init(percent: Percent, bucket: Int) {
    self.percent = percent
    self.bucket = bucket
  }

  /// The sentence about a rollout of 0 % or 100 % in a named condition, where it stands for a constant; nil otherwise.
  package func fixedOutcome(in context: ConstraintContext) -> String? {
    guard context.feature == nil else { return nil }
    return percent == .zero ? "never satisfied" : percent == .hundred ? "always satisfied" : nil
  }

  /// Returns whether the user's position is below the percentage. If the position is nil (unknown), the result is
  /// unknown, except at 0 % and 100 %.
  public func truth(of position: Percent?) -> Ternary {
    if percent == .hundred { return .yes }
    if percent == .zero { return .no }
    return position.map { Ternary($0 < percent) } ?? .unknown
  }
}
