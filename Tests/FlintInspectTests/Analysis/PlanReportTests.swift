import FlintAnalysis
import FlintManifest
import FlintModel
import FlintText
import RandomModels
import TestSupport
import Testing

@testable import FlintInspect

@Suite("The report of plan")
struct PlanReportTests {
  static let manifest = Manifest(
    products: [
      ProductDeclaration(id: "SUB", name: "Premium", type: .autoRenewingSubscription),
      ProductDeclaration(id: "GEMS", name: "Gems", type: .consumable),
    ],
    attributes: [AttributeDeclaration(id: "staff", name: "Staff", domain: .boolean)],
    features: [
      FeatureDeclaration(
        id: "speed", name: "Dynamic Speed",
        constraints: [
          .platform(.iOS, 14), .permission(.camera), .permission(.contacts),
          .permission(.reminders), .permission(.microphone),
          .purchase(.anyOf([.product(0), .credits(1, quantity: 5)])),
          .attribute(AttributeRequirement(attribute: 0, accepted: .boolean(true))),
        ])
    ])

  static let state = DeviceState(
    osVersion: .version("13"),
    permissions: [.camera: .denied, .microphone: .restricted], attributes: [0: .boolean(false)])

  private func report(
    from state: DeviceState, allowing allowances: PlanAllowances = [], limit: Int = 20
  ) throws -> PlanReport {
    let result = try #require(
      try? Planner.plan(0, from: state, in: Self.manifest, allowing: allowances, limit: limit))
    return PlanReport(result: result, head: Self.head(state, Self.manifest))
  }

  private static func head(_ state: DeviceState, _ manifest: Manifest) -> ReportContext {
    ReportContext(
      manifestPath: "m.json", sentences: Sentences(ResolvedState(state, in: manifest)),
      counts: StatusCounts())
  }

  private func text(_ report: PlanReport) -> String { TerminalWriter.text(report.lines) }

  private func json(_ report: PlanReport) -> String {
    PlanReport.json(in: report.state).text(of: report)
  }

  @Test("A restriction is lifted first, and the app asks for permissions last")
  func directions() throws {
    let report = try report(from: Self.state, allowing: .restricted)
    #expect(
      text(report) == """
        m.json on iOS 13, the latest app version
        State: a fresh install

        ✗ Dynamic Speed  [speed]  unavailable
          One of:
          1. Lift the restriction on the microphone permission, then set “Staff” to on,
             then update iOS to 14, then buy “Premium”, then allow the camera permission
             in Settings, then allow the contacts and reminders permissions when asked
             (owner: user, developer)
          2. Lift the restriction on the microphone permission, then set “Staff” to on,
             then update iOS to 14, then spend credits to unlock “Dynamic Speed”, then
             allow the camera permission in Settings, then allow the contacts and
             reminders permissions when asked  (owner: user, developer)

        """)
  }

  @Test("Plans beyond the limit are counted")
  func limit() throws {
    let report = try report(from: Self.state, allowing: .restricted, limit: 1)
    #expect(text(report).hasSuffix("\n  more plans exist; raise --limit to list them\n"))
  }

  @Test("The blockers are named if there is no plan")
  func impossible() throws {
    let report = try report(from: Self.state)
    #expect(
      text(report) == """
        m.json on iOS 13, the latest app version
        State: a fresh install

        ✗ Dynamic Speed  [speed]  unavailable
          No plan found. Blocked by:
            ✗ permission:microphone  the microphone permission is restricted on this
              device

        """)
    #expect(
      json(report) == """
        {
          "formatVersion": 1,
          "feature": "speed",
          "status": "unavailable",
          "plans": [],
          "impossible": [
            {"feature": "speed", "constraint": "permission:microphone", "message": "the microphone permission is restricted on this device"}
          ]
        }

        """)
  }

  @Test("Each change has a subject, a value, an owner and one sentence")
  func json() throws {
    let state = DeviceState(
      permissions: [
        .camera: .authorized, .contacts: .authorized, .reminders: .authorized,
        .microphone: .authorized,
      ], purchases: [0: .status(.purchased)])
    let report = try report(from: state)
    #expect(
      json(report).contains(
        #"{"change": "setAttribute", "subject": "staff", "value": true, "owner": "developer", "message": "Set “Staff” to on"}"#
      ))
  }

  @Test("Hostile names are not terminal commands and keep JSON valid")
  func hostile() throws {
    let state = DeviceState(
      attributes: Dictionary(
        uniqueKeysWithValues: Hostile.manifest.attributes.indices.map { ($0, .choice(1)) }))
    for feature in Hostile.manifest.features.indices {
      let result = try #require(
        try? Planner.plan(feature, from: state, in: Hostile.manifest, limit: 3))
      let report = PlanReport(result: result, head: Self.head(state, Hostile.manifest))
      #expect(text(report).treacherous.isEmpty)
      let source = SourceFile(path: "plan.json", text: SourceText(json(report)))
      #expect(throws: Never.self) { try source.document() }
    }
  }
}
