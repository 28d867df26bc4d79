/// The entry point of the library. It sets up the features of the running app, which can then be queried on any thread.
///
/// ```swift
/// Flint.quickSetup(AppFeatures.self) { dependencies in
///   dependencies.purchaseTracker = purchases
/// }
/// ```
public enum Flint {
  /// Sets up the features of one or more groups. Call it once, at startup.
  ///
  /// - Parameters:
  ///   - group: The group that contains the app's top-level features. It becomes a feature of the manifest itself only
  ///     if it is conditional, which means that it has constraints.
  ///   - more: Further groups that contain top-level features.
  ///   - app: The app's name and version, and the platforms that it runs on.
  ///   - products: Products that no constraint of a feature names, such as those of a subscription group that a feature
  ///     requires.
  ///   - assumptions: Conditions that are true for every user of the app. They become part of the manifest, where
  ///     `flint-inspect` uses them to rule out impossible states, and do not affect the running app.
  ///   - configure: A closure that can replace the dependencies: the objects and closures through which Flint reads the
  ///     state of the device and the user.
  public static func setup(
    _ group: any FeatureGroup.Type, _ more: any FeatureGroup.Type...,
    app: Manifest.App = Manifest.App(), products: [Product] = [],
    assumptions: [FeatureAssumption] = [],
    configure: (inout FlintDependencies) -> Void = { _ in }
  ) {
    setup(
      [group] + more, app: app, products: products, assumptions: assumptions, configure: configure)
  }

  /// Sets up the features like ``setup(_:_:app:products:assumptions:configure:)``, and also prints Flint's log to
  /// standard output.
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

  /// The evaluator of the constraints of features in the current state.
  public static var constraintsEvaluator: ConstraintsEvaluator {
    ConstraintsEvaluator(registry: Registry.current)
  }

  /// The object that performs actions and notifies observers of them. Observers can be added before Flint is set up.
  public static var dispatcher: ActionDispatcher { Registry.current.dispatcher }

  /// The observers that are notified when the status of a feature changes. Flint compares the statuses after a change
  /// of a permission, a purchase, a toggle or an attribute, and after a call of ``noteChange()``.
  public static var availabilityChanges: ObserverList<AvailabilityChange> {
    Registry.current.availabilityChanges
  }

  /// Reads the status of all features again, and notifies the observers of ``availabilityChanges`` of each change.
  ///
  /// Call this function after a change that Flint cannot notice: of a feature's runtime flag (its `isEnabled`, or the
  /// result of ``FlintDependencies/runtimeFlag``), the platform of the device or its version, the app's version, the
  /// user's position in a rollout bucket, or the date.
  public static func noteChange() { Registry.current.notifyOfChanges() }

  /// The manifest of the features that Flint was set up with.
  public static var manifest: Manifest {
    do { return try Registry.current.tree().manifest } catch { usageFailure(error) }
  }

  /// A consistent copy of the running app's data: the manifest, the part of the current state on which features depend,
  /// and the status of each feature in the manifest's order.
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
  /// The source of permission statuses, which also asks the user for permissions.
  public static var permissionChecker: any SystemPermissionChecker {
    get { Registry.current.dependencies.permissionChecker }
    set { Registry.current.assign(newValue, to: \.permissionChecker) }
  }

  /// The source of the user's purchases, such as a client of the store.
  public static var purchaseTracker: any PurchaseTracker {
    get { Registry.current.dependencies.purchaseTracker }
    set { Registry.current.assign(newValue, to: \.purchaseTracker) }
  }

  /// The storage of the toggles with which the user turns features on and off.
  public static var userToggles: any UserFeatureToggles {
    get { Registry.current.dependencies.userToggles }
    set { Registry.current.assign(newValue, to: \.userToggles) }
  }

  /// The source of the values of attributes, such as the user's country, which the app itself supplies.
  public static var attributes: any FeatureAttributeSource {
    get { Registry.current.dependencies.attributes }
    set { Registry.current.assign(newValue, to: \.attributes) }
  }
}

// MARK: - Tests

extension Flint {
  /// Runs `body` in a test as if Flint had never been set up. `body` uses its own registry (the object that stores
  /// Flint's data), so other tests that run at the same time are not affected.
  public static func withOwnRegistry<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Registry.$current.withValue(Registry(), operation: body)
  }

  /// Runs an asynchronous `body` in a test as if Flint had never been set up. `body` and its child tasks use their own
  /// registry (the object that stores Flint's data).
  public static func withOwnRegistry<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await Registry.$current.withValue(Registry(), operation: body, isolation: isolation)
  }
}

extension Manifest {
  /// Creates the manifest of features declared in Swift. Evaluating it gives the same results as querying the features.
  ///
  /// An invalid declaration ends the program with the message of a ``UsageError``.
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
