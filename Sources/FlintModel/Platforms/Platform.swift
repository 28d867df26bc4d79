public enum Platform: UInt8, NamedCase {
  case iOS
  case macOS
  case tvOS
  case watchOS
  case visionOS

  public var name: String { key.description }
}

extension Platform: KeyedCase {
  package var key: StaticString {
    switch self {
    case .iOS: "iOS"
    case .macOS: "macOS"
    case .tvOS: "tvOS"
    case .watchOS: "watchOS"
    case .visionOS: "visionOS"
    }
  }

  /// For “did you mean” hints, in lower case: `iphone`.
  package var otherNames: [String] {
    let names =
      switch self {
      case .iOS: "ipados ipad iphone iphoneos ipod"
      case .macOS: "mac osx macosx catalyst maccatalyst"
      case .tvOS: "appletv tv appletvos"
      case .watchOS: "watch applewatch"
      case .visionOS: "vision visionpro applevisionpro xros realityos"
      }
    return names.words
  }
}

extension Platform: CustomStringConvertible {
  public var description: String { name }
}

extension Platform {
  /// The platform of this build; iOS on Linux.
  public static var built: Platform {
    #if os(macOS)
      .macOS
    #elseif os(tvOS)
      .tvOS
    #elseif os(watchOS)
      .watchOS
    #elseif os(visionOS)
      .visionOS
    #else
      .iOS
    #endif
  }
}

// MARK: - Releases

extension Platform {
  /// The major versions that were never released. Apple numbered every system 26 in 2025.
  private var skippedMajors: Range<Int32> {
    switch self {
    case .iOS, .tvOS: 19..<26
    case .macOS: 16..<26
    case .watchOS: 12..<26
    case .visionOS: 3..<26
    }
  }

  /// `version`, or 26 if its major version was never released.
  package func firstRelease(from version: Version) -> Version {
    skippedMajors.contains(version.major) ? Version(skippedMajors.upperBound) : version
  }

  /// An earlier release, usually the previous major version. `version` must be 1 or later.
  package func release(below version: Version) -> Version {
    if self == .macOS, version.major == 10, version.minor > 0 {
      return Version(10, version.minor - 1)
    }
    let major = version.major - 1
    return Version(skippedMajors.contains(major) ? skippedMajors.lowerBound - 1 : major)
  }
}

extension SupportedPlatform {
  /// `nil` accepts every version: `Manifest.App(platforms: [.iOS(16), .macOS()])`.
  public static func iOS(_ least: Version? = nil) -> Self { Self(.iOS, atLeast: least) }
  public static func macOS(_ least: Version? = nil) -> Self { Self(.macOS, atLeast: least) }
  public static func tvOS(_ least: Version? = nil) -> Self { Self(.tvOS, atLeast: least) }
  public static func watchOS(_ least: Version? = nil) -> Self { Self(.watchOS, atLeast: least) }
  public static func visionOS(_ least: Version? = nil) -> Self { Self(.visionOS, atLeast: least) }

  private init(_ platform: Platform, atLeast least: Version?) {
    self.init(platform, least.map { .atLeast($0) })
  }
}

/// The versions of a platform on which a feature can be available.
public enum PlatformVersionConstraint: Hashable, Sendable {
  /// Every version, as if nothing were declared.
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
