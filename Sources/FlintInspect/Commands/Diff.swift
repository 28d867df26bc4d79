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
      let paths = context.arguments
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
      try context.write(
        DifferenceReport(difference, to: new.manifest, files: (old, new), versions: versions),
        as: formatOption)
      return context[exitCodeOption] && !difference.features.isEmpty ? .checkFailed : .success
    })
}

private let exitCodeOption = Setting.flag(
  "exit-code", help: "Exit with status 1 if anything changed.")

private let formatOption: Setting<Renderer<DifferenceReport>> =
  .format(
    asText(\.lines),
    asJSON { DifferenceReport.json($0.manifest).of(\.difference) },
    ("markdown", { $0.writeMarkdown(into: &$2) }),
    (
      "github",
      {
        $0.findings.writeAnnotations(into: &$2)
        $2.append("\($0.countsDisplayText)\n")
      }
    ),
    (
      "sarif",
      {
        FindingsSARIF(rules: DifferenceRule.allCases.map(\.description))
          .write($0.findings, into: &$2)
      }
    ))

struct DifferenceReport {
  let difference: ManifestDifference

  private let start: StateArguments.Start

  /// The files whose edits are shown; nil to show none.
  let files: (old: ManifestFile, new: ManifestFile)?

  let versions: ComparedVersions

  /// - Parameter new: The manifest for which the examples' options are written.
  init(
    _ difference: ManifestDifference, to new: Manifest,
    files: (old: ManifestFile, new: ManifestFile)? = nil,
    versions: ComparedVersions = ComparedVersions()
  ) {
    self.difference = difference
    start = .freshInstall(of: new, and: files?.old.manifest)
    self.files = files
    self.versions = versions
  }

  var manifest: Manifest { difference.combinedManifest }

  /// Features that change alike, in groups. Computed on each access.
  var blocks: [ChangedFeatureGroup] {
    guard let files else {
      return difference.features.map { ChangedFeatureGroup(features: [$0], causes: []) }
    }
    return ChangedFeatureGroup.blocks(of: difference, from: files.old, to: files.new)
  }

  func flags(_ example: FeatureDifference.Example) -> [String] {
    let words = StateArguments(example.state, of: manifest, from: start).words
    guard let files,
      files.old.manifest.freshInstall.platform != files.new.manifest.freshInstall.platform,
      !words.contains(where: { $0.hasPrefix("--platform ") || $0.hasPrefix("--state ") })
    else { return words }
    // Without the option, each manifest would be evaluated on another platform.
    let start = words.prefix { $0 == "--fresh" }
    return start + ["--platform \(example.state.platform.name)"] + words[start.count...]
  }

  var countsDisplayText: String {
    let unchanged = difference.unchanged
    let counts = FeatureDifference.Change.allCases.map { ($0, difference.count(of: $0)) }
      .filter { $0.1 > 0 }.map { "\($1) \($0.rawValue)" }
    return counts.isEmpty
      ? "No availability changes (\(counted(unchanged, "feature")) unchanged)"
      : "\(counts.list()), \(unchanged) unchanged"
  }
}

extension FeatureDifference.Change: Marked {
  var traits:
    (
      mark: (symbol: String, role: Role), rule: DifferenceRule, sentence: String,
      documentation: String
    )
  {
    switch self {
    case .added:
      (("+", .good), .gained, "is added", "The number of features that only the new manifest has")
    case .removed:
      (("−", .bad), .lost, "is removed", "The number of features that only the old manifest has")
    case .gained:
      (
        ("▲", .good), .gained, "is available in more states",
        "The number of features that became available in some states, and unavailable in none"
      )
    case .lost:
      (
        ("▼", .bad), .lost, "is available in fewer states",
        "The number of features that became unavailable in some states, and available in none"
      )
    case .changed:
      (
        ("≠", .open), .changed, "changes its status in some states",
        "The number of features with both gains and losses, or with changes only between unavailable and undetermined"
      )
    case .undecided:
      (
        ("?", .open), .changed, "is too complex to compare in every state",
        "The number of features that are too complex to compare; absent if there are none"
      )
    }
  }

  var mark: (symbol: String, role: Role) { traits.mark }

  var displayText: String {
    self == .undecided ? "undecided: too complex to compare in every state" : rawValue
  }
}

extension DifferenceReport {
  var lines: [Line] {
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
        let (name, change) = (feature.name, feature.change)
        let text: Line = "\(change) \(named: name, id: feature.id)"
        lines.append("\(text)  \(change.displayText, change.role)")
      }
      for cause in block.causes {
        lines += line("−", .bad, cause.old) + line("+", .good, cause.new)
      }
      lines += block.examples.map { line($0.example, of: $0.name) }
    }
    if !lines.isEmpty, lines.last != .blank { lines.append(.blank) }
    return lines + ["\(countsDisplayText)"]
  }

  private func line(
    _ symbol: String, _ role: Role, _ excerpt: ChangedFeatureGroup.Excerpt?
  ) -> [Line] {
    guard let excerpt else { return [] }
    let place = "\(excerpt.path):\(excerpt.line)  "
    var line = Line(
      indentation: 2, "\(symbol, role) \(place, .quiet)\(excerpt.text, role)")
    line.isWrapped = false
    return [line]
  }

  private func line(_ example: FeatureDifference.Example, of name: String?) -> Line {
    let (old, new) = (example.old, example.new)
    var line = Line(indentation: 4)
    if let name { line.add("\(name): ") }
    line += "\(old.name, old.role) → \(new.name, new.role)"
    // Lines with command-line options are not wrapped, so that they can be copied.
    let flags = flags(example)
    line.isWrapped = flags.isEmpty
    line.add(flags.isEmpty ? "  on a fresh install" : "  with", .quiet)
    for flag in flags {
      line.add(" ")
      line.add(flag, .plain, isBreakable: false)
    }
    return line
  }

  /// The difference as JSON, with ids of `manifest`. An empty manifest is enough for the schema.
  static func json(_ manifest: Manifest = Manifest()) -> JSONOutput<ManifestDifference> {
    let summary = JSONOutput<ManifestDifference>.object {
      FeatureDifference.Change.allCases.filter { $0 != .undecided }.map { change in
        JSONMember(named: change.rawValue, .count, change.traits.documentation) {
          $0.count(of: change)
        }
      }
      JSONMember(
        "unchanged", .count, "The number of features with the same status in every state",
        \.unchanged)
      JSONMember(
        optional: "undecided", .count, FeatureDifference.Change.undecided.traits.documentation
      ) { difference in
        let count = difference.count(of: .undecided)
        return count == 0 ? nil : count
      }
    }
    let example = JSONOutput<FeatureDifference.Example>.object(
      "example", "A state in which the feature's status differs"
    ) {
      JSONMember(
        "state", .compactState,
        "The example state; it differs from a fresh install in as few fields as possible"
      ) { WrittenState($0.state, of: manifest) }
      JSONMember("old", .status, "The status with the old manifest", \.old)
      JSONMember("new", .status, "The status with the new manifest", \.new)
    }
    let feature = JSONOutput<FeatureDifference>.object(
      "changedFeature", "A feature whose availability changed"
    ) {
      JSONMember("id", .id, "The feature's id", \.id)
      JSONMember("change", .word, "The kind of change, as counted in the summary", \.change)
      JSONMember(
        "examples", .list(of: example, .lines),
        "An example state for each pair of old and new status; empty for a feature that is too complex to compare",
        \.examples)
    }
    return .result {
      JSONMember("summary", summary, "The number of features with each kind of change", \.self)
      JSONMember(
        "features", .list(of: feature, .lines),
        "The changed features: in the new manifest's order, then the removed ones", \.features)
    }
  }

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
    let end =
      difference.features.allSatisfy(\.examples.isEmpty)
      ? ""
      : "\nTo reproduce an example, add its flags to `flint-inspect evaluate MANIFEST --lenient`.\n"
    var size = 0
    for (index, block) in blocks.enumerated() {
      let hidden = block.features.count - 50
      let features =
        block.features.prefix(50).map { MarkdownText.name($0.name, id: $0.id) }
        + (hidden > 0 ? ["and \(counted(hidden, "more feature"))"] : [])
      let examples = block.examples.prefix(50).map { name, example in
        let flags = flags(example)
        let state =
          flags.isEmpty ? "a fresh install" : MarkdownText.code(flags.joined(separator: " "))
        let name = name.map { "\(MarkdownText.cell($0)): " } ?? ""
        return "\(name)\(example.old.name) → \(example.new.name): \(state)"
      }
      let causes = block.causes.map { cause in
        [cause.old, cause.new].map { $0.map { MarkdownText.code($0.text) } ?? "(none)" }
          .joined(separator: " → ")
      }
      let change = "\(block.features[0].change.symbol) \(block.features[0].change.displayText)"
      let row =
        "| \(features.joined(separator: "<br>")) | \(change) | "
        + (reportsCauses ? causes.joined(separator: "<br>") + " | " : "")
        + "\(examples.joined(separator: "<br>")) |\n"
      size += row.utf8.count
      if size > Self.mostRowBytes {
        sink.append(
          "\nand \(counted(blocks[index...].reduce(0) { $0 + $1.features.count }, "more feature"))\n"
        )
        break
      }
      sink.append(row)
    }
    sink.append(end)
  }

  /// The most bytes of all rows. Comments on code hosts have at most 65,536 characters, including
  /// the text around the rows.
  private static let mostRowBytes = 58_000
}
