internal import FlintAnalysis
internal import FlintCore
internal import FlintManifest
package import FlintText

/// The format `diff --format json`.
extension DifferenceReport {
  package func writeJSON(into sink: inout ByteSink) { Self.json.write(difference, into: &sink) }

  static var json: JSONOutput<ManifestDifference> {
    .object(nil, nil, .lines) {
      JSONMember.formatVersion
      JSONMember("summary", summary, "How many features changed in which way") { $0 }
      JSONMember(
        "features", .list(of: feature, .lines),
        "The features that are not unchanged: in the new manifest's order, then the removed ones"
      ) { difference in difference.features.map { ($0, difference.naming) } }
    }
  }

  private static var summary: JSONOutput<ManifestDifference> {
    .object {
      FeatureDifference.Change.allCases.filter { $0 != .undecided }.map { change in
        JSONMember(named: change.rawValue, .count, change.documentation) { $0.count(of: change) }
      }
      JSONMember("unchanged", .count, "Features that have the same status in every state") {
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
      JSONMember("change", .word, "In which way, as counted in the summary") { $0.0.change }
      JSONMember(
        "examples", .list(of: example, .lines),
        "One state for each pair of different statuses that occurs; none for a feature that is undecided"
      ) { feature, naming in feature.examples.map { ($0, naming) } }
    }
  }

  private static var example: JSONOutput<(FeatureDifference.Example, Manifest)> {
    .object("example", "A state in which the feature's status differs") {
      JSONMember(
        "state", .compactState, "The nearest such state to a fresh install: the fewest fields given"
      ) { example, naming in WrittenState(example.state, of: naming) }
      JSONMember("old", .status, "The status by the old manifest") { $0.0.old }
      JSONMember("new", .status, "The status by the new manifest") { $0.0.new }
    }
  }
}

extension FeatureDifference.Change {
  fileprivate var documentation: String {
    switch self {
    case .added: "Features that only the new manifest has"
    case .removed: "Features that only the old manifest has"
    case .gained: "Features that are available in more states and in no fewer"
    case .lost: "Features that are available in fewer states and in no more"
    case .changed:
      "Features that are available in some more and some fewer states, or differ only where they are not available"
    case .undecided: "Features that are too complex to compare; absent where there are none"
    }
  }
}
