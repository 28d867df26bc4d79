/// Requests a feature's permissions; see
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

  /// - Parameter retryHandler: Called on the main actor after all answers, except after a
  ///   cancellation or a postponed permission.
  public func begin(retryHandler: (@MainActor () -> Void)? = nil) {
    Task { await authorise(retryHandler: retryHandler) }
  }

  /// As ``begin(retryHandler:)``, but waits for the outcome.
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

  /// Requests the permissions. A second call returns the outcome without new requests.
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

  /// Requests no further permissions. A system prompt on the screen remains.
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

/// Customizes permission requests: explanations, “later”, “cancel” and order. Each decision has an
/// `async` method and one with a completion handler, of which you implement at most one. Call each
/// handler exactly once.
public protocol PermissionAuthorisationCoordinator: Sendable {
  /// Called before the first request. Returns the permissions in the order of their requests. Those
  /// that it omits come last, in declared order.
  func willBeginPermissionAuthorisation(for permissions: [SystemPermission]) async
    -> [SystemPermission]

  /// Called before each of the system's prompts.
  func willRequestPermission(for permission: SystemPermission) async
    -> SystemPermissionRequestAction

  /// Called after each answer, with the new status. True cancels the remaining requests.
  func didRequestPermission(for permission: SystemPermission, status: SystemPermissionStatus) async
    -> Bool

  /// Called when the requests have ended.
  ///
  /// - Parameters:
  ///   - cancelled: True if this coordinator or ``AuthorisationController/cancel()`` ended them
  ///     early.
  ///   - outstanding: Permissions that the feature needs and still lacks.
  func didCompletePermissionAuthorisation(cancelled: Bool, outstanding: [SystemPermission]) async

  func willBeginPermissionAuthorisation(
    for permissions: [SystemPermission],
    completion: @escaping @Sendable (_ order: [SystemPermission]) -> Void)

  func willRequestPermission(
    for permission: SystemPermission,
    completion: @escaping @Sendable (SystemPermissionRequestAction) -> Void)

  func didRequestPermission(
    for permission: SystemPermission, status: SystemPermissionStatus,
    completion: @escaping @Sendable (_ shouldCancel: Bool) -> Void)
}

/// The app's decision before a permission is requested.
public enum SystemPermissionRequestAction: Hashable, Sendable {
  case request

  /// Postpones the permission and continues with the next.
  case skip

  /// Cancels this request and all later ones.
  case cancelAll
}

extension PermissionAuthorisationCoordinator {
  public func willBeginPermissionAuthorisation(
    for permissions: [SystemPermission]
  ) async -> [SystemPermission] {
    await withCheckedContinuation { continuation in
      willBeginPermissionAuthorisation(for: permissions) { continuation.resume(returning: $0) }
    }
  }

  public func willRequestPermission(
    for permission: SystemPermission
  ) async -> SystemPermissionRequestAction {
    await withCheckedContinuation { continuation in
      willRequestPermission(for: permission) { continuation.resume(returning: $0) }
    }
  }

  public func didRequestPermission(
    for permission: SystemPermission, status: SystemPermissionStatus
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      didRequestPermission(for: permission, status: status) { continuation.resume(returning: $0) }
    }
  }

  public func didCompletePermissionAuthorisation(
    cancelled: Bool, outstanding: [SystemPermission]
  ) async {}

  public func willBeginPermissionAuthorisation(
    for permissions: [SystemPermission],
    completion: @escaping @Sendable (_ order: [SystemPermission]) -> Void
  ) {
    completion(permissions)
  }

  public func willRequestPermission(
    for permission: SystemPermission,
    completion: @escaping @Sendable (SystemPermissionRequestAction) -> Void
  ) {
    completion(.request)
  }

  public func didRequestPermission(
    for permission: SystemPermission, status: SystemPermissionStatus,
    completion: @escaping @Sendable (_ shouldCancel: Bool) -> Void
  ) {
    completion(false)
  }
}
