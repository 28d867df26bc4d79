/// The platforms on which a permission exists, each with the first version that has it.
///
/// The first version is the one in which, according to Apple's documentation, the API named by ``source`` became
/// available.
package struct PermissionSupport: Sendable {
  /// The Apple API that belongs to the permission, such as `CBManager.authorization`. Apple's documentation of this API
  /// lists the first version of each platform that has the API, and therefore the permission.
  package let source: String

  // The first version on each platform; nil if the platform does not have the permission.
  private let iOS, macOS, tvOS, watchOS, visionOS: Version?

  /// Returns the first version of the platform that has the permission; nil if no version has it.
  package func firstVersion(on platform: Platform) -> Version? {
    switch platform {
    case .iOS: iOS
    case .macOS: macOS
    case .tvOS: tvOS
    case .watchOS: watchOS
    case .visionOS: visionOS
    }
  }
}

extension SystemPermission {
  package var support: PermissionSupport { PermissionSupport.table[Int(rawValue)] }

  package func isOffered(on platform: Platform, _ version: InstalledVersion) -> Bool {
    guard let first = support.firstVersion(on: platform) else { return false }
    return version.isAtLeast(first)
  }
}

extension PermissionSupport {
  fileprivate static let table: [PermissionSupport] = SystemPermission.allCases.map { row(for: $0) }

  private static func row(for permission: SystemPermission) -> PermissionSupport {
    switch permission {
    case .camera:
      PermissionSupport(
        source: "AVCaptureDevice.authorizationStatus(for: .video)",
        iOS: "7.0", macOS: "10.14", tvOS: "17.0", watchOS: nil, visionOS: "1.0")
    case .photos:
      PermissionSupport(
        source: "PHPhotoLibrary.authorizationStatus()",
        iOS: "8.0", macOS: "10.13", tvOS: "10.0", watchOS: nil, visionOS: "1.0")
    case .microphone:
      PermissionSupport(
        source: "AVCaptureDevice.authorizationStatus(for: .audio); AVAudioSession on watchOS",
        iOS: "7.0", macOS: "10.14", tvOS: "17.0", watchOS: "4.0", visionOS: "1.0")
    case .locationWhenInUse:
      PermissionSupport(
        source: "CLLocationManager.requestWhenInUseAuthorization()",
        iOS: "8.0", macOS: "10.15", tvOS: "9.0", watchOS: "2.0", visionOS: "1.0")
    case .locationAlways:
      PermissionSupport(
        source: "CLLocationManager.requestAlwaysAuthorization()",
        iOS: "8.0", macOS: "10.15", tvOS: nil, watchOS: "2.0", visionOS: nil)
    case .contacts:
      PermissionSupport(
        source: "CNContactStore.authorizationStatus(for:)",
        iOS: "9.0", macOS: "10.11", tvOS: nil, watchOS: "2.0", visionOS: "1.0")
    case .calendarEvents:
      PermissionSupport(
        source: "EKEventStore.authorizationStatus(for: .event)",
        iOS: "6.0", macOS: "10.9", tvOS: nil, watchOS: "2.0", visionOS: "1.0")
    case .reminders:
      PermissionSupport(
        source: "EKEventStore.authorizationStatus(for: .reminder)",
        iOS: "6.0", macOS: "10.9", tvOS: nil, watchOS: "2.0", visionOS: "1.0")
    case .motion:
      PermissionSupport(
        source: "CMMotionActivityManager.authorizationStatus()",
        iOS: "11.0", macOS: nil, tvOS: nil, watchOS: "4.0", visionOS: nil)
    case .speechRecognition:
      PermissionSupport(
        source: "SFSpeechRecognizer.authorizationStatus()",
        iOS: "10.0", macOS: "10.15", tvOS: nil, watchOS: nil, visionOS: "1.0")
    case .siriKit:
      PermissionSupport(
        source: "INPreferences.requestSiriAuthorization(_:)",
        iOS: "10.0", macOS: nil, tvOS: "14.0", watchOS: "6.0", visionOS: "1.0")
    case .bluetooth:
      PermissionSupport(
        source: "CBManager.authorization",
        iOS: "13.1", macOS: "10.15", tvOS: "13.0", watchOS: "6.0", visionOS: "1.0")
    case .mediaLibrary:
      PermissionSupport(
        source: "MPMediaLibrary.authorizationStatus()",
        iOS: "9.3", macOS: nil, tvOS: nil, watchOS: nil, visionOS: "1.0")
    case .homeKit:
      PermissionSupport(
        source: "HMHomeManager",
        iOS: "8.0", macOS: nil, tvOS: "10.0", watchOS: "2.0", visionOS: "1.0")
    case .health:
      PermissionSupport(
        source: "HKHealthStore.requestAuthorization",
        iOS: "8.0", macOS: "13.0", tvOS: nil, watchOS: "2.0", visionOS: "1.0")
    case .tracking:
      PermissionSupport(
        source: "ATTrackingManager.trackingAuthorizationStatus",
        iOS: "14.0", macOS: "11.0", tvOS: "14.0", watchOS: nil, visionOS: "1.0")
    case .notifications:
      PermissionSupport(
        source: "UNUserNotificationCenter.requestAuthorization",
        iOS: "10.0", macOS: "10.14", tvOS: "10.0", watchOS: "3.0", visionOS: "1.0")
    case .faceID:
      PermissionSupport(
        source: "LAContext.evaluatePolicy with LABiometryType.faceID",
        iOS: "11.0", macOS: nil, tvOS: nil, watchOS: nil, visionOS: nil)
    case .localNetwork:
      PermissionSupport(
        source: "NSLocalNetworkUsageDescription",
        iOS: "14.0", macOS: "11.0", tvOS: "14.0", watchOS: nil, visionOS: "1.0")
    case .nearbyInteraction:
      PermissionSupport(
        source: "NISession",
        iOS: "14.0", macOS: nil, tvOS: nil, watchOS: "8.0", visionOS: nil)
    case .focusStatus:
      PermissionSupport(
        source: "INFocusStatusCenter.authorizationStatus",
        iOS: "15.0", macOS: "12.0", tvOS: nil, watchOS: "8.0", visionOS: nil)
    }
  }
}
