import FlintModel
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
    let all = evaluator.all.map(ComparableEvaluation.init)
    #expect(all.map(\.feature) == Array(manifest.features.indices))
    for start in manifest.features.indices {
      let rest = evaluator.evaluations(of: start..<manifest.features.count)
        .map(ComparableEvaluation.init)
      #expect(rest == Array(all[start...]), "from feature \(start)")
    }
  }
}
