/// Who knows the status of the system's permissions, and asks the user for them.
public protocol SystemPermissionChecker: Sendable {
  func status(of permission: SystemPermission) -> SystemPermissionStatus

  /// Has the system ask the user, and calls `completion` once with the status that came of it, on any thread.
  func requestAuthorization(
    for permission: SystemPermission,
    completion: @escaping @Sendable (SystemPermissionStatus) -> Void)

  /// Tells a permission whose status has changed.
  var permissionChanges: ObserverList<SystemPermission> { get }
}

extension SystemPermissionChecker {
  /// Has the system ask the user, and does not wait for the answer.
  public func requestAuthorization(for permission: SystemPermission) {
    requestAuthorization(for: permission) { _ in }
  }

  /// Has the system ask the user.
  @discardableResult
  public func requestAuthorization(
    for permission: SystemPermission
  ) async -> SystemPermissionStatus {
    await withCheckedContinuation { continuation in
      requestAuthorization(for: permission) { continuation.resume(returning: $0) }
    }
  }
}

/// Permissions of a pretended system, whose user answers as told.
public final class InMemoryPermissions: SystemPermissionChecker {
  private struct System {
    var statuses: SystemPermissionStatuses
    var answers: SystemPermissionStatuses
    var requests: [SystemPermission] = []

    func status(of permission: SystemPermission) -> SystemPermissionStatus {
      statuses.status(of: permission) ?? .notDetermined
    }
  }

  private let system: Locked<System>

  public let permissionChanges = ObserverList<SystemPermission>()

  /// What is not given has not been determined, and stays so when it is asked for.
  public init(
    statuses: SystemPermissionStatuses = [:], answers: SystemPermissionStatuses = [:]
  ) {
    system = Locked(System(statuses: statuses, answers: answers))
  }

  public func status(of permission: SystemPermission) -> SystemPermissionStatus {
    system.withLock { $0.status(of: permission) }
  }

  public func requestAuthorization(
    for permission: SystemPermission,
    completion: @escaping @Sendable (SystemPermissionStatus) -> Void
  ) {
    let status = system.withLock { system in
      system.requests.append(permission)
      let current = system.status(of: permission)
      guard current == .notDetermined, let answer = system.answers[permission] else {
        return current
      }
      system.statuses[permission] = answer
      return answer
    }
    permissionChanges.notify(permission)
    completion(status)
  }

  /// Changes a status behind the app's back, as the Settings app does.
  public func set(_ status: SystemPermissionStatus, of permission: SystemPermission) {
    system.withLock { $0.statuses[permission] = status }
    permissionChanges.notify(permission)
  }

  /// Has the user answer so when they are asked.
  public func answer(_ status: SystemPermissionStatus, for permission: SystemPermission) {
    system.withLock { $0.answers[permission] = status }
  }

  /// What was asked for, in order.
  public var requests: [SystemPermission] { system.withLock { $0.requests } }
}
