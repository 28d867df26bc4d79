/// A builder to which a feature adds its constraints.
///
/// A type that conforms to the protocol implements only ``require(_:)`` and ``when(_:require:)``. All other methods and
/// properties call these two, so that a mock in a test receives every declaration.
public protocol FeatureConstraintsBuilder: AnyObject {
  /// Adds a constraint. A feature is available only if all constraints that it adds are satisfied.
  func require(_ constraint: FeatureConstraint)

  /// Adds a conditional block: constraints that apply only if all of the conditions are true.
  func when(
    _ conditions: FeatureConditions, require constraints: (FeatureConstraintsBuilder) -> Void)
}

// MARK: - Constraints under the user's control

extension FeatureConstraintsBuilder {
  /// Requires that the user has switched the feature on. `defaultValue` applies until the user chooses.
  public func userToggled(defaultValue: Bool) {
    require(.userToggled(defaultValue: defaultValue))
  }

  /// Requires a system permission, such as access to the camera: `permission(.camera)`.
  public func permission(_ permission: SystemPermission) {
    require(.permission(permission))
  }

  /// Requires a system permission with one of these statuses: `permission(.photos, in: [.authorized, .limited])`.
  public func permission(_ permission: SystemPermission, in statuses: [SystemPermissionStatus]) {
    require(.permission(permission, in: statuses))
  }

  /// Requires all of several system permissions: `permissions(.camera, .microphone)`.
  public func permissions(_ permissions: SystemPermission...) {
    for permission in permissions { self.permission(permission) }
  }
}

// MARK: - Constraints under the developers' control

extension FeatureConstraintsBuilder {
  /// Requires that the feature's runtime flag is on, with which the developers turn the feature on or off. At each
  /// query, Flint reads the flag from ``FlintDependencies/runtimeFlag`` or, if this closure returns nil, from the
  /// feature's property `isEnabled`.
  public func runtimeEnabled() {
    require(.runtimeEnabled)
  }

  /// Requires that a Boolean attribute (a fact that the app supplies) is true: `attribute(.staff)`.
  public func attribute(_ attribute: FeatureAttribute<Bool>) {
    self.attribute(attribute.is(true))
  }

  /// Requires that an attribute of the app has an accepted value: `attribute(.server.atLeast("2025.6"))`.
  public func attribute<Value>(_ attribute: FeatureAttribute<Value>) {
    self.attribute(attribute.requirement)
  }

  /// Requires that an attribute of the app has an accepted value: `attribute(build.is(.debug, .beta))`.
  public func attribute(_ requirement: FeatureAttributeRequirement) {
    require(.attribute(requirement))
  }
}

// MARK: - Constraints on the environment

extension FeatureConstraintsBuilder {
  /// Requires that the app's version is in a range: `appVersion(.atLeast("2.0"))`.
  public func appVersion(_ range: VersionRange) {
    require(.appVersion(range))
  }

  /// Requires that the app is in one of these execution states, such as in the foreground.
  public func executionState(_ states: AppExecutionState...) {
    attribute(FeatureAttribute<AppExecutionState>.executionState.is(states))
  }
}

// MARK: - Conditional blocks

extension FeatureConstraintsBuilder {
  /// Adds a conditional block: constraints that apply only on some platforms, for some versions of the app, or for some
  /// values of attributes. The block applies if all of the given conditions are true. In this example, the permission
  /// is required only on iOS 14 or later:
  ///
  /// ```swift
  /// requirements.when(platforms: .iOS(14)) { $0.permission(.tracking) }
  /// ```
  public func when(
    platforms: PlatformConstraint..., appVersion: VersionRange? = nil,
    attributes: FeatureAttributeRequirement...,
    require constraints: (FeatureConstraintsBuilder) -> Void
  ) {
    when(
      FeatureConditions(platforms: platforms, appVersion: appVersion, attributes: attributes),
      require: constraints)
  }
}
