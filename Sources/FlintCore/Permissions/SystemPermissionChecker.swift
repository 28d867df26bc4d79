/// A source of the statuses of system permissions, which can also ask the user for a permission.
public protocol SystemPermissionChecker: Sendable {
  func status(of permission: SystemPermission) -> SystemPermissionStatus

  /// Shows the system's prompt for a permission to the user. When the user has answered, calls `completion` once with
  /// the resulting status, on any thread.
  func requestAuthorization(
    for permission: SystemPermission,
    completion: @escaping @Sendable (SystemPermissionStatus) -> Void)

  /// The observers of permissions. They receive each permission whose status changes.
  var permissionChanges: ObserverList<SystemPermission> { get }
}

extension SystemPermissionChecker {
  /// Shows the system's prompt for a permission to the user, without waiting for the answer.
  public func requestAuthorization(for permission: SystemPermission) {
    requestAuthorization(for: permission) { _ in }
  }

  /// Shows the system's prompt for a permission to the user, waits for the answer, and returns the resulting status.
  @discardableResult
  public func requestAuthorization(
    for permission: SystemPermission
  ) async -> SystemPermissionStatus {
    await withCheckedContinuation { continuation in
      requestAuthorization(for: permission) { continuation.resume(returning: $0) }
    }
  }
}

/// A simulated permission system for tests. It answers requests as the test has specified.
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

  /// Creates a permission system with initial statuses and with the answers to later requests. A permission that is
  /// missing from `statuses` is not determined, and remains so after a request if it is missing from `answers` too.
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

  /// Sets the answer to later requests for a permission: the status that the permission then has.
  public func answer(_ status: SystemPermissionStatus, for permission: SystemPermission) {
    system.withLock { $0.answers[permission] = status }
  }

  /// The permissions that have been requested, in the order of the requests.
  public var requests: [SystemPermission] { system.withLock { $0.requests } }
}

// Functions that return a permission by its kind, such as `location(usage: .always)`, as the guides use them.

extension SystemPermission {
  /// The situations in which an app needs the device's location: only while it is in use, or always.
  public enum LocationUsage: Hashable, Sendable {
    case whenInUse
    case always
  }

  /// The part of the address book that an app needs. The contacts are the only choice.
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
