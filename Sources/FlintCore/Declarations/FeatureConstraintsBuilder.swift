/// What a feature adds its constraints to. Conforming types implement ``require(_:)`` and
/// ``when(_:require:)`` only, so that a mock receives every declaration.
public protocol FeatureConstraintsBuilder: AnyObject {
  func require(_ constraint: FeatureConstraint)

  /// Constraints that apply only if all of the conditions are true.
  func when(
    _ conditions: FeatureConditions, require constraints: (FeatureConstraintsBuilder) -> Void)
}

// MARK: - Constraints under the user's control

extension FeatureConstraintsBuilder {
  /// `defaultValue` applies until the user chooses.
  public func userToggled(defaultValue: Bool) {
    require(.userToggled(defaultValue: defaultValue))
  }

  /// `permission(.camera)`
  public func permission(_ permission: SystemPermission) {
    require(.permission(permission))
  }

  /// `permission(.photos, in: [.authorized, .limited])`
  public func permission(_ permission: SystemPermission, in statuses: [SystemPermissionStatus]) {
    require(.permission(permission, in: statuses))
  }

  /// `permissions(.camera, .microphone)`
  public func permissions(_ permissions: SystemPermission...) {
    for permission in permissions { self.permission(permission) }
  }
}

// MARK: - Constraints under the developers' control

extension FeatureConstraintsBuilder {
  /// Requires the runtime flag, from ``FlintDependencies/runtimeFlag`` at each query or else from
  /// the feature's `isEnabled`.
  public func runtimeEnabled() {
    require(.runtimeEnabled)
  }

  /// `attribute(.staff)`
  public func attribute(_ attribute: FeatureAttribute<Bool>) {
    self.attribute(attribute.is(true))
  }

  /// `attribute(.server.atLeast("2025.6"))`
  public func attribute<Value>(_ attribute: FeatureAttribute<Value>) {
    self.attribute(attribute.requirement)
  }

  /// `attribute(build.is(.debug, .beta))`
  public func attribute(_ requirement: FeatureAttributeRequirement) {
    require(.attribute(requirement))
  }
}

// MARK: - Constraints on the environment

extension FeatureConstraintsBuilder {
  /// `appVersion(.atLeast("2.0"))`
  public func appVersion(_ range: VersionRange) {
    require(.appVersion(range))
  }

  public func executionState(_ states: AppExecutionState...) {
    attribute(FeatureAttribute<AppExecutionState>.executionState.is(states))
  }
}

// MARK: - Conditional blocks

extension FeatureConstraintsBuilder {
  /// Constraints that apply only where all of the given conditions hold.
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
