import FlintAnalysis
import FlintModel
import FlintManifest
import FlintText

extension DifferenceReport {
  func writeJSON(into sink: inout ByteSink) { Self.json.write(difference, into: &sink) }

  static var json: JSONOutput<ManifestDifference> {
    .object(nil, nil, .lines) {
      JSONMember.formatVersion
      JSONMember("summary", summary, "The number of features with each kind of change") { $0 }
      JSONMember(
        "features", .list(of: feature, .lines),
        "The changed features: in the new manifest's order, then the removed ones"
      ) { difference in difference.features.map { ($0, difference.combinedManifest) } }
    }
  }

  private static var summary: JSONOutput<ManifestDifference> {
    .object {
      FeatureDifference.Change.allCases.filter { $0 != .undecided }.map { change in
        JSONMember(named: change.rawValue, .count, change.documentation) { $0.count(of: change) }
      }
      JSONMember("unchanged", .count, "The number of features with the same status in every state")
      {
        $0.unchanged
      }
      JSONMember(
        optional: "undecided", .count, FeatureDifference.Change.undecided.documentation
      ) { difference in
        let count = difference.count(of: .undecided)
        return count == 0 ? nil : count
      }
    }
  }

  private static var feature: JSONOutput<(FeatureDifference, Manifest)> {
    .object("changedFeature", "A feature whose availability changed") {
      JSONMember("id", .id, "The feature's id") { $0.0.id }
      JSONMember("change", .word, "The kind of change, as counted in the summary") { $0.0.change }
      JSONMember(
        "examples", .list(of: example, .lines),
        "An example state for each pair of old and new status; empty for a feature that is too complex to compare"
      ) { feature, manifest in feature.examples.map { ($0, manifest) } }
    }
  }

  private static var example: JSONOutput<(FeatureDifference.Example, Manifest)> {
    .object("example", "A state in which the feature's status differs") {
      JSONMember(
        "state", .compactState,
        "The example state; it differs from a fresh install in as few fields as possible"
      ) { example, manifest in WrittenState(example.state, of: manifest) }
      JSONMember("old", .status, "The status with the old manifest") { $0.0.old }
      JSONMember("new", .status, "The status with the new manifest") { $0.0.new }
    }
  }
}

extension FeatureDifference.Change {
  fileprivate var documentation: String {
    switch self {
    case .added: "The number of features that only the new manifest has"
    case .removed: "The number of features that only the old manifest has"
    case .gained:
      "The number of features that became available in some states, and unavailable in none"
    case .lost:
      "The number of features that became unavailable in some states, and available in none"
    case .changed:
      "The number of features with both gains and losses, or with changes only between unavailable and undetermined"
    case .undecided:
      "The number of features that are too complex to compare; absent if there are none"
    }
  }
}
