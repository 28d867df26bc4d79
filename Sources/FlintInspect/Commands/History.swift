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
      let isCheck = context[exitCodeOption]
      let report = try HistoryRun.report(
        &context, since: context[sinceOption], isCheck: isCheck)
      try context.write(report, as: formatOption)
      return isCheck && report.hasLoss ? .checkFailed : .success
    })
}

private let sinceOption = Setting.one(
  "since", .text, placeholder: "REV", help: "Start at this commit [the first].")

private let exitCodeOption = Setting.flag(
  "exit-code", help: "Exit with status 1 if a feature is no longer available.")

private let formatOption: Setting<Renderer<HistoryReport>> =
  .format(
    asText(\.lines), asJSON { HistoryReport.json($0.versions) })

struct HistoryReport {
  struct Skipped {
    let version: Int
    let message: String
  }

  let features: [StatusHistory.Feature]

  /// The commits, oldest first; nil for the working tree.
  let versions: [GitCommit?]
  let skipped: [Skipped]

  /// The given facts as JSON. For other facts, each version has its own defaults.
  let state: String

  /// Nil for each version's own default state.
  let origin: StateOrigin?

  let flags: [String]

  /// Whether the user names features, whose present status then comes first.
  let namesFeatures: Bool

  /// Whether a feature is lost: available in the first version, not in the last.
  var hasLoss: Bool {
    features.contains { $0.firstStatus == .available && $0.status != .available }
  }

  /// The changes of each version, the newest first as in `git log`.
  fileprivate var lines: [Line] {
    let start = origin?.description ?? "each manifest's default state"
    let more = flags.isEmpty ? "" : ", with \(flags.joined(separator: " "))"
    var lines: [Line] = ["\("State: ", .quiet)\(start)\(more)", .blank]
    if namesFeatures { lines += features.map { Self.head(of: $0) } + [.blank] }
    for version in versions.indices.reversed() {
      let changes = ChangedFeatures.list(of: features, at: version)
      if changes.isEmpty { continue }
      lines +=
        [(versions[version]?.line ?? Line(hanging: 4, "\("Not committed yet", .strong)"))]
        + changes.flatMap(\.lines) + [.blank]
    }
    let commits = counted(versions.count { $0 != nil }, "commit")
    let counts = StatusHistory.Feature.Outcome.allCases.compactMap { outcome in
      let count = features.count { $0.outcome == outcome }
      return count == 0 ? nil : "\(count) \(outcome.rawValue)"
    }
    return lines + skippedLines
      + ["\(commits) compared: \(counts.list())"]
  }

  private static func head(of feature: StatusHistory.Feature) -> Line {
    let (status, role) = (feature.status, feature.status?.role ?? .bad)
    let words = status?.name ?? "no longer declared"
    return "\(status?.symbol ?? "−", role) \(named: feature.name, id: feature.id)  \(words, role)"
  }

  private var skippedLines: [Line] {
    if skipped.isEmpty { return [] }
    let shown = skipped.reversed().prefix(10)
    let title = "Skipped \(counted(skipped.count, "version")) without a valid manifest:"
    let lines = shown.map { skipped in
      let version = versions[skipped.version]?.shortID ?? "not committed"
      return Line(
        indentation: 2, "\(version, .open)\("  \(skipped.message)", .quiet)")
    }
    let more = "and \(skipped.count - shown.count) more"
    return ["\(title, .quiet)"] + lines
      + (skipped.count > shown.count ? [Line(indentation: 2, "\(more, .quiet)")] : []) + [.blank]
  }
}

/// Features with the same change in a version; only one if the change has a reason.
private struct ChangedFeatures {
  let old: FeatureStatus?
  let new: FeatureStatus?
  let reason: String?
  var names: [String]

  static func list(of features: [StatusHistory.Feature], at version: Int) -> [ChangedFeatures] {
    var list: [ChangedFeatures] = []
    for feature in features {
      guard let change = feature.changes.first(where: { $0.version == version }) else { continue }
      let same = list.firstIndex {
        $0.old == change.old && $0.new == change.new && $0.reason == nil && change.reason == nil
      }
      if let same {
        list[same].names.append(feature.name)
      } else {
        list.append(
          ChangedFeatures(
            old: change.old, new: change.new, reason: change.reason, names: [feature.name]))
      }
    }
    return list
  }

  var lines: [Line] {
    let role = new?.role ?? .bad
    let (symbol, words) =
      switch (old, new) {
      case (let old?, let new?): (new.symbol, "\(old.name) → \(new.name)")
      case (nil, let new?): ("+", "added, \(new.name)")
      case (let old?, nil): ("−", "removed, was \(old.name)")
      case (nil, nil): ("−", "")
      }
    return [Line(indentation: 2, "\(symbol, role) \(names.list())  \(words, role)")]
      + (reason.map { [Line(indentation: 6, "\($0)")] } ?? [])
  }
}

extension StatusHistory.Feature {
  fileprivate enum Outcome: String, CaseIterable {
    case changed, added, removed, unchanged
  }

  fileprivate var outcome: Outcome {
    if changes.contains(where: { $0.old != nil && $0.new != nil }) { return .changed }
    if status == nil { return .removed }
    return changes.isEmpty ? .unchanged : .added
  }
}

extension HistoryReport {
  /// The report as JSON, with the commits of `versions`. The schema needs no versions.
  static func json(_ versions: [GitCommit?] = []) -> JSONOutput<HistoryReport> {
    let change = JSONOutput<StatusHistory.Change>.object(
      "statusChange", "A change of a feature's status, made by a commit or in the working tree"
    ) {
      JSONMember("commit", .orNull(.commit), "The commit's id; null for the working tree") {
        versions[$0.version]?.id
      }
      JSONMember(
        "date", .orNull(.text(.date)), "The commit date in UTC; null for the working tree"
      ) { versions[$0.version]?.moment }
      JSONMember(
        "author", .orNull(.text), "The name of the commit's author; null for the working tree"
      ) { versions[$0.version]?.author }
      JSONMember(
        "subject", .orNull(.text), "The first line of the commit message; null for the working tree"
      ) { versions[$0.version]?.subject }
      JSONMember(
        "old", .orNull(.status),
        "The status before the change; null if the manifest did not declare the feature", \.old)
      JSONMember(
        "new", .orNull(.status),
        "The status after the change; null if the manifest does not declare the feature", \.new)
      JSONMember(
        "blockers", .list(of: .blocker), "The constraints that block the feature after the change"
      ) { $0.blockers.map { ($0.feature, $0.constraint) } }
    }
    let feature = JSONOutput<StatusHistory.Feature>.object(
      "featureHistory", "The status changes of a feature"
    ) {
      JSONMember("id", .id, "The feature's id", \.id)
      JSONMember(
        "status", .orNull(.status),
        "The current status; null if the manifest does not declare the feature", \.status)
      JSONMember(
        "changes", .list(of: change, .lines), "The commits that changed the status, newest first"
      ) { $0.changes.reversed() }
    }
    let skipped = JSONOutput<Skipped>.object(
      "skippedVersion", "A commit, or the working tree, in which the manifest is missing or invalid"
    ) {
      JSONMember("commit", .orNull(.commit), "The commit's id; null for the working tree") {
        versions[$0.version]?.id
      }
      JSONMember(
        "message", .nonEmptyText, "The reason why the manifest cannot be read", \.message)
    }
    return .result {
      JSONMember(
        "state", JSONOutput<String>(WrittenState.json.schema) { $1.raw($0) },
        "The values that command-line options set; all others are the manifest's defaults", \.state)
      JSONMember("features", .list(of: feature, .lines), "The selected features", \.features)
      JSONMember(
        "skipped", .list(of: skipped, .lines),
        "The versions that were skipped because the manifest is missing or invalid in them"
      ) { $0.skipped.reversed() }
    }
  }
}

extension JSONOutput<String> {
  fileprivate static var commit: JSONOutput { .text(.matching("^([0-9a-f]{40}|[0-9a-f]{64})$")) }
}

extension JSONOutput where Value == (String?, String) {
  /// The feature's id (nil for the app) and the constraint's.
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
    case 10: "\(text)T00:00:00Z"
    case 17: "\(text.dropLast()):00Z"
    default: text
    }
  }

  /// `3f2a1bc0 2026-08-11 Ann Lee: Drop iOS 14`
  var line: Line {
    let day = day.map { " \($0)" } ?? ""
    let author = author.isEmpty ? "" : " \(author):"
    let subject = subject.isEmpty ? "(no message)" : subject
    return Line(
      hanging: 4, "\(shortID, .open)\(day, .quiet)\(author, .quiet) \(subject, .strong)")
  }
}
