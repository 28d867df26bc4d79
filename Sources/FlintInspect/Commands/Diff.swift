import FlintAnalysis
import FlintManifest
import FlintModel
import FlintText

extension Command {
  static let diff = Command(
    name: "diff",
    otherNames: ["compare"],
    summary: "Find features whose availability changes between two manifests.",
    arguments: [
      Argument(placeholder: "OLD", kind: .file, help: "The old manifest."),
      Argument(placeholder: "NEW", kind: .file, help: "The new manifest."),
    ],
    options: .list(exitCodeOption, .allowMissing, formatOption, .output),
    examples: [
      "diff old.json new.json",
      "diff main:flint.json flint.json --format markdown --exit-code",
      "diff main:flint.json flint.json --allow-missing",
      "diff old.json new.json --format sarif --output diff.sarif",
    ],
    run: { context in
      let paths = context.invocation.arguments
      let (old, isMissing) = try context.readOldManifest(paths[0])
      let new = try context.readManifest(paths[1])
      try context.requirePossibleState(of: old)
      try context.requirePossibleState(of: new)
      let versions = ComparedVersions(
        old: isMissing ? .missing : context.version(named: paths[0]),
        new: context.version(named: paths[1]))
      let difference: ManifestDifference
      do throws(NoPossibleState) {
        difference = try Differences.between(old.manifest, new.manifest)
      } catch {
        throw Problem(
          error.message,
          hint:
            "remove the contradictory assumptions from copies of the manifests, and compare these")
      }
      let report = DifferenceReport(difference, from: old, to: new, of: versions)
      try context.write(report, as: formatOption)
      let fails = context.invocation[exitCodeOption] && !difference.features.isEmpty
      return fails ? .checkFailed : .success
    })
}

private let exitCodeOption = Setting.flag(
  "exit-code", help: "Exit with status 1 if anything changed.")

private let formatOption: Setting<Renderer<DifferenceReport>> =
  .format(
    ("text", { $0.writeText(style: $1.textStyle, into: &$2) }),
    ("json", { report, _, sink in report.writeJSON(into: &sink) }),
    ("markdown", { report, _, sink in report.writeMarkdown(into: &sink) }),
    ("github", { report, _, sink in report.writeGitHub(into: &sink) }),
    ("sarif", { report, _, sink in report.writeSARIF(version: programVersion, into: &sink) }))

struct DifferenceReport {
  let difference: ManifestDifference

  private let start: StateArguments.Start

  /// Nil shows no edits.
  let files: (old: ManifestFile, new: ManifestFile)?

  let versions: ComparedVersions

  /// - Parameter new: Options of examples are for it.
  init(_ difference: ManifestDifference, to new: Manifest) {
    self.init(difference, to: new, nil, ComparedVersions())
  }

  /// Creates a report that also shows the edits to the manifest that changed features.
  init(
    _ difference: ManifestDifference, from old: ManifestFile, to new: ManifestFile,
    of versions: ComparedVersions = ComparedVersions()
  ) {
    self.init(difference, to: new.manifest, (old, new), versions)
  }

  private init(
    _ difference: ManifestDifference, to new: Manifest,
    _ files: (old: ManifestFile, new: ManifestFile)?, _ versions: ComparedVersions
  ) {
    self.difference = difference
    start = .freshInstall(of: new, and: files?.old.manifest)
    self.files = files
    self.versions = versions
  }

  /// Computed on each access.
  var blocks: [ChangedFeatureGroup] {
    guard let files else { return difference.features.map { ChangedFeatureGroup($0) } }
    return ChangedFeatureGroup.blocks(of: difference, from: files.old, to: files.new)
  }

  private typealias Change = FeatureDifference.Change

  private var counts: [(name: String, count: Int)] {
    let changes = Change.allCases.filter { $0 != .undecided }
    var counts = changes.map { ($0.rawValue, difference.count(of: $0)) }
    counts.append(("unchanged", difference.unchanged))
    let undecided = difference.count(of: .undecided)
    if undecided > 0 { counts.append((Change.undecided.rawValue, undecided)) }
    return counts
  }

  func flags(_ example: FeatureDifference.Example) -> [String] {
    let words = StateArguments(example.state, of: difference.combinedManifest, from: start).words
    guard let files,
      files.old.manifest.freshInstall.platform != files.new.manifest.freshInstall.platform,
      !words.contains(where: { $0.hasPrefix("--platform ") || $0.hasPrefix("--state ") })
    else { return words }
    // Without the option, each manifest would be evaluated on another platform.
    let start = words.prefix { $0 == "--fresh" }
    return start + ["--platform \(example.state.platform.name)"] + words[start.count...]
  }

  var countsDisplayText: String {
    let reported = counts.filter { $0.count > 0 && $0.name != "unchanged" }
      .map { "\($0.count) \($0.name)" }
    if reported.isEmpty {
      let features = counted(difference.unchanged, "feature")
      return "No availability changes (\(features) unchanged)"
    }
    return reported.joined(separator: ", ") + ", \(difference.unchanged) unchanged"
  }
}

extension FeatureDifference.Change {
  var symbol: String {
    switch self {
    case .added: "+"
    case .removed: "−"
    case .gained: "▲"
    case .lost: "▼"
    case .changed: "≠"
    case .undecided: "?"
    }
  }

  var role: Role {
    switch self {
    case .added, .gained: .good
    case .removed, .lost: .bad
    case .changed, .undecided: .open
    }
  }

  var displayText: String {
    switch self {
    case .undecided: "undecided: too complex to compare in every state"
    case .added, .removed, .gained, .lost, .changed: rawValue
    }
  }
}

extension DifferenceReport {
  func writeText(style: TextStyle, into sink: inout ByteSink) {
    let blocks = blocks
    let reportsCauses = blocks.contains(where: \.isReported)
    var lines: [Line] = []
    if let files, !versions.areFiles {
      lines += versions.lines(files.old.source.path, files.new.source.path) + [.blank]
    }
    for block in blocks {
      // Blocks with causes are separated by blank lines.
      if reportsCauses, let last = lines.last, last != .blank { lines.append(.blank) }
      for feature in block.features {
        var line = Line(hanging: 2)
        line.add(feature.change.symbol + " ", feature.change.role)
        line.add(feature.name, .strong)
        if feature.name != feature.id { line.add("  [\(feature.id)]", .quiet) }
        line.add("  \(feature.change.displayText)", feature.change.role)
        lines.append(line)
      }
      for cause in block.causes { lines += self.lines(cause) }
      lines += block.examples.map { line($0, of: block.exampleName) }
    }
    if !lines.isEmpty, lines.last != .blank { lines.append(.blank) }
    var summary = Line(hanging: 2)
    summary.add(countsDisplayText)
    TerminalWriter(style: style).write(lines + [summary], to: &sink)
  }

  private func lines(_ cause: ChangedFeatureGroup.Cause) -> [Line] {
    func line(_ symbol: String, _ role: Role, _ excerpt: ChangedFeatureGroup.Excerpt?) -> [Line] {
      guard let excerpt else { return [] }
      var line = Line(indentation: 2, hanging: 4)
      line.add(symbol + " ", role)
      line.add("\(excerpt.path):\(excerpt.line)  ", .quiet)
      line.add(excerpt.text, role)
      return [line]
    }
    return line("−", .bad, cause.old) + line("+", .good, cause.new)
  }

  private func line(_ example: FeatureDifference.Example, of name: String?) -> Line {
    var line = Line(indentation: 4, hanging: 6)
    if let name { line.add(name + ": ") }
    line.add(example.old.name, example.old.role)
    line.add(" → ")
    line.add(example.new.name, example.new.role)
    // Lines with command-line options are not wrapped, so that they can be copied.
    let flags = flags(example)
    line.isWrapped = flags.isEmpty
    if flags.isEmpty { return line.adding("  on a fresh install", .quiet) }
    line.add("  with", .quiet)
    for flag in flags {
      line.add(" ")
      line.add(flag, .plain, isBreakable: false)
    }
    return line
  }
}

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

extension DifferenceReport {
  func writeMarkdown(into sink: inout ByteSink) {
    sink.append("### Feature availability\n\n")
    if let files, !versions.areFiles {
      sink.append("\(versions.markdown(files.old.source.path, files.new.source.path))\n\n")
    }
    sink.append("**\(countsDisplayText)**\n")
    guard !difference.features.isEmpty else { return }
    let blocks = blocks
    let reportsCauses = blocks.contains(where: \.isReported)
    sink.append("\n| Feature | Change | \(reportsCauses ? "Cause | " : "")Example |\n")
    sink.append("|---|---|---|\(reportsCauses ? "---|" : "")\n")
    for block in blocks {
      let features = block.features.map { feature in
        let id = feature.name == feature.id ? "" : " " + MarkdownText.code(feature.id)
        return MarkdownText.cell(feature.name) + id
      }
      let examples = block.examples.map { example in
        let flags = flags(example)
        let state =
          flags.isEmpty ? "a fresh install" : MarkdownText.code(flags.joined(separator: " "))
        let name = block.exampleName.map { MarkdownText.cell($0) + ": " } ?? ""
        return "\(name)\(example.old.name) → \(example.new.name): \(state)"
      }
      let causes = block.causes.map { cause in
        [cause.old, cause.new].map { $0.map { MarkdownText.code($0.text) } ?? "(none)" }
          .joined(separator: " → ")
      }
      let change = "\(block.features[0].change.symbol) \(block.features[0].change.displayText)"
      sink.append(
        "| \(features.joined(separator: "<br>")) | \(change) | "
          + (reportsCauses ? causes.joined(separator: "<br>") + " | " : "")
          + "\(examples.joined(separator: "<br>")) |\n")
    }
    if difference.features.contains(where: { !$0.examples.isEmpty }) {
      sink.append(
        "\nTo reproduce an example, add its flags to `flint-inspect evaluate MANIFEST --lenient`.\n"
      )
    }
  }
}
