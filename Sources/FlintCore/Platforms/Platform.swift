/// One of Apple's platforms on which apps run, such as iOS.
public enum Platform: UInt8, NamedCase {
  case iOS
  case macOS
  case tvOS
  case watchOS
  case visionOS

  /// The name of the platform, such as `watchOS`.
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

  /// Other names of the platform and of the devices that run it, in lower case and without spaces or punctuation.
  package var otherNames: [String] {
    switch self {
    case .iOS: ["ipados", "ipad", "iphone", "iphoneos", "ipod"]
    case .macOS: ["mac", "osx", "macosx", "catalyst", "maccatalyst"]
    case .tvOS: ["appletv", "tv", "appletvos"]
    case .watchOS: ["watch", "applewatch"]
    case .visionOS: ["vision", "visionpro", "applevisionpro", "xros", "realityos"]
    }
  }
}

extension Platform: CustomStringConvertible {
  public var description: String { name }
}

extension Platform {
  /// The platform for which this code was compiled; iOS on other systems, such as Linux.
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
