import FlintCore
import Foundation
import RandomModels
import TestSupport
import Testing

/// Compares the guides' features with their manifests, and with the program that evaluates the manifests.
@Suite("The guides' features and their manifests")
struct GuidePropertyTests {
  private static let trees: [any FeatureGroup.Type] = [
    ConditionalFeaturesGuide.AppFeatures.self, FeaturesAndActionsGuide.AppFeatures.self,
    ConditionalFeaturePage.AppFeatures.self, PurchasesGuide.MyFeatures.self,
  ]

  @Test("Have the same status in every state", arguments: TestDepth.seeds(2, thorough: 40))
  func sameAnswers(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for tree in Self.trees {
      let manifest = Manifest(describing: tree)
      var state = random.state(for: manifest)
      // The guides' flags are variables, which other tests change concurrently.
      for feature in manifest.features.indices {
        state.runtime[feature] = random.pick(Ternary.allCases)
      }
      let evaluator = Evaluator(manifest, in: state)
      let device = SimulatedDevice(state, for: manifest)
      Flint.withOwnRegistry {
        Flint.setup(tree) { $0.simulate(device) }
        for (index, feature) in tree.subfeatures.enumerated() {
          let asked = Flint.constraintsEvaluator.evaluate(for: feature)
          #expect(manifest.features[index].id == feature.featureID)
          #expect(asked.status == evaluator.status(of: index), "seed \(seed), \(feature)")
        }
      }
    }
  }

  @Test("Have the same results in the program", arguments: 0..<4)
  func program(tree index: Int) throws {
    let tree = Self.trees[index]
    let manifest = Manifest(describing: tree)
    let expected = Dictionary(
      uniqueKeysWithValues: manifest.features.indices.map { feature in
        let status = Evaluator(manifest, in: DeviceState()).status(of: feature)
        return (manifest.features[feature].id, status.name)
      })
    let output = try Toolchain.withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("manifest.json")
      try manifest.json.write(to: file, atomically: true, encoding: .utf8)
      let program = try Toolchain.product("flint-inspect")
      return try Toolchain.run([program, "evaluate", file.path, "--format", "json"])
    }
    try #require(output.status == 0, "\(output.output)")
    let evaluation = try #require(
      JSONSerialization.jsonObject(with: Data(output.output.utf8)) as? [String: Any])
    let features = try #require(evaluation["features"] as? [[String: Any]])
    let statuses = Dictionary(
      uniqueKeysWithValues: features.map { ($0["id"] as? String ?? "", $0["status"] as? String) })
    #expect(statuses == expected)
  }
}
