/// Customizes permission requests: explanations, “later”, “cancel” and order. Each decision has an
/// `async` method and one with a completion handler, of which you implement at most one. Call each
/// handler exactly once.
public protocol PermissionAuthorisationCoordinator: Sendable {
  /// Returns the order in which to request the permissions. Flint calls this method before the first request.
  /// Permissions that are missing from the result are requested last, in declared order.
  func willBeginPermissionAuthorisation(for permissions: [SystemPermission]) async
    -> [SystemPermission]

  /// Returns whether to request a permission, to postpone it, or to cancel all remaining requests. Flint calls this
  /// method before each of the system's prompts.
  func willRequestPermission(for permission: SystemPermission) async
    -> SystemPermissionRequestAction

  /// Returns whether to cancel the remaining requests. Flint calls this method after the user has answered a prompt.
  /// `status` is the new status of the permission.
  func didRequestPermission(for permission: SystemPermission, status: SystemPermissionStatus) async
    -> Bool

  /// Informs the app that the permission requests have ended.
  ///
  /// - Parameters:
  ///   - cancelled: Whether the remaining requests were cancelled, by this coordinator or by
  ///     ``AuthorisationController/cancel()``.
  ///   - outstanding: The permissions that the feature needs and still lacks.
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
  /// Ask the user for the permission.
  case request

  /// Postpone the permission and continue with the next one.
  case skip

  /// Do not request this permission, nor any that would follow.
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
