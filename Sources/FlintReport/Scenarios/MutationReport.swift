package import FlintAnalysis
internal import FlintCore
package import FlintScenarios
package import FlintText

/// What a suite of scenarios would miss.
package struct MutationReport: Sendable {
  package let tally: MutationTally

  /// In the order of the text.
  package let survivors: [Survivor]

  /// The score that is demanded, nil for none.
  package let leastPercent: Double?

  package init(tally: MutationTally, survivors: [Survivor], leastPercent: Double?) {
    self.tally = tally
    self.survivors = survivors
    self.leastPercent = leastPercent
  }

  /// A mutant that no scenario noticed.
  package struct Survivor: Sendable {
    package let mutation: Mutation
    package let path: String
    package let location: SourceLocation

    /// A state in which it differs from the manifest; nil where it is undecided whether there is one, which takes too much
    /// work to find out.
    package let difference: MutantProof.Difference?

    package init(
      _ mutation: Mutation, path: String, at location: SourceLocation,
      _ difference: MutantProof.Difference?
    ) {
      self.mutation = mutation
      self.path = path
      self.location = location
      self.difference = difference
    }

    /// The case of a scenario that would kill it.
    var pasted: RecordedCase? {
      difference.map {
        RecordedCase(
          given: .state($0.state), expected: [RecordedExpectation($0.feature, is: $0.status)])
      }
    }
  }

  /// Whether the score is what is demanded.
  package var isReached: Bool { leastPercent.map { tally.reaches($0) } ?? true }

  /// Whether survivors are none of the run's failures: as many as there are may be.
  var isTolerant: Bool { leastPercent != nil && isReached }
}
