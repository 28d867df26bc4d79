import FlintLogic
import FlintModel
import RandomModels
import Testing

@testable import FlintAnalysis

@Suite("Plans: the changes")
struct PlannedChangesTests {
  @Test("The changes of a plan are in the order of the next steps that they carry out")
  func orderOfChanges() {
    func accept(_ attribute: Int, _ accepted: AttributeRequirement.Accepted) -> Constraint {
      .attribute(.init(attribute: attribute, accepted: accepted))
    }
    let manifest = Manifest(
      products: [
        ProductDeclaration(id: "A", type: .autoRenewingSubscription),
        ProductDeclaration(id: "B", type: .nonConsumable),
      ],
      attributes: [
        AttributeDeclaration(id: "layout", domain: .boolean, owner: .user),
        AttributeDeclaration(id: "staff", domain: .boolean),
        AttributeDeclaration(id: "beta", domain: .boolean),
        AttributeDeclaration(id: "count", domain: .integer, owner: .environment),
      ],
      features: [
        FeatureDeclaration(
          id: "f",
          constraints: [
            .permission(.contacts), .permission(.camera), .permission(.photos),
            .userToggled(defaultValue: false), accept(0, .boolean(true)), .purchase(.product(1)),
            .purchase(.product(0)), accept(1, .boolean(true)), accept(2, .boolean(true)),
            accept(3, .integerRange(.atLeast(3))), .date(.atLeast("2026-12-01")),
            .appVersion(.atLeast(2)), .platform(.iOS, 17), .runtimeEnabled,
          ])
      ])
    let state = DeviceState(
      osVersion: .version(16), appVersion: .version(1), date: "2026-01-01",
      permissions: [.camera: .denied, .photos: .restricted],
      purchases: [0: .status(.inBillingRetry)], runtime: [0: .no],
      attributes: [1: .boolean(false), 3: .integer(1)])
    let plans = try? Planner.plan(
      0, from: state, in: manifest, allowing: [.restricted, .environment, .date]
    ).plans
    #expect(
      plans == [
        [
          .authorize(.photos, .authorized), .set(.attribute(1), .boolean(true)), .enableRuntime(0),
          .upgradeOS(.iOS, 17), .upgradeApp(2), .waitForDate("2026-12-01"),
          .set(.attribute(3), .integer(3)), .set(.attribute(2), .boolean(true)), .purchase(0),
          .purchase(1), .enableToggle(0), .set(.attribute(0), .boolean(true)),
          .authorize(.camera, .authorized), .authorize(.contacts, .authorized),
        ]
      ])
  }

  @Test("No plan buys a product that the user may own")
  func mayBeOwned() throws {
    let manifest = Manifest(
      products: ["A", "B"].map { ProductDeclaration(id: $0, type: .autoRenewingSubscription) },
      features: [
        FeatureDeclaration(id: "f", constraints: [.purchase(.anyOf([.product(0), .product(1)]))]),
        FeatureDeclaration(id: "g", constraints: [.purchase(.product(0))]),
      ])
    let holdings: [ProductHolding] = [.status(.unknown), .status(.pending), .until("2027-01-01")]
    for holding in holdings {
      let state = DeviceState(purchases: [0: holding])
      #expect(try Planner.plan(0, from: state, in: manifest).plans == [[.purchase(1)]])
      let result = try Planner.plan(1, from: state, in: manifest, allowing: .date)
      #expect(result.plans == [])
      #expect(result.impossible.count == 1)
      #expect(result.isDateMissing == (holding == .until("2027-01-01")))
    }
    let expired = DeviceState(date: "2027-02-01", purchases: [0: .until("2027-01-01")])
    #expect(try Planner.plan(1, from: expired, in: manifest).plans == [[.purchase(0)]])
  }

  @Test("To pay for a subscription whose renewal failed comes before buying another one")
  func dueFirst() throws {
    let manifest = Manifest(
      groups: [GroupDeclaration("main")],
      products: ["A", "B", "C"].map {
        ProductDeclaration(id: $0, type: .autoRenewingSubscription, group: 0)
      },
      features: [
        FeatureDeclaration(
          id: "f", constraints: [.purchase(.group(0, atLeast: nil, in: nil))])
      ])
    for due in 0..<3 {
      let state = DeviceState(purchases: [due: .status(.inBillingRetry)])
      let others = (0..<3).filter { $0 != due }.map { [Change.purchase($0)] }
      #expect(try Planner.plan(0, from: state, in: manifest).plans == [[.purchase(due)]] + others)
    }
  }

  @Test("A permission is authorized in one way, with the first status that suffices")
  func onePermissionStatus() throws {
    let only = PermissionRequirement(.photos, in: [.limited, .denied])
    let cases: [([Constraint], [Change])] = [
      (
        [.permission(.photos), .permission(.contacts), .permission(.notifications)],
        [
          .authorize(.photos, .authorized), .authorize(.contacts, .authorized),
          .authorize(.notifications, .authorized),
        ]
      ),
      ([.permission(only)], [.authorize(.photos, .limited)]),
    ]
    for (constraints, plan) in cases {
      let manifest = Manifest(features: [FeatureDeclaration(id: "f", constraints: constraints)])
      #expect(try Planner.plan(0, from: DeviceState(), in: manifest).plans == [plan])
    }
    let granted = DeviceState(permissions: [.photos: .authorized])
    let manifest = Manifest(features: [
      FeatureDeclaration(id: "f", constraints: [.permission(only)])
    ])
    #expect(
      try Planner.plan(0, from: granted, in: manifest).plans == [[.authorize(.photos, .limited)]])
  }

  @Test("A result without plans tells whether a date is missing")
  func missingDate() throws {
    let age = AttributeRequirement.Accepted.age(.atLeast(.days(2)))
    let cases: [(Constraint, DeviceState, Bool)] = [
      (.date(.below("2027-01-01")), DeviceState(), true),
      (.date(.below("2027-01-01")), DeviceState(date: "2027-01-01"), false),
      (.attribute(.init(attribute: 0, accepted: age)), DeviceState(), true),
      (.permission(PermissionRequirement(.camera, in: [.denied])), DeviceState(), false),
    ]
    for (constraint, state, isMissing) in cases {
      let manifest = Manifest(
        attributes: [AttributeDeclaration(id: "d", domain: .date)],
        features: [FeatureDeclaration(id: "f", constraints: [constraint])])
      let result = try Planner.plan(0, from: state, in: manifest, allowing: .date)
      #expect(result.plans == [])
      #expect(result.isDateMissing == isMissing)
    }
  }
}
