/// The status of a permission, as the operating system reports it.
public enum SystemPermissionStatus: UInt8, NamedCase {
  /// The user has not been asked for the permission yet.
  case notDetermined

  /// The permission is granted.
  case authorized

  /// The user has denied the permission, and the app cannot ask again.
  case denied

  /// Parental controls or device management withhold the permission; the user cannot grant it.
  case restricted

  /// The permission does not exist on the device: its platform, or the installed version of the platform, does not have
  /// it.
  case unsupported

  /// The permission is granted for some of the user's photos or contacts only.
  case limited

  /// The app may send notifications, which are delivered quietly until the user decides about them.
  case provisional

  public var name: String {
    switch self {
    case .notDetermined: "notDetermined"
    case .authorized: "authorized"
    case .denied: "denied"
    case .restricted: "restricted"
    case .unsupported: "unsupported"
    case .limited: "limited"
    case .provisional: "provisional"
    }
  }

  /// The statuses in which an app can use a permission. Only some permissions can be `limited` or `provisional`.
  public static let granting: [SystemPermissionStatus] = [.authorized, .limited, .provisional]

  /// Whether a permission with this status satisfies a feature that requires it. It is unknown until the user has been
  /// asked.
  package var truth: Ternary {
    switch self {
    case .authorized, .limited, .provisional: .yes
    case .notDetermined: .unknown
    case .denied, .restricted, .unsupported: .no
    }
  }
}

extension SystemPermission {
  /// Whether the permission can have the status: ``SystemPermissionStatus/limited`` is only for photos and contacts,
  /// ``SystemPermissionStatus/provisional`` only for notifications.
  package func allows(_ status: SystemPermissionStatus) -> Bool {
    switch status {
    case .notDetermined, .authorized, .denied, .restricted, .unsupported: true
    case .limited: self == .photos || self == .contacts
    case .provisional: self == .notifications
    }
  }
}

extension SystemPermissionStatus: CustomStringConvertible {
  public var description: String { name }
}

/// A dictionary from permissions to statuses, which uses only three bits per permission.
public struct SystemPermissionStatuses: Hashable, Sendable {
  /// Three bits for each permission, of which the lowest is bit 3 × the raw value of the permission. They are zero if
  /// the permission has no status, otherwise the raw value of the status plus one.
  private var bits: UInt64 = 0

  public init() {}

  public subscript(permission: SystemPermission) -> SystemPermissionStatus? {
    get {
      let code = UInt8(truncatingIfNeeded: bits >> (3 * UInt64(permission.rawValue))) & 7
      return code == 0 ? nil : SystemPermissionStatus(rawValue: code - 1)
    }
    set {
      let shift = 3 * UInt64(permission.rawValue)
      bits = bits & ~(7 << shift) | (newValue.map { UInt64($0.rawValue) + 1 } ?? 0) << shift
    }
  }

  package var isEmpty: Bool { bits == 0 }

  /// Each permission that has a status, together with this status, in the order of ``SystemPermission``'s cases.
  package var given: [(SystemPermission, SystemPermissionStatus)] {
    SystemPermission.allCases.compactMap { permission in
      self[permission].map { (permission, $0) }
    }
  }

  /// Returns the status of a permission, or nil if there is none. If ``SystemPermission/locationAlways`` is authorized,
  /// ``SystemPermission/locationWhenInUse`` is authorized too, unless it has a status of its own.
  func status(of permission: SystemPermission) -> SystemPermissionStatus? {
    if let status = self[permission] { return status }
    let isImplied = permission == .locationWhenInUse && self[.locationAlways] == .authorized
    return isImplied ? .authorized : nil
  }
}

extension SystemPermissionStatuses: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (SystemPermission, SystemPermissionStatus)...) {
    for (permission, status) in elements { self[permission] = status }
  }
}
