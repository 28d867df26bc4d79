import FlintAnalysis
import FlintModel

struct PlanReport {
  let result: PlanResult
  let state: ResolvedState

  var manifest: Manifest { state.manifest }
  var feature: FeatureDeclaration { manifest.features[result.feature] }

  /// Sets of further `--allow` values, each with which a plan exists.
  let helpful: [[String]]

  init(_ result: PlanResult, from state: ResolvedState, helpful: [[String]] = []) {
    self.result = result
    self.state = state
    self.helpful = helpful
  }

  var impossible: [(blocker: Blocker, message: String)] {
    if result.impossible.isEmpty { return [] }
    let sentences = Sentences(state)
    return result.impossible.map { ($0, sentences.message(of: $0.constraint, in: $0.feature)) }
  }
}
