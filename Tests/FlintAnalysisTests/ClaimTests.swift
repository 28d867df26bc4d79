import FlintManifest
import FlintModel
import RandomModels
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
    arguments: TestDepth.seeds(3, thorough: 40))
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

  @Test("Claims share a state space, unless their conditions add breakpoints")
  func sharedSpaces() throws {
    final class Counter { var spaces = 0 }
    let counter = Counter()
    let manifest = Manifest(features: [
      FeatureDeclaration(id: "f", constraints: [.userToggled(defaultValue: true)])
    ])
    var spaces = StateSpaceCache { breakpoints in
      counter.spaces += 1
      return StateSpace(manifest, condition: breakpoints)
    }
    /// Returns the number of created spaces after claims about the given conditions.
    func spacesAfterUse(for conditions: [StateCondition]) throws -> Int {
      for condition in conditions { try spaces.use(for: condition, in: manifest) { _ in } }
      return counter.spaces
    }
    var toggled = StateCondition()
    toggled.required.toggles = [0: false]
    #expect(try spacesAfterUse(for: [StateCondition(), toggled, StateCondition()]) == 1)
    let dates = (0..<15).map { (index: Int64) in
      var dated = StateCondition()
      dated.required.device[.date] = DateTime(seconds: index).map { .date($0) }
      return dated
    }
    #expect(try spacesAfterUse(for: dates + dates + [toggled]) == 16)
  }
}
