package import FlintAnalysis
package import FlintCore

/// How one scenario went.
package struct ScenarioResult: Sendable {
  package let name: String

  /// The bytes of its file that the scenario takes.
  package let range: Range<Int>

  /// In the order of the file; empty where it passed.
  package let failures: [ExpectationFailure]

  /// A state that breaks a claim.
  package let counterexample: DeviceState?

  package var isPassed: Bool { failures.isEmpty }
}

/// An expectation that did not come true.
package struct ExpectationFailure: Sendable {
  /// The bytes of the file that the expectation takes.
  package let range: Range<Int>

  /// Where in the scenario it stands.
  package let place: Location
  package let fact: Fact

  /// For the state in which the expectation failed.
  package let sentences: Sentences

  package enum Location: Equatable, Sendable {
    /// From 1.
    case step(Int)
    case row(Int)
    case claim
  }

  package enum Fact: Sendable {
    case feature(expected: FeatureExpectation, found: FeatureEvaluation)

    /// An action ended in another way; `feature` is what it was about.
    case outcome(expected: StepOutcome, found: StepOutcome?, feature: FeatureEvaluation?)
    case claim(Claim, features: [FeatureEvaluation])
  }
}
