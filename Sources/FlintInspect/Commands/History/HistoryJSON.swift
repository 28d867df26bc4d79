import FlintAnalysis
import FlintModel
import FlintManifest
import FlintText

extension HistoryReport {
  func writeJSON(into sink: inout ByteSink) { Self.json.write(self, into: &sink) }

  static var json: JSONOutput<HistoryReport> {
    .object(nil, nil, .lines) {
      JSONMember.formatVersion
      JSONMember(
        "state", JSONOutput<String>(WrittenState.json.schema) { $1.raw($0) },
        "The values that command-line options set; all others are the manifest's defaults"
      ) { $0.state }
      JSONMember("features", .list(of: feature, .lines), "The selected features") {
        report in report.features.map { ($0, report) }
      }
      JSONMember(
        "skipped", .list(of: skipped, .lines),
        "The versions that were skipped because the manifest is missing or invalid in them"
      ) { report in report.skipped.reversed().map { ($0, report) } }
    }
  }

  private static var feature: JSONOutput<(StatusHistory.Feature, HistoryReport)> {
    .object("featureHistory", "The status changes of a feature") {
      JSONMember("id", .id, "The feature's id") { $0.0.id }
      JSONMember(
        "status", .orNull(.status),
        "The current status; null if the manifest does not declare the feature"
      ) { $0.0.status }
      JSONMember(
        "changes", .list(of: change, .lines), "The commits that changed the status, newest first"
      ) {
        feature, report in feature.changes.reversed().map { ($0, report) }
      }
    }
  }

  private static var change: JSONOutput<(StatusHistory.Change, HistoryReport)> {
    func commit(of change: (StatusHistory.Change, HistoryReport)) -> ReportedCommit? {
      change.1.versions[change.0.version].commit
    }
    return .object(
      "statusChange", "A change of a feature's status, made by a commit or in the working tree"
    ) {
      JSONMember(
        "commit", .orNull(.commit), "The commit's id; null for the working tree"
      ) { commit(of: $0)?.id }
      JSONMember(
        "date", .orNull(.text(.date)), "The commit date in UTC; null for the working tree"
      ) { commit(of: $0)?.moment }
      JSONMember(
        "author", .orNull(.text), "The name of the commit's author; null for the working tree"
      ) {
        commit(of: $0)?.author
      }
      JSONMember(
        "subject", .orNull(.text), "The first line of the commit message; null for the working tree"
      ) { commit(of: $0)?.subject }
      JSONMember(
        "old", .orNull(.status),
        "The status before the change; null if the manifest did not declare the feature"
      ) { $0.0.old }
      JSONMember(
        "new", .orNull(.status),
        "The status after the change; null if the manifest does not declare the feature"
      ) { $0.0.new }
      JSONMember(
        "blockers", .list(of: blocker), "The constraints that block the feature after the change"
      ) {
        $0.0.blockers
      }
    }
  }

  private static var blocker: JSONOutput<StatusHistory.BlockerName> {
    JSONOutput<(String?, String)>.blocker.of { ($0.feature, $0.constraint) }
  }

  private static var skipped: JSONOutput<(Skipped, HistoryReport)> {
    .object(
      "skippedVersion", "A commit, or the working tree, in which the manifest is missing or invalid"
    ) {
      JSONMember("commit", .orNull(.commit), "The commit's id; null for the working tree") {
        skipped, report in report.versions[skipped.version].commit?.id
      }
      JSONMember("message", .nonEmptyText, "The reason why the manifest cannot be read") {
        $0.0.message
      }
    }
  }
}

extension JSONOutput<String> {
  fileprivate static var commit: JSONOutput { .text(.matching("^([0-9a-f]{40}|[0-9a-f]{64})$")) }
}

extension JSONOutput where Value == (String?, String) {
  /// Feature (nil for the app) and constraint.
  static var blocker: JSONOutput {
    .object("blocker", "A constraint that blocks a feature") {
      JSONMember(
        "feature", .orNull(.id),
        "The id of the feature that declares the constraint; null for a constraint of the app"
      ) {
        $0.0
      }
      JSONMember("constraint", .constraintID, "The constraint's id") { $0.1 }
    }
  }
}
