import FlintAnalysis
import FlintModel
import FlintText

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
      lines += [title(of: report.versions[version])] + changes.lines + [.blank]
    }
    lines += self.lines(ofSkipped: report)
    lines.append(summary(of: report))
    TerminalWriter(style: style).write(lines, to: &sink)
  }

  private func state(of report: HistoryReport) -> Line {
    var line = Line(hanging: 2).adding("State: ", .quiet)
    line.add(report.origin?.displayText ?? "each manifest's default state")
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

  private func title(of version: HistoryReport.Version) -> Line {
    switch version {
    case .commit(let commit): commit.line()
    case .workingTree: Line(hanging: 4).adding("Not committed yet", .strong)
    }
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
      let version = report.versions[skipped.version].commit?.shortID ?? "not committed"
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
    let commits = counted(report.versions.count { $0.commit != nil }, "commit")
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
