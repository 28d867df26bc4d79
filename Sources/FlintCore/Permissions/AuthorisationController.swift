/// A controller that asks the user for the permissions that a feature needs, one at a time; see
/// ``ConditionalFeature/permissionAuthorisationController(using:)``.
public final class AuthorisationController: Sendable {
  private struct State {
    var flow: AuthorisationFlow
    var hasBegun = false

    // INVARIANT: nil after the last request. The coordinator may retain this controller, so the two would otherwise
    // form a reference cycle and never be released.
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

  /// Starts a task that asks the user, one at a time, for those permissions of this controller's feature that have not
  /// been requested yet.
  ///
  /// - Parameter retryHandler: called on the main actor after the user has answered all requests, so that the app can
  ///   retry what the user wanted to do. It is not called after a cancellation, or if the user has postponed a
  ///   permission.
  public func begin(retryHandler: (@MainActor () -> Void)? = nil) {
    Task { await authorise(retryHandler: retryHandler) }
  }

  /// Asks for the permissions like ``begin(retryHandler:)``, waits for the answers, and returns the outcome: whether
  /// the requests were cancelled, and which permissions the feature still lacks.
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

  /// Asks the user, one at a time, for those permissions of this controller's feature that have not been requested yet.
  /// Returns the outcome: whether the requests were cancelled, and which permissions the feature still lacks. A second
  /// call returns the current outcome without asking again.
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

  /// Cancels the remaining requests. A system prompt that is on the screen remains, but no other prompt follows.
  public func cancel() {
    state.withLock { $0.flow.cancel() }
  }

  private var outcome: AuthorisationOutcome {
    let flow = state.withLock { $0.flow }
    return flow.outcome(status: checker.status)
  }

  private func next() -> SystemPermission? {
    // The checker is the app's code, so it is not called while the lock is held.
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
      // The app may have cancelled the requests while the coordinator explained this permission.
      guard !state.withLock({ $0.flow.isCancelled }) else { return }
      let status = await checker.requestAuthorization(for: permission)
      let shouldCancel = await coordinator?.didRequestPermission(for: permission, status: status)
      if shouldCancel == true { cancel() }
    }
  }
}
