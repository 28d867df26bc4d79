/// Statuses of system permissions, and requests to the user.
public protocol SystemPermissionChecker: Sendable {
  func status(of permission: SystemPermission) -> SystemPermissionStatus

  /// Shows the system's prompt. Calls `completion` once, with the new status, on any thread.
  func requestAuthorization(
    for permission: SystemPermission,
    completion: @escaping @Sendable (SystemPermissionStatus) -> Void)

  /// Notified with each permission whose status changes.
  var permissionChanges: ObserverList<SystemPermission> { get }
}

extension SystemPermissionChecker {
  /// Requests the permission without waiting for the answer.
  public func requestAuthorization(for permission: SystemPermission) {
    requestAuthorization(for: permission) { _ in }
  }

  /// Requests the permission, waits for the answer, and returns the new status.
  @discardableResult
  public func requestAuthorization(
    for permission: SystemPermission
  ) async -> SystemPermissionStatus {
    await withCheckedContinuation { continuation in
      requestAuthorization(for: permission) { continuation.resume(returning: $0) }
    }
  }
}

/// Permissions for tests, which specify the answers to requests.
public final class InMemoryPermissions: SystemPermissionChecker {
  private struct System {
    var statuses: SystemPermissionStatuses
    var answers: SystemPermissionStatuses
    var requests: [SystemPermission] = []

    func status(of permission: SystemPermission) -> SystemPermissionStatus {
      permission.status(.asks, assuming: .notDetermined) { statuses[$0] }
    }
  }

  private let system: Locked<System>

  public let permissionChanges = ObserverList<SystemPermission>()

  /// Permissions without a status are not determined. Requests without an answer change nothing.
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

  /// Sets the status without a request, as the user can in Settings.
  public func set(_ status: SystemPermissionStatus, of permission: SystemPermission) {
    system.withLock { $0.statuses[permission] = status }
    permissionChanges.notify(permission)
  }

  /// Later requests give the permission this status.
  public func answer(_ status: SystemPermissionStatus, for permission: SystemPermission) {
    system.withLock { $0.answers[permission] = status }
  }

  /// The requested permissions, in order.
  public var requests: [SystemPermission] { system.withLock { $0.requests } }
}

// Functions that return a permission by its kind, such as `location(usage: .always)`, as the guides use them.

extension SystemPermission {
  public enum LocationUsage: Hashable, Sendable {
    case whenInUse
    case always
  }

  /// The data that the app accesses; contacts are the only choice.
  public enum ContactsEntity: Hashable, Sendable {
    case contacts
  }

  public static func location(usage: LocationUsage) -> SystemPermission {
    switch usage {
    case .whenInUse: .locationWhenInUse
    case .always: .locationAlways
    }
  }

  public static func contacts(entity: ContactsEntity) -> SystemPermission {
    switch entity {
    case .contacts: .contacts
    }
  }
}
