package import FlintModel

/// States in memory, to measure evaluation without reading.
package final class PreparedPopulation {
  private var batches: [Batch] = []
  private var tally: PopulationTally

  private final class Batch {
    var batch: StateBatch
    init(_ program: PopulationProgram) { batch = StateBatch(program) }
  }

  package init(_ manifest: Manifest, _ states: [DeviceState]) {
    let program = PopulationProgram(manifest)
    tally = PopulationTally(program)
    for state in states {
      if batches.last?.batch.isFull ?? true { batches.append(Batch(program)) }
      batches.last?.batch.append(state, weight: 1)
    }
  }

  package func evaluate() {
    for batch in batches { tally.add(batch.batch) }
  }
}
