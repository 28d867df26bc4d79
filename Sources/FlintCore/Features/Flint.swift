/// The entry point. After setup, features can be queried on any thread.
///
/// ```swift
/// Flint.quickSetup(AppFeatures.self) { dependencies in
///   dependencies.purchaseTracker = purchases
/// }
/// ```
public enum Flint {
  /// Sets up features; call it once, at startup.
  ///
  /// - Parameters:
  /// - group: Top-level features. A feature of the manifest itself only if it is conditional.
  /// - products: Those that no constraint names, such as others of a required group.
  /// - assumptions: For proofs by `flint-inspect`; they do not affect the running app.
  /// - configure: Can replace the dependencies.
  public static func setup(
    _ group: any FeatureGroup.Type, _ more: any FeatureGroup.Type...,
    app: Manifest.App = Manifest.App(), products: [Product] = [],
    assumptions: [FeatureAssumption] = [],
    configure: (inout FlintDependencies) -> Void = { _ in }
  ) {
    setup(
      [group] + more, app: app, products: products, assumptions: assumptions, configure: configure)
  }

  /// Also prints Flint's log to standard output.
  public static func quickSetup(
    _ group: any FeatureGroup.Type, _ more: any FeatureGroup.Type...,
    app: Manifest.App = Manifest.App(), products: [Product] = [],
    assumptions: [FeatureAssumption] = [],
    configure: (inout FlintDependencies) -> Void = { _ in }
  ) {
    setup(
      [group] + more, app: app, products: products, assumptions: assumptions
    ) { dependencies in
      dependencies.log = { print("flint: \($0)") }
      configure(&dependencies)
    }
  }

  private static func setup(
    _ groups: [any FeatureGroup.Type], app: Manifest.App, products: [Product],
    assumptions: [FeatureAssumption], configure: (inout FlintDependencies) -> Void
  ) {
    let registry = Registry.current
    if registry.isSetUp { usageFailure(.setUpTwice) }
    registry.configure(configure)
    do {
      try registry.setUp(groups, app: app, products: products, assumptions: assumptions)
    } catch {
      usageFailure(error)
    }
  }

  public static var constraintsEvaluator: ConstraintsEvaluator {
    ConstraintsEvaluator(registry: Registry.current)
  }

  /// Observers can be added before setup.
  public static var dispatcher: ActionDispatcher { Registry.current.dispatcher }

  /// Changes of statuses, found after a change of a permission, purchase, toggle or attribute, and
  /// by ``noteChange()``.
  public static var availabilityChanges: ObserverList<AvailabilityChange> {
    Registry.current.availabilityChanges
  }

  /// Call it after a change that Flint cannot notice: of a runtime flag, a version, a bucket or the
  /// date.
  public static func noteChange() { Registry.current.notifyOfChanges() }

  public static var manifest: Manifest {
    do { return try Registry.current.tree().manifest } catch { usageFailure(error) }
  }

  /// The manifest, what features depend on, and their statuses, all of one moment.
  package static var snapshot: (manifest: Manifest, state: DeviceState, statuses: [FeatureStatus]) {
    do throws(UsageError) {
      let snapshot = try Snapshot(of: Registry.current)
      let manifest = snapshot.tree.manifest
      let evaluator = snapshot.evaluator(for: manifest.features.indices)
      return (manifest, evaluator.state.given, manifest.features.indices.map(evaluator.status(of:)))
    } catch {
      usageFailure(error)
    }
  }

  static func log(_ event: FlintEvent) {
    Registry.current.dependencies.log(event)
  }
}

// MARK: - Dependencies

// Each of these dependencies can be replaced at any time. Observers are notified of each feature whose status changes
// as a result.
extension Flint {
  public static var permissionChecker: any SystemPermissionChecker {
    get { Registry.current.dependencies.permissionChecker }
    set { Registry.current.assign(newValue, to: \.permissionChecker) }
  }

  public static var purchaseTracker: any PurchaseTracker {
    get { Registry.current.dependencies.purchaseTracker }
    set { Registry.current.assign(newValue, to: \.purchaseTracker) }
  }

  public static var userToggles: any UserFeatureToggles {
    get { Registry.current.dependencies.userToggles }
    set { Registry.current.assign(newValue, to: \.userToggles) }
  }

  public static var attributes: any FeatureAttributeSource {
    get { Registry.current.dependencies.attributes }
    set { Registry.current.assign(newValue, to: \.attributes) }
  }
}

// MARK: - Tests

extension Flint {
  /// Runs `body` in a test as if Flint had never been set up.
  public static func withOwnRegistry<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Registry.$current.withValue(Registry(), operation: body)
  }

  /// With child tasks.
  public static func withOwnRegistry<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await Registry.$current.withValue(Registry(), operation: body, isolation: isolation)
  }
}

extension Manifest {
  /// Evaluates as the features do. An invalid declaration ends the program.
  public init(
    describing group: any FeatureGroup.Type, _ more: any FeatureGroup.Type..., app: App = App(),
    products: [Product] = [], assumptions: [FeatureAssumption] = []
  ) {
    do {
      try self.init(
        describing: [group] + more, app: app, products: products, assumptions: assumptions)
    } catch {
      usageFailure(error)
    }
  }

  package init(
    describing groups: [any FeatureGroup.Type], app: App = App(), products: [Product] = [],
    assumptions: [FeatureAssumption] = []
  ) throws(UsageError) {
    let registry = Registry()
    let result = Registry.$current.withValue(registry) {
      Result { () throws(UsageError) in
        try registry.setUp(groups, app: app, products: products, assumptions: assumptions)
        return try registry.tree().manifest
      }
    }
    self = try result.get()
  }
}
