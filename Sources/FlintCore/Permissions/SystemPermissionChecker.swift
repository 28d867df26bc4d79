/// A source of the status of system permissions, which can also ask the user for them.
public protocol SystemPermissionChecker: Sendable {
  func status(of permission: SystemPermission) -> SystemPermissionStatus

  /// Asks the system to prompt the user for a permission, then calls `completion` once with the resulting status, on
  /// any thread.
  func requestAuthorization(
    for permission: SystemPermission,
    completion: @escaping @Sendable (SystemPermissionStatus) -> Void)

  /// The observers that are notified of each permission whose status changes.
  var permissionChanges: ObserverList<SystemPermission> { get }
}

extension SystemPermissionChecker {
  /// Asks the system to prompt the user for a permission, without waiting for the answer.
  public func requestAuthorization(for permission: SystemPermission) {
    requestAuthorization(for: permission) { _ in }
  }

  /// Asks the system to prompt the user for a permission, waits for the answer, and returns the resulting status.
  @discardableResult
  public func requestAuthorization(
    for permission: SystemPermission
  ) async -> SystemPermissionStatus {
    await withCheckedContinuation { continuation in
      requestAuthorization(for: permission) { continuation.resume(returning: $0) }
    }
  }
}

/// A simulated permission system for tests, with prepared answers of a simulated user.
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

  /// Creates a permission system with initial statuses, and with the user's answers to requests. A permission that is
  /// not in `statuses` is not determined. If it is not in `answers` either, a request does not change this.
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

  /// Changes the status of a permission without a request, as a user does in the Settings app.
  public func set(_ status: SystemPermissionStatus, of permission: SystemPermission) {
    system.withLock { $0.statuses[permission] = status }
    permissionChanges.notify(permission)
  }

  /// Sets the answer that the simulated user gives to a request for a permission.
  public func answer(_ status: SystemPermissionStatus, for permission: SystemPermission) {
    system.withLock { $0.answers[permission] = status }
  }

  /// The permissions that have been requested, in the order of the requests.
  public var requests: [SystemPermission] { system.withLock { $0.requests } }
}
