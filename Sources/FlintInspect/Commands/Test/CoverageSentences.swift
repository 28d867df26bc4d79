import FlintModel
import FlintScenarios
import FlintText

/// Sentences about the results of scenarios and about their coverage, which is the share of the possible outcomes (such
/// as “the constraint is not satisfied”) that occur in the scenarios.
extension ScenarioReport {
  var summary: String {
    let scenarios = counted(results.count, "scenario")
    return "\(scenarios): \(passed) passed, \(failed) failed"
  }

  /// The share of the possible outcomes that occur in scenarios, such as `97.0 %, 33 of 34 outcomes covered`. An
  /// outcome is, for example, that a constraint is satisfied. The required percentage is added if it is not reached.
  /// Nil if the coverage was not measured.
  var coverageSummary: String? {
    guard let coverage else { return nil }
    let sum = "\(coverage.percentText) %, \(coverage.seen) of \(coverage.count) outcomes covered"
    return isCovered ? sum : sum + "; \(requiredPercentText) % required"
  }

  var requiredPercentText: String {
    let percent = requiredPercent ?? 0
    return Int(exactly: percent).map { "\($0)" } ?? "\(percent)"
  }

  var neverSeen: [Coverage.Item] { coverage?.filter { !$0.isSeen } ?? [] }

  /// Returns a sentence about an outcome of a feature or constraint that occurs in no scenario:
  /// `turbo-downloads/runtimeEnabled: no scenario in which it is not satisfied`. The sentence ends with a remark if it
  /// could not be decided whether the outcome is possible.
  func sentence(for item: Coverage.Item) -> String {
    let feature = manifest.features[item.feature].id
    let subject = item.constraint.map { "\(feature)/\($0)" } ?? feature
    let state = item.constraint == nil ? "available" : "satisfied"
    let outcome = item.isPositive ? state : "not \(state)"
    let sentence = "\(subject): no scenario in which it is \(outcome)"
    return item.isUndecided ? sentence + "; undecided: too complex to analyze" : sentence
  }
}
