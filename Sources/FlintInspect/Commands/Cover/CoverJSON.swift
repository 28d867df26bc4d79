import FlintAnalysis
import FlintModel
import FlintManifest
import FlintScenarios
import FlintText

extension CoverReport {
  func writeJSON(into sink: inout ByteSink) { Self.json.write(self, into: &sink) }

  static var json: JSONOutput<CoverReport> {
    .object(nil, nil, .lines) {
      JSONMember.formatVersion
      JSONMember(
        "proven", .boolean,
        "Whether the list `states` is proven to be the smallest that shows every goal"
      ) {
        $0.cover.isProven
      }
      JSONMember(
        "atLeast", .count,
        "The proven minimum number of states that a cover needs, not counting those given with `--start`"
      ) { $0.cover.atLeast }
      JSONMember(
        "bound", .list(of: goal, .lines),
        """
        Goals that each need their own state, because no state shows two of them. Their number is the \
        lower bound `atLeast`
        """
      ) { report in report.cover.bound.map { ($0, report) } }
      JSONMember(
        "states", .list(of: state, .lines),
        "The states to test: first those given with `--start`, then the others"
      ) { report in report.cover.states.map { ($0, report) } }
    }
  }

  private static var state: JSONOutput<(Cover.CoveredState, CoverReport)> {
    .object("coveredState", "A state to test, with the goals that it shows", .lines) {
      JSONMember("state", WrittenState.json, "The state") { state, report in
        WrittenState(state.state, of: report.manifest)
      }
      JSONMember(
        "shows", .list(of: goal, .lines),
        "The goals that this state shows and that no earlier state shows"
      ) { state, report in state.shows.map { ($0, report) } }
    }
  }

  private static var goal: JSONOutput<(CoverGoal, CoverReport)> {
    .object(
      "goal",
      "A goal: a feature with a certain status, or a feature that only one constraint blocks",
      rules: ["oneOf": .exactlyOne(of: ["status", "blocker"])]
    ) {
      JSONMember("feature", .id, "The feature's id") { goal, report in
        report.manifest.features[goal.feature].id
      }
      JSONMember(optional: "status", .status, "The status of the feature") { goal, _ in
        if case .status(let status) = goal.result { status } else { nil }
      }
      JSONMember(
        optional: "blocker", .constraintID,
        "The id of the feature's own constraint that is its only blocker"
      ) { goal, report in
        if case .onlyBlocker(let position) = goal.result { report.text(of: position) } else { nil }
      }
    }
  }
}
