/// A permission of the operating system, such as access to the camera, that an app must request from the user.
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

  /// The name of the permission in manifests, states and options, such as `location.whenInUse`.
  public var name: String {
    switch self {
    case .camera: "camera"
    case .photos: "photos"
    case .microphone: "microphone"
    case .locationWhenInUse: "location.whenInUse"
    case .locationAlways: "location.always"
    case .contacts: "contacts"
    case .calendarEvents: "calendarEvents"
    case .reminders: "reminders"
    case .motion: "motion"
    case .speechRecognition: "speechRecognition"
    case .siriKit: "siriKit"
    case .bluetooth: "bluetooth"
    case .mediaLibrary: "mediaLibrary"
    case .homeKit: "homeKit"
    case .health: "health"
    case .tracking: "tracking"
    case .notifications: "notifications"
    case .faceID: "faceID"
    case .localNetwork: "localNetwork"
    case .nearbyInteraction: "nearbyInteraction"
    case .focusStatus: "focusStatus"
    }
  }

  /// The name of the permission in sentences, such as “photo library”. It fits before the word “permission”.
  package var displayName: String {
    switch self {
    case .camera: "camera"
    case .photos: "photo library"
    case .microphone: "microphone"
    case .locationWhenInUse: "while-in-use location"
    case .locationAlways: "always-on location"
    case .contacts: "contacts"
    case .calendarEvents: "calendar"
    case .reminders: "reminders"
    case .motion: "motion and fitness"
    case .speechRecognition: "speech recognition"
    case .siriKit: "Siri"
    case .bluetooth: "Bluetooth"
    case .mediaLibrary: "media library"
    case .homeKit: "HomeKit"
    case .health: "health data"
    case .tracking: "tracking"
    case .notifications: "notification"
    case .faceID: "Face ID"
    case .localNetwork: "local network"
    case .nearbyInteraction: "nearby interaction"
    case .focusStatus: "Focus status"
    }
  }
}

extension SystemPermission: CustomStringConvertible {
  public var description: String { name }
}

extension SystemPermission {
  /// The permission that includes this one, as `location.always` includes `location.whenInUse`; nil if there is none.
  /// If the user authorizes the including permission, this permission is authorized too.
  package var impliedBy: SystemPermission? { self == .locationWhenInUse ? .locationAlways : nil }
}
