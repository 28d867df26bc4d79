import FlintCore
import RandomModels
import TestSupport
import Testing

@Suite struct EvaluationRangeTests {
  @Test(
    "Evaluating part of the tree gives the same results as evaluating all of it",
    arguments: TestDepth.seeds(30, thorough: 500))
  func ranges(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let manifest = random.manifest(RandomManifestShape(features: 12))
    let evaluator = Evaluator(manifest, in: random.state(for: manifest))
    let all = Array(evaluator.all)
    for start in manifest.features.indices {
      let rest = Array(evaluator.evaluations(of: start..<manifest.features.count))
      #expect(rest.map(\.feature) == Array(start..<manifest.features.count), "seed \(seed)")
      #expect(rest.map(\.blockers) == all[start...].map(\.blockers), "seed \(seed)")
      #expect(rest.map(\.nextStep) == all[start...].map(\.nextStep), "seed \(seed)")
      #expect(rest.map(\.status) == all[start...].map(\.status), "seed \(seed)")
    }
  }
}
