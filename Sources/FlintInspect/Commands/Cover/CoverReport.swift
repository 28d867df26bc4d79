import FlintAnalysis
import FlintModel
import FlintManifest
import FlintScenarios
import FlintText

struct CoverReport {
  let cover: Cover
  let manifest: Manifest

  init(_ cover: Cover, of manifest: Manifest) {
    self.cover = cover
    self.manifest = manifest
  }

  func text(of position: ConstraintPosition) -> String {
    position.constraint(in: manifest).name(block: position.block, in: manifest)
  }

  // MARK: Sentences

  var count: String {
    let starts = cover.states.count(where: \.isStart)
    return counted(cover.states.count - starts, starts > 0 ? "further state" : "state")
  }

  var extent: String {
    let starts = cover.states.count(where: \.isStart)
    let verb = cover.states.count - starts == 1 ? "covers" : "cover"
    let hasBlockers = cover.states.contains { !$0.isStart && $0.shows.contains(where: \.isBlocker) }
    let each = starts > 0 ? "the remaining statuses" : "every status of each feature"
    let blockers = starts > 0 ? "only blockers" : "every constraint that can be the only blocker"
    return hasBlockers ? "\(verb) \(each) and \(blockers)" : "\(verb) \(each)"
  }

  static let note =
    "Each state starts from a fresh install, and lists only what no earlier state shows."

  var proof: String {
    cover.isProven ? "no smaller set does" : "at least \(cover.atLeast) are necessary"
  }

  // MARK: Scenarios

  var suite: RecordedSuite { RecordedSuite(scenarios, of: manifest) }

  /// One for each state that shows something new.
  var scenarios: [RecordedScenario] {
    cover.states.filter { !$0.shows.isEmpty }.enumerated().map { index, state in
      let blocked = Set(state.shows.filter(\.isBlocker).map(\.feature))
      let expected = state.features.map {
        RecordedExpectation($0, withBlockers: blocked.contains($0.feature), in: manifest)
      }
      return RecordedScenario(
        name: "\(index + 1). \(title(of: state))",
        cases: [RecordedCase(given: .state(state.state), expected: expected)])
    }
  }

  private func title(of state: Cover.CoveredState) -> String {
    let setup = SetupSentences(ResolvedState(state.state, in: manifest))
    let steps = setup.steps
    let shown = steps.prefix(3).joined(separator: ", ")
    let rest = steps.count > 3 ? " and \(steps.count - 3) more" : ""
    return steps.isEmpty ? "\(setup.title), a fresh install" : "\(setup.title): \(shown)\(rest)"
  }
}

extension Sentences {
  /// Nil if there are several, or none.
  func onlyBlocker(of evaluation: FeatureEvaluation) -> Blocker? {
    let obstacles = obstacles(of: evaluation)
    return obstacles.count == 1 ? obstacles[0] : nil
  }

  func reason(for evaluation: FeatureEvaluation) -> String {
    evaluation.blockers.map { message(of: $0.constraint, in: $0.feature) }.joined(
      separator: ", and ")
  }
}
