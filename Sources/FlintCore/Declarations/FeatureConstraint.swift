/// A ``Constraint`` with products, attributes and features in place of indices.
public indirect enum FeatureConstraint: Hashable, Sendable {
  /// A version of one platform. Inside a condition, also that the device runs it.
  case platform(PlatformConstraint)

  /// One of these platforms.
  case platforms([PlatformConstraint])

  case device(DeviceRequirement)
  case runtimeEnabled
  case userToggled(defaultValue: Bool)

  /// Nil for every status in which the app can use it.
  case permission(SystemPermission, in: [SystemPermissionStatus]? = nil)
  case purchase(PurchaseRequirement)
  case attribute(FeatureAttributeRequirement)
  case rollout(FeatureRollout)

  case feature(FeatureReference)

  case condition(FeatureCondition)

  case allOf([FeatureConditions])

  case anyOf([FeatureConditions])

  case not(FeatureConditions)
}

/// A platform with accepted versions.
public struct PlatformConstraint: Hashable, Sendable {
  public let platform: Platform
  public let version: PlatformVersionConstraint

  public init(platform: Platform, version: PlatformVersionConstraint) {
    self.platform = platform
    self.version = version
  }
}

/// The user's position in a bucket is below a percentage. Who is included stays so when it grows.
public struct FeatureRollout: Hashable, Sendable {
  public let percent: Percent

  /// Nil for the feature's id.
  public let bucket: String?

  public init(percent: Percent, bucket: String? = nil) {
    self.percent = percent
    self.bucket = bucket
  }
}

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

  /// Equal, or of a kind that a list can have once only.
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
