/// The features of the running app. Set them up once; they can then be queried on any thread.
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
  ///   - group: The group of the top-level features. A group without constraints is not listed itself.
  ///   - more: Further groups of top-level features.
  ///   - app: The app's name and version, and the platforms that it runs on.
  ///   - products: The store's products that no feature names, such as those of a required subscription group.
  ///   - assumptions: Conditions that are true for every user. They become part of the manifest, for its analysis, and
  ///     do not affect the running app.
  ///   - configure: Replaces dependencies, through which Flint reads the state of the device and the user.
  public static func setup(
    _ group: any FeatureGroup.Type, _ more: any FeatureGroup.Type...,
    app: Manifest.App = Manifest.App(), products: [Product] = [],
    assumptions: [FeatureAssumption] = [],
    configure: (inout FlintDependencies) -> Void = { _ in }
  ) {
    setup(
      [group] + more, app: app, products: products, assumptions: assumptions, configure: configure)
  }

  /// Performs ``setup(_:_:app:products:assumptions:configure:)`` and prints Flint's log.
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

  /// The evaluator of the features' constraints.
  public static var constraintsEvaluator: ConstraintsEvaluator {
    ConstraintsEvaluator(registry: Registry.current)
  }

  /// The dispatcher that performs actions. Observers can be added before Flint is set up.
  public static var dispatcher: ActionDispatcher { Registry.current.dispatcher }

  /// The observers of changes of a feature's status. They are notified after a change of a permission, a purchase, a
  /// toggle or an attribute, and after a call of ``noteChange()``.
  public static var availabilityChanges: ObserverList<AvailabilityChange> {
    Registry.current.availabilityChanges
  }

  /// Notifies the observers of ``availabilityChanges`` of features whose status has changed. Call it after a change
  /// that no dependency reports: of an `isEnabled`, a runtime flag, the device, a bucket or the date.
  public static func noteChange() { Registry.current.tell() }

  /// The manifest of the features that Flint was set up with.
  public static var manifest: Manifest {
    do { return try Registry.current.tree().manifest } catch { usageFailure(error) }
  }

  /// A consistent snapshot of the running app: its manifest, the part of the current state that features depend on,
  /// and the status of each feature.
  package static var moment: (manifest: Manifest, state: DeviceState, statuses: [FeatureStatus]) {
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

// Each dependency can be replaced at any time. Observers are notified of the resulting changes.
extension Flint {
  /// The source of permission statuses, which also asks the user for permissions.
  public static var permissionChecker: any SystemPermissionChecker {
    get { Registry.current.dependencies.permissionChecker }
    set { Registry.current.assign(newValue, to: \.permissionChecker) }
  }

  /// The source of the user's purchases.
  public static var purchaseTracker: any PurchaseTracker {
    get { Registry.current.dependencies.purchaseTracker }
    set { Registry.current.assign(newValue, to: \.purchaseTracker) }
  }

  /// The storage of the user's toggles.
  public static var userToggles: any UserFeatureToggles {
    get { Registry.current.dependencies.userToggles }
    set { Registry.current.assign(newValue, to: \.userToggles) }
  }

  /// The source of attribute values.
  public static var attributes: any FeatureAttributeSource {
    get { Registry.current.dependencies.attributes }
    set { Registry.current.assign(newValue, to: \.attributes) }
  }
}

// MARK: - Tests

extension Flint {
  /// Runs `body` with a registry of its own, as if Flint had never been set up. The registry is discarded afterwards.
  /// Concurrent tests do not see each other's registries.
  public static func withOwnRegistry<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Registry.$current.withValue(Registry(), operation: body)
  }

  /// Runs an asynchronous `body` with a registry of its own. Child tasks see the same registry.
  public static func withOwnRegistry<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await Registry.$current.withValue(Registry(), operation: body, isolation: isolation)
  }
}

extension Manifest {
  /// Creates the manifest of features declared in Swift. Evaluating it gives the same results as querying the features.
  ///
  /// An invalid declaration is a usage failure; see ``UsageError``.
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
