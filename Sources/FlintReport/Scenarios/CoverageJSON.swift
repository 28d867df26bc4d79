internal import FlintCore
internal import FlintManifest
internal import FlintScenarios
internal import FlintText

/// The member `coverage`, which `test --coverage` adds to the result.
enum CoverageJSON {
  static var json: JSONOutput<([Coverage.Item], ScenarioReport)> {
    .object("coverage", "What the scenarios have seen of each feature and constraint") {
      JSONMember(
        "percent", .digits(.percentage), "The share that was seen, rounded down to one decimal"
      ) {
        $0.0.percentText
      }
      JSONMember(
        optional: "demanded", .digits(.percentage), "The share that `--min-coverage` requires"
      ) {
        $0.1.leastPercent == nil ? nil : $0.1.leastPercentText
      }
      JSONMember("seen", .count, "How many of these were seen") { $0.0.seen }
      JSONMember(
        "total", .count,
        "Every feature available and not, and every constraint satisfied and not, where some state shows it"
      ) { $0.0.count }
      JSONMember(
        "neverSeen", .list(of: item),
        "The statuses that no scenario has seen, although a state shows them"
      ) { items, report in
        items.lazy.filter { $0.example != nil }.map { ($0, report.manifest) }
      }
      JSONMember(
        "undecided", .list(of: item),
        "The statuses that no scenario has seen, and that are too complex to find a state for; they count as not seen"
      ) { items, report in
        items.lazy.filter(\.isUndecided).map { ($0, report.manifest) }
      }
    }
  }

  private static var item: JSONOutput<(Coverage.Item, Manifest)> {
    .object(
      "neverSeen", "A status of a feature or a constraint that no scenario has seen",
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
        "The constraint's id; absent where the feature is meant"
      ) { $0.0.constraint }
      JSONMember("status", .nonEmptyText, "The status that was not seen") { item, _ in
        item.constraint == nil
          ? item.isPositive ? "available" : "notAvailable"
          : item.isPositive ? "satisfied" : "notSatisfied"
      }
      JSONMember(optional: "state", WrittenState.json, "A state that shows it") { item, manifest in
        guard case .state(let state)? = item.example?.given else { return nil }
        return WrittenState(state, of: manifest)
      }
      JSONMember(optional: "case", RecordedCase.json(), "A case that shows it") { item, manifest in
        item.example.map { ($0, manifest) }
      }
    }
  }
}

extension Schema {
  /// The schema of a percentage.
  static let percentage: Schema = ["type": "number", "minimum": 0, "maximum": 100]
}
