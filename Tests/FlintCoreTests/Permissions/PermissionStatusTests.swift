import FlintCore
import FlintModel
import TestSupport
import Testing

@Suite("The statuses of permissions")
struct PermissionStatusTests {
  private typealias Statuses = SystemPermissionStatuses

  private static func state(
    _ system: (Platform, InstalledVersion), _ permissions: Statuses,
    default status: SystemPermissionStatus = .notDetermined
  ) -> DeviceState {
    DeviceState(
      platform: system.0, osVersion: system.1, permissions: permissions,
      defaults: .init(permission: status))
  }

  private static func status(
    of permission: SystemPermission, in state: DeviceState
  ) -> SystemPermissionStatus {
    ResolvedState(state, in: Manifest()).status(of: permission)
  }

  @Test("The location has one switch for both of its permissions")
  func location() {
    typealias Row = (
      given: Statuses, whenInUse: SystemPermissionStatus, always: SystemPermissionStatus
    )
    let iPhone: [Row] = [
      ([:], .notDetermined, .notDetermined),
      ([.locationWhenInUse: .denied], .denied, .denied),
      ([.locationWhenInUse: .restricted], .restricted, .restricted),
      ([.locationWhenInUse: .authorized], .authorized, .notDetermined),
      ([.locationWhenInUse: .reducedAccuracy], .reducedAccuracy, .notDetermined),
      ([.locationAlways: .authorized], .authorized, .authorized),
      ([.locationAlways: .reducedAccuracy], .reducedAccuracy, .reducedAccuracy),
      ([.locationAlways: .denied], .denied, .denied),
      ([.locationAlways: .restricted], .restricted, .restricted),
      ([.locationAlways: .unsupported], .notDetermined, .unsupported),
      ([.locationWhenInUse: .authorized, .locationAlways: .denied], .authorized, .denied),
      ([.locationWhenInUse: .denied, .locationAlways: .authorized], .denied, .denied),
      ([.locationWhenInUse: .denied, .locationAlways: .unsupported], .denied, .denied),
      ([.locationWhenInUse: .denied, .locationAlways: .restricted], .restricted, .restricted),
      ([.locationWhenInUse: .restricted, .locationAlways: .denied], .restricted, .restricted),
      ([.locationWhenInUse: .authorized, .locationAlways: .restricted], .restricted, .restricted),
      (
        [.locationWhenInUse: .notDetermined, .locationAlways: .authorized], .notDetermined,
        .authorized
      ),
    ]
    let television: [Row] = [
      ([.locationWhenInUse: .denied], .denied, .unsupported),
      ([.locationWhenInUse: .restricted], .restricted, .unsupported),
      ([.locationWhenInUse: .restricted, .locationAlways: .denied], .restricted, .denied),
    ]
    let oldMac: [Row] = [
      ([.locationAlways: .restricted], .unsupported, .restricted),
      ([.locationWhenInUse: .authorized, .locationAlways: .restricted], .authorized, .restricted),
      ([.locationAlways: .denied], .denied, .denied),
    ]
    let systems: [(system: (Platform, InstalledVersion), rows: [Row])] = [
      ((.iOS, .latest), iPhone), ((.tvOS, .latest), television),
      ((.macOS, .version("10.14")), oldMac),
    ]
    for (system, rows) in systems {
      for row in rows {
        let state = Self.state(system, row.given)
        #expect(
          Self.status(of: .locationWhenInUse, in: state) == row.whenInUse, "\(system) \(row.given)")
        #expect(Self.status(of: .locationAlways, in: state) == row.always, "\(system) \(row.given)")
      }
    }
  }

  @Test("Of sources of a status, the state goes before free access, then support, then the default")
  func sources() {
    typealias Row = (SystemPermission, DeviceState, SystemPermissionStatus)
    let denied = SystemPermissionStatus.denied
    let rows: [Row] = [
      (.localNetwork, Self.state((.macOS, .version("14.9")), [:], default: denied), .authorized),
      (.localNetwork, Self.state((.macOS, .version("15")), [:], default: denied), .denied),
      (.localNetwork, Self.state((.iOS, .version("13.7")), [:]), .authorized),
      (.localNetwork, Self.state((.iOS, .version("14")), [:]), .notDetermined),
      (.localNetwork, Self.state((.tvOS, .latest), [:]), .authorized),
      (.localNetwork, Self.state((.tvOS, .latest), [.localNetwork: .denied]), .denied),
      (.camera, Self.state((.macOS, .version("10.13")), [:]), .authorized),
      (.camera, Self.state((.tvOS, .version("16")), [:]), .unsupported),
      (.tracking, Self.state((.iOS, .version("13")), [.tracking: .unsupported]), .unsupported),
      (.tracking, Self.state((.watchOS, .latest), [:]), .unsupported),
      (.bluetooth, Self.state((.watchOS, .version("5")), [:]), .authorized),
      (.alarms, Self.state((.iOS, .version("18")), [:]), .unsupported),
      (.photosAddOnly, Self.state((.iOS, .version("14")), [.photos: .denied]), .notDetermined),
    ]
    for (permission, state, expected) in rows {
      #expect(Self.status(of: permission, in: state) == expected, "\(permission) in \(state)")
    }
  }

  @Test("Each permission has the statuses of every permission and its own")
  func allowed() {
    let own: [SystemPermission: [SystemPermissionStatus]] = [
      .photos: [.limited], .contacts: [.limited], .locationWhenInUse: [.reducedAccuracy],
      .locationAlways: [.reducedAccuracy], .notifications: [.provisional, .ephemeral],
      .calendarEvents: [.writeOnly],
    ]
    for permission in SystemPermission.allCases {
      let expected =
        [.notDetermined, .authorized, .denied, .restricted, .unsupported] + (own[permission] ?? [])
      #expect(permission.statuses == expected, "\(permission)")
    }
  }

  @Test(
    "A plain requirement accepts what its name says, and the next step leads to what is accepted")
  func requirements() {
    typealias Row = (
      SystemPermission, [SystemPermissionStatus]?, SystemPermissionStatus, NextStep.Action?
    )
    let rows: [Row] = [
      (.calendarEvents, nil, .writeOnly, .openSettings),
      (.calendarEvents, [.writeOnly], .writeOnly, nil),
      (.calendarEvents, [.writeOnly], .authorized, .openSettings),
      (.calendarEvents, [.writeOnly], .denied, .openSettings),
      (.calendarEvents, [.denied], .writeOnly, .explainExcluded),
      (.locationAlways, nil, .reducedAccuracy, nil),
      (.locationWhenInUse, [.authorized], .reducedAccuracy, .openSettings),
      (.locationWhenInUse, [.denied], .reducedAccuracy, .explainExcluded),
      (.notifications, nil, .ephemeral, nil),
      (.notifications, nil, .provisional, nil),
      (.notifications, [.authorized], .ephemeral, .openSettings),
      (.notifications, [.authorized], .provisional, .requestPermission),
      (.notifications, [.ephemeral, .authorized], .provisional, .requestPermission),
      (.notifications, [.ephemeral], .provisional, .openSettings),
      (.notifications, [.denied], .provisional, .explainExcluded),
      (.notifications, [.provisional], .authorized, .openSettings),
      (.notifications, [.denied], .notDetermined, .requestPermission),
      (.notifications, [.denied], .restricted, .explainRestricted),
      (.notifications, [.notDetermined], .denied, .explainExcluded),
      (.photos, [.limited], .unsupported, .explainUnsupported),
    ]
    for (permission, accepted, status, action) in rows {
      let manifest = Manifest(features: [
        FeatureDeclaration(
          id: "f", constraints: [.permission(PermissionRequirement(permission, in: accepted))])
      ])
      let state = DeviceState(permissions: [permission: status])
      let evaluation = Evaluator(manifest, in: state).evaluate(0)
      #expect(
        evaluation.nextStep?.action == action, "\(permission) in \(accepted ?? []) is \(status)")
    }
  }

  @Test("An unsupported permission is missing from the device, the version or the platform")
  func absence() {
    let rows: [(SystemPermission, DeviceState, String, NextStep.Action)] = [
      (
        .calendarEvents, Self.state((.iOS, .version("12")), [.calendarEvents: .unsupported]),
        "the calendar permission is not supported on this device", .explainUnsupported
      ),
      (
        .camera, Self.state((.iOS, .latest), [:], default: .unsupported),
        "the camera permission is not supported on this device", .explainUnsupported
      ),
      (
        .alarms, Self.state((.iOS, .version("18")), [:]),
        "the alarm permission does not exist on iOS 18", .upgradeOS
      ),
      (
        .alarms, Self.state((.tvOS, .version("26")), [:]),
        "the alarm permission does not exist on tvOS", .explainUnsupported
      ),
    ]
    for (permission, state, sentence, action) in rows {
      let manifest = Manifest(features: [
        FeatureDeclaration(id: "f", constraints: [.permission(PermissionRequirement(permission))])
      ])
      let evaluator = Evaluator(manifest, in: state)
      let evaluation = evaluator.evaluate(0)
      #expect(evaluator.message(of: evaluation.constraints[0], in: 0) == sentence)
      #expect(evaluation.nextStep?.action == action)
    }
  }
}
