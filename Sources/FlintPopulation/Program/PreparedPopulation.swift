package import FlintModel

/// A population whose states are already in memory. With it, a benchmark measures only the time to evaluate the states,
/// and not the time to read them from a file.
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

  /// Evaluates every feature in every state, and counts in ``tally`` how many states have each result, such as “feature
  /// a is unavailable”.
  package func evaluate() {
    for batch in batches { tally.add(batch.batch) }
  }
}
