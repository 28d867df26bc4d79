import FlintModel
import RandomModels
import TestSupport
import Testing

@testable import FlintPopulation

@Suite("Decisive constraints of features that require each other")
struct ReconvergenceTests {
  private static let on = Constraint.userToggled(defaultValue: true)

  /// Returns the `decisive` counts of each constraint if all toggles are off and the platform is tvOS.
  private func decisive(_ manifest: Manifest) -> [[Int64]] {
    let program = PopulationProgram(manifest)
    var batch = StateBatch(program)
    var tally = PopulationTally(program)
    let toggles = Dictionary(
      uniqueKeysWithValues: manifest.features.indices.map { ($0, false) })
    batch.append(DeviceState(platform: .tvOS, toggles: toggles), weight: 1)
    tally.add(batch)
    let totals = tally.audience().features
    let expected = expectedAudience(
      of: manifest, [(DeviceState(platform: .tvOS, toggles: toggles), 1)])
    #expect(totals == expected.features)
    return totals.map { $0.constraints.map(\.decisive) }
  }

  @Test(
    "An ancestor's constraint is decisive alone, even if the feature also requires the ancestor")
  func ancestorAskedFor() {
    let manifest = Manifest(features: [
      FeatureDeclaration(id: "a", constraints: [Self.on]),
      FeatureDeclaration(id: "f", parent: 0, constraints: [.feature(0)]),
      FeatureDeclaration(id: "plain", parent: 0),
    ])
    #expect(decisive(manifest) == [[1], [0, 1], [1]])
    #expect(Array(PopulationProgram(manifest).reconvergentEntries).count == 1)
  }

  @Test("References in negations, alternatives and named conditions are followed")
  func relatives() {
    let manifest = Manifest(
      conditions: [ConditionDeclaration(id: "c", is: Condition([.feature(1)]))],
      features: [
        FeatureDeclaration(id: "a", constraints: [Self.on]),
        FeatureDeclaration(id: "b", parent: 0),
        FeatureDeclaration(id: "named", parent: 0, constraints: [.condition(0)]),
        FeatureDeclaration(id: "not", parent: 0, constraints: [.not(Condition([.feature(1)]))]),
        FeatureDeclaration(id: "below", parent: 2),
      ])
    #expect(decisive(manifest) == [[1], [1], [0, 1], [0, 0], [0, 1]])
  }

  @Test("The app's constraint is decisive even if every required feature has it too")
  func app() {
    let manifest = Manifest(
      app: Manifest.App(platforms: [SupportedPlatform(.iOS)]),
      features: [
        FeatureDeclaration(id: "a"), FeatureDeclaration(id: "f", constraints: [.feature(0)]),
        FeatureDeclaration(id: "g", constraints: [Self.on, .feature(0)]),
      ])
    // The app's iOS, macOS, tvOS, watchOS and visionOS come after the feature's own constraints.
    #expect(
      decisive(manifest) == [[0, 0, 1, 0, 0], [0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 0, 0, 0]])
  }

  @Test("Long chains of features are compiled without deep recursion")
  func chain() {
    let length = 10_000
    let manifest = Manifest(
      app: Manifest.App(platforms: [SupportedPlatform(.iOS)]),
      features: (0..<length).map { index in
        FeatureDeclaration(
          id: "f\(index)", constraints: [index == 0 ? Self.on : .feature(index - 1)])
      })
    let program = PopulationProgram(manifest)
    var batch = StateBatch(program)
    var tally = PopulationTally(program)
    batch.append(DeviceState(), weight: 1)
    batch.append(DeviceState(toggles: [0: false]), weight: 10)
    batch.append(DeviceState(platform: .tvOS), weight: 100)
    tally.add(batch)
    let last = tally.audience().features[length - 1]
    #expect(last.available == 1)
    #expect(last.constraints.map(\.decisive) == [10, 0, 0, 100, 0, 0])
  }

  @Test("The evaluations without each constraint use the same planes, one after the other")
  func nestedOverChain() {
    /// Returns nested features, with a chain of siblings in the innermost one.
    func program(nested: Int, siblings: Int) -> PopulationProgram {
      let outer = (0..<nested).map { index in
        FeatureDeclaration(
          id: "outer\(index)", parent: index == 0 ? nil : index - 1, constraints: [Self.on])
      }
      let chain = (0..<siblings).map { index in
        FeatureDeclaration(
          id: "sibling\(index)", parent: nested - 1,
          constraints: index == 0 ? [Self.on] : [Self.on, .feature(nested + index - 1)])
      }
      return PopulationProgram(Manifest(features: outer + chain))
    }
    for (nested, siblings) in [(8, 80), (16, 160)] {
      let program = program(nested: nested, siblings: siblings)
      // For each sibling but the first, each constraint of the nested features affects it in two ways.
      #expect(program.rounds.map(\.entries.count) == Array(repeating: siblings - 1, count: nested))
      #expect(program.planeCount < 8 * (nested + siblings))
    }
  }

  @Test("Random manifests contain such features")
  func chance() {
    let seeds = (1...30).filter { seed in
      var random = SeededGenerator(seed: UInt64(seed))
      let manifest = random.manifest(RandomManifestShape(features: 12))
      return !PopulationProgram(manifest).rounds.isEmpty
    }
    #expect(seeds.count > 3)
  }
}
