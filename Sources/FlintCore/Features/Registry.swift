/// The object that stores all of Flint's data: the features, the dependencies and the observers. A process has one
/// registry, but a test can use its own for the duration of a call.
final class Registry: Sendable {
  /// The registry (the object that stores Flint's features, dependencies and observers) that the current task uses: a
  /// new one inside ``Flint/withOwnRegistry(_:)``, otherwise that of the process.
  @TaskLocal static var current = Registry()

  private struct State {
    var dependencies = FlintDependencies()

    /// The number of times that the app has replaced Flint's dependencies: the objects through which Flint reads the
    /// state of the device and the user, such as the purchase tracker. Flint observes changes of these objects. If two
    /// threads begin to observe them at the same time, the number shows which of the threads has the newer objects.
    var generation = 0

    /// The number of times that the app had replaced Flint's dependencies (`generation`) when Flint last began to
    /// observe their changes. If it is less than the current `generation`, Flint observes objects that have been
    /// replaced.
    var observedGeneration = 0

    /// Flint's registrations as an observer of the dependencies, such as the purchase tracker. Removing a registration
    /// from the list ends the notifications.
    var subscriptions: [Observation] = []

    var tree: FeatureTree?
    var appGroupIdentifier: String?

    /// The status of each feature when statuses were last read, in the manifest's order; empty if they were never read.
    var statuses: [FeatureStatus] = []

    /// The number of the pass over all features that produced `statuses`. Passes are numbered from 1 when they begin;
    /// the results of a pass are discarded if a later pass has already finished.
    var reading = 0

    var lastReading = 0

    /// The changes of statuses of which observers have not been notified yet, the oldest first.
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

  /// Replaces one of Flint's dependencies, such as the purchase tracker, and notifies observers of each feature whose
  /// status changes as a result.
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

  /// Reads the constraints of all features. Then calls `prepare(actions:)` of each feature, which can already query
  /// Flint.
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
    state.withLock { $0.tree = tree.with(actions: actions) }
    subscribe()
  }

  func tree() throws(UsageError) -> FeatureTree {
    guard let tree = state.withLock({ $0.tree }) else { throw .notSetUp }
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

  /// Reads the status of every feature, and notifies observers of each status that has changed since the last call.
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

/// A change of a feature's status.
public struct AvailabilityChange: Hashable, Sendable {
  public let featureID: String
  public let status: FeatureStatus

  package init(featureID: String, status: FeatureStatus) {
    self.featureID = featureID
    self.status = status
  }
}
