/// All of Flint's data: features, dependencies, observers. A process has one; a test can use its
/// own.
final class Registry: Sendable {
  /// The process's, or the test's inside ``Flint/withOwnRegistry(_:)``.
  @TaskLocal static var current = Registry()

  private struct State {
    var dependencies = FlintDependencies()

    /// Counts replaced dependencies, so that of two threads that begin to observe the newer one
    /// wins.
    var generation = 0

    /// The `generation` that is observed.
    var observedGeneration = 0

    /// Removing one ends its notifications.
    var subscriptions: [Observation] = []

    var tree: FeatureTree?
    var appGroupIdentifier: String?

    /// As last read; empty before.
    var statuses: [FeatureStatus] = []

    /// The pass that read `statuses`; results of a pass that is overtaken are discarded.
    var reading = 0

    var lastReading = 0

    /// Not delivered yet, the oldest first.
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

  /// Notifies of statuses that change.
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

  /// `prepare(actions:)` can already query Flint.
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

  /// Since the last call.
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
