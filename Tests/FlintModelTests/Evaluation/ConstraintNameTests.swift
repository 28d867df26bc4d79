import FlintModel
import RandomModels
import TestSupport
import Testing

@Suite("Names of constraints")
struct ConstraintNameTests {
  private static let manifest = Manifest(
    groups: [GroupDeclaration("main", levels: ["plus", "patron"])],
    products: [
      ProductDeclaration(id: "A", type: .nonConsumable),
      ProductDeclaration(id: "Z", type: .consumable),
      ProductDeclaration(id: "M", type: .autoRenewingSubscription, group: 0, level: 1),
    ],
    attributes: [AttributeDeclaration(id: "server", domain: .version)],
    conditions: [ConditionDeclaration(id: "paid", is: Condition(.purchase(.product(0))))],
    buckets: ["sale"], features: [FeatureDeclaration(id: "other")])

  private static let anything = Condition(.appVersion(.atLeast(1)))

  private static let cases: [(Constraint, String, Owner?)] = [
    (.platform(.iOS, 9), "platform:iOS", .environment),
    (.platforms([.iOS(14), .tvOS()]), "platforms", .environment),
    (.appVersion(.atLeast(2)), "appVersion", .environment),
    (.date(.atLeast("2026-12-01")), "date", .environment),
    (.runtimeEnabled, "runtimeEnabled", .developer),
    (.userToggled(defaultValue: true), "userToggled", .user),
    (.permission(.camera), "permission:camera", .user),
    (
      .permission(PermissionRequirement(.photos, in: [.limited, .authorized])),
      "permission:photos=limited|authorized", .user
    ),
    (.purchase(.product(0)), "purchase:A", .user),
    (.purchase(.product(0, in: [.revoked, .purchased])), "purchase:A=revoked|purchased", .user),
    (.purchase(.group(0, atLeast: nil, in: nil)), "purchase:group:main", .user),
    (
      .purchase(.group(0, atLeast: 1, in: [.expired])), "purchase:group:main>=patron=expired", .user
    ),
    (
      .purchase(
        .anyOf([
          .group(0, atLeast: 0, in: nil), .allOf([.product(0), .credits(1, quantity: 5)]),
        ])),
      "purchase:group:main>=plus or (A and 5xZ)", .user
    ),
    (
      .attribute(.init(attribute: 0, accepted: .versions(.atLeast(1)))), "attribute:server",
      .developer
    ),
    (.rollout(RolloutRequirement(percent: 50, bucket: 0)), "rollout", .developer),
    (.feature(0), "feature:other", nil), (.condition(0), "condition:paid", nil),
    (.allOf([anything]), "allOf", nil), (.anyOf([anything]), "anyOf", nil),
    (.not(anything), "not", nil),
  ]

  @Test(
    "A name contains the kind, the subject and the owner of the outcome", arguments: cases.indices)
  func names(index: Int) {
    let (constraint, name, owner) = Self.cases[index]
    let names = [constraint.name(in: Self.manifest), constraint.name(block: 1, in: Self.manifest)]
    #expect(names == [name, "when[2]/" + name])
    #expect(constraint.owner(in: Self.manifest) == owner)
  }

  @Test("The examples contain every kind of constraint")
  func allKinds() {
    #expect(Set(Self.cases.map(\.0.kind)) == Set(ConstraintKind.allCases))
  }

  @Test("A name of the app's constraint has a slash as its prefix")
  func app() {
    let manifest = Manifest(
      app: .init(platforms: [.iOS(16)]),
      features: [FeatureDeclaration(id: "f"), FeatureDeclaration(id: "g", parent: 0)])
    let cases: [(state: DeviceState, names: [String])] = [
      (DeviceState(osVersion: .version(15)), ["/platform:iOS"]),
      (DeviceState(platform: .watchOS), ["/platform:watchOS"]),
      (DeviceState(osVersion: .version(16)), []),
    ]
    for (state, names) in cases {
      let blockers = Evaluator(manifest, in: state).evaluate(1).blockers
      #expect(
        blockers.map { $0.name(seenFrom: 1, in: manifest) } == names,
        "\(state.platform) \(state.osVersion)")
    }
  }
}
