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
  /// - group: Contains the top-level features. It is in the manifest only if it is conditional.
  /// - more: Further groups, treated as `group`.
  /// - app: Its platforms are constraints of every feature.
  /// - products: Products that no constraint names, such as those of a required group.
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

  /// Sets up features, and prints Flint's log to standard output.
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

  /// Performs all actions. Observers can be added before setup.
  public static var dispatcher: ActionDispatcher { Registry.current.dispatcher }

  /// Status changes after changes of permissions, purchases, toggles or attributes. Also after
  /// ``noteChange()``.
  public static var availabilityChanges: ObserverList<AvailabilityChange> {
    Registry.current.availabilityChanges
  }

  /// Call it when a runtime flag, version, bucket or the date changes. Flint does not notice these
  /// changes itself.
  public static func noteChange() { Registry.current.notifyOfChanges() }

  public static var manifest: Manifest {
    do { return try Registry.current.tree().manifest } catch { usageFailure(error) }
  }

  /// All values are of one moment. The state has only facts that features depend on.
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

  /// As the synchronous function, also for child tasks of `body`.
  public static func withOwnRegistry<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await Registry.$current.withValue(Registry(), operation: body, isolation: isolation)
  }
}

extension Manifest {
  /// A manifest that evaluates as the declared features do. An invalid declaration ends the
  /// program.
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

public enum FlintAppInfo {
  /// The app group for files shared with extensions. Flint only stores it; assign it at startup.
  public static var appGroupIdentifier: String? {
    get { Registry.current.appGroupIdentifier }
    set { Registry.current.appGroupIdentifier = newValue }
  }
}

/// The sources from which Flint reads the state of device and user.
public struct FlintDependencies: Sendable {
  public var device: any DeviceInformation = Device()
  public var permissionChecker: any SystemPermissionChecker = InMemoryPermissions()
  public var purchaseTracker: any PurchaseTracker = InMemoryPurchases(defaultStatus: .unknown)
  public var userToggles: any UserFeatureToggles = InMemoryToggles()
  public var attributes: any FeatureAttributeSource = InMemoryAttributes()

  /// Nil means the feature's `isEnabled`.
  public var runtimeFlag: @Sendable (_ featureID: String) -> Ternary? = { _ in nil }

  /// Nil if unknown. Flint reads no clock; call ``Flint/noteChange()`` when a date has passed.
  public var date: @Sendable () -> DateTime? = { nil }

  /// The user's rollout position, from 0 to below 100, or nil. The app chooses it once, at random,
  /// and stores it.
  public var bucket: @Sendable (_ name: String) -> Percent? = { _ in nil }

  /// Receives Flint's messages; by default discards them.
  public var log: @Sendable (FlintEvent) -> Void = { _ in }

  public init() {}

  /// Nil if unknown.
  func value(of fact: DeviceFact) -> AttributeValue? {
    switch fact {
    case .appVersion: device.appVersion.map { .version($0) }
    case .date: date().map { .date($0) }
    }
  }

  /// Replaces all dependencies except the log by the simulated device.
  public mutating func simulate(_ simulated: SimulatedDevice) {
    device = simulated
    permissionChecker = simulated
    purchaseTracker = simulated
    userToggles = simulated
    attributes = simulated
    runtimeFlag = { simulated.runtimeFlag(featureID: $0) }
    date = { simulated.date }
    bucket = { simulated.bucket($0) }
  }
}

public enum FlintEvent: Hashable, Sendable {
  /// The feature of the requested action was not available. Each reason is one sentence.
  case requestRefused(featureID: String, action: String, reasons: [String])
}

extension FlintEvent: CustomStringConvertible {
  public var description: String {
    switch self {
    case .requestRefused(let featureID, let action, let reasons):
      let allReasons = reasons.joined(separator: "; ")
      return "refused '\(action)' of '\(featureID)': \(allReasons)"
    }
  }
}

public protocol DeviceInformation: Sendable {
  var platform: Platform { get }
  var osVersion: InstalledVersion { get }

  /// Nil means the version given to setup, else ``InstalledVersion/latest``.
  var appVersion: InstalledVersion? { get }
}

/// A device whose platform and versions do not change.
public struct Device: DeviceInformation, Hashable {
  public let platform: Platform
  public let osVersion: InstalledVersion
  public let appVersion: InstalledVersion?

  public init(
    platform: Platform = .built, osVersion: InstalledVersion = .latest,
    appVersion: InstalledVersion? = nil
  ) {
    self.platform = platform
    self.osVersion = osVersion
    self.appVersion = appVersion
  }
}

/// All of Flint's data: features, dependencies, observers. A process has one; a test can use its
/// own.
final class Registry: Sendable {
  /// The registry of the process or, inside ``Flint/withOwnRegistry(_:)``, of the test.
  @TaskLocal static var current = Registry()

  private struct State {
    var dependencies = FlintDependencies()

    /// How often dependencies were replaced. If two threads begin to observe, the later
    /// dependencies win.
    var generation = 0

    var observedGeneration = 0

    /// Removing a subscription ends its notifications.
    var subscriptions: [Observation] = []

    var tree: FeatureTree?
    var appGroupIdentifier: String?

    /// The statuses last read, by feature; empty before the first reading.
    var statuses: [FeatureStatus] = []

    /// The number of the reading that gave `statuses`. Results of a reading are discarded if a
    /// later one is complete.
    var reading = 0

    var lastReading = 0

    /// Changes that observers have not received, the oldest first.
    var pendingChanges: [AvailabilityChange] = []

    var isNotifying = false
  }

  private let state = Locked(State())

  let dispatcher = ActionDispatcher()
  let availabilityChanges = ObserverList<AvailabilityChange>()

  var dependencies: FlintDependencies { state.withLock { $0.dependencies } }

  func configure(_ change: (inout FlintDependencies) -> Void) {
    // The lock is not held during this call, because the closure is the app's code and may query Flint.
    var dependencies = dependencies
    change(&dependencies)
    replace(\.self, by: dependencies)
  }

  /// Replaces a dependency, and notifies observers of statuses that change.
  func assign<Value>(
    _ value: Value, to dependency: WritableKeyPath<FlintDependencies, Value>
  ) {
    replace(dependency, by: value)
    if isSetUp { subscribe() }
  }

  private func replace<Value>(
    _ dependency: WritableKeyPath<FlintDependencies, Value>, by value: Value
  ) {
    // The previous value is released after the lock has been released, because its `deinit` may be the app's code.
    var value = value
    state.withLock { state in
      swap(&state.dependencies[keyPath: dependency], &value)
      state.generation += 1
    }
  }

  var appGroupIdentifier: String? {
    get { state.withLock { $0.appGroupIdentifier } }
    set { state.withLock { $0.appGroupIdentifier = newValue } }
  }

  // MARK: Setting up

  var isSetUp: Bool { state.withLock { $0.tree != nil } }

  /// Reads the features, then calls each `prepare(actions:)`, which can query Flint.
  func setUp(
    _ groups: [any FeatureGroup.Type], app: Manifest.App, products: [Product] = [],
    assumptions: [FeatureAssumption] = []
  ) throws(UsageError) {
    let tree = try FeatureTree(groups, app: app, products: products, assumptions: assumptions)
    let isFirst = state.withLock { state in
      guard state.tree == nil else { return false }
      state.tree = tree
      return true
    }
    guard isFirst else { throw .setUpTwice }
    for group in groups where !(group is any ConditionalFeatureDefinition.Type) {
      group.prepare(actions: FeatureActionsBuilder())
    }
    let actions = tree.types.map { type in
      let builder = FeatureActionsBuilder()
      type.prepare(actions: builder)
      return builder.names
    }
    state.withLock { state in
      for (index, actions) in actions.enumerated() {
        state.tree?.manifest.features[index].actions = actions
      }
    }
    subscribe()
  }

  func tree() throws(UsageError) -> FeatureTree {
    guard let tree = state.withLock({ $0.tree }) else {
      throw
        "Flint is not set up: call Flint.setup(_:) or Flint.quickSetup(_:) with the app's feature group at startup"
    }
    return tree
  }

  // MARK: Notifying of changes

  private func subscribe() {
    let (dependencies, generation) = state.withLock { ($0.dependencies, $0.generation) }
    var subscriptions = [
      dependencies.purchaseTracker.purchaseChanges.observe { [weak self] _ in
        self?.notifyOfChanges()
      },
      dependencies.permissionChecker.permissionChanges.observe { [weak self] _ in
        self?.notifyOfChanges()
      },
      dependencies.userToggles.toggleChanges.observe { [weak self] _ in self?.notifyOfChanges() },
      dependencies.attributes.attributeChanges.observe { [weak self] _ in self?.notifyOfChanges() },
    ]
    state.withLock { state in
      // Another thread may meanwhile have replaced a dependency and subscribed to the new one.
      guard generation >= state.observedGeneration else { return }
      swap(&state.subscriptions, &subscriptions)
      state.observedGeneration = generation
    }
    notifyOfChanges()
  }

  /// Notifies observers of status changes since the last call.
  func notifyOfChanges() {
    let reading = state.withLock { state in
      state.lastReading += 1
      return state.lastReading
    }
    guard let snapshot = try? Snapshot(of: self) else { return }
    let statuses = snapshot.statuses()
    let features = snapshot.tree.manifest.features
    let mayNotify = state.withLock { state in
      // A later snapshot has been handled first, so this one is outdated.
      guard reading > state.reading else { return false }
      if !state.statuses.isEmpty {
        for (index, status) in statuses.enumerated() where state.statuses[index] != status {
          state.pendingChanges.append(
            AvailabilityChange(featureID: features[index].id, status: status))
        }
      }
      state.statuses = statuses
      state.reading = reading
      defer { state.isNotifying = true }
      return !state.isNotifying
    }
    // INVARIANT: only one thread notifies at a time, so that observers receive the changes in order.
    if mayNotify { while let change = nextPendingChange() { availabilityChanges.notify(change) } }
  }

  private func nextPendingChange() -> AvailabilityChange? {
    state.withLock { state in
      guard !state.pendingChanges.isEmpty else {
        state.isNotifying = false
        return nil
      }
      return state.pendingChanges.removeFirst()
    }
  }
}

public struct AvailabilityChange: Hashable, Sendable {
  public let featureID: String
  public let status: FeatureStatus

  package init(featureID: String, status: FeatureStatus) {
    self.featureID = featureID
    self.status = status
  }
}
