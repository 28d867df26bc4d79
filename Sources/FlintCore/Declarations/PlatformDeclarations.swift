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
  /// The accepted versions of iOS: `requirements.iOS = 9` requires iOS 9 or later. Only assign the property: reading it
  /// ends the program.
  public var iOS: PlatformVersionConstraint {
    get { usageFailure(.platformRead(.iOS)) }
    set { require(.platform(.iOS(newValue))) }
  }

  /// The accepted versions of macOS: `requirements.macOS = "10.13"` requires macOS 10.13 or later. Only assign the
  /// property: reading it ends the program.
  public var macOS: PlatformVersionConstraint {
    get { usageFailure(.platformRead(.macOS)) }
    set { require(.platform(.macOS(newValue))) }
  }

  /// The accepted versions of tvOS: `requirements.tvOS = .any` accepts every version. Only assign the property: reading
  /// it ends the program.
  public var tvOS: PlatformVersionConstraint {
    get { usageFailure(.platformRead(.tvOS)) }
    set { require(.platform(.tvOS(newValue))) }
  }

  /// The accepted versions of watchOS: `requirements.watchOS = .unsupported` accepts no version. Only assign the
  /// property: reading it ends the program.
  public var watchOS: PlatformVersionConstraint {
    get { usageFailure(.platformRead(.watchOS)) }
    set { require(.platform(.watchOS(newValue))) }
  }

  /// The accepted versions of visionOS: `requirements.visionOS = 1` requires visionOS 1 or later. Only assign the
  /// property: reading it ends the program.
  public var visionOS: PlatformVersionConstraint {
    get { usageFailure(.platformRead(.visionOS)) }
    set { require(.platform(.visionOS(newValue))) }
  }
}

extension FeatureConstraintsBuilder {
  /// Requires iOS: `requirements.iOSOnly = 9` accepts iOS 9 or later, and no other platform. Only assign the property:
  /// reading it ends the program.
  public var iOSOnly: PlatformVersionConstraint {
    get { usageFailure(.platformRead(.iOS)) }
    set { requireOnly(.iOS(newValue)) }
  }

  /// Requires macOS: `requirements.macOSOnly = "10.13"` accepts macOS 10.13 or later, and no other platform. Only
  /// assign the property: reading it ends the program.
  public var macOSOnly: PlatformVersionConstraint {
    get { usageFailure(.platformRead(.macOS)) }
    set { requireOnly(.macOS(newValue)) }
  }

  /// Requires tvOS: `requirements.tvOSOnly = .any` accepts every version of tvOS, and no other platform. Only assign
  /// the property: reading it ends the program.
  public var tvOSOnly: PlatformVersionConstraint {
    get { usageFailure(.platformRead(.tvOS)) }
    set { requireOnly(.tvOS(newValue)) }
  }

  /// Requires watchOS: `requirements.watchOSOnly = 10` accepts watchOS 10 or later, and no other platform. Only assign
  /// the property: reading it ends the program.
  public var watchOSOnly: PlatformVersionConstraint {
    get { usageFailure(.platformRead(.watchOS)) }
    set { requireOnly(.watchOS(newValue)) }
  }

  /// Requires visionOS: `requirements.visionOSOnly = 1` accepts visionOS 1 or later, and no other platform. Only assign
  /// the property: reading it ends the program.
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
