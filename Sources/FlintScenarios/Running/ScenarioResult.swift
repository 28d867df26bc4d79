package import FlintAnalysis
package import FlintCore

/// The result of running one scenario.
package struct ScenarioResult: Sendable {
  package let name: String

  /// The byte range of the scenario in the file.
  package let range: Range<Int>

  /// The failed expectations in the order of the file; empty if the scenario passed.
  package let failures: [ExpectationFailure]

  /// A state in which the claim is false; nil if the scenario passed or is not a claim.
  package let counterexample: DeviceState?

  package var isPassed: Bool { failures.isEmpty }
}

/// An expectation that failed, with the actual result.
package struct ExpectationFailure: Sendable {
  /// The byte range of the expectation in the file.
  package let range: Range<Int>

  /// The location of the expectation in the scenario.
  package let location: Location
  package let fact: Fact

  /// A formatter of sentences about the state in which the expectation failed.
  package let sentences: Sentences

  package enum Location: Equatable, Sendable {
    /// A step, given by its number, which starts at 1.
    case step(Int)
    case row(Int)
    case claim
  }

  package enum Fact: Sendable {
    case feature(expected: FeatureExpectation, found: FeatureEvaluation)

    /// The step's action had another outcome than expected. The associated `feature` is the evaluation of the action's
    /// feature.
    case outcome(expected: StepOutcome, found: StepOutcome?, feature: FeatureEvaluation?)
    case claim(Claim, features: [FeatureEvaluation])
  }
}
