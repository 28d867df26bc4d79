// Every spelling in Swift code that has a platform's name.

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

extension SupportedPlatform {
  /// From a version on; nil: every version. `Manifest.App(platforms: [.iOS(16), .macOS()])`.
  public static func iOS(_ least: Version? = nil) -> Self { Self(.iOS, atLeast: least) }
  public static func macOS(_ least: Version? = nil) -> Self { Self(.macOS, atLeast: least) }
  public static func tvOS(_ least: Version? = nil) -> Self { Self(.tvOS, atLeast: least) }
  public static func watchOS(_ least: Version? = nil) -> Self { Self(.watchOS, atLeast: least) }
  public static func visionOS(_ least: Version? = nil) -> Self { Self(.visionOS, atLeast: least) }

  private init(_ platform: Platform, atLeast least: Version?) {
    self.init(platform, least.map { .atLeast($0) })
  }
}

// MARK: - Assignments

// One property a platform, and one that excludes all the others: both can only be assigned to.

extension FeatureConstraintsBuilder {
  /// The least version of iOS: `requirements.iOS = 9`.
  public var iOS: PlatformVersionConstraint {
    get { usageFailure(.platformRead(.iOS)) }
    set { require(.platform(.iOS(newValue))) }
  }

  /// The least version of macOS: `requirements.macOS = "10.13"`.
  public var macOS: PlatformVersionConstraint {
    get { usageFailure(.platformRead(.macOS)) }
    set { require(.platform(.macOS(newValue))) }
  }

  /// The least version of tvOS: `requirements.tvOS = .any`.
  public var tvOS: PlatformVersionConstraint {
    get { usageFailure(.platformRead(.tvOS)) }
    set { require(.platform(.tvOS(newValue))) }
  }

  /// The least version of watchOS: `requirements.watchOS = .unsupported`.
  public var watchOS: PlatformVersionConstraint {
    get { usageFailure(.platformRead(.watchOS)) }
    set { require(.platform(.watchOS(newValue))) }
  }

  /// The least version of visionOS: `requirements.visionOS = 1`.
  public var visionOS: PlatformVersionConstraint {
    get { usageFailure(.platformRead(.visionOS)) }
    set { require(.platform(.visionOS(newValue))) }
  }
}

extension FeatureConstraintsBuilder {
  /// The least version of iOS; every other platform is unsupported.
  public var iOSOnly: PlatformVersionConstraint {
    get { usageFailure(.platformRead(.iOS)) }
    set { requireOnly(.iOS(newValue)) }
  }

  /// The least version of macOS; every other platform is unsupported.
  public var macOSOnly: PlatformVersionConstraint {
    get { usageFailure(.platformRead(.macOS)) }
    set { requireOnly(.macOS(newValue)) }
  }

  /// The least version of tvOS; every other platform is unsupported.
  public var tvOSOnly: PlatformVersionConstraint {
    get { usageFailure(.platformRead(.tvOS)) }
    set { requireOnly(.tvOS(newValue)) }
  }

  /// The least version of watchOS; every other platform is unsupported.
  public var watchOSOnly: PlatformVersionConstraint {
    get { usageFailure(.platformRead(.watchOS)) }
    set { requireOnly(.watchOS(newValue)) }
  }

  /// The least version of visionOS; every other platform is unsupported.
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
