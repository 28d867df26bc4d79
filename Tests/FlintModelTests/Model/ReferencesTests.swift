import FlintModel
import RandomModels
import TestSupport
import Testing

@Suite("References between features")
struct ReferencesTests {
  private func feature(_ asks: Int..., parent: Int? = nil) -> FeatureDeclaration {
    FeatureDeclaration(id: "f", parent: parent, constraints: asks.map { .feature($0) })
  }

  @Test("A manifest without references has an empty order")
  func empty() {
    let references = Manifest(features: [feature(), feature(parent: 0)]).references
    #expect(references.isEmpty && references.order.isEmpty)
  }

  @Test("The order lists dependencies before dependents, a feature's parent first")
  func order() {
    // Feature 2 requires 1, which is below 0. Feature 3 requires 2.
    let manifest = Manifest(features: [feature(), feature(parent: 0), feature(1), feature(2)])
    #expect(manifest.references.order == [.feature(0), .feature(1), .feature(2)])
    #expect(manifest.references.cycles.isEmpty)
  }

  @Test("A cycle is found wherever it leads", arguments: 0..<6)
  func cycles(number: Int) {
    let conditions = [
      ConditionDeclaration(id: "a", is: Condition(.condition(1))),
      ConditionDeclaration(id: "b", is: Condition(.condition(0))),
    ]
    let manifests = [
      // Cycles through itself, another feature, a descendant, an ancestor, a guard and named conditions.
      Manifest(features: [feature(0)]),
      Manifest(features: [feature(1), feature(0)]),
      Manifest(features: [feature(1), feature(parent: 0)]),
      Manifest(features: [feature(2), feature(parent: 0), feature(3), feature(1)]),
      Manifest(features: [
        FeatureDeclaration(
          id: "f",
          conditional: [
            ConditionalBlock(
              when: Condition(.anyOf([Condition(.not(Condition(.feature(0))))])),
              constraints: [.runtimeEnabled])
          ])
      ]),
      Manifest(conditions: conditions),
    ]
    #expect(manifests[number].references.cycles.count == 1)
  }

  @Test("A reference to an ancestor is not a cycle")
  func ancestors() {
    let manifest = Manifest(features: [feature(), feature(parent: 0), feature(0, parent: 1)])
    #expect(manifest.references.cycles.isEmpty)
  }

  @Test("A chain of many references is evaluated")
  func longChain() {
    let count = TestDepth.count(20_000, thorough: 100_000)
    let features = (0..<count).map { index in
      index + 1 < count
        ? feature(index + 1) : FeatureDeclaration(id: "f", constraints: [.runtimeEnabled])
    }
    let manifest = Manifest(features: features)
    #expect(manifest.references.order.count == count - 1)
    let on = Evaluator(manifest, in: DeviceState())
    let off = Evaluator(manifest, in: DeviceState(runtime: [count - 1: .no]))
    #expect([on, off].map { $0.status(of: 0) } == [.available, .unavailable])
    let step = NextStep(action: .notEnabled, subjects: [.feature(count - 1)])
    #expect(off.evaluate(0).nextStep == step)
  }
}
