/// One of Apple's platforms on which apps run, such as iOS.
public enum Platform: UInt8, NamedCase {
  case iOS
  case macOS
  case tvOS
  case watchOS
  case visionOS

  /// The name in Apple's spelling, such as `watchOS`. Manifests and options use this name.
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
  /// The platform that this code was compiled for; iOS if the code was compiled for another system, such as Linux.
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
