/// A permission that an app must request from the user.
public enum SystemPermission: UInt8, NamedCase {
  case camera
  case photos
  case microphone
  case locationWhenInUse
  case locationAlways
  case contacts
  case calendarEvents
  case reminders
  case motion
  case speechRecognition
  case siriKit
  case bluetooth
  case mediaLibrary
  case homeKit
  case health
  case tracking
  case notifications
  case faceID
  case localNetwork
  case nearbyInteraction
  case focusStatus
  case photosAddOnly
  case alarms
}

extension SystemPermission {
  /// In manifests, states and options: `location.whenInUse`.
  public var name: String { Self.table[Int(rawValue)].name }

  /// In sentences, before the word “permission”: “photo library”.
  package var displayName: String { Self.table[Int(rawValue)].displayName }

  /// Users' other spellings, in lower case without spaces or punctuation.
  package var otherNames: [String] { Self.table[Int(rawValue)].otherNames }

  package var support: PermissionSupport { Self.table[Int(rawValue)].support }

  package var usageDescriptions: UsageDescriptions { Self.table[Int(rawValue)].usageDescriptions }

  /// Possible statuses, in the order of the cases.
  public var statuses: [SystemPermissionStatus] { Self.table[Int(rawValue)].statuses }

  package func allows(_ status: SystemPermissionStatus) -> Bool { statuses.contains(status) }

  package func isOffered(on platform: Platform, _ version: InstalledVersion) -> Bool {
    support.access(on: platform, version) == .asks
  }
}

extension SystemPermission: CustomStringConvertible {
  public var description: String { name }
}

extension SystemPermission {
  fileprivate struct Row {
    let name: String
    let displayName: String
    let otherNames: [String]
    let statuses: [SystemPermissionStatus]
    let support: PermissionSupport
    let usageDescriptions: UsageDescriptions

    /// - Parameters:
    ///   - statuses: those that not every permission can have.
    ///   - api: the Apple API whose documented availability is that of the permission.
    ///   - freePlatforms: the platforms that give access without a request where they do not offer the permission.
    ///   - keys: see ``UsageDescriptions/current``.
    init(
      _ name: String, _ displayName: String, also otherNames: String = "",
      can statuses: [SystemPermissionStatus] = [],
      api: String, iOS: Version? = nil, macOS: Version? = nil, tvOS: Version? = nil,
      watchOS: Version? = nil, visionOS: Version? = nil, freeBefore freePlatforms: [Platform] = [],
      keys: String = "", deprecatedKeys: String = "", keysSince: [Platform: Version] = [:]
    ) {
      self.name = name
      self.displayName = displayName
      self.otherNames = otherNames.words
      self.statuses = SystemPermissionStatus.defaults + statuses
      support = PermissionSupport(
        source: api,
        versions: [
          .iOS: iOS, .macOS: macOS, .tvOS: tvOS, .watchOS: watchOS, .visionOS: visionOS,
        ], freePlatforms: freePlatforms)
      usageDescriptions = UsageDescriptions(
        current: keys.words, deprecated: deprecatedKeys.words, currentSince: keysSince)
    }
  }

  private static let eventKitKeysSince: [Platform: Version] = [.iOS: 17, .macOS: 14, .watchOS: 10]

  // INVARIANT: the index of a permission in `allCases` is its raw value.
  fileprivate static let table = allCases.map(\.row)

  private var row: Row {
    switch self {
    case .camera:
      Row(
        "camera", "camera",
        api: "AVCaptureDevice.authorizationStatus(for: .video)",
        iOS: "7.0", macOS: "10.14", tvOS: "17.0", visionOS: "1.0", freeBefore: [.macOS],
        keys: "NSCameraUsageDescription")
    case .photos:
      Row(
        "photos", "photo library", also: "photolibrary photo", can: [.limited],
        api: "PHPhotoLibrary.authorizationStatus()",
        iOS: "8.0", macOS: "10.13", tvOS: "10.0", visionOS: "1.0",
        keys: "NSPhotoLibraryUsageDescription")
    case .microphone:
      Row(
        "microphone", "microphone", also: "mic audio",
        api: "AVCaptureDevice.authorizationStatus(for: .audio); AVAudioSession on watchOS",
        iOS: "7.0", macOS: "10.14", tvOS: "17.0", watchOS: "4.0", visionOS: "1.0",
        freeBefore: [.macOS], keys: "NSMicrophoneUsageDescription")
    case .locationWhenInUse:
      Row(
        "location.whenInUse", "while-in-use location", also: "location locationwheninuse",
        can: [.reducedAccuracy],
        api: "CLLocationManager.requestWhenInUseAuthorization()",
        iOS: "8.0", macOS: "10.15", tvOS: "9.0", watchOS: "2.0", visionOS: "1.0",
        keys: "NSLocationWhenInUseUsageDescription NSLocationAlwaysAndWhenInUseUsageDescription",
        deprecatedKeys: "NSLocationUsageDescription")
    case .locationAlways:
      Row(
        "location.always", "always-on location", also: "locationalways alwayslocation",
        can: [.reducedAccuracy],
        api: "CLLocationManager.requestAlwaysAuthorization()",
        iOS: "8.0", macOS: "10.15", watchOS: "2.0",
        keys: "NSLocationAlwaysAndWhenInUseUsageDescription",
        deprecatedKeys: "NSLocationAlwaysUsageDescription")
    case .contacts:
      Row(
        "contacts", "contacts", also: "addressbook", can: [.limited],
        api: "CNContactStore.authorizationStatus(for:)",
        iOS: "9.0", macOS: "10.11", watchOS: "2.0", visionOS: "1.0",
        keys: "NSContactsUsageDescription")
    case .calendarEvents:
      Row(
        "calendarEvents", "calendar", also: "calendar calendars events",
        can: [.writeOnly],
        api: "EKEventStore.authorizationStatus(for: .event)",
        iOS: "6.0", macOS: "10.9", watchOS: "2.0", visionOS: "1.0",
        keys: "NSCalendarsFullAccessUsageDescription NSCalendarsWriteOnlyAccessUsageDescription",
        deprecatedKeys: "NSCalendarsUsageDescription", keysSince: Self.eventKitKeysSince)
    case .reminders:
      Row(
        "reminders", "reminders", also: "todos",
        api: "EKEventStore.authorizationStatus(for: .reminder)",
        iOS: "6.0", macOS: "10.9", watchOS: "2.0", visionOS: "1.0",
        keys: "NSRemindersFullAccessUsageDescription",
        deprecatedKeys: "NSRemindersUsageDescription", keysSince: Self.eventKitKeysSince)
    case .motion:
      Row(
        "motion", "motion and fitness", also: "fitness",
        api: "CMMotionActivityManager.authorizationStatus()", iOS: "11.0", watchOS: "4.0",
        keys: "NSMotionUsageDescription")
    case .speechRecognition:
      Row(
        "speechRecognition", "speech recognition", also: "speech",
        api: "SFSpeechRecognizer.authorizationStatus()",
        iOS: "10.0", macOS: "10.15", visionOS: "1.0", keys: "NSSpeechRecognitionUsageDescription")
    case .siriKit:
      Row(
        "siriKit", "Siri", also: "siri",
        api: "INPreferences.requestSiriAuthorization(_:)",
        iOS: "10.0", tvOS: "14.0", watchOS: "6.0", visionOS: "1.0",
        keys: "NSSiriUsageDescription")
    case .bluetooth:
      Row(
        "bluetooth", "Bluetooth", also: "ble",
        api: "CBManager.authorization",
        iOS: "13.1", macOS: "10.15", tvOS: "13.0", watchOS: "6.0", visionOS: "1.0",
        freeBefore: [.iOS, .macOS, .tvOS, .watchOS],
        keys: "NSBluetoothAlwaysUsageDescription",
        deprecatedKeys: "NSBluetoothPeripheralUsageDescription")
    case .mediaLibrary:
      Row(
        "mediaLibrary", "media library", also: "music media applemusic",
        api: "MPMediaLibrary.authorizationStatus()",
        iOS: "9.3", visionOS: "1.0", freeBefore: [.iOS], keys: "NSAppleMusicUsageDescription")
    case .homeKit:
      Row(
        "homeKit", "HomeKit", also: "home",
        api: "HMHomeManager",
        iOS: "8.0", tvOS: "10.0", watchOS: "2.0", visionOS: "1.0",
        keys: "NSHomeKitUsageDescription")
    case .health:
      Row(
        "health", "health data", also: "healthkit",
        api: "HKHealthStore.requestAuthorization",
        iOS: "8.0", macOS: "13.0", watchOS: "2.0", visionOS: "1.0",
        keys:
          "NSHealthShareUsageDescription NSHealthUpdateUsageDescription NSHealthClinicalHealthRecordsShareUsageDescription"
      )
    case .tracking:
      Row(
        "tracking", "tracking", also: "idfa att apptracking apptrackingtransparency",
        api: "ATTrackingManager.trackingAuthorizationStatus",
        iOS: "14.0", macOS: "11.0", tvOS: "14.0", visionOS: "1.0",
        freeBefore: [.iOS, .macOS, .tvOS], keys: "NSUserTrackingUsageDescription")
    case .notifications:
      Row(
        "notifications", "notification", also: "push pushnotifications usernotifications",
        can: [.provisional, .ephemeral],
        api: "UNUserNotificationCenter.requestAuthorization",
        iOS: "10.0", macOS: "10.14", tvOS: "10.0", watchOS: "3.0", visionOS: "1.0",
        freeBefore: [.macOS])
    case .faceID:
      Row(
        "faceID", "Face ID", also: "biometrics",
        api: "LAContext.evaluatePolicy with LABiometryType.faceID", iOS: "11.0",
        keys: "NSFaceIDUsageDescription")
    case .localNetwork:
      Row(
        "localNetwork", "local network", also: "network",
        api: "NSLocalNetworkUsageDescription; TN3179", iOS: "14.0", macOS: "15.0", visionOS: "1.0",
        freeBefore: [.iOS, .macOS, .tvOS, .watchOS], keys: "NSLocalNetworkUsageDescription")
    case .nearbyInteraction:
      Row(
        "nearbyInteraction", "nearby interaction", also: "uwb",
        api: "NISession", iOS: "14.0", watchOS: "8.0",
        keys: "NSNearbyInteractionUsageDescription",
        deprecatedKeys: "NSNearbyInteractionAllowOnceUsageDescription")
    case .focusStatus:
      Row(
        "focusStatus", "Focus status", also: "focus",
        api: "INFocusStatusCenter.authorizationStatus", iOS: "15.0", macOS: "12.0", watchOS: "8.0",
        keys: "NSFocusStatusUsageDescription")
    case .photosAddOnly:
      Row(
        "photos.addOnly", "add-only photo library",
        also:
          "photosaddonly addphotos savephotos photolibraryadd photolibraryaddonly photosadd addonly",
        api: "PHPhotoLibrary.authorizationStatus(for: .addOnly)",
        iOS: "14.0", macOS: "11.0", tvOS: "14.0", visionOS: "1.0",
        keys: "NSPhotoLibraryAddUsageDescription")
    case .alarms:
      Row(
        "alarms", "alarm", also: "alarm alarmkit",
        api: "AlarmManager.authorizationState", iOS: "26.0", keys: "NSAlarmKitUsageDescription")
    }
  }
}

/// `Info.plist` keys without which the system ends an app that requests the permission. Source:
/// Apple's “Protected resources”.
package struct UsageDescriptions: Sendable {
  /// Keys that current systems read; empty if none is needed. One key is enough, except where the
  /// keys after the first are for partial access.
  package let current: [String]

  /// Keys that only earlier versions read.
  package let deprecated: [String]

  /// First versions that read ``current`` and not ``deprecated``; empty if all do.
  package let currentSince: [Platform: Version]
}

/// The status of a permission, as the operating system reports it.
///
/// The cases after ``unsupported`` are weaker grants than ``authorized``, the most useful first.
public enum SystemPermissionStatus: UInt8, NamedCase {
  /// Not asked yet.
  case notDetermined

  case authorized

  /// The app cannot ask again.
  case denied

  /// Withheld by parental controls or device management. The user cannot grant it.
  case restricted

  /// The platform, or its version, does not offer the permission.
  case unsupported

  /// The app may add events to the calendar, but not read it.
  case writeOnly

  /// The app sees some photos or contacts only.
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

  /// “is denied”. Nil for ``unsupported``, whose reason depends on the state.
  package var predicate: String? { Self.table[Int(rawValue)].predicate }

  /// In a menu: “not asked yet”.
  package var displayName: String { Self.table[Int(rawValue)].displayName ?? label }

  /// How to grant the status, in two parts around the permission.
  ///
  /// For example “allow the photo library permission” and “ for selected items only”.
  package var instruction: Instruction { Self.table[Int(rawValue)].instruction }

  package struct Instruction: Hashable, Sendable {
    package let beginning: String
    package let end: String
  }

  /// Statuses that every permission can have.
  package static let defaults: [SystemPermissionStatus] = [
    .notDetermined, .authorized, .denied, .restricted, .unsupported,
  ]

  /// The statuses in which an app can use a permission. Only some permissions can have another than ``authorized``.
  public static let granting = allCases.filter { $0 == .authorized || !defaults.contains($0) }

  /// The statuses that satisfy a requirement without a list of statuses. They grant what the
  /// permission's name says.
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

public typealias SystemPermissionStatuses = [SystemPermission: SystemPermissionStatus]

/// The first version of each platform that offers a permission.
package struct PermissionSupport: Sendable {
  /// The Apple API whose documented availability is that of the permission.
  package let source: String

  /// By the ``Platform``'s raw value. Nil where the permission never exists.
  private let versions: [Version?]
  private let freePlatforms: [Platform]

  init(source: String, versions: [Platform: Version?], freePlatforms: [Platform]) {
    self.source = source
    self.versions = Platform.allCases.map { versions[$0] ?? nil }
    self.freePlatforms = freePlatforms
  }

  package func firstVersion(on platform: Platform) -> Version? { versions[Int(platform.rawValue)] }

  /// Whether the platform gives access without a request where it lacks the permission.
  package func isFreeBefore(on platform: Platform) -> Bool { freePlatforms.contains(platform) }

  package func access(on platform: Platform, _ version: InstalledVersion) -> PermissionAccess {
    if let first = firstVersion(on: platform), version.isAtLeast(first) { return .asks }
    return isFreeBefore(on: platform) ? .free : .unsupported
  }
}

/// Access on a version of a platform before the user is asked.
package enum PermissionAccess: Sendable {
  case asks, free, unsupported
}

/// Why a permission is unsupported.
package enum PermissionAbsence: Sendable {
  case fromDevice, fromVersion, fromPlatform
}

extension SystemPermission {
  /// The status of this permission. The location permissions share a switch, so one can decide the
  /// other.
  /// - Parameter assumed: The status of permissions that the state does not give.
  package func status(
    _ access: PermissionAccess, assuming assumed: SystemPermissionStatus,
    given: (SystemPermission) -> SystemPermissionStatus?
  ) -> SystemPermissionStatus {
    let own = given(self)
    if self == .locationWhenInUse, let always = given(.locationAlways) {
      if always == .restricted, access == .asks { return .restricted }
      if own == nil, [.authorized, .reducedAccuracy, .denied].contains(always) { return always }
    }
    if self == .locationAlways, access == .asks, own != .restricted,
      let whenInUse = given(.locationWhenInUse), [.denied, .restricted].contains(whenInUse)
    {
      return whenInUse
    }
    if let own { return own }
    return switch access {
    case .asks: assumed
    case .free: .authorized
    case .unsupported: .unsupported
    }
  }
}

extension DeviceState {
  /// Whether the state's two location permissions can have their statuses at once. One switch in
  /// Settings sets both. If false, evaluation can replace one of the statuses.
  package var hasOneLocationSwitch: Bool {
    guard let whenInUse = permissions[.locationWhenInUse],
      let always = permissions[.locationAlways],
      ![whenInUse, always].contains(.unsupported)
    else { return true }
    return whenInUse == always
      || [.authorized, .reducedAccuracy].contains(whenInUse)
        && [.notDetermined, .denied].contains(always)
  }
}
