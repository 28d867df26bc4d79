import FlintAnalysis
import FlintModel
import FlintScenarios
import FlintText

/// The result of mutation testing, which makes mistakes in copies of the manifest and checks whether the scenarios
/// detect them: the share of detected mistakes, and the mistakes that no scenario detects.
struct MutationReport: Sendable {
  let tally: MutationTally

  /// The mutants (copies of the manifest with one mistake) that no scenario detected, in the order in which the
  /// mistakes occur in the manifest's text.
  let survivors: [Survivor]

  /// The percentage of mutants (copies of the manifest with one mistake) that the scenarios must detect; nil if none is
  /// required.
  let requiredPercent: Double?

  init(tally: MutationTally, survivors: [Survivor], requiredPercent: Double?) {
    self.tally = tally
    self.survivors = survivors
    self.requiredPercent = requiredPercent
  }

  /// A mutant (a copy of the manifest with one mistake) that no scenario detected.
  struct Survivor: Sendable {
    let mutation: Mutation
    let path: String
    let location: SourceLocation

    /// A state in which a feature has another status with the mutant (the copy with the mistake) than with the
    /// manifest. Nil if the search found no such state within its limits. It is then not known whether the mistake has
    /// any effect.
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

  /// Whether the scenarios detect the required percentage of mutants (copies of the manifest with one mistake), or none
  /// is required.
  var isReached: Bool { requiredPercent.map { tally.reaches($0) } ?? true }

  /// Whether mutants (copies of the manifest with one mistake) that no scenario detects do not count as failures,
  /// because the required mutation score is reached in spite of them. They are then reported as skipped in JUnit.
  var isTolerant: Bool { requiredPercent != nil && isReached }
}
