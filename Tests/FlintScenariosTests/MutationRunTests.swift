import FlintAnalysis
import FlintManifest
import FlintModel
import FlintText
import RandomModels
import TestSupport
import Testing

@testable import FlintScenarios

@Suite("Running a suite on mutants")
struct MutationRunTests {
  /// Tests one mutant: runs every scenario on it, and compares it with the manifest over every state.
  private func judge(
    _ mutation: Mutation, _ suite: RandomSuite
  ) -> (isEquivalent: Bool, isNoticed: Bool, mutant: Manifest) {
    let manifest = suite.file.manifest
    var mutant = manifest
    mutation.apply(to: &mutant)
    let runner = ScenarioRunner(mutant, renamed: mutation.renamedConstraint(in: mutant))
    let isNoticed = suite.scenarios.contains { scenario in
      (try? runner.run(scenario).isPassed) != true
    }
    // If no state satisfies the assumptions of both, no feature differs.
    let difference = try? Differences.between(manifest, mutant)
    return (difference?.features.isEmpty ?? true, isNoticed, mutant)
  }

  @Test(
    "The outcome of each mutant is that of running every scenario, and a suggested case kills it",
    arguments: TestDepth.seeds(1, thorough: 60), [RandomManifestShape.tiny, .tinyAndPlain, wide])
  func outcomes(seed: UInt64, shape: RandomManifestShape) throws {
    let suite = try RandomSuite(seed: seed, shape)
    let manifest = suite.file.manifest
    var run = MutationRun(suite.scenarios, of: manifest, ManifestLocations(suite.file))
    for mutation in run.mutations {
      let (isEquivalent, isNoticed, mutant) = judge(mutation, suite)
      let comment: Comment = "seed \(seed): \(mutation.kind) at \(mutation.location)"
      switch run.outcome(of: mutation) {
      case .equivalent: #expect(isEquivalent, comment)
      case .killed: #expect(!isEquivalent && isNoticed, comment)
      case .survived(let difference):
        #expect(!isEquivalent && !isNoticed, comment)
        guard let difference else {
          Issue.record("no case: \(comment)")
          continue
        }
        var expected = FeatureExpectation(feature: difference.feature, range: 0..<0)
        expected.status = difference.status
        #expect(
          ScenarioRunner(manifest).holds(expected, in: Evaluator(manifest, in: difference.state)),
          comment)
        #expect(
          !ScenarioRunner(mutant).holds(expected, in: Evaluator(mutant, in: difference.state)),
          comment)
        for manifest in [manifest, mutant] {
          #expect(Evaluator(manifest, in: difference.state).brokenAssumptions.isEmpty, comment)
        }
      }
    }
  }

  /// Manifests with more features that require each other, and with more blocks.
  private static let wide: RandomManifestShape = {
    var shape = RandomManifestShape.tiny
    (shape.features, shape.conditions, shape.width) = (5, 3, 2)
    return shape
  }()
}

@Suite("The mutation score")
struct MutationTallyTests {
  private func tally(killed: Int, survived: Int, equivalent: Int = 0) -> MutationTally {
    var tally = MutationTally()
    (tally.killed, tally.survived, tally.equivalent) = (killed, survived, equivalent)
    return tally
  }

  @Test(
    "Is rounded down to one decimal, and is 100 without mutants",
    arguments: [
      (0, 0, "100.0"), (0, 1, "0.0"), (15, 3, "83.3"), (2, 1, "66.6"), (999, 1, "99.9"),
      (9999, 1, "99.9"), (7, 0, "100.0"),
    ])
  func text(killed: Int, survived: Int, text: String) {
    #expect(tally(killed: killed, survived: survived, equivalent: 5).percentText == text)
  }

  @Test(
    "Is compared as an exact fraction",
    arguments: [
      (2, 1, 66.6, true), (2, 1, 66.66, true), (2, 1, 66.66666666666667, false),
      (2, 1, 66.7, false), (667, 333, 66.7, true), (1, 6, 14.285714285714286, false),
      (1, 6, 14.28571428571428, true), (0, 0, 100, true), (1, 0, 100, true), (99, 1, 99, true),
      (99, 1, 99.01, false), (1, 999_999, 0.0001, true), (0, 1, 0, true), (0, 1, 1e-9, false),
      (1, 1_000_000_000, 1e-7, false), (Int.max / 1000, 0, 100, true),
    ] as [(Int, Int, Double, Bool)])
  func demand(killed: Int, survived: Int, percent: Double, isReached: Bool) {
    #expect(tally(killed: killed, survived: survived).reaches(percent) == isReached)
  }
}
