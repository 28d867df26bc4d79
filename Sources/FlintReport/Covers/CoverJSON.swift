internal import FlintAnalysis
internal import FlintCore
internal import FlintManifest
internal import FlintScenarios
package import FlintText

/// The format `cover --format json`.
extension CoverReport {
  package func writeJSON(into sink: inout ByteSink) { Self.json.write(self, into: &sink) }

  static var json: JSONOutput<CoverReport> {
    .object(nil, nil, .lines) {
      JSONMember.formatVersion
      JSONMember("proven", .boolean, "Whether no smaller set of states shows every goal") {
        $0.cover.isProven
      }
      JSONMember(
        "atLeast", .count, "No fewer states show every goal, beside those of `--start`"
      ) { $0.cover.atLeast }
      JSONMember(
        "bound", .list(of: goal, .lines),
        "Goals of which no state shows two: the reason for `atLeast`"
      ) { report in report.cover.bound.map { ($0, report) } }
      JSONMember(
        "states", .list(of: state, .lines), "The states to try: those of `--start`, then the others"
      ) { report in report.cover.states.map { ($0, report) } }
    }
  }

  private static var state: JSONOutput<(Cover.CoveredState, CoverReport)> {
    .object("coveredState", "A state to try", .lines) {
      JSONMember("state", WrittenState.json, "The state") { state, report in
        WrittenState(state.state, of: report.manifest)
      }
      JSONMember(
        "shows", .list(of: goal, .lines), "The goals that it is the first to show"
      ) { state, report in state.shows.map { ($0, report) } }
    }
  }

  private static var goal: JSONOutput<(CoverGoal, CoverReport)> {
    .object(
      "goal",
      "Something to see: a feature in a status, or kept from being available by one constraint alone",
      rules: ["oneOf": .exactlyOne(of: ["status", "blocker"])]
    ) {
      JSONMember("feature", .id, "The feature's id") { goal, report in
        report.manifest.features[goal.feature].id
      }
      JSONMember(optional: "status", .status, "The status that the feature has") { goal, _ in
        if case .status(let status) = goal.sight { status } else { nil }
      }
      JSONMember(
        optional: "blocker", .constraintID,
        "The id of the feature's own constraint that is its only blocker"
      ) { goal, report in
        if case .onlyBlocker(let place) = goal.sight { report.text(of: place) } else { nil }
      }
    }
  }
}
