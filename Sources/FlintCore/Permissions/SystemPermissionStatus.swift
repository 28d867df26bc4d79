/// What the system says of one permission.
public enum SystemPermissionStatus: UInt8, NamedCase {
  /// The user has not been asked yet.
  case notDetermined

  /// Granted.
  case authorized

  /// The user said no, and the app cannot ask again.
  case denied

  /// Withheld by parental controls or device management; the user cannot grant it.
  case restricted

  /// The platform, at that version, does not offer it.
  case unsupported

  /// Granted for some of the user's photos or contacts.
  case limited

  /// Notifications that arrive quietly, until the user decides.
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

  /// The statuses with which an app can use a permission, as far as the permission can have them.
  public static let granting: [SystemPermissionStatus] = [.authorized, .limited, .provisional]

  /// Whether a feature that needs the permission has it: yes, no, or not known before asking.
  package var truth: Ternary {
    switch self {
    case .authorized, .limited, .provisional: .yes
    case .notDetermined: .unknown
    case .denied, .restricted, .unsupported: .no
    }
  }
}

extension SystemPermission {
  /// Whether the system can give the permission that status: ``SystemPermissionStatus/limited`` for photos and contacts,
  /// ``SystemPermissionStatus/provisional`` for notifications alone.
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

/// A status for some of the permissions, in three bits each.
public struct SystemPermissionStatuses: Hashable, Sendable {
  /// Zero in a permission's three bits: no status given; else the status's raw value plus one.
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

  /// The permissions that have a status, in their order.
  package var given: [(SystemPermission, SystemPermissionStatus)] {
    SystemPermission.allCases.compactMap { permission in
      self[permission].map { (permission, $0) }
    }
  }

  /// The status given, or the one that follows: who may always know where the device is may while in use. Nil where the
  /// statuses tell nothing.
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
