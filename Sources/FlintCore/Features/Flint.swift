/// The features of the running app: set up once, then asked from anywhere, on any thread.
///
/// ```swift
/// Flint.quickSetup(AppFeatures.self) { dependencies in
///   dependencies.purchaseTracker = purchases
/// }
/// ```
public enum Flint {
  /// Prepares the features of some groups. Call it once, at startup.
  ///
  /// - Parameters:
  ///   - group: Holds the features at the top. A group without conditions only holds them together and is not listed itself.
  ///   - more: Further such groups.
  ///   - app: The app's name and version, and the platforms that it runs on.
  ///   - products: What the store sells beside the products that features name: those of the subscription groups that they
  ///     ask for.
  ///   - assumptions: What every state of the app's users satisfies. They are written into the manifest, for the proofs made
  ///     from it, and change no answer of the app.
  ///   - configure: Replaces what Flint asks about the world.
  public static func setup(
    _ group: any FeatureGroup.Type, _ more: any FeatureGroup.Type...,
    app: Manifest.App = Manifest.App(), products: [Product] = [],
    assumptions: [FeatureAssumption] = [],
    configure: (inout FlintDependencies) -> Void = { _ in }
  ) {
    setup(
      [group] + more, app: app, products: products, assumptions: assumptions, configure: configure)
  }

  /// As ``setup(_:_:app:products:assumptions:configure:)``, and prints what Flint says in the log.
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

  /// Answers every question about a feature's constraints.
  public static var constraintsEvaluator: ConstraintsEvaluator {
    ConstraintsEvaluator(registry: Registry.current)
  }

  /// Performs actions; observers can be added before Flint is set up.
  public static var dispatcher: ActionDispatcher { Registry.current.dispatcher }

  /// Tells of every feature whose status becomes another because a permission, a purchase, a toggle or an attribute has
  /// changed, and, once ``noteChange()`` is called, because of anything else.
  public static var availabilityChanges: ObserverList<AvailabilityChange> {
    Registry.current.availabilityChanges
  }

  /// Has the observers of ``availabilityChanges`` told what has become of the features. Call it after a change that nobody
  /// else tells of: of an `isEnabled`, a runtime flag, the device, a bucket, the date.
  public static func noteChange() { Registry.current.tell() }

  /// The manifest of the features that Flint was set up with.
  public static var manifest: Manifest {
    do { return try Registry.current.tree().manifest } catch { usageFailure(error) }
  }

  /// The manifest of the running app's features, the state that it is in as far as they ask, and the status that each of
  /// them has in it: one moment.
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

// Each can be replaced at any time; observers are told what that changes.
extension Flint {
  /// Who knows the permissions, and asks the user for them.
  public static var permissionChecker: any SystemPermissionChecker {
    get { Registry.current.dependencies.permissionChecker }
    set { Registry.current.assign(newValue, to: \.permissionChecker) }
  }

  /// Who knows the purchases.
  public static var purchaseTracker: any PurchaseTracker {
    get { Registry.current.dependencies.purchaseTracker }
    set { Registry.current.assign(newValue, to: \.purchaseTracker) }
  }

  /// Where the user's choices are kept.
  public static var userToggles: any UserFeatureToggles {
    get { Registry.current.dependencies.userToggles }
    set { Registry.current.assign(newValue, to: \.userToggles) }
  }

  /// Who knows the app's own attributes.
  public static var attributes: any FeatureAttributeSource {
    get { Registry.current.dependencies.attributes }
    set { Registry.current.assign(newValue, to: \.attributes) }
  }
}

// MARK: - Tests

extension Flint {
  /// Runs `body` as if Flint had never been set up; what it sets up is forgotten afterwards. Tests that run at the same
  /// time do not see each other's.
  public static func withOwnRegistry<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Registry.$current.withValue(Registry(), operation: body)
  }

  /// As the other, for tests that wait; child tasks see the same registry.
  public static func withOwnRegistry<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await Registry.$current.withValue(Registry(), operation: body, isolation: isolation)
  }
}

extension Manifest {
  /// The manifest of features declared in Swift: evaluating it and asking the features give the same answers.
  ///
  /// A declaration that cannot be ends the program; see ``UsageError``.
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
