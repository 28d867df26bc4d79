public import FlintCore
import Foundation

extension Device {
  /// The app's version is from `CFBundleShortVersionString`.
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
  /// The current second, for ``FlintDependencies/date``; nil before 1970.
  public static var now: DateTime? {
    DateTime(seconds: Int64(Date().timeIntervalSince1970.rounded(.down)))
  }
}
