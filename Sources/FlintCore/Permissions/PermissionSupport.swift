/// The platforms on which a permission exists, each with the first version that has it.
///
/// The first version is the one in which, according to Apple's documentation, the API named by ``source`` became
/// available. A platform that is not listed does not have the permission.
package struct PermissionSupport: Sendable {
  /// The Apple API, such as `CBManager.authorization`, whose documentation lists the first version of each platform.
  package let source: String

  private let versions: [(platform: Platform, since: Version)]

  /// Returns the first version of the platform that has the permission, or nil if no version has it.
  package func firstVersion(on platform: Platform) -> Version? {
    versions.first { $0.platform == platform }?.since
  }
}

extension SystemPermission {
  /// The platforms on which the permission exists, each with the first version that has it.
  package var support: PermissionSupport { PermissionSupport.table[Int(rawValue)] }

  /// Returns whether the permission exists in a version of a platform.
  package func isOffered(on platform: Platform, _ version: InstalledVersion) -> Bool {
    guard let first = support.firstVersion(on: platform) else { return false }
    return version.isAtLeast(first)
  }
}

extension PermissionSupport {
  /// The platform support of every permission. The index of a permission in the list is its raw value.
  fileprivate static let table: [PermissionSupport] = SystemPermission.allCases.map { row(for: $0) }

  private static func row(for permission: SystemPermission) -> PermissionSupport {
    switch permission {
    case .camera:
      PermissionSupport(
        source: "AVCaptureDevice.authorizationStatus(for: .video)",
        versions: [(.iOS, "7.0"), (.macOS, "10.14"), (.tvOS, "17.0"), (.visionOS, "1.0")])
    case .photos:
      PermissionSupport(
        source: "PHPhotoLibrary.authorizationStatus()",
        versions: [(.iOS, "8.0"), (.macOS, "10.13"), (.tvOS, "10.0"), (.visionOS, "1.0")])
    case .microphone:
      PermissionSupport(
        source: "AVCaptureDevice.authorizationStatus(for: .audio); AVAudioSession on watchOS",
        versions: [
          (.iOS, "7.0"), (.macOS, "10.14"), (.tvOS, "17.0"), (.watchOS, "4.0"), (.visionOS, "1.0"),
        ])
    case .locationWhenInUse:
      PermissionSupport(
        source: "CLLocationManager.requestWhenInUseAuthorization()",
        versions: [
          (.iOS, "8.0"), (.macOS, "10.15"), (.tvOS, "9.0"), (.watchOS, "2.0"), (.visionOS, "1.0"),
        ])
    case .locationAlways:
      PermissionSupport(
        source: "CLLocationManager.requestAlwaysAuthorization()",
        versions: [(.iOS, "8.0"), (.macOS, "10.15"), (.watchOS, "2.0")])
    case .contacts:
      PermissionSupport(
        source: "CNContactStore.authorizationStatus(for:)",
        versions: [(.iOS, "9.0"), (.macOS, "10.11"), (.watchOS, "2.0"), (.visionOS, "1.0")])
    case .calendarEvents:
      PermissionSupport(
        source: "EKEventStore.authorizationStatus(for: .event)",
        versions: [(.iOS, "6.0"), (.macOS, "10.9"), (.watchOS, "2.0"), (.visionOS, "1.0")])
    case .reminders:
      PermissionSupport(
        source: "EKEventStore.authorizationStatus(for: .reminder)",
        versions: [(.iOS, "6.0"), (.macOS, "10.9"), (.watchOS, "2.0"), (.visionOS, "1.0")])
    case .motion:
      PermissionSupport(
        source: "CMMotionActivityManager.authorizationStatus()",
        versions: [(.iOS, "11.0"), (.watchOS, "4.0")])
    case .speechRecognition:
      PermissionSupport(
        source: "SFSpeechRecognizer.authorizationStatus()",
        versions: [(.iOS, "10.0"), (.macOS, "10.15"), (.visionOS, "1.0")])
    case .siriKit:
      PermissionSupport(
        source: "INPreferences.requestSiriAuthorization(_:)",
        versions: [(.iOS, "10.0"), (.tvOS, "14.0"), (.watchOS, "6.0"), (.visionOS, "1.0")])
    case .bluetooth:
      PermissionSupport(
        source: "CBManager.authorization",
        versions: [
          (.iOS, "13.1"), (.macOS, "10.15"), (.tvOS, "13.0"), (.watchOS, "6.0"), (.visionOS, "1.0"),
        ])
    case .mediaLibrary:
      PermissionSupport(
        source: "MPMediaLibrary.authorizationStatus()",
        versions: [(.iOS, "9.3"), (.visionOS, "1.0")])
    case .homeKit:
      PermissionSupport(
        source: "HMHomeManager",
        versions: [(.iOS, "8.0"), (.tvOS, "10.0"), (.watchOS, "2.0"), (.visionOS, "1.0")])
    case .health:
      PermissionSupport(
        source: "HKHealthStore.requestAuthorization",
        versions: [(.iOS, "8.0"), (.macOS, "13.0"), (.watchOS, "2.0"), (.visionOS, "1.0")])
    case .tracking:
      PermissionSupport(
        source: "ATTrackingManager.trackingAuthorizationStatus",
        versions: [(.iOS, "14.0"), (.macOS, "11.0"), (.tvOS, "14.0"), (.visionOS, "1.0")])
    case .notifications:
      PermissionSupport(
        source: "UNUserNotificationCenter.requestAuthorization",
        versions: [
          (.iOS, "10.0"), (.macOS, "10.14"), (.tvOS, "10.0"), (.watchOS, "3.0"), (.visionOS, "1.0"),
        ])
    case .faceID:
      PermissionSupport(
        source: "LAContext.evaluatePolicy with LABiometryType.faceID",
        versions: [(.iOS, "11.0")])
    case .localNetwork:
      PermissionSupport(
        source: "NSLocalNetworkUsageDescription",
        versions: [(.iOS, "14.0"), (.macOS, "11.0"), (.tvOS, "14.0"), (.visionOS, "1.0")])
    case .nearbyInteraction:
      PermissionSupport(
        source: "NISession",
        versions: [(.iOS, "14.0"), (.watchOS, "8.0")])
    case .focusStatus:
      PermissionSupport(
        source: "INFocusStatusCenter.authorizationStatus",
        versions: [(.iOS, "15.0"), (.macOS, "12.0"), (.watchOS, "8.0")])
    }
  }
}
