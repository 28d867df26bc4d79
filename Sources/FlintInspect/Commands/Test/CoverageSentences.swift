import FlintModel
import FlintScenarios
import FlintText

extension ScenarioReport {
  var summary: String {
    let scenarios = counted(results.count, "scenario")
    return "\(scenarios): \(passed) passed, \(failed) failed"
  }

  /// `97.0 %, 33 of 34 outcomes covered`
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

  /// `turbo-downloads/runtimeEnabled: no scenario in which it is not satisfied`
  func sentence(for item: Coverage.Item) -> String {
    let feature = manifest.features[item.feature].id
    let subject = item.constraint.map { "\(feature)/\($0)" } ?? feature
    let state = item.constraint == nil ? "available" : "satisfied"
    let outcome = item.isPositive ? state : "not \(state)"
    let sentence = "\(subject): no scenario in which it is \(outcome)"
    return item.isUndecided ? sentence + "; undecided: too complex to analyze" : sentence
  }
}
