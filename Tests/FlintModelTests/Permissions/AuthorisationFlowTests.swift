import FlintModel
import RandomModels
import TestSupport
import Testing

@Suite("The authorization flow")
struct AuthorisationFlowTests {
  /// Runs a flow on a device. A requested permission gets the given result, and otherwise remains undetermined.
  private func run(
    _ flow: inout AuthorisationFlow, on device: inout [SystemPermission: SystemPermissionStatus],
    answers: [SystemPermission: SystemPermissionStatus] = [:], skip: Set<SystemPermission> = [],
    cancelAt: SystemPermission? = nil
  ) -> [SystemPermission] {
    var asked: [SystemPermission] = []
    while let permission = flow.next(status: { device[$0] ?? .notDetermined }) {
      if permission == cancelAt {
        flow.cancel()
      } else if skip.contains(permission) {
        flow.skip()
      } else {
        asked.append(permission)
        device[permission] = answers[permission]
      }
    }
    return asked
  }

  @Test("Requests each permission once, in declared order")
  func declaredOrder() {
    var flow = AuthorisationFlow(for: [.photos, .camera, .photos])
    var device: [SystemPermission: SystemPermissionStatus] = [:]
    let asked = run(&flow, on: &device)
    #expect([asked, flow.permissions] == [[.photos, .camera], [.photos, .camera]])
  }

  @Test("Requests the coordinator's permissions first, then the others, and no unrelated ones")
  func order() {
    var flow = AuthorisationFlow(for: [.photos, .camera, .contacts])
    flow.askFirst(for: [.contacts, .health, .contacts])
    var device: [SystemPermission: SystemPermissionStatus] = [:]
    #expect(run(&flow, on: &device) == [.contacts, .photos, .camera])
  }

  @Test(
    "Never requests a determined permission",
    arguments: [SystemPermissionStatus.authorized, .denied, .restricted, .unsupported])
  func settled(_ status: SystemPermissionStatus) {
    var flow = AuthorisationFlow(for: [.photos, .camera])
    var device = [SystemPermission.photos: status]
    let asked = run(&flow, on: &device, answers: [.camera: .authorized])
    #expect(asked == [.camera])
    let outcome = flow.outcome { device[$0] ?? .notDetermined }
    let outstanding: [SystemPermission] = status == .authorized ? [] : [.photos]
    #expect(outcome == AuthorisationOutcome(isCancelled: false, outstanding: outstanding))
  }

  @Test("Does not request a permission that an earlier result has determined")
  func settledUnderway() {
    var flow = AuthorisationFlow(for: [.locationAlways, .locationWhenInUse])
    var asked: [SystemPermission] = []
    while let permission = flow.next(status: { _ in asked.isEmpty ? .notDetermined : .authorized })
    {
      asked.append(permission)
    }
    #expect(asked == [.locationAlways])
  }

  @Test("Continues after a skipped permission, which remains outstanding")
  func skip() {
    var flow = AuthorisationFlow(for: [.photos, .camera])
    var device: [SystemPermission: SystemPermissionStatus] = [:]
    let asked = run(&flow, on: &device, answers: [.camera: .authorized], skip: [.photos])
    #expect([asked, flow.skipped] == [[.camera], [.photos]])
    let outcome = flow.outcome { device[$0] ?? .notDetermined }
    #expect(outcome == AuthorisationOutcome(isCancelled: false, outstanding: [.photos]))
  }

  @Test("Reports a partly granted permission as outstanding if that is insufficient")
  func degrees() {
    let statuses: [SystemPermission: SystemPermissionStatus] = [
      .photos: .limited, .contacts: .limited, .notifications: .provisional, .camera: .denied,
    ]
    let flow = AuthorisationFlow(for: [
      PermissionRequirement(.photos, in: [.authorized]), PermissionRequirement(.contacts),
      PermissionRequirement(.notifications), PermissionRequirement(.camera, in: [.denied]),
    ])
    #expect(flow.outcome { statuses[$0] ?? .notDetermined }.outstanding == [.photos])
  }

  @Test("Requests nothing after a cancellation")
  func cancel() {
    let all: [SystemPermission] = [.photos, .camera, .contacts]
    var flow = AuthorisationFlow(for: all)
    var device: [SystemPermission: SystemPermissionStatus] = [:]
    let asked = run(&flow, on: &device, answers: [.photos: .denied], cancelAt: .camera)
    #expect(asked == [.photos])
    let outcome = flow.outcome { device[$0] ?? .notDetermined }
    #expect(outcome == AuthorisationOutcome(isCancelled: true, outstanding: all))
  }

  @Test(
    "Contains a feature's permissions, then its ancestors', including blocks with a true guard")
  func permissionsOfAFeature() {
    func block(_ requirement: AttributeRequirement.Accepted, _ permission: SystemPermission)
      -> ConditionalBlock
    {
      ConditionalBlock(
        when: .init(attributes: [AttributeRequirement(attribute: 0, accepted: requirement)]),
        constraints: [.permission(permission)])
    }
    let manifest = Manifest(
      attributes: [AttributeDeclaration(id: "staff", domain: .boolean)],
      features: [
        FeatureDeclaration(id: "parent", constraints: [.permission(.health)]),
        FeatureDeclaration(
          id: "child", parent: 0, constraints: [.permission(.camera), .permission(.health)],
          conditional: [block(.boolean(true), .contacts), block(.boolean(false), .motion)]),
      ])
    let cases: [(staff: AttributeValue, expected: [SystemPermission])] = [
      (.boolean(true), [.camera, .health, .contacts]),
      (.boolean(false), [.camera, .health, .motion]), (.unknown, [.camera, .health]),
    ]
    for (staff, expected) in cases {
      let evaluator = Evaluator(manifest, in: DeviceState(attributes: [0: staff]))
      #expect(evaluator.permissionsToAuthorise(for: 1) == expected, "staff: \(staff)")
    }
  }
}
