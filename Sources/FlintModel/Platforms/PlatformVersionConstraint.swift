/// The versions of a platform on which a feature can be available.
public enum PlatformVersionConstraint: Hashable, Sendable {
  /// Every version, as without a declaration.
  case any

  case unsupported

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
