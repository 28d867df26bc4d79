/// A requirement on one fact of a state.
public enum Requirement: Hashable, Sendable {
  /// Does not apply on other platforms.
  case platform(Platform, PlatformVersionConstraint)

  /// One of these platforms in its range. Only in conditions; a feature's own constraints use
  /// `platform`.
  case platforms([SupportedPlatform])

  case device(DeviceRequirement)

  case runtimeEnabled

  /// The default applies until the user chooses.
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

/// A platform, perhaps with a range of versions.
public struct SupportedPlatform: Hashable, Sendable {
  public let platform: Platform

  /// Nil for all.
  public let versions: VersionRange?

  public init(_ platform: Platform, _ versions: VersionRange? = nil) {
    self.platform = platform
    self.versions = versions
  }
}

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

  /// Unknown for ``SystemPermissionStatus/notDetermined``, unless accepted: the user can still
  /// grant it.
  public func truth(of status: SystemPermissionStatus) -> Ternary {
    accepts(status) ? .yes : status == .notDetermined ? .unknown : .no
  }
}

/// The user's position in a bucket is below a percentage.
public struct RolloutRequirement: Hashable, Sendable {
  public let percent: Percent

  /// In ``Manifest/buckets``.
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

  /// Nil is unknown, except at 0 and 100 %.
  public func truth(of position: Percent?) -> Ternary {
    if percent == .hundred { return .yes }
    if percent == .zero { return .no }
    return position.map { Ternary($0 < percent) } ?? .unknown
  }
}
