import FlintModel
import RandomModels
import TestSupport
import Testing

@testable import FlintPopulation

@Suite("The compiled program")
struct ProgramTests {
  @Test(
    "Counts the results that the evaluator gives for every state",
    arguments: TestDepth.seeds(1, thorough: 80))
  func agreesWithEvaluator(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let manifest = random.manifest(RandomManifestShape(features: 12))
    let states = (0..<12).map { _ in random.state(for: manifest) }
    // There are two batches, of which the last is not full. Every third population has no weights.
    var weights: [DeviceState: Int64] = [:]
    let population = (0..<300).map { number in
      (state: states[number % 12], weight: seed % 3 == 0 ? 1 : Int64(random.int(0...3)))
    }
    for (state, weight) in population { weights[state, default: 0] += weight }
    let program = PopulationProgram(manifest)
    var batch = StateBatch(program)
    var tally = PopulationTally(program)
    for (state, weight) in population {
      batch.append(state, weight: UInt64(weight))
      if batch.isFull {
        tally.add(batch)
        batch.removeAll()
      }
    }
    tally.add(batch)
    let expected = expectedAudience(
      of: manifest, weights.map { (state: $0.key, weight: $0.value) })
    #expect(Int64(tally.states) == 300, "seed \(seed)")
    #expect(Int64(tally.weight) == expected.weight, "seed \(seed)")
    #expect(tally.audience().features == expected.features, "seed \(seed)")
    #expect(tally.audience().impossible == expected.impossible, "seed \(seed)")
  }

  @Test("Counts nothing of a state that is withdrawn")
  func withdrawal() {
    var random = SeededGenerator(seed: 7)
    let manifest = random.manifest(RandomManifestShape(features: 12))
    let program = PopulationProgram(manifest)
    let state = random.state(for: manifest)
    func totals(withdrawing: Bool) -> [Audience.Feature] {
      var batch = StateBatch(program)
      var tally = PopulationTally(program)
      if withdrawing {
        for plane in 0..<Plane(program.layout.count) { batch.nextLane.set(plane) }
        batch.removeLastState()
      }
      batch.append(state, weight: 3)
      tally.add(batch)
      return tally.audience().features
    }
    #expect(totals(withdrawing: true) == totals(withdrawing: false))
  }
}
