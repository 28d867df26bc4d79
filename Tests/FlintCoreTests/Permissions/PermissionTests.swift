import FlintCore
import FlintModel
import Testing

@Suite("Permissions")
struct PermissionTests {
  @Test("Every permission, status and platform is found by its name")
  func names() {
    func check<Case: NamedCase & Equatable>(_ cases: [Case]) {
      for value in cases { #expect(Case(name: value.name) == value, "\(value)") }
    }
    check(SystemPermission.allCases)
    check(SystemPermissionStatus.allCases)
    check(Platform.allCases)
    #expect(SystemPermission(name: "Camera") == nil)
  }

  @Test(
    "A permission is offered since the version that Apple documents",
    arguments: [
      (.camera, .macOS, .version("10.13.6"), false), (.camera, .macOS, .version("10.14"), true),
      (.camera, .watchOS, .latest, false), (.locationAlways, .tvOS, .latest, false),
      (.bluetooth, .iOS, .version("13.0"), false), (.bluetooth, .iOS, .version("13.1"), true),
      (.faceID, .iOS, .latest, true), (.tracking, .visionOS, .version("1"), true),
    ] as [(SystemPermission, Platform, InstalledVersion, Bool)])
  func support(
    permission: SystemPermission, platform: Platform, version: InstalledVersion, isOffered: Bool
  ) {
    #expect(permission.isOffered(on: platform, version) == isOffered)
  }

  @Test("Every row of the support table has a source and a platform")
  func tableIsComplete() {
    for permission in SystemPermission.allCases {
      #expect(!permission.support.source.isEmpty)
      #expect(Platform.allCases.contains { permission.support.firstVersion(on: $0) != nil })
    }
  }

  @Test("Always-on location implies while-in-use location, unless the state says otherwise")
  func impliedLocation() {
    let permissions = InMemoryPermissions(answers: [.locationAlways: .authorized])
    let fresh = permissions.status(of: .locationWhenInUse)
    permissions.requestAuthorization(for: .locationAlways)
    let implied = permissions.status(of: .locationWhenInUse)
    permissions.set(.denied, of: .locationWhenInUse)
    let own = permissions.status(of: .locationWhenInUse)
    #expect([fresh, implied, own] == [.notDetermined, .authorized, .denied])
  }
}
