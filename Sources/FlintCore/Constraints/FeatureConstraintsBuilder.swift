/// What a feature says its constraints to.
///
/// Only two things are asked of an implementation; all the spellings below are made of them, so that a mock in a test
/// gets them too.
public protocol FeatureConstraintsBuilder: AnyObject {
  /// Adds a constraint to those that must all be met.
  func require(_ constraint: FeatureConstraint)

  /// Adds constraints that take part only where the conditions hold.
  func when(
    _ conditions: FeatureConditions, require constraints: (FeatureConstraintsBuilder) -> Void)
}

// MARK: - What the user decides

extension FeatureConstraintsBuilder {
  /// Requires that the user has the feature turned on; `defaultValue` holds until they choose.
  public func userToggled(defaultValue: Bool) {
    require(.userToggled(defaultValue: defaultValue))
  }

  /// Requires a permission of the system's.
  public func permission(_ permission: SystemPermission) {
    require(.permission(permission))
  }

  /// Requires a permission of the system's with one of these statuses: `permission(.photos, in: [.authorized, .limited])`.
  public func permission(_ permission: SystemPermission, in statuses: [SystemPermissionStatus]) {
    require(.permission(permission, in: statuses))
  }

  /// Requires permissions of the system's, all of them.
  public func permissions(_ permissions: SystemPermission...) {
    for permission in permissions { self.permission(permission) }
  }
}

// MARK: - What the app's developers decide

extension FeatureConstraintsBuilder {
  /// Requires that the feature's `isEnabled` is true, each time anybody asks.
  public func runtimeEnabled() {
    require(.runtimeEnabled)
  }

  /// Requires a fact of the app's own to hold.
  public func attribute(_ attribute: FeatureAttribute<Bool>) {
    self.attribute(attribute.is(true))
  }

  /// Requires a fact of the app's own, with what is asked of it: `attribute(.server.atLeast("2025.6"))`.
  public func attribute<Value>(_ attribute: FeatureAttribute<Value>) {
    self.attribute(attribute.requirement)
  }

  /// Requires a fact of the app's own: `attribute(build.is(.debug, .beta))`.
  public func attribute(_ requirement: FeatureAttributeRequirement) {
    require(.attribute(requirement))
  }
}

// MARK: - What nobody decides

extension FeatureConstraintsBuilder {
  /// Requires a version of the app: `appVersion(.atLeast("2.0"))`.
  public func appVersion(_ range: VersionRange) {
    require(.appVersion(range))
  }

  /// Requires that the app is in one of these states.
  public func executionState(_ states: AppExecutionState...) {
    attribute(FeatureAttribute<AppExecutionState>.executionState.is(states))
  }
}

// MARK: - Conditional blocks

extension FeatureConstraintsBuilder {
  /// Adds constraints that take part only on some platforms, for some versions of the app, or where facts of the app's
  /// own hold; all that is named must hold.
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
