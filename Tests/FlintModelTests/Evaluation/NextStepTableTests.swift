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
