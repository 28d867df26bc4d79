internal import FlintAnalysis
internal import FlintCore
internal import FlintManifest
package import FlintText

/// The format `history --format json`, with the newest commit first.
extension HistoryReport {
  package func writeJSON(into sink: inout ByteSink) { Self.json.write(self, into: &sink) }

  static var json: JSONOutput<HistoryReport> {
    .object(nil, nil, .lines) {
      JSONMember.formatVersion
      JSONMember(
        "state", JSONOutput<String>(WrittenState.json.schema) { $1.raw($0) },
        "What is given of the state, on top of each manifest's own default"
      ) { $0.state }
      JSONMember("features", .list(of: feature, .lines), "The features that were asked about") {
        report in report.features.map { ($0, report) }
      }
      JSONMember(
        "skipped", .list(of: skipped, .lines),
        "The versions without a valid manifest, which change nothing"
      ) { report in report.skipped.reversed().map { ($0, report) } }
    }
  }

  private static var feature: JSONOutput<(StatusHistory.Feature, HistoryReport)> {
    .object("featureHistory", "How the status of a feature changed") {
      JSONMember("id", .id, "The feature's id") { $0.0.id }
      JSONMember(
        "status", .orNull(.status), "Its status now; null where the manifest lacks the feature"
      ) { $0.0.status }
      JSONMember("changes", .list(of: change, .lines), "The commits that changed its status") {
        feature, report in feature.changes.reversed().map { ($0, report) }
      }
    }
  }

  private static var change: JSONOutput<(StatusHistory.Change, HistoryReport)> {
    func commit(of change: (StatusHistory.Change, HistoryReport)) -> ReportedCommit? {
      change.1.versions[change.0.version].commit
    }
    return .object("statusChange", "A commit that changed the status, or the working tree") {
      JSONMember(
        "commit", .orNull(.commit), "The commit's id; null for the working tree"
      ) { commit(of: $0)?.id }
      JSONMember(
        "date", .orNull(.text(.date)), "When it was committed, in UTC; null for the working tree"
      ) { commit(of: $0)?.moment }
      JSONMember("author", .orNull(.text), "Its author's name; null for the working tree") {
        commit(of: $0)?.author
      }
      JSONMember(
        "subject", .orNull(.text), "The first line of its message; null for the working tree"
      ) { commit(of: $0)?.subject }
      JSONMember(
        "old", .orNull(.status), "The status before; null where the manifest lacked the feature"
      ) { $0.0.old }
      JSONMember(
        "new", .orNull(.status), "The status since then; null where the manifest lacks the feature"
      ) { $0.0.new }
      JSONMember("blockers", .list(of: blocker), "What blocks the feature since then") {
        $0.0.blockers
      }
    }
  }

  private static var blocker: JSONOutput<StatusHistory.BlockerName> {
    JSONOutput<(String?, String)>.blocker.of { ($0.feature, $0.constraint) }
  }

  private static var skipped: JSONOutput<(Skipped, HistoryReport)> {
    .object("skippedVersion", "A version without a valid manifest") {
      JSONMember("commit", .orNull(.commit), "The commit's id; null for the working tree") {
        skipped, report in report.versions[skipped.version].commit?.id
      }
      JSONMember("message", .nonEmptyText, "What is wrong with the manifest") { $0.0.message }
    }
  }
}

extension JSONOutput<String> {
  /// The id of a commit: 40 hexadecimal digits for SHA-1, 64 for SHA-256.
  fileprivate static var commit: JSONOutput { .text(.matching("^([0-9a-f]{40}|[0-9a-f]{64})$")) }
}

extension JSONOutput where Value == (String?, String) {
  /// The ids of the declaring feature and of the constraint, in the form that `FeatureJSON` writes.
  static var blocker: JSONOutput {
    .object("blocker", "A constraint that keeps a feature from being available") {
      JSONMember("feature", .orNull(.id), "The feature that declares it; null for the app") {
        $0.0
      }
      JSONMember("constraint", .constraintID, "The constraint's id") { $0.1 }
    }
  }
}
