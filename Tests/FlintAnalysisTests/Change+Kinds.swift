import FlintLogic
import FlintModel

@testable import FlintAnalysis

extension Change {
  static func purchase(_ product: Int) -> Change {
    Change(.product(product), .purchase(.purchased))
  }
  static func unlock(_ feature: Int) -> Change { Change(.unlocked(feature), .flag(.yes)) }
  static func enableToggle(_ feature: Int) -> Change { Change(.toggle(feature), .flag(.yes)) }
  static func disableToggle(_ feature: Int) -> Change { Change(.toggle(feature), .flag(.no)) }
  static func enableRuntime(_ feature: Int) -> Change { Change(.runtime(feature), .flag(.yes)) }
  static func disableRuntime(_ feature: Int) -> Change { Change(.runtime(feature), .flag(.no)) }
  static func authorize(
    _ permission: SystemPermission, _ status: SystemPermissionStatus
  ) -> Change { Change(.permission(permission), .permission(status)) }
  static func set(_ fact: Fact, _ value: AttributeValue) -> Change { Change(fact, .typed(value)) }
  static func waitForDate(_ date: DateTime) -> Change { .set(.date, .date(date)) }
  static func upgradeOS(_ platform: Platform, _ version: Version) -> Change {
    Change(.system, .system(platform, .version(version)))
  }
  static func upgradeApp(_ version: Version) -> Change {
    .set(.appVersion, .version(.version(version)))
  }
}
