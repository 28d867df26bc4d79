import FlintModel
import RandomModels
import TestSupport
import Testing

@Suite("The next step")
struct NextStepTests {
  private func step(
    _ constraints: [Constraint], in state: DeviceState, block: ConditionalBlock? = nil
  ) -> NextStep? {
    let manifest = Manifest.sample.with(features: [
      FeatureDeclaration(
        id: "f", name: "Feature", constraints: constraints, conditional: block.map { [$0] } ?? [])
    ])
    return Evaluator(manifest, in: state).evaluate(0).nextStep
  }

  @Test(
    "A restricted permission is explained before a purchase, and permissions are requested after it"
  )
  func order() {
    let cases: [(state: DeviceState, expected: NextStep.Action)] = [
      (DeviceState(permissions: [.camera: .restricted]), .explainRestricted),
      (DeviceState(), .offerPurchase),
      (
        DeviceState(permissions: [.camera: .denied], purchases: [0: .status(.purchased)]),
        .openSettings
      ),
    ]
    for (state, expected) in cases {
      let step = step([.permission(.camera), .purchase(.product(0))], in: state)
      #expect(step?.action == expected, "expected \(expected)")
    }
  }

  @Test("Only the operands that prevent a purchase requirement are offered")
  func operands() {
    let expression = PurchaseExpression.allOf([
      .product(1), .anyOf([.product(0), .credits(2, quantity: 3)]),
    ])
    let cases: [(purchases: [Int: ProductHolding], expected: NextStep)] = [
      (
        [1: .status(.purchased)],
        NextStep(
          action: .offerPurchase, subjects: [.product(0), .product(2)],
          choice: .any([.subject(.product(0)), .subject(.product(2))]))
      ),
      (
        [1: .status(.purchased), 2: .credits(3)],
        NextStep(action: .spendCredits, subjects: [.product(2)])
      ),
      (
        [0: .status(.unknown), 1: .status(.purchased)],
        NextStep(action: .waitForPurchaseStatus, subjects: [.product(0)])
      ),
    ]
    for (purchases, expected) in cases {
      let step = step([.purchase(expression)], in: DeviceState(purchases: purchases))
      #expect(step == expected, "\(purchases)")
    }
  }

  @Test("An unknown guard requests only its own unknown attributes")
  func unknownGuard() {
    let condition = Condition(attributes: [
      .init(attribute: 0, accepted: .boolean(true)), .init(attribute: 1, accepted: .choices([2])),
      .init(attribute: 2, accepted: .boolean(true)),
    ])
    let block = ConditionalBlock(when: condition, constraints: [.purchase(.product(0))])
    let cases: [(attributes: [Int: AttributeValue], expected: NextStep)] = [
      ([:], NextStep(action: .waitForStatus, subjects: [.attribute(0)])),
      ([0: .boolean(true)], NextStep(action: .changeAttribute, subjects: [.attribute(2)])),
    ]
    for (attributes, expected) in cases {
      let step = step([], in: DeviceState(attributes: attributes), block: block)
      #expect(step == expected, "\(attributes)")
    }
  }

  @Test(
    "Subjects are listed once: the feature's own first, then those of ancestors from the nearest")
  func subjects() {
    let manifest = Manifest(features: [
      FeatureDeclaration(id: "a", constraints: [.permission(.camera), .permission(.photos)]),
      FeatureDeclaration(id: "b", parent: 0, constraints: [.permission(.motion)]),
      FeatureDeclaration(id: "c", parent: 1, constraints: [.permission(.photos)]),
    ])
    #expect(
      Evaluator(manifest, in: DeviceState()).evaluate(2).nextStep?.subjects
        == [.permission(.photos), .permission(.motion), .permission(.camera)])
  }

  @Test("A chain of features collects the subjects of each, even with converging references")
  func chain() {
    // Feature i requires attribute i and the next two features.
    let count = 5_000
    let manifest = Manifest(
      attributes: (0..<count).map { AttributeDeclaration(id: "a\($0)", domain: .boolean) },
      features: (0..<count).map { index in
        FeatureDeclaration(
          id: "f\(index)",
          constraints: [.attribute(.init(attribute: index, accepted: .boolean(true)))]
            + [index + 1, index + 2].filter { $0 < count }.map { .feature($0) })
      })
    let all: [NextStep.Subject] = (0..<count).map { .attribute($0) }
    #expect(
      Evaluator(manifest, in: DeviceState()).evaluate(0).nextStep
        == NextStep(action: .waitForStatus, subjects: all))
    // Subjects of a feature come before those of the features it requires, even if several paths lead there.
    let known = DeviceState(attributes: [1: .boolean(true), 2: .boolean(false)])
    #expect(
      Evaluator(manifest, in: known).evaluate(0).nextStep
        == NextStep(action: .notEnabled, subjects: [.attribute(2)]))
  }
}
