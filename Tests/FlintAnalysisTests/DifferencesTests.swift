import FlintLogic
import FlintModel
import RandomModels
import TestSupport
import Testing

@testable import FlintAnalysis

@Suite("Differences")
struct DifferencesTests {
  @Test(
    "The differences are those that evaluating every state finds",
    arguments: TestDepth.seeds(1, thorough: 50))
  func agreesWithEveryState(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (old, _) = ClaimTests.tiny(&random)
    let new = random.oneIn(4) ? random.manifest(.tiny) : random.edit(old)
    let naming = StateSpace(old, new, (Breakpoints(), Breakpoints())).combinedManifest
    let states = EveryState([old, new], naming: naming)
    guard states.count <= 20_000 else { return }
    let difference: ManifestDifference
    do throws(NoPossibleState) {
      difference = try Differences.between(old, new)
    } catch {
      #expect(states.isEmpty, "seed \(seed)")
      return
    }
    #expect(!states.isEmpty, "seed \(seed)")
    #expect(
      difference.features.count + difference.unchanged
        == Set((old.features + new.features).map(\.id)).count, "seed \(seed)")
    for (index, feature) in new.features.enumerated() {
      let found = difference.features.first { $0.id == feature.id }
      guard let counterpart = old.features.firstIndex(where: { $0.id == feature.id }) else {
        #expect(found?.change == .added, "seed \(seed)")
        continue
      }
      var fewest: [[FeatureStatus]: Int] = [:]
      func statuses(_ state: DeviceState) -> [FeatureStatus] {
        let before = state.seen(by: old, naming: naming)
        let now = state.seen(by: new, naming: naming)
        return [
          Evaluator(old, in: before).status(of: counterpart),
          Evaluator(new, in: now).status(of: index),
        ]
      }
      states.visitAll { state in
        let pair = statuses(state)
        if pair[0] != pair[1] {
          fewest[pair] = min(fewest[pair] ?? .max, state.countOfFields(old, new))
        }
      }
      let examples = found?.examples ?? []
      #expect(Set(examples.map { [$0.old, $0.new] }) == Set(fewest.keys), "seed \(seed)")
      for example in examples {
        let count = example.state.countOfFields(old, new)
        // An example leaves out what every state has, if the feature does not depend on it.
        let omitted = states.mustBeGiven.count { example.state.attributes[$0] == nil }
        #expect(
          fewest[[example.old, example.new]].map { ($0 - omitted...$0).contains(count) } == true,
          "seed \(seed), \(feature.id)")
      }
      for example in examples {
        #expect(statuses(example.state) == [example.old, example.new], "seed \(seed)")
        #expect(states.isPossible(example.state), "seed \(seed)")
      }
      let isGained = fewest.keys.contains { $0[1] == .available }
      let isLost = fewest.keys.contains { $0[0] == .available }
      let expected: FeatureDifference.Change? =
        fewest.isEmpty ? nil : isGained == isLost ? .changed : isGained ? .gained : .lost
      #expect(found?.change == expected, "seed \(seed), \(feature.id)")
    }
    for feature in old.features where !new.features.contains(where: { $0.id == feature.id }) {
      #expect(difference.features.first { $0.id == feature.id }?.change == .removed)
    }
  }
}

extension SeededGenerator {
  mutating func edit(_ manifest: Manifest) -> Manifest {
    let other = self.manifest(.tiny)
    let attributes = manifest.attributes.map { attribute in
      let defaultValue =
        oneIn(3) ? oneIn(2) ? nil : value(of: attribute.domain) : attribute.defaultValue
      return AttributeDeclaration(
        id: attribute.id, name: "New", domain: attribute.domain, owner: attribute.owner,
        defaultValue: defaultValue,
        alwaysKnown: defaultValue != nil && (attribute.isAlwaysKnown || oneIn(4)))
    }
    var features = manifest.features.map { feature in
      FeatureDeclaration(
        id: feature.id, name: "New", parent: feature.parent,
        isEnabled: oneIn(4) ? Ternary(oneIn(2)) : feature.isEnabled,
        constraints: feature.constraints.filter { _ in !oneIn(4) },
        conditional: oneIn(3) ? [] : feature.conditional)
    }
    if oneIn(4) { features.append(FeatureDeclaration(id: "added")) }
    return Manifest(
      app: oneIn(3) ? other.app : manifest.app, groups: manifest.groups,
      products: manifest.products, attributes: attributes, conditions: manifest.conditions,
      assumptions: manifest.assumptions.filter { _ in !oneIn(4) }, buckets: manifest.buckets,
      features: features
    ).withBucketsInOrderOfUse
  }
}
