package import FlintAnalysis
package import FlintCore

/// The result of running one scenario.
package struct ScenarioResult: Sendable {
  package let name: String

  /// The scenario's byte range in the file.
  package let range: Range<Int>

  /// The failures in the order of the file; empty if the scenario passed.
  package let failures: [ExpectationFailure]

  /// A state that breaks the claim; nil if the scenario is not a claim or passed.
  package let counterexample: DeviceState?

  package var isPassed: Bool { failures.isEmpty }
}

/// A failed expectation.
package struct ExpectationFailure: Sendable {
  /// The byte range of the expectation in the file.
  package let range: Range<Int>

  /// The location of the expectation in the scenario.
  package let place: Location
  package let fact: Fact

  /// The sentences that describe the state in which the expectation failed.
  package let sentences: Sentences

  package enum Location: Equatable, Sendable {
    /// The number of the step, from 1.
    case step(Int)
    case row(Int)
    case claim
  }

  package enum Fact: Sendable {
    case feature(expected: FeatureExpectation, found: FeatureEvaluation)

    /// An action had a different outcome; `feature` is the evaluation of the action's feature.
    case outcome(expected: StepOutcome, found: StepOutcome?, feature: FeatureEvaluation?)
    case claim(Claim, features: [FeatureEvaluation])
  }
}
