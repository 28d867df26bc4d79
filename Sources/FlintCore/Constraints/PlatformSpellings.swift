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
