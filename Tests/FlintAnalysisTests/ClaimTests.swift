import FlintCore
import TestSupport
import Testing

@testable import FlintAnalysis

@Suite("Claims")
struct ClaimTests {
  /// Returns a random manifest with few enough states to evaluate all of them.
  static func tiny(_ random: inout SeededGenerator, limit: Int = 20_000) -> (Manifest, EveryState) {
    while true {
      let manifest = random.manifest(.tiny)
      let states = EveryState([manifest], naming: manifest)
      if states.count <= limit { return (manifest, states) }
    }
  }

  @Test(
    "A status is possible if and only if some state has it, and the example is the nearest such state",
    arguments: TestDepth.seeds(8, thorough: 40))
  func agreesWithEveryState(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (manifest, states) = Self.tiny(&random)
    let isEmpty = states.isEmpty
    var proof = ClaimProof(of: manifest)
    for feature in manifest.features.indices {
      var fewest: [FeatureStatus: Int] = [:]
      states.visitAll { state in
        let status = Evaluator(manifest, in: state).status(of: feature)
        fewest[status] = min(fewest[status] ?? .max, state.countOfFields(manifest))
      }
      for status in FeatureStatus.allCases {
        let verdict = try? proof.verdict(on: Claim(.never, .feature(feature, status)))
        switch verdict {
        case .proven: #expect(fewest[status] == nil, "seed \(seed), feature \(feature), \(status)")
        case .counterexample(let state):
          #expect(Evaluator(manifest, in: state).status(of: feature) == status, "seed \(seed)")
          #expect(states.isPossible(state), "seed \(seed), feature \(feature), \(status)")
          #expect(
            state.countOfFields(manifest) == fewest[status],
            "seed \(seed), feature \(feature), \(status)")
        case .vacuous: #expect(isEmpty, "seed \(seed)")
        case nil: Issue.record("seed \(seed): no verdict")
        }
      }
    }
  }
}
