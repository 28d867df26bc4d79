/// An app's customization of permission requests, such as explanations before a prompt, “later” and “cancel” buttons,
/// and the order of the requests.
///
/// Each step has an `async` method and one with a completion handler. Implement either, or neither if the default
/// suffices. The flow waits for each result, so the app can take as long as the user needs. Call each completion
/// handler exactly once.
public protocol PermissionAuthorisationCoordinator: Sendable {
  /// Called at the beginning of the flow. Returns the order of the requests. Permissions that the result does not
  /// contain come last, in declared order.
  func willBeginPermissionAuthorisation(for permissions: [SystemPermission]) async
    -> [SystemPermission]

  /// Called before the system's prompt for a permission. Returns whether to show it.
  func willRequestPermission(for permission: SystemPermission) async
    -> SystemPermissionRequestAction

  /// Called after the user has answered the prompt. Returns whether to cancel the flow.
  func didRequestPermission(for permission: SystemPermission, status: SystemPermissionStatus) async
    -> Bool

  /// Called at the end of the flow.
  ///
  /// - Parameter outstanding: the permissions that the feature needs and does not have.
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

/// The action to take for the next permission of a flow.
public enum SystemPermissionRequestAction: Hashable, Sendable {
  /// Ask the user for the permission.
  case request

  /// Postpone the permission and continue with the next.
  case skip

  /// Cancel the flow.
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
