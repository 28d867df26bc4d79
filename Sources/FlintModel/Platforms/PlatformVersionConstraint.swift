/// The versions of one platform on which a feature can be available.
public enum PlatformVersionConstraint: Hashable, Sendable {
  /// Every version is accepted. This is the default for each platform for which a feature declares nothing.
  case any

  /// No version is accepted: the feature does not exist on the platform.
  case unsupported

  /// The versions in this range are accepted, such as 17 or later.
  case versions(VersionRange)

  public static func atLeast(version: Version) -> PlatformVersionConstraint {
    .versions(.atLeast(version))
  }
}

extension PlatformVersionConstraint: CustomStringConvertible {
  public var description: String {
    switch self {
    case .any: "any"
    case .unsupported: "unsupported"
    case .versions(let range): range.description
    }
  }
}

extension PlatformVersionConstraint: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  public init(integerLiteral major: Int32) {
    self = .atLeast(version: Version(integerLiteral: major))
  }

  public init(stringLiteral version: String) {
    self = .atLeast(version: Version(stringLiteral: version))
  }
}
