package import FlintAnalysis
package import FlintModel

package struct ScenarioResult: Sendable {
  package let name: String

  /// The byte range of the scenario in the file.
  package let range: Range<Int>

  /// The expectations that failed, in the order in which they occur in the file; empty if the scenario passed.
  package let failures: [ExpectationFailure]

  /// A state in which the claim is false; nil if the scenario passed, or if it is not a claim.
  package let counterexample: DeviceState?

  package var isPassed: Bool { failures.isEmpty }
}

/// An expectation that was not met, with the result that occurred instead.
package struct ExpectationFailure: Sendable {
  /// The byte range of the expectation in the file.
  package let range: Range<Int>

  /// The part of the scenario that contains the expectation, such as a step.
  package let location: Location
  package let fact: Fact

  /// A formatter that describes the state in which the expectation failed, in sentences.
  package let sentences: Sentences

  package enum Location: Equatable, Sendable {
    /// A step of a scenario, by its number, which starts at 1.
    case step(Int)

    /// An element of the scenario's list `cases`, by its number, which starts at 1.
    case row(Int)
    case claim
  }

  package enum Fact: Sendable {
    case feature(expected: FeatureExpectation, found: FeatureEvaluation)

    /// The action of the step had another outcome than expected. `found` is nil if the action has no outcome. `feature`
    /// is the evaluation of the feature whose action or permission requests were to be performed; nil if the action
    /// concerns no feature.
    case outcome(expected: StepOutcome, found: StepOutcome?, feature: FeatureEvaluation?)
    case claim(Claim, features: [FeatureEvaluation])
  }
}
