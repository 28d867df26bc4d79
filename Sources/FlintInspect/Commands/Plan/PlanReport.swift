import FlintAnalysis
import FlintModel

/// The report of `plan`: how to make a feature available.
struct PlanReport {
  let result: PlanResult
  let state: ResolvedState

  var manifest: Manifest { state.manifest }
  var feature: FeatureDeclaration { manifest.features[result.feature] }

  /// Advice for the case that there is no plan: lists of further values of the option `--allow`, which permits kinds of
  /// changes. If the user adds all values of one list, such as `platform` and `date`, a plan exists; if one of them is
  /// missing, it does not.
  let helpful: [[String]]

  init(_ result: PlanResult, from state: ResolvedState, helpful: [[String]] = []) {
    self.result = result
    self.state = state
    self.helpful = helpful
  }

  /// The constraints that no permitted change can satisfy, each with a sentence that explains its status. The permitted
  /// changes depend on the options `--allow` and `--by`, and on the manifest's assumptions.
  var impossible: [(blocker: Blocker, message: String)] {
    if result.impossible.isEmpty { return [] }
    let sentences = Sentences(state)
    return result.impossible.map { ($0, sentences.message(of: $0.constraint, in: $0.feature)) }
  }
}
