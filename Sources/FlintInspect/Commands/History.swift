import FlintAnalysis
import FlintManifest
import FlintModel
import FlintText

extension Command {
  static let history = Command(
    name: "history",
    summary: "Find the commits that changed a feature's status.",
    arguments: [
      .manifest,
      Argument(
        placeholder: "FEATURE", kind: .feature, count: .any,
        help: "Features to list, by id or name [all]."),
    ],
    options: .list(sinceOption, exitCodeOption) + .state + .list(formatOption, .output),
    examples: [
      "history manifest.json",
      "history manifest.json smart-playlists --platform iOS",
      "history manifest.json --since v2.0 --exit-code",
    ],
    run: { context in
      let report = try HistoryRun.report(&context, since: context.invocation[sinceOption])
      try context.write(report, as: formatOption)
      return context.invocation[exitCodeOption] && report.hasLoss ? .checkFailed : .success
    })
}

private let sinceOption = Setting.one(
  "since", .text, placeholder: "REV", help: "Start at this commit [the first].")

private let exitCodeOption = Setting.flag(
  "exit-code", help: "Exit with status 1 if a feature is no longer available.")

private let formatOption: Setting<Renderer<HistoryReport>> =
  .format(
    ("text", { HistoryText(style: $1.textStyle).write($0, into: &$2) }),
    ("json", { report, _, sink in report.writeJSON(into: &sink) }))

struct HistoryReport {
  struct Skipped: Sendable {
    let version: Int
    let message: String
  }

  let features: [StatusHistory.Feature]

  /// The oldest first; nil for the working tree.
  let versions: [GitCommit?]
  let skipped: [Skipped]

  /// Given facts as JSON; others are each version's defaults.
  let state: String

  /// Nil for each version's own default.
  let origin: StateOrigin?

  let flags: [String]

  /// Then their present status comes first.
  let namesFeatures: Bool

  /// Available at first, and not at last.
  var hasLoss: Bool {
    features.contains { $0.firstStatus == .available && $0.status != .available }
  }
}

/// Like `git log`, the newest first.
struct HistoryText {
  private let style: TextStyle

  init(style: TextStyle) { self.style = style }

  func write(_ report: HistoryReport, into sink: inout ByteSink) {
    var lines = [state(of: report), .blank]
    if report.namesFeatures {
      lines += report.features.map { head(of: $0) } + [.blank]
    }
    for version in report.versions.indices.reversed() {
      let changes = Changes(of: report.features, at: version)
      if changes.isEmpty { continue }
      let title =
        report.versions[version]?.line() ?? Line(hanging: 4).adding("Not committed yet", .strong)
      lines += [title] + changes.lines + [.blank]
    }
    lines += self.lines(ofSkipped: report)
    lines.append(summary(of: report))
    TerminalWriter(style: style).write(lines, to: &sink)
  }

  private func state(of report: HistoryReport) -> Line {
    var line = Line(hanging: 2).adding("State: ", .quiet)
    line.add(report.origin?.description ?? "each manifest's default state")
    if !report.flags.isEmpty { line.add(", with \(report.flags.joined(separator: " "))") }
    return line
  }

  private func head(of feature: StatusHistory.Feature) -> Line {
    var line = Line(hanging: 2)
    line.add((feature.status?.symbol ?? "−") + " ", feature.status?.role ?? .bad)
    line.add(feature.name, .strong)
    if feature.name != feature.id { line.add("  [\(feature.id)]", .quiet) }
    let status = feature.status?.name ?? "no longer declared"
    line.add("  \(status)", feature.status?.role ?? .bad)
    return line
  }

  private static let maxSkipped = 10

  private func lines(ofSkipped report: HistoryReport) -> [Line] {
    if report.skipped.isEmpty { return [] }
    let more = report.skipped.count - Self.maxSkipped
    let versions = counted(report.skipped.count, "version")
    var lines = [
      Line(hanging: 2).adding("Skipped \(versions) of the manifest that are not valid:", .quiet)
    ]
    for skipped in report.skipped.reversed().prefix(Self.maxSkipped) {
      let version = report.versions[skipped.version]?.shortID ?? "not committed"
      lines.append(
        Line(indentation: 2, hanging: 4).adding(version, .open)
          .adding("  " + skipped.message, .quiet))
    }
    if more > 0 { lines.append(Line(indentation: 2).adding("and \(more) more", .quiet)) }
    return lines + [.blank]
  }

  private func summary(of report: HistoryReport) -> Line {
    let changed = report.features.count { !$0.changes.isEmpty }
    let features = counted(report.features.count, "feature")
    let commits = counted(report.versions.count { $0 != nil }, "commit")
    return Line(hanging: 2).adding("\(commits) compared: \(changed) of \(features) changed")
  }
}

private struct Changes {
  struct Kind: Equatable {
    let old: FeatureStatus?
    let new: FeatureStatus?
  }

  private var groups: [(kind: Kind, names: [String], reason: String?)] = []

  var isEmpty: Bool { groups.isEmpty }

  init(of features: [StatusHistory.Feature], at version: Int) {
    for feature in features {
      guard let change = feature.changes.first(where: { $0.version == version }) else { continue }
      let kind = Kind(old: change.old, new: change.new)
      if change.reason == nil,
        let group = groups.firstIndex(where: { $0.kind == kind && $0.reason == nil })
      {
        groups[group].names.append(feature.name)
      } else {
        groups.append((kind, [feature.name], change.reason))
      }
    }
  }

  var lines: [Line] {
    groups.flatMap { group in
      let role = group.kind.new?.role ?? .bad
      var line = Line(indentation: 2, hanging: 4)
      line.add(group.kind.symbol + " ", role)
      line.add(group.names.joined(separator: ", "))
      line.add("  \(group.kind.words)", role)
      guard let reason = group.reason else { return [line] }
      return [line, Line(indentation: 6, hanging: 8).adding(reason)]
    }
  }
}

extension Changes.Kind {
  fileprivate var symbol: String {
    guard let new else { return "−" }
    return old == nil ? "+" : new.symbol
  }

  fileprivate var words: String {
    switch (old, new) {
    case (let old?, let new?): "\(old.name) → \(new.name)"
    case (nil, let new?): "added, \(new.name)"
    case (let old?, nil): "removed, was \(old.name)"
    case (nil, nil): ""
    }
  }
}

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
    func commit(of change: (StatusHistory.Change, HistoryReport)) -> GitCommit? {
      change.1.versions[change.0.version]
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
        skipped, report in report.versions[skipped.version]?.id
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

extension GitCommit {
  var shortID: String { String(id.prefix(8)) }

  var day: String? { date.map { String($0.description.prefix(10)) } }

  var moment: String? {
    guard let text = date?.description else { return nil }
    return switch text.utf8.count {
    case 10: text + "T00:00:00Z"
    case 17: text.dropLast() + ":00Z"
    default: text
    }
  }

  /// `3f2a1bc0 2026-08-11 Ann Lee: Drop iOS 14`
  func line(indentation: Int = 0) -> Line {
    var line = Line(indentation: indentation, hanging: indentation + 4)
    line.add(shortID, .open)
    if let day { line.add(" " + day, .quiet) }
    if !author.isEmpty { line.add(" " + author + ":", .quiet) }
    line.add(" " + (subject.isEmpty ? "(no message)" : subject), .strong)
    return line
  }
}
