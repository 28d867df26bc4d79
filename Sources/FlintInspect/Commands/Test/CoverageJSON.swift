import FlintModel
import FlintManifest
import FlintScenarios
import FlintText

enum CoverageJSON {
  static var json: JSONOutput<([Coverage.Item], ScenarioReport)> {
    .object("coverage", "The outcomes of features and constraints that occur in the scenarios") {
      JSONMember(
        "percent", .digits(.percentage),
        "The percentage of possible outcomes that occur in a scenario, rounded down to one decimal"
      ) {
        $0.0.percentText
      }
      JSONMember(
        optional: "demanded", .digits(.percentage),
        "The coverage in percent that `--min-coverage` requires"
      ) {
        $0.1.requiredPercent == nil ? nil : $0.1.requiredPercentText
      }
      JSONMember(
        "seen", .count, "The number of possible outcomes that occur in at least one scenario"
      ) { $0.0.seen }
      JSONMember(
        "total", .count,
        "The number of possible outcomes: at most two for each feature (available, not available) and two for each constraint (satisfied, not satisfied)"
      ) { $0.0.count }
      JSONMember(
        "neverSeen", .list(of: item),
        "The statuses that no scenario covers, although they are possible"
      ) { items, report in
        items.lazy.filter { $0.example != nil }.map { ($0, report.manifest) }
      }
      JSONMember(
        "undecided", .list(of: item),
        "The statuses that no scenario covers and that are too complex to analyze; they count as not covered"
      ) { items, report in
        items.lazy.filter(\.isUndecided).map { ($0, report.manifest) }
      }
    }
  }

  private static var item: JSONOutput<(Coverage.Item, Manifest)> {
    .object(
      "neverSeen", "A status of a feature or a constraint that no scenario covers",
      rules: [
        "if": .requires("constraint"),
        "then": ["properties": ["status": .names(["satisfied", "notSatisfied"])]],
        "else": ["properties": ["status": .names(["available", "notAvailable"])]],
      ]
    ) {
      JSONMember("feature", .id, "The feature's id") { item, manifest in
        manifest.features[item.feature].id
      }
      JSONMember(
        optional: "constraint", .constraintID,
        "The id of the constraint; absent if the status is that of the feature"
      ) { $0.0.constraint }
      JSONMember("status", .nonEmptyText, "The status that is not covered") { item, _ in
        item.constraint == nil
          ? item.isPositive ? "available" : "notAvailable"
          : item.isPositive ? "satisfied" : "notSatisfied"
      }
      JSONMember(
        optional: "state", WrittenState.json,
        "A state in which the feature or constraint has this status"
      ) { item, manifest in
        guard case .state(let state)? = item.example?.given else { return nil }
        return WrittenState(state, of: manifest)
      }
      JSONMember(
        optional: "case", RecordedCase.json(),
        "A case that covers this status if it is added to a scenario"
      ) { item, manifest in
        item.example.map { ($0, manifest) }
      }
    }
  }
}

extension Schema {
  static let percentage: Schema = ["type": "number", "minimum": 0, "maximum": 100]
}
