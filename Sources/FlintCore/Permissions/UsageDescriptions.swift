/// The keys of an app's `Info.plist` file whose values explain to the user why the app requests a permission. The
/// system ends an app that requests a permission without them.
///
/// Source: Apple's documentation of the information property list, “Protected resources”.
package struct UsageDescriptions: Sendable {
  /// The `Info.plist` keys under which the app explains to the user why it requests the permission, as current versions
  /// of the operating systems read them. A text under one of these keys is enough for a request. The list is empty if
  /// the system requires no explanation of this permission.
  package let current: [String]
  /// The `Info.plist` keys under which the app explains to the user why it requests the permission, as only earlier
  /// versions of the operating systems read them.
  package let deprecated: [String]
}

extension SystemPermission {
  package var usageDescriptions: UsageDescriptions {
    switch self {
    case .camera: .init("NSCameraUsageDescription")
    case .photos: .init("NSPhotoLibraryUsageDescription")
    case .microphone: .init("NSMicrophoneUsageDescription")
    case .locationWhenInUse:
      .init(
        "NSLocationWhenInUseUsageDescription", "NSLocationAlwaysAndWhenInUseUsageDescription",
        deprecated: "NSLocationUsageDescription")
    case .locationAlways:
      .init(
        "NSLocationAlwaysAndWhenInUseUsageDescription",
        deprecated: "NSLocationAlwaysUsageDescription")
    case .contacts: .init("NSContactsUsageDescription")
    case .calendarEvents:
      .init(
        "NSCalendarsFullAccessUsageDescription", "NSCalendarsWriteOnlyAccessUsageDescription",
        deprecated: "NSCalendarsUsageDescription")
    case .reminders:
      .init("NSRemindersFullAccessUsageDescription", deprecated: "NSRemindersUsageDescription")
    case .motion: .init("NSMotionUsageDescription")
    case .speechRecognition: .init("NSSpeechRecognitionUsageDescription")
    case .siriKit: .init("NSSiriUsageDescription")
    case .bluetooth:
      .init(
        "NSBluetoothAlwaysUsageDescription", deprecated: "NSBluetoothPeripheralUsageDescription")
    case .mediaLibrary: .init("NSAppleMusicUsageDescription")
    case .homeKit: .init("NSHomeKitUsageDescription")
    case .health:
      .init(
        "NSHealthShareUsageDescription", "NSHealthUpdateUsageDescription",
        "NSHealthClinicalHealthRecordsShareUsageDescription")
    case .tracking: .init("NSUserTrackingUsageDescription")
    case .notifications: .init()
    case .faceID: .init("NSFaceIDUsageDescription")
    case .localNetwork: .init("NSLocalNetworkUsageDescription")
    case .nearbyInteraction:
      .init(
        "NSNearbyInteractionUsageDescription",
        deprecated: "NSNearbyInteractionAllowOnceUsageDescription")
    case .focusStatus: .init("NSFocusStatusUsageDescription")
    }
  }
}

extension UsageDescriptions {
  fileprivate init(_ current: String..., deprecated: String...) {
    self.init(current: current, deprecated: deprecated)
  }
}
