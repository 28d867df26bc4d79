import FlintModel
import RandomModels
import TestSupport
import Testing

/// Tests the documented table of next steps, row by row. ``NextStepTests`` tests the steps of plain constraints.
@Suite("The table of next steps")
struct NextStepTableTests {
  private static let manifest = Manifest(
    groups: [GroupDeclaration("main", levels: ["plus", "patron"])],
    products: [
      ProductDeclaration(id: "PLUS", type: .autoRenewingSubscription, group: 0, level: 0),
      ProductDeclaration(id: "PATRON", type: .autoRenewingSubscription, group: 0, level: 1),
      ProductDeclaration(id: "GEM", type: .consumable),
      ProductDeclaration(id: "PRO", type: .nonConsumable),
    ],
    attributes: [
      AttributeDeclaration(id: "count", domain: .integer, owner: .environment),
      AttributeDeclaration(id: "server", domain: .version, owner: .environment),
      AttributeDeclaration(id: "country", domain: .text, owner: .environment),
      AttributeDeclaration(id: "begun", domain: .date, owner: .user),
      AttributeDeclaration(id: "staff", domain: .boolean, owner: .developer),
      AttributeDeclaration(id: "layout", domain: .boolean, owner: .user),
    ],
    conditions: [ConditionDeclaration(id: "pro", is: Condition(.purchase(.product(3))))],
    buckets: ["sale"])

  private static func attribute(
    _ attribute: Int, _ accepted: AttributeRequirement.Accepted
  ) -> Constraint {
    .attribute(AttributeRequirement(attribute: attribute, accepted: accepted))
  }

  private static let staff = attribute(4, .boolean(true))
  private static let sale = Constraint.rollout(RolloutRequirement(percent: 50, bucket: 0))
  private static let noon = DeviceState(date: "2026-06-15T12:00Z")

  private typealias Row = (Constraint, DeviceState, NextStep.Action, [String])

  private static let rows: [Row] = [
    // Explaining unsupported conditions.
    (.allOf([Condition(.platforms([.macOS()]))]), DeviceState(), .explainUnsupported, ["iOS"]),
    (.date(.below("2026-06-15")), noon, .explainUnsupported, ["date"]),
    (
      attribute(2, .texts([ExactText("FR")])),
      DeviceState(attributes: [2: .text(ExactText("NZ"))]), .explainUnsupported, ["country"]
    ),
    (
      attribute(0, .integerRange(.below(3))), DeviceState(attributes: [0: .integer(3)]),
      .explainUnsupported, ["count"]
    ),
    (
      .not(Condition(.purchase(.product(3)))), DeviceState(purchases: [3: .status(.purchased)]),
      .explainExcluded, ["purchase:PRO"]
    ),
    (
      .purchase(.product(3, in: [.revoked])), DeviceState(), .explainExcluded,
      ["purchase:PRO=revoked"]
    ),
    (
      .permission(PermissionRequirement(.photos, in: [.denied])),
      DeviceState(permissions: [.photos: .authorized]), .explainExcluded,
      ["permission:photos=denied"]
    ),
    (
      .permission(PermissionRequirement(.photos, in: [.denied])),
      DeviceState(permissions: [.photos: .restricted]), .explainRestricted, ["photos"]
    ),
    // Waiting.
    (
      .allOf([Condition(.platforms([.iOS(17)]))]), DeviceState(osVersion: .version(16)), .upgradeOS,
      ["iOS"]
    ),
    (.date(.atLeast("2026-06-16")), noon, .waitForDate, ["date"]),
    (.date(.atLeast("2026-06-16")), DeviceState(), .waitForStatus, ["date"]),
    (
      attribute(0, .integerRange(.atLeast(3))), DeviceState(attributes: [0: .integer(2)]),
      .waitForValue, ["count"]
    ),
    (
      attribute(1, .versions(.atLeast("2025.6"))),
      DeviceState(attributes: [1: .version(.version("2025.5"))]), .waitForValue, ["server"]
    ),
    (
      attribute(3, .age(.atLeast(.days(2)))),
      DeviceState(date: "2026-06-15", attributes: [3: .date("2026-06-14")]), .waitForValue,
      ["begun"]
    ),
    (
      attribute(3, .age(.below(.days(2)))),
      DeviceState(date: "2026-06-15", attributes: [3: .date("2026-06-01")]), .changeAttribute,
      ["begun"]
    ),
    (
      attribute(3, .age(.atLeast(.days(2)))), DeviceState(attributes: [3: .date("2026-06-14")]),
      .waitForStatus, ["date"]
    ),
    (attribute(3, .age(.atLeast(.days(2)))), noon, .changeAttribute, ["begun"]),
    (attribute(1, .versions(.atLeast("2025.6"))), DeviceState(), .waitForStatus, ["server"]),
    // Steps of the developer.
    (sale, DeviceState(buckets: [0: 50]), .notEnabled, ["sale"]),
    (sale, DeviceState(), .waitForStatus, ["sale"]),
    (
      .rollout(RolloutRequirement(percent: 0, bucket: 0)), DeviceState(), .notEnabled, ["sale"]
    ),
    // Purchases.
    (
      .purchase(.product(0)), DeviceState(purchases: [0: .status(.inBillingRetry)]), .updatePayment,
      ["PLUS"]
    ),
    (
      .purchase(.product(0, in: [.purchased])),
      DeviceState(purchases: [0: .status(.inGracePeriod)]),
      .updatePayment, ["PLUS"]
    ),
    (
      .purchase(.anyOf([.product(0), .product(3)])),
      DeviceState(purchases: [0: .status(.inBillingRetry)]), .updatePayment, ["PLUS"]
    ),
    (
      .purchase(.group(0, atLeast: nil, in: nil)), DeviceState(), .offerPurchase,
      ["PLUS", "PATRON"]
    ),
    (.purchase(.group(0, atLeast: 1, in: nil)), DeviceState(), .offerPurchase, ["PATRON"]),
    (
      .purchase(.product(3)), DeviceState(purchases: [3: .status(.pending)]),
      .waitForPurchaseStatus, ["PRO"]
    ),
    (
      .purchase(.anyOf([.product(3, in: [.revoked]), .product(0)])), DeviceState(), .offerPurchase,
      ["PLUS"]
    ),
    // Permissions with statuses.
    (
      .permission(PermissionRequirement(.photos, in: [.authorized])),
      DeviceState(permissions: [.photos: .limited]), .openSettings, ["photos"]
    ),
    (
      .permission(PermissionRequirement(.photos, in: [.limited])),
      DeviceState(permissions: [.photos: .authorized]), .openSettings, ["photos"]
    ),
    (
      .permission(PermissionRequirement(.notifications, in: [.denied])), DeviceState(),
      .requestPermission, ["notifications"]
    ),
    // Combinations.
    (
      .allOf([Condition(.permission(.camera)), Condition(.purchase(.product(3)))]), DeviceState(),
      .offerPurchase, ["PRO"]
    ),
    (.condition(0), DeviceState(), .offerPurchase, ["PRO"]),
    (
      .anyOf([Condition(.purchase(.product(3))), Condition(staff)]),
      DeviceState(attributes: [4: .boolean(false)]), .offerPurchase, ["PRO"]
    ),
    (
      .anyOf([Condition(.purchase(.product(3))), Condition(staff)]), DeviceState(), .waitForStatus,
      ["staff"]
    ),
    (
      .anyOf([
        Condition(.platforms([.macOS()])), Condition(.permission(.camera)),
        Condition(.permission(.photos)),
      ]), DeviceState(permissions: [.camera: .denied, .photos: .denied]), .openSettings,
      ["camera", "photos"]
    ),
    (
      .anyOf([Condition(.purchase(.product(0))), Condition(.purchase(.product(3)))]),
      DeviceState(purchases: [0: .status(.inBillingRetry)]), .updatePayment, ["PLUS"]
    ),
    (
      .not(Condition(.permission(.camera), staff)),
      DeviceState(attributes: [4: .boolean(true)]), .waitForStatus, ["camera"]
    ),
    (
      .not(Condition(staff)), DeviceState(attributes: [4: .boolean(true)]), .notEnabled, ["staff"]
    ),
    (
      .not(Condition(attribute(5, .boolean(true)))), DeviceState(attributes: [5: .boolean(true)]),
      .changeAttribute, ["layout"]
    ),
    (.not(Condition(.userToggled(defaultValue: true))), DeviceState(), .changeAttribute, ["f"]),
    (.not(Condition(.runtimeEnabled)), DeviceState(), .notEnabled, ["f"]),
    (.not(Condition(sale)), DeviceState(buckets: [0: 3]), .notEnabled, ["sale"]),
    (
      .not(Condition(.runtimeEnabled, .userToggled(defaultValue: true))), DeviceState(),
      .changeAttribute, ["f"]
    ),
    (
      .not(Condition(.appVersion(.atLeast(1)))), DeviceState(), .explainExcluded, ["appVersion"]
    ),
  ]

  @Test("Each row has its action and subjects", arguments: rows.indices)
  func asks(index: Int) {
    let (constraint, state, action, subjects) = Self.rows[index]
    let manifest = Self.manifest.with(features: [
      FeatureDeclaration(id: "f", constraints: [constraint])
    ])
    let step = Evaluator(manifest, in: state).evaluate(0).nextStep
    let names = step?.subjects.map { $0.name(in: manifest) }
    let message = step?.message(in: ResolvedState(state, in: manifest))
    #expect(step?.action == action)
    #expect(names == subjects)
    #expect(message?.isEmpty == false)
  }

  @Test(
    "What nobody can use is hidden before anything is asked of the user, unless another way is open"
  )
  func order() {
    let off = Self.attribute(4, .boolean(true))
    let low = Constraint.platforms([.iOS(18)])
    let state = DeviceState(
      osVersion: .version("17.4"), date: "2026-06-15", attributes: [4: .boolean(false)])
    let later: [(Constraint, NextStep.Action)] = [
      (low, .upgradeOS), (.appVersion(.atLeast(2)), .upgradeApp),
      (.date(.atLeast("2026-06-16")), .waitForDate), (Self.sale, .waitForStatus),
      (.purchase(.product(3)), .offerPurchase), (.permission(.camera), .requestPermission),
    ]
    func action(_ constraints: [Constraint]) -> NextStep.Action? {
      let manifest = Self.manifest.with(features: [
        FeatureDeclaration(id: "f", constraints: constraints)
      ])
      var state = state
      state.appVersion = .version(1)
      return Evaluator(manifest, in: state).evaluate(0).nextStep?.action
    }
    for (constraint, expected) in later {
      #expect(action([constraint, off]) == .notEnabled, "\(expected)")
      #expect(action([.anyOf([Condition(off), Condition(constraint)])]) == expected)
    }
    #expect(
      action([
        off, .permission(PermissionRequirement(.photos, in: [.denied])),
        .platform(.iOS, .unsupported),
      ]) == .explainUnsupported)
  }

  @Test("Every action occurs in some row")
  func allActions() {
    let plain: Set<NextStep.Action> = [
      .upgradeApp, .spendCredits, .enableToggle, .explainRestricted,
    ]
    #expect(Set(Self.rows.map(\.2)).union(plain) == Set(NextStep.Action.allCases))
  }

  @Test("A required feature contributes its first step, and an unknown guard those of the guard")
  func others() {
    let manifest = Self.manifest.with(features: [
      FeatureDeclaration(id: "top", constraints: [.permission(.camera)]),
      FeatureDeclaration(id: "leaf", parent: 0, constraints: [.purchase(.product(3))]),
      FeatureDeclaration(id: "f", constraints: [.feature(1)]),
      FeatureDeclaration(
        id: "g",
        conditional: [
          ConditionalBlock(
            when: Condition(.anyOf([Condition(Self.staff), Condition(.permission(.camera))])),
            constraints: [.purchase(.product(3))])
        ]),
      FeatureDeclaration(id: "h", constraints: [.not(Condition(.feature(3)))]),
    ])
    let expected: [(feature: Int, step: NextStep)] = [
      (2, NextStep(action: .offerPurchase, subjects: [.product(3)])),
      (3, NextStep(action: .requestPermission, subjects: [.permission(.camera)])),
      // Inside a `not`, the app waits for the permission's status.
      (4, NextStep(action: .waitForStatus, subjects: [.permission(.camera)])),
    ]
    let evaluator = Evaluator(manifest, in: DeviceState())
    for (feature, step) in expected {
      #expect(evaluator.evaluate(feature).nextStep == step, "\(manifest.features[feature].id)")
    }
  }
}
