/// An app's part in asking for permissions: cards that explain what comes, buttons for “later” and “cancel”, an order.
///
/// Each step comes in two shapes, one to await and one with a completion handler; implement whichever suits, and none for
/// steps that need nothing. The flow waits for each answer, so a card can stay as long as its reader likes. A completion
/// handler is to be called exactly once.
public protocol PermissionAuthorisationCoordinator: Sendable {
  /// The flow begins. Answer with the order in which to ask; what is left out comes last, as declared.
  func willBeginPermissionAuthorisation(for permissions: [SystemPermission]) async
    -> [SystemPermission]

  /// The system's prompt for a permission comes next, if you let it.
  func willRequestPermission(for permission: SystemPermission) async
    -> SystemPermissionRequestAction

  /// The user has answered the prompt. Answer whether to break off.
  func didRequestPermission(for permission: SystemPermission, status: SystemPermissionStatus) async
    -> Bool

  /// The flow is over; `outstanding` is what the feature needs and does not have.
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

/// What to do about a permission whose turn it is.
public enum SystemPermissionRequestAction: Hashable, Sendable {
  /// Ask the user.
  case request

  /// Not now; go on with the next.
  case skip

  /// Ask for nothing more.
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
