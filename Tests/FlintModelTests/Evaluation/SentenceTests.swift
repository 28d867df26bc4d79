import FlintModel
import RandomModels
import Testing

@Suite("Sentences and steps of many constraints")
struct SentenceTests {
  @Test("An alternative that combines two or three plain constraints is written in full")
  func alternatives() {
    let inner = [Condition([.permission(.camera)]), Condition([.permission(.photos)])]
    let cases: [(Constraint, String)] = [
      (.anyOf(inner), "either the camera permission or the photo library permission"),
      (.allOf(inner), "both the camera permission and the photo library permission"),
      (.anyOf(inner + inner), "one of 4 alternatives"),
      (.anyOf([Condition([.anyOf(inner)]), inner[0]]), "one of 2 alternatives"),
    ]
    for (constraint, requirement) in cases {
      #expect(constraint.requirement(in: Manifest()) == requirement)
    }
  }

  @Test("A long chain of alternatives has a next step")
  func longChoice() {
    let count = 5_000
    let manifest = Manifest(
      products: (0..<count).map { ProductDeclaration(id: "P\($0)", type: .nonConsumable) },
      features: (0..<count).map { index in
        let rest = index + 1 < count ? [Condition(.feature(index + 1))] : []
        return FeatureDeclaration(
          id: "f\(index)",
          constraints: [.anyOf([Condition(.purchase(.product(index)))] + rest)])
      })
    let evaluator = Evaluator(manifest, in: DeviceState())
    let step = evaluator.evaluate(0).nextStep
    #expect(step?.subjects == (0..<count).map { .product($0) })
    #expect(step?.message(in: evaluator.state).hasPrefix("Offer “P0”, ") == true)
    let last = evaluator.evaluate(count - 3).nextStep
    #expect(
      last?.message(in: evaluator.state) == "Offer “P4997”, “P4998” or “P4999”")
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
