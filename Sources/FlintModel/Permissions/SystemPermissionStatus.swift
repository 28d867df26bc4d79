/// The status of a permission, as the operating system reports it.
///
/// Those in which an app can use the permission follow ``unsupported``, the most useful first.
public enum SystemPermissionStatus: UInt8, NamedCase {
  /// Not asked yet.
  case notDetermined

  case authorized

  /// The app cannot ask again.
  case denied

  /// Parental controls or device management; the user cannot grant it.
  case restricted

  /// The platform, or its version, does not offer it.
  case unsupported

  /// The app may add events to the calendar, but not read it.
  case writeOnly

  /// Some photos or contacts only.
  case limited

  /// The app receives the approximate location only.
  case reducedAccuracy

  /// Notifications arrive quietly until the user decides.
  case provisional

  /// An App Clip may send notifications for a few hours after its launch.
  case ephemeral
}

extension SystemPermissionStatus {
  public var name: String { Self.table[Int(rawValue)].name }

  /// What a sentence says of a permission with this status: “is denied”. Nil for ``unsupported``, whose reason depends on
  /// the state.
  package var predicate: String? { Self.table[Int(rawValue)].predicate }

  /// The status in a menu: “not asked yet”.
  package var displayName: String { Self.table[Int(rawValue)].displayName ?? label }

  /// The instruction to give a permission this status, in two parts around the permission: “allow the photo library
  /// permission” and “ for selected items only”.
  package var instruction: Instruction { Self.table[Int(rawValue)].instruction }

  package struct Instruction: Hashable, Sendable {
    package let beginning: String
    package let end: String
  }

  /// The statuses that every permission can have.
  package static let defaults: [SystemPermissionStatus] = [
    .notDetermined, .authorized, .denied, .restricted, .unsupported,
  ]

  /// The statuses in which an app can use a permission. Only some permissions can have another than ``authorized``.
  public static let granting = allCases.filter { $0 == .authorized || !defaults.contains($0) }

  /// The statuses that satisfy a requirement without a list: those that grant what the permission's name says.
  public static let satisfying = granting.filter { $0 != .writeOnly }

  private struct Row {
    let name: String
    let predicate: String?
    let displayName: String?
    let instruction: Instruction

    init(
      _ name: String, _ predicate: String?, displayName: String? = nil,
      _ beginning: String = "allow", _ end: String = ""
    ) {
      self.name = name
      self.predicate = predicate
      self.displayName = displayName
      instruction = Instruction(beginning: beginning, end: end)
    }
  }

  // INVARIANT: the index of a status in `allCases` is its raw value.
  private static let table = allCases.map(\.row)

  private var row: Row {
    switch self {
    case .notDetermined:
      Row(
        "notDetermined", "has not been requested yet", displayName: "not asked yet", "leave",
        " undetermined")
    case .authorized: Row("authorized", "is granted", displayName: "allowed")
    case .denied: Row("denied", "is denied", "deny")
    case .restricted: Row("restricted", "is restricted on this device", "restrict")
    case .unsupported:
      Row("unsupported", nil, displayName: "not supported", "use a device without")
    case .writeOnly: Row("writeOnly", "is granted for adding only", "allow", " for adding only")
    case .limited:
      Row("limited", "is granted for selected items only", "allow", " for selected items only")
    case .reducedAccuracy:
      Row(
        "reducedAccuracy", "is granted with reduced accuracy", "allow", " with reduced accuracy")
    case .provisional:
      Row(
        "provisional", "is granted provisionally, for quiet delivery", "allow", " provisionally")
    case .ephemeral:
      Row("ephemeral", "is granted for a few hours", "allow", " for a few hours")
    }
  }
}

extension SystemPermissionStatus: CustomStringConvertible {
  public var description: String { name }
}

/// A dictionary from permissions to statuses.
public typealias SystemPermissionStatuses = [SystemPermission: SystemPermissionStatus]
