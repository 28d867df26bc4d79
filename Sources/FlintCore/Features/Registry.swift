import Synchronization

/// All that Flint remembers: the features it was set up with and whom to ask about the world.
///
/// There is one for the process. A test can have its own for the time of a call.
final class Registry: Sendable {
  /// The process's registry, but for tasks that have one of their own.
  @TaskLocal static var current = Registry()

  private struct State {
    var dependencies = FlintDependencies()
    var tree: FeatureTree?
    var appGroupIdentifier: String?
    var subscriptions: [Observation] = []

    /// The status of each feature when observers were last told.
    var statuses: [FeatureStatus] = []
  }

  private let state = Mutex(State())

  let dispatcher = ActionDispatcher()
  let availabilityChanges = ObserverList<AvailabilityChange>()

  var dependencies: FlintDependencies { state.withLock { $0.dependencies } }

  /// Changes whom to ask. Observers are told what that changes.
  func setDependencies(_ change: (inout FlintDependencies) -> Void) {
    // Outside the lock: the change is the app's code, which may ask Flint.
    var dependencies = dependencies
    change(&dependencies)
    state.withLock { $0.dependencies = dependencies }
    if isSetUp { subscribe() }
  }

  var appGroupIdentifier: String? {
    get { state.withLock { $0.appGroupIdentifier } }
    set { state.withLock { $0.appGroupIdentifier = newValue } }
  }

  // MARK: Setting up

  var isSetUp: Bool { state.withLock { $0.tree != nil } }

  /// Reads the features' declarations, then lets them declare their actions, which may ask Flint already.
  func setUp(_ groups: [any FeatureGroup.Type], app: Manifest.App) throws(UsageError) {
    let tree = try FeatureTree(groups, app: app)
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

  // MARK: Telling of changes

  private func subscribe() {
    let dependencies = dependencies
    let subscriptions = [
      dependencies.purchaseTracker.purchaseChanges.observe { [weak self] _ in self?.tell() },
      dependencies.permissionChecker.permissionChanges.observe { [weak self] _ in self?.tell() },
      dependencies.userToggles.toggleChanges.observe { [weak self] _ in self?.tell() },
      dependencies.attributes.attributeChanges.observe { [weak self] _ in self?.tell() },
    ]
    state.withLock { $0.subscriptions = subscriptions }
    tell()
  }

  /// Tells observers of every feature whose status is not what they were told last.
  private func tell() {
    guard let snapshot = try? Snapshot(of: self) else { return }
    let statuses = snapshot.statuses()
    let changes = state.withLock { state in
      let old = state.statuses
      state.statuses = statuses
      return old.isEmpty ? [] : statuses.indices.filter { old[$0] != statuses[$0] }
    }
    for feature in changes {
      availabilityChanges.notify(
        AvailabilityChange(
          featureID: snapshot.tree.manifest.features[feature].id, status: statuses[feature]))
    }
  }
}

/// A feature's status is another than it was.
public struct AvailabilityChange: Hashable, Sendable {
  public let featureID: String
  public let status: FeatureStatus
}
