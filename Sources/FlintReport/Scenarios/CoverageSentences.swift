internal import FlintCore
internal import FlintScenarios
internal import FlintText

/// The one place that says in words what a run came to and what it has seen.
extension ScenarioReport {
  /// `7 scenarios: 6 passed, 1 failed`
  var summary: String {
    "\(counted(results.count, "scenario")): \(passed) passed, \(failed) failed"
  }

  /// `97.0 %, 33 of 34 seen`, and what is demanded where that is more; nil where nobody asked.
  var coverageSummary: String? {
    guard let coverage else { return nil }
    let sum = "\(coverage.percentText) %, \(coverage.seen) of \(coverage.count) covered"
    return isCovered ? sum : sum + "; \(leastPercentText) % required"
  }

  /// The demanded percentage as people write it: `90`, `99.5`.
  var leastPercentText: String {
    let percent = leastPercent ?? 0
    return Int(exactly: percent).map { "\($0)" } ?? "\(percent)"
  }

  var neverSeen: [Coverage.Item] { coverage?.filter { !$0.isSeen } ?? [] }

  /// `turbo-downloads/runtimeEnabled never seen not satisfied`; where it is undecided whether any state shows it, so it says
  func sentence(for item: Coverage.Item) -> String {
    let feature = manifest.features[item.feature].id
    let subject = item.constraint.map { "\(feature)/\($0)" } ?? feature
    let state = item.constraint == nil ? "available" : "satisfied"
    let sentence = "\(subject): no scenario in which it is \(item.isPositive ? "" : "not ")\(state)"
    return item.isUndecided ? sentence + "; undecided: too complex to analyze" : sentence
  }
}
