package import FlintAnalysis
package import FlintModel

package struct ScenarioResult: Sendable {
  package let name: String

  /// In bytes.
  package let range: Range<Int>

  /// In the file's order.
  package let failures: [ExpectationFailure]

  /// Nil unless a claim failed.
  package let counterexample: DeviceState?

  package var isPassed: Bool { failures.isEmpty }
}

package struct ExpectationFailure: Sendable {
  /// In bytes.
  package let range: Range<Int>

  package let location: Location
  package let fact: Fact

  /// About the state in which it failed.
  package let sentences: Sentences

  package enum Location: Equatable, Sendable {
    /// From 1.
    case step(Int)

    /// From 1.
    case row(Int)
    case claim
  }

  package enum Fact: Sendable {
    case feature(expected: FeatureExpectation, found: FeatureEvaluation)

    /// `found` is nil without an outcome, `feature` unless the action concerns one.
    case outcome(expected: StepOutcome, found: StepOutcome?, feature: FeatureEvaluation?)
    case claim(Claim, features: [FeatureEvaluation])
  }
}
