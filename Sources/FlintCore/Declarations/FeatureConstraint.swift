/// A constraint that an app declares in Swift. It contains the required products, attributes and features themselves,
/// whereas the ``Constraint`` of a manifest contains their indices in the manifest's lists.
public indirect enum FeatureConstraint: Hashable, Sendable {
  /// A version requirement on one platform. As a constraint of a feature, it has no effect on other platforms. Inside a
  /// condition, such as an alternative of an `anyOf`, it also requires that the device runs this platform.
  case platform(PlatformConstraint)

  /// The requirement that the device runs one of these platforms, at an accepted version.
  case platforms([PlatformConstraint])

  /// A requirement on the app's version or the current date.
  case device(DeviceRequirement)
  case runtimeEnabled
  case userToggled(defaultValue: Bool)

  /// The requirement that a permission has one of the statuses. Nil means every status in which the app can use the
  /// permission.
  case permission(SystemPermission, in: [SystemPermissionStatus]? = nil)
  case purchase(PurchaseRequirement)
  case attribute(FeatureAttributeRequirement)
  case rollout(FeatureRollout)

  /// The requirement that another feature is available.
  case feature(FeatureReference)

  /// The requirement that a named condition is true.
  case condition(FeatureCondition)

  /// The requirement that all of several conditions are true.
  case allOf([FeatureConditions])

  /// The requirement that at least one of several conditions is true.
  case anyOf([FeatureConditions])

  /// The requirement that the condition is false: the logical NOT of the condition.
  case not(FeatureConditions)
}

/// A platform, such as iOS, and the versions of this platform that a feature or a condition accepts.
public struct PlatformConstraint: Hashable, Sendable {
  public let platform: Platform
  public let version: PlatformVersionConstraint

  public init(platform: Platform, version: PlatformVersionConstraint) {
    self.platform = platform
    self.version = version
  }
}

/// A rollout: the requirement that the user is among a percentage of all users. A bucket is a name under which the app
/// assigns each user a position from 0 to below 100. A rollout of 10 % includes the users with positions below 10 in
/// its bucket. A user who is included remains included when the percentage grows.
public struct FeatureRollout: Hashable, Sendable {
  public let percent: Percent

  /// The name of the bucket under which the app has assigned the user's position. Nil means that the name is the id of
  /// the feature.
  public let bucket: String?

  public init(percent: Percent, bucket: String? = nil) {
    self.percent = percent
    self.bucket = bucket
  }
}

/// A reference to the feature that a constraint of another feature requires.
public struct FeatureReference: Hashable, Sendable {
  public let feature: any FeatureDefinition.Type

  public init(_ feature: any FeatureDefinition.Type) { self.feature = feature }

  public static func == (one: FeatureReference, other: FeatureReference) -> Bool {
    ObjectIdentifier(one.feature) == ObjectIdentifier(other.feature)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(feature)) }
}

extension FeatureConstraint {
  var kind: ConstraintKind {
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
    case .feature: .feature
    case .condition: .condition
    case .allOf: .allOf
    case .anyOf: .anyOf
    case .not: .not
    }
  }

  var operands: [FeatureConditions] {
    switch self {
    case .allOf(let conditions), .anyOf(let conditions): conditions
    case .not(let conditions): [conditions]
    case .platform, .platforms, .device, .runtimeEnabled, .userToggled, .permission,
      .purchase, .attribute, .rollout, .feature, .condition:
      []
    }
  }

  func forEachPart(_ body: (FeatureConstraint) -> Void) {
    body(self)
    for conditions in operands {
      for constraint in conditions.constraints { constraint.forEachPart(body) }
    }
  }

  /// Returns whether a list of constraints cannot contain both this constraint and `other`: they are equal, or of a
  /// kind that a list can contain only once, such as a date range.
  func excludes(_ other: FeatureConstraint) -> Bool {
    guard kind == other.kind else { return false }
    return switch self {
    case .platform(let one):
      if case .platform(let other) = other { one.platform == other.platform } else { false }
    case .attribute(let one):
      if case .attribute(let other) = other {
        one.attribute.id == other.attribute.id
      } else {
        false
      }
    case .permission, .purchase, .feature, .condition, .allOf, .anyOf, .not, .platforms:
      self == other
    case .device, .runtimeEnabled, .userToggled, .rollout: true
    }
  }

  var displayName: String {
    if case .attribute(let requirement) = self {
      kind.name + ":" + requirement.attribute.id
    } else {
      kind.name
    }
  }
}

extension FeatureConstraint {
  public static func appVersion(_ range: VersionRange) -> FeatureConstraint {
    .device(.appVersion(range))
  }

  public static func date(_ range: DateRange) -> FeatureConstraint { .device(.date(range)) }
}
