/// One condition as a feature's code declares it; the model's ``Constraint`` before products and attributes have
/// become indices.
public enum FeatureConstraint: Hashable, Sendable {
  case platform(PlatformConstraint)
  case appVersion(VersionRange)
  case runtimeEnabled
  case userToggled(defaultValue: Bool)
  case permission(SystemPermission)
  case purchase(PurchaseRequirement)
  case attribute(FeatureAttributeRequirement)
}

/// What is asked of one platform.
public struct PlatformConstraint: Hashable, Sendable {
  public let platform: Platform
  public let version: PlatformVersionConstraint

  public init(platform: Platform, version: PlatformVersionConstraint) {
    self.platform = platform
    self.version = version
  }

  public static func iOS(_ version: PlatformVersionConstraint = .any) -> Self {
    Self(platform: .iOS, version: version)
  }

  public static func macOS(_ version: PlatformVersionConstraint = .any) -> Self {
    Self(platform: .macOS, version: version)
  }

  public static func tvOS(_ version: PlatformVersionConstraint = .any) -> Self {
    Self(platform: .tvOS, version: version)
  }

  public static func watchOS(_ version: PlatformVersionConstraint = .any) -> Self {
    Self(platform: .watchOS, version: version)
  }

  public static func visionOS(_ version: PlatformVersionConstraint = .any) -> Self {
    Self(platform: .visionOS, version: version)
  }
}

/// When the constraints of a conditional block take part: the AND of all it names.
public struct FeatureConditions: Hashable, Sendable {
  /// The platforms on which they can take part, with their versions; empty: every platform.
  public let platforms: [PlatformConstraint]
  public let appVersion: VersionRange?
  public let attributes: [FeatureAttributeRequirement]

  public init(
    platforms: [PlatformConstraint] = [], appVersion: VersionRange? = nil,
    attributes: [FeatureAttributeRequirement] = []
  ) {
    self.platforms = platforms
    self.appVersion = appVersion
    self.attributes = attributes
  }
}
