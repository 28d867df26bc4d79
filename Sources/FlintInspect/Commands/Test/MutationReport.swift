import FlintAnalysis
import FlintModel
import FlintScenarios
import FlintText

struct MutationReport: Sendable {
  let tally: MutationTally

  /// In the order of the text.
  let survivors: [Survivor]

  let requiredPercent: Double?

  init(tally: MutationTally, survivors: [Survivor], requiredPercent: Double?) {
    self.tally = tally
    self.survivors = survivors
    self.requiredPercent = requiredPercent
  }

  struct Survivor: Sendable {
    let mutation: Mutation
    let path: String
    let location: SourceLocation

    /// Nil beyond the limit.
    let difference: MutantProof.Difference?

    init(
      _ mutation: Mutation, path: String, at location: SourceLocation,
      _ difference: MutantProof.Difference?
    ) {
      self.mutation = mutation
      self.path = path
      self.location = location
      self.difference = difference
    }

    var suggestedCase: RecordedCase? { difference?.recordedCase }
  }

  var isReached: Bool { requiredPercent.map { tally.reaches($0) } ?? true }

  /// Whether mutants (copies of the manifest with one mistake) that no scenario detects do not count as failures,
  /// because the required mutation score is reached in spite of them. They are then reported as skipped in JUnit.
  var isTolerant: Bool { requiredPercent != nil && isReached }
}
