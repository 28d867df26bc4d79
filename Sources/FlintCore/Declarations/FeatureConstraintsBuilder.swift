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

// Alternatives, negations, and references to other features and to named conditions.

extension FeatureConstraintsBuilder {
  /// Requires at least one alternative; each statement is one, ``allOf(_:)`` combines several.
  ///
  /// ```swift
  /// requirements.anyOf {
  ///   $0.iOS = 17
  ///   $0.allOf {
  ///     $0.macOS = .any
  ///     $0.permission(.photos)
  ///   }
  /// }
  /// ```
  public func anyOf(_ alternatives: (FeatureConstraintsBuilder) -> Void) {
    require(.anyOf(StatementCollector.list(alternatives)))
  }

  public func allOf(_ conditions: (FeatureConstraintsBuilder) -> Void) {
    require(.allOf(StatementCollector.list(conditions)))
  }

  /// Requires that not all of the constraints are satisfied.
  public func not(_ condition: (FeatureConstraintsBuilder) -> Void) {
    require(.not(FeatureConditions(condition)))
  }

  /// Requires that none of the constraints is satisfied.
  public func noneOf(_ alternatives: (FeatureConstraintsBuilder) -> Void) {
    require(.not(FeatureConditions([.anyOf(StatementCollector.list(alternatives))])))
  }

  public func feature(_ feature: any FeatureDefinition.Type) {
    require(.feature(FeatureReference(feature)))
  }

  public func features(_ features: any FeatureDefinition.Type...) {
    for feature in features { self.feature(feature) }
  }

  /// `condition(.paid)`
  public func condition(_ condition: FeatureCondition) {
    require(.condition(condition))
  }

  /// Requires one of these platforms: `runs(on: .iOS(17), .macOS())`.
  public func runs(on platforms: PlatformConstraint...) {
    require(.platforms(platforms))
  }
}

// MARK: - Dates and rollouts

extension FeatureConstraintsBuilder {
  /// Requires a date from `first` on and before `end`, in UTC; not both nil. `date(from:
  /// "2026-12-01", until: "2027-01-07T12:00Z")`
  public func date(from first: DateTime? = nil, until end: DateTime? = nil) {
    guard let range = DateRange(atLeast: first, below: end) else {
      usageFailure(.emptyRange(of: "date"))
    }
    require(.date(range))
  }

  /// Requires the user's position in the bucket to be below `percent`. Nil is the bucket with the
  /// feature's id.
  public func rollout(percent: Percent, bucket: String? = nil) {
    require(.rollout(FeatureRollout(percent: percent, bucket: bucket)))
  }
}

// MARK: - Blocks

extension FeatureConstraintsBuilder {
  /// Constraints that apply only if all in the first closure are satisfied.
  ///
  /// ```swift
  /// requirements.when {
  ///   $0.feature(SyncFeature.self)
  ///   $0.attribute(.server.atLeast("2025.6"))
  /// } require: {
  ///   $0.permission(.localNetwork)
  /// }
  /// ```
  public func when(
    _ condition: (FeatureConstraintsBuilder) -> Void,
    require constraints: (FeatureConstraintsBuilder) -> Void
  ) {
    when(FeatureConditions(condition), require: constraints)
  }

  /// Constraints that apply only if a named condition is true.
  public func when(
    _ condition: FeatureCondition, require constraints: (FeatureConstraintsBuilder) -> Void
  ) {
    when(FeatureConditions([.condition(condition)]), require: constraints)
  }
}

// Purchase requirements. Each call adds one requirement, and a feature needs all of its requirements.

extension FeatureConstraintsBuilder {
  public func purchase(_ requirement: PurchaseRequirement) {
    require(.purchase(requirement))
  }

  /// As `purchase(_:)`.
  public func purchase(requirement: PurchaseRequirement) {
    purchase(requirement)
  }

  /// Requires a product that is paid for.
  public func purchase(_ product: Product) {
    purchase(PurchaseRequirement(product))
  }

  /// `purchase(patron, in: [.purchased, .inGracePeriod, .inBillingRetry])`
  public func purchase(_ product: Product, in statuses: [PurchaseStatus]) {
    purchase(PurchaseRequirement(product, in: statuses))
  }

  /// A subscription at this level or above: `purchase(.membership, atLeast: "plus")`.
  public func purchase(
    _ group: SubscriptionGroup, atLeast level: String? = nil, in statuses: [PurchaseStatus]? = nil
  ) {
    purchase(PurchaseRequirement(group, atLeast: level, in: statuses))
  }

  /// Requires that the app has unlocked the feature for `quantity` credits, which it deducts
  /// itself.
  public func purchase(_ product: ConsumableProduct, quantity: Int) {
    purchase(PurchaseRequirement(product, quantity: quantity))
  }

  public func purchase(anyOf products: Product...) {
    purchase(PurchaseRequirement(.any, products.map { PurchaseRequirement($0) }))
  }

  public func purchase(anyOf requirements: PurchaseRequirement...) {
    purchase(PurchaseRequirement(.any, requirements))
  }

  public func purchase(allOf products: Product...) {
    purchase(PurchaseRequirement(.all, products.map { PurchaseRequirement($0) }))
  }

  public func purchase(allOf requirements: PurchaseRequirement...) {
    purchase(PurchaseRequirement(.all, requirements))
  }

  /// One constraint for each product; `purchase(allOf:)` is a single one.
  public func purchases(_ products: Product...) {
    for product in products { purchase(product) }
  }

  /// One constraint for each requirement; `purchase(allOf:)` is a single one.
  public func purchases(_ requirements: PurchaseRequirement...) {
    for requirement in requirements { purchase(requirement) }
  }
}

// Deprecated forms of `purchase(_:)`, `userToggled(defaultValue:)` and `runtimeEnabled()`.

/// An argument of the deprecated `precondition(_:)`. Call the builder's own method instead, such as
/// `runtimeEnabled()`.
@available(
  *, deprecated, message: "use runtimeEnabled(), userToggled(defaultValue:) or purchase(_:)"
)
public struct FeaturePrecondition: Hashable, Sendable {
  let constraint: FeatureConstraint

  public static var runtimeEnabled: Self { Self(constraint: .runtimeEnabled) }

  public static func userToggled(defaultValue: Bool) -> Self {
    Self(constraint: .userToggled(defaultValue: defaultValue))
  }

  public static func purchase(_ requirement: PurchaseRequirement) -> Self {
    Self(constraint: .purchase(requirement))
  }

  public static func purchase(requirement: PurchaseRequirement) -> Self {
    Self(constraint: .purchase(requirement))
  }
}

@available(*, deprecated, renamed: "PurchaseRequirement")
public typealias ProductRequirement = PurchaseRequirement

extension FeatureConstraintsBuilder {
  @available(
    *, deprecated,
    message: "set the platform's property instead, for example requirements.iOS = 9"
  )
  public func platform(_ requirement: PlatformConstraint) {
    require(.platform(requirement))
  }

  @available(
    *, deprecated, message: "use runtimeEnabled(), userToggled(defaultValue:) or purchase(_:)"
  )
  public func precondition(_ requirement: FeaturePrecondition) {
    require(requirement.constraint)
  }

  @available(
    *, deprecated, message: "use runtimeEnabled(), userToggled(defaultValue:) or purchase(_:)"
  )
  public func preconditions(_ requirements: FeaturePrecondition...) {
    for requirement in requirements { require(requirement.constraint) }
  }
}

extension ConditionalActionRequest where ActionType.InputType == NoInput {
  @available(*, deprecated, renamed: "perform(using:)")
  public func perform(withPresenter presenter: ActionType.PresenterType) {
    perform(using: presenter)
  }
}

extension ConditionalActionRequest {
  @available(*, deprecated, renamed: "perform(using:with:)")
  public func perform(
    withInput input: ActionType.InputType, presenter: ActionType.PresenterType
  ) {
    perform(using: presenter, with: input)
  }
}

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
