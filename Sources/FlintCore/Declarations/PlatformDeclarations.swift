// Functions and properties that are named after a platform, one for each platform.

extension PlatformConstraint {
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

// Each platform has two properties: `iOS` sets the accepted versions, and `iOSOnly` also makes all other platforms
// unsupported. Code can only assign to them; reading one ends the program.

extension FeatureConstraintsBuilder {
  /// `requirements.iOS = 9` requires iOS 9 or later. Reading it ends the program.
  public var iOS: PlatformVersionConstraint {
    get { usageFailure(.platformRead(.iOS)) }
    set { require(.platform(.iOS(newValue))) }
  }

  /// `requirements.macOS = "10.13"` requires macOS 10.13 or later. Reading it ends the program.
  public var macOS: PlatformVersionConstraint {
    get { usageFailure(.platformRead(.macOS)) }
    set { require(.platform(.macOS(newValue))) }
  }

  /// `requirements.tvOS = .any` accepts every version. Reading it ends the program.
  public var tvOS: PlatformVersionConstraint {
    get { usageFailure(.platformRead(.tvOS)) }
    set { require(.platform(.tvOS(newValue))) }
  }

  /// `requirements.watchOS = .unsupported` accepts no version. Reading it ends the program.
  public var watchOS: PlatformVersionConstraint {
    get { usageFailure(.platformRead(.watchOS)) }
    set { require(.platform(.watchOS(newValue))) }
  }

  /// `requirements.visionOS = 1` requires visionOS 1 or later. Reading it ends the program.
  public var visionOS: PlatformVersionConstraint {
    get { usageFailure(.platformRead(.visionOS)) }
    set { require(.platform(.visionOS(newValue))) }
  }
}

extension FeatureConstraintsBuilder {
  /// `requirements.iOSOnly = 9` accepts iOS 9 or later only. Reading it ends the program.
  public var iOSOnly: PlatformVersionConstraint {
    get { usageFailure(.platformRead(.iOS)) }
    set { requireOnly(.iOS(newValue)) }
  }

  /// `requirements.macOSOnly = "10.13"` accepts macOS 10.13 or later only. Reading it ends the
  /// program.
  public var macOSOnly: PlatformVersionConstraint {
    get { usageFailure(.platformRead(.macOS)) }
    set { requireOnly(.macOS(newValue)) }
  }

  /// `requirements.tvOSOnly = .any` accepts tvOS only. Reading it ends the program.
  public var tvOSOnly: PlatformVersionConstraint {
    get { usageFailure(.platformRead(.tvOS)) }
    set { requireOnly(.tvOS(newValue)) }
  }

  /// `requirements.watchOSOnly = 10` accepts watchOS 10 or later only. Reading it ends the program.
  public var watchOSOnly: PlatformVersionConstraint {
    get { usageFailure(.platformRead(.watchOS)) }
    set { requireOnly(.watchOS(newValue)) }
  }

  /// `requirements.visionOSOnly = 1` accepts visionOS only. Reading it ends the program.
  public var visionOSOnly: PlatformVersionConstraint {
    get { usageFailure(.platformRead(.visionOS)) }
    set { requireOnly(.visionOS(newValue)) }
  }

  private func requireOnly(_ constraint: PlatformConstraint) {
    require(.platform(constraint))
    for platform in Platform.allCases where platform != constraint.platform {
      require(.platform(PlatformConstraint(platform: platform, version: .unsupported)))
    }
  }
}

extension Manifest.App {
  /// Creates an app with one version for all platforms.
  ///
  /// Ends the program with a ``UsageError`` if `platforms` is empty, lists a platform twice, or has a version limit
  /// other than a lowest version.
  public init(
    name: String? = nil, version: Version? = nil, platforms: [SupportedPlatform]? = nil
  ) {
    if let platforms { Self.check(platforms) }
    self.init(name: name, version: version, versions: nil, platforms: platforms)
  }

  /// Creates an app with a version for each platform, and checks `platforms` in the same way.
  public init(
    name: String? = nil, versions: [Platform: Version], platforms: [SupportedPlatform]? = nil
  ) {
    self.init(name: name, platforms: platforms)
    self.versions = versions.isEmpty ? nil : versions
  }

  private static func check(_ platforms: [SupportedPlatform]) {
    let isValid =
      !platforms.isEmpty && Set(platforms.map(\.platform)).count == platforms.count
      && platforms.allSatisfy { $0.versions?.below == nil }
    if !isValid { usageFailure(.invalidAppPlatforms) }
  }
}
