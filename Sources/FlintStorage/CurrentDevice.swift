public import FlintCore
import Foundation

extension Device {
  /// The device that the process runs on, with the version of its system and the app's `CFBundleShortVersionString`.
  public static var current: Device {
    let system = ProcessInfo.processInfo.operatingSystemVersion
    let version = Version(
      Int32(clamping: system.majorVersion), Int32(clamping: system.minorVersion),
      Int32(clamping: system.patchVersion))
    let app = Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String
    return Device(
      osVersion: .version(version), appVersion: app.flatMap { Version($0) }.map { .version($0) })
  }
}

extension DateTime {
  /// The current time of the system clock in seconds, for ``FlintDependencies/date``. Nil before 1970.
  public static var now: DateTime? {
    DateTime(seconds: Int64(Date().timeIntervalSince1970.rounded(.down)))
  }
}
