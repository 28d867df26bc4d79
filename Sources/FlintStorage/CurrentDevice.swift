public import FlintCore
import Foundation

extension Device {
  /// The device on which the program runs. It has the version of the operating system, and the app's version from the
  /// key `CFBundleShortVersionString` of the app's `Info.plist` file.
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
  /// The current time of the system clock, to the second. An app can return it from ``FlintDependencies/date``. It is
  /// nil if the clock shows a time before 1970.
  public static var now: DateTime? {
    DateTime(seconds: Int64(Date().timeIntervalSince1970.rounded(.down)))
  }
}
