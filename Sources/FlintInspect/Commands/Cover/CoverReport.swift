import FlintAnalysis
import FlintModel
import FlintManifest
import FlintScenarios
import FlintText

/// The report of `cover`: the smallest set of states that shows every goal. A goal is a feature in a status that it can
/// have, or a constraint as the only blocker of its feature.
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

  /// The ``scenarios`` as a test suite that can be written to a file.
  var suite: RecordedSuite { RecordedSuite(scenarios, of: manifest) }

  /// One scenario for each state that shows something new: a feature in a status, or a constraint as the only blocker
  /// of its feature, that no earlier state shows. A state that the user gave with `--start` can show nothing new. It
  /// gets no scenario, because there is nothing to expect in it.
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

  /// Returns the title of the scenario for a state: the platform, followed by the changes that turn a fresh install
  /// into the state, such as `The latest iOS: buy “Premium”`. At most three changes are listed.
  private func title(of state: Cover.CoveredState) -> String {
    let setup = SetupSentences(ResolvedState(state.state, in: manifest))
    let steps = setup.steps
    let shown = steps.prefix(3).joined(separator: ", ")
    let rest = steps.count > 3 ? " and \(steps.count - 3) more" : ""
    return steps.isEmpty ? "\(setup.title), a fresh install" : "\(setup.title): \(shown)\(rest)"
  }
}

extension Sentences {
  /// Returns the constraint that alone keeps a feature from being available; nil if there are several, or none.
  func onlyBlocker(of evaluation: FeatureEvaluation) -> Blocker? {
    let obstacles = obstacles(of: evaluation)
    return obstacles.count == 1 ? obstacles[0] : nil
  }

  func reason(for evaluation: FeatureEvaluation) -> String {
    evaluation.blockers.map { message(of: $0.constraint, in: $0.feature) }.joined(
      separator: ", and ")
  }
}
