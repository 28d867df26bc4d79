package import FlintAnalysis
package import FlintCore
package import FlintManifest
package import FlintText

/// The report of `diff`: the features whose availability changes between two manifests.
package struct DifferenceReport {
  let difference: ManifestDifference

  private let start: StateArguments.Start

  /// The files of the manifests, from which the report shows the edits that changed features; nil if it shows no edits.
  let files: (old: ManifestFile, new: ManifestFile)?

  let commits: ComparedCommits?

  /// Creates a report that does not show the edits to the manifest.
  ///
  /// - Parameter new: The new manifest. An example state is described by the command-line options with which this
  ///   manifest is evaluated in the state, such as `--grant camera`.
  package init(_ difference: ManifestDifference, to new: Manifest) {
    self.init(difference, to: new, nil, nil)
  }

  /// Creates a report that also shows the edits to the manifest that changed features. `commits` is nil if neither
  /// manifest is read from a commit.
  package init(
    _ difference: ManifestDifference, from old: ManifestFile, to new: ManifestFile,
    of commits: ComparedCommits? = nil
  ) {
    self.init(difference, to: new.manifest, (old, new), commits)
  }

  private init(
    _ difference: ManifestDifference, to new: Manifest,
    _ files: (old: ManifestFile, new: ManifestFile)?, _ commits: ComparedCommits?
  ) {
    self.difference = difference
    start = .freshInstall(of: new)
    self.files = files
    self.commits = commits
  }

  /// The changed features in groups that changed in the same way because of the same edits. The groups are computed on
  /// each access.
  private var blocks: [ChangedFeatureGroup] {
    guard let files else { return difference.features.map { ChangedFeatureGroup($0) } }
    return ChangedFeatureGroup.blocks(of: difference, from: files.old, to: files.new)
  }

  private typealias Change = FeatureDifference.Change

  /// For each kind of change, such as `gained`, the number of features with this change. Two further elements can
  /// follow: the number of unchanged features and, if there are any, that of features that are too complex to compare.
  private var counts: [(name: String, count: Int)] {
    let changes = Change.allCases.filter { $0 != .undecided }
    var counts = changes.map { ($0.rawValue, difference.count(of: $0)) }
    counts.append(("unchanged", difference.unchanged))
    let undecided = difference.count(of: .undecided)
    if undecided > 0 { counts.append((Change.undecided.rawValue, undecided)) }
    return counts
  }

  func flags(_ example: FeatureDifference.Example) -> [String] {
    StateArguments(example.state, of: difference.combinedManifest, from: start).words
  }

  // MARK: Text

  package func writeText(style: TextStyle, into sink: inout ByteSink) {
    let blocks = blocks
    let reportsCauses = blocks.contains(where: \.isReported)
    var lines: [Line] = []
    if let commits, let files {
      lines += commits.lines(files.old.source.path, files.new.source.path) + [.blank]
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
    line.add(" ")
    for flag in flags {
      line.add(" ")
      line.add(flag, .plain, isBreakable: false)
    }
    return line
  }

  var countsDisplayText: String {
    let reported = counts.filter { $0.count > 0 && $0.name != "unchanged" }
      .map { "\($0.count) \($0.name)" }
    if reported.isEmpty {
      return "No availability changes (\(counted(difference.unchanged, "feature")) unchanged)"
    }
    return reported.joined(separator: ", ") + ", \(difference.unchanged) unchanged"
  }

  // MARK: Markdown

  package func writeMarkdown(into sink: inout ByteSink) {
    sink.append("### Feature availability\n\n")
    if let commits, let files {
      sink.append("\(commits.markdown(files.old.source.path, files.new.source.path))\n\n")
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
        "\nTo reproduce an example, add its flags to `flint-inspect evaluate MANIFEST`.\n")
    }
  }
}

extension FeatureDifference.Change {
  fileprivate var symbol: String {
    switch self {
    case .added: "+"
    case .removed: "−"
    case .gained: "▲"
    case .lost: "▼"
    case .changed: "≠"
    case .undecided: "?"
    }
  }

  fileprivate var role: Role {
    switch self {
    case .added, .gained: .good
    case .removed, .lost: .bad
    case .changed, .undecided: .open
    }
  }

  fileprivate var displayText: String {
    switch self {
    case .undecided: "undecided: too complex to compare in every state"
    default: rawValue
    }
  }
}
