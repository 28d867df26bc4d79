/// Takes a user through the permissions that a feature needs, one at a time; see
/// ``ConditionalFeature/permissionAuthorisationController(using:)``.
public final class AuthorisationController: Sendable {
  private struct State {
    var flow: AuthorisationFlow
    var hasBegun = false

    // INVARIANT: let go when the flow is over; a coordinator often holds its controller.
    var coordinator: (any PermissionAuthorisationCoordinator)?
  }

  private let checker: any SystemPermissionChecker
  private let state: Locked<State>

  init(
    permissions: [PermissionRequirement], checker: any SystemPermissionChecker,
    coordinator: (any PermissionAuthorisationCoordinator)?
  ) {
    self.checker = checker
    state = Locked(
      State(flow: AuthorisationFlow(for: permissions), coordinator: coordinator))
  }

  /// Asks for what is not determined. `retryHandler` is called on the main actor once the user has answered everything,
  /// so that what they wanted to do can be tried again; not after a cancellation, nor where they put something off.
  public func begin(retryHandler: (@MainActor () -> Void)? = nil) {
    Task { await authorise(retryHandler: retryHandler) }
  }

  /// As ``begin(retryHandler:)``, to be awaited.
  @discardableResult
  public func authorise(
    retryHandler: (@MainActor () -> Void)?
  ) async -> AuthorisationOutcome {
    let outcome = await authorise()
    let isAnswered =
      !outcome.isCancelled
      && !outcome.outstanding.contains { checker.status(of: $0) == .notDetermined }
    if isAnswered, let retryHandler { await retryHandler() }
    return outcome
  }

  /// Asks for what is not determined, and tells how it ended. A controller does this once; a second call only tells.
  @discardableResult
  public func authorise() async -> AuthorisationOutcome {
    let start: State? = state.withLock { state in
      guard !state.hasBegun else { return nil }
      state.hasBegun = true
      return state
    }
    guard let start else { return outcome }
    let coordinator = start.coordinator
    let wanted = start.flow.permissions.filter { checker.status(of: $0) == .notDetermined }
    if let coordinator, !start.flow.isCancelled {
      let order = await coordinator.willBeginPermissionAuthorisation(for: wanted)
      state.withLock { $0.flow.askFirst(for: order) }
    }
    while let permission = next() { await ask(for: permission, coordinator) }
    state.withLock { $0.coordinator = nil }
    let outcome = outcome
    await coordinator?.didCompletePermissionAuthorisation(
      cancelled: outcome.isCancelled, outstanding: outcome.outstanding)
    return outcome
  }

  /// Breaks the flow off. A prompt that the system shows stays, but no other follows.
  public func cancel() {
    state.withLock { $0.flow.cancel() }
  }

  private var outcome: AuthorisationOutcome {
    let flow = state.withLock { $0.flow }
    return flow.outcome(status: checker.status)
  }

  private func next() -> SystemPermission? {
    // The checker is not ours: it is not asked under the lock.
    var flow = state.withLock { $0.flow }
    let permission = flow.next(status: checker.status)
    return state.withLock { state in
      guard !state.flow.isCancelled else { return nil }
      state.flow = flow
      return permission
    }
  }

  private func ask(
    for permission: SystemPermission, _ coordinator: (any PermissionAuthorisationCoordinator)?
  ) async {
    switch await coordinator?.willRequestPermission(for: permission) ?? .request {
    case .skip: state.withLock { $0.flow.skip() }
    case .cancelAll: cancel()
    case .request:
      // Cancelled while the coordinator's card was up.
      guard !state.withLock({ $0.flow.isCancelled }) else { return }
      let status = await checker.requestAuthorization(for: permission)
      let shouldCancel = await coordinator?.didRequestPermission(for: permission, status: status)
      if shouldCancel == true { cancel() }
    }
  }
}
