extension Command {
  static let matrix = Command(
    name: "matrix",
    summary: "Show each feature's status in several states as a table.",
    arguments: [.manifest],
    options: .list(statesOption, varyOption, limitOption, .baseline)
      + .list(.state.needing("vary"), .fresh.needing("vary")) + StateOption.all.map(\.option)
      + .list(.lenient, formatOption, .output),
    examples: [
      "matrix manifest.json --states all",
      "matrix manifest.json --vary platform,toggle:speed --format csv",
    ],
    run: { context in
      let file = try context.readManifest()
      let columns = try context.columns(of: file)
      let baseline = try context.baselineState(of: file)
      try context.requireNoProblems()
      try context.write(
        MatrixReport(file.manifest, columns, differingFrom: baseline?.state), as: formatOption)
      return .success
    })
}

private let formatOption: Setting<Renderer<MatrixReport>> =
  .format(
    ("text", { MatrixText($0, style: $1.textStyle).write(into: &$2) }),
    asJSON { MatrixReport.json($0.manifest) },
    ("csv", { $0.writeCSV(into: &$2) }),
    ("markdown", { $0.writeMarkdown(into: &$2) }))

private let statesOption = Setting.several(
  "states", .stateName, takesList: true,
  help: "The named states to show [all]."
)
.excluding("vary")

private let varyOption = Setting.several(
  "vary", .variable, takesList: true,
  help: "Show every combination of: \([FactKey].varied.map(\.form).list())."
)

private let limitOption = Setting.count(
  "limit", default: 4096, help: "The maximum number of columns [4096].")

extension CommandContext {
  fileprivate mutating func columns(
    of file: ManifestFile
  ) throws -> [NamedColumn] {
    let limit = invocation[limitOption]
    let varied = invocation[varyOption]
    if !varied.isEmpty {
      let simulated = try simulatedState(of: file)
      var facts: [VariedFact] = []
      for text in varied {
        let fact = attempt(try file.manifest.variedFact(text, option: varyOption.name))
        if let fact, !facts.contains(fact) { facts.append(fact) }
      }
      guard problems.isEmpty else { return [] }
      guard
        let columns = VariedStates(facts, from: simulated.state, in: file.manifest).columns(
          limit: limit)
      else {
        note(Problem.tooManyColumns(limit))
        return []
      }
      if columns.possible.isEmpty {
        diagnostics.warn("no columns: every combination breaks an assumption")
      } else if columns.impossible > 0 {
        let combinations = counted(columns.impossible, "combination")
        diagnostics.warn("omitted \(combinations) that no state can have because of an assumption")
      }
      return columns.possible
    }
    let columns = try namedColumns(of: file)
    for column in columns where problems.isEmpty {
      warnOfImpossibleState(
        breaking: Evaluator(file.manifest, in: column.state).brokenAssumptions, of: file.manifest,
        named: column.name)
    }
    if columns.count > limit { note(Problem.tooManyColumns(limit)) }
    return columns
  }

  private mutating func namedColumns(
    of file: ManifestFile
  ) throws -> [NamedColumn] {
    let names = invocation[statesOption]
    let all = file.manifest.states
    var states = names.isEmpty || names.contains("all") ? all : []
    for name in names where name != "all" {
      let state = attempt(try all[file.manifest.find(name, .state, option: statesOption.name)])
      if let state, !states.contains(where: { $0.name.isSame(as: name) }) { states.append(state) }
    }
    if states.isEmpty, problems.isEmpty {
      note(
        Problem(
          "the manifest declares no states", hint: "use --vary, for example --vary platform"))
    }
    let given = invocation.stateFlags
    let partialStates = try partialStates(for: given, of: file)
    // Report the problems of the state options once, because they are the same for every state.
    _ = apply(
      given, partialStates, to: DeviceState(), of: file.manifest)
    return states.map { named in
      var flags = StateFlags(
        manifest: file.manifest, state: named.state, partialStates: partialStates)
      flags.apply(given)
      return NamedColumn(name: named.name, state: flags.state)
    }
  }
}

struct MatrixReport {
  typealias Row = (feature: Int, statuses: [FeatureStatus])

  let manifest: Manifest
  let columns: [NamedColumn]

  let rows: [Row]

  /// - Parameter baseline: Features with the same result here and in all columns are omitted.
  init(_ manifest: Manifest, _ columns: [NamedColumn], differingFrom baseline: DeviceState?) {
    let evaluators = columns.map { Evaluator(manifest, in: $0.state) }
    let old = baseline.map { Evaluator(manifest, in: $0) }
    (self.manifest, self.columns) = (manifest, columns)
    rows = manifest.features.indices.map { feature in
      // After a cancellation, stop evaluating: the result will be discarded.
      let isDropped = Cancellation.isRequested
      let statuses = evaluators.map { isDropped ? .undetermined : $0.status(of: feature) }
      return (feature: feature, statuses: statuses)
    }.filter { row in
      guard let old = old?.status(of: row.feature) else { return true }
      return row.statuses.contains { $0 != old }
    }
  }

  func writeCSV(into sink: inout ByteSink) {
    CSVWriter.write(["feature"] + columns.map(\.name), into: &sink)
    for row in rows {
      CSVWriter.write([manifest.features[row.feature].id] + row.statuses.map(\.name), into: &sink)
    }
  }

  func writeMarkdown(into sink: inout ByteSink) {
    let names = ["Feature"] + columns.map { MarkdownText.cell($0.name) }
    sink.append("| \(names.joined(separator: " | ")) |\n|")
    for _ in names { sink.append("---|") }
    sink.append("\n")
    for row in rows {
      sink.append("| \(MarkdownText.cell(manifest.features[row.feature].name)) |")
      for status in row.statuses { sink.append(" \(status.symbol) \(status.name) |") }
      sink.append("\n")
    }
  }

  /// The matrix as JSON, with ids of `manifest`. An empty manifest is enough for the schema.
  static func json(_ manifest: Manifest = Manifest()) -> JSONOutput<MatrixReport> {
    let column = JSONOutput<NamedColumn>.object(
      "column", "A column: a state in which every feature is evaluated"
    ) {
      JSONMember("name", .text, "The state's name, or the values that were varied", \.name)
      JSONMember("state", .compactState, "The state") { WrittenState($0.state, of: manifest) }
    }
    let row = JSONOutput<Row>.object("row", "A row: a feature and its status in each state") {
      JSONMember("feature", .id, "The feature's id") { manifest.features[$0.feature].id }
      JSONMember(
        "statuses", .list(of: .status), "The feature's statuses, in the order of the columns",
        \.statuses)
    }
    return .result {
      JSONMember(
        "columns", .list(of: column, .lines), "The columns: one state each", \.columns)
      JSONMember(
        "rows", .list(of: row, .lines), "The rows: one feature each, in the manifest's order",
        \.rows)
    }
  }
}

/// Writes the matrix as tables. Wide names become numbers with a legend; many columns become
/// several tables.
struct MatrixText {
  private let report: MatrixReport
  private let style: TextStyle
  private let heads: [String]

  private let nameWidth: Int

  private var manifest: Manifest { report.manifest }
  private var columns: [NamedColumn] { report.columns }

  init(_ report: MatrixReport, style: TextStyle) {
    self.report = report
    self.style = style
    let (manifest, columns) = (report.manifest, report.columns)
    let widths = manifest.features.indices.map { feature in
      DisplayWidth.of(visible(manifest.features[feature].name))
        + max(Self.indentation(feature, manifest), 2)
    }
    nameWidth = min(max(widths.max() ?? 0, 7), style.width / 2)
    let named = columns.reduce(nameWidth) { $0 + DisplayWidth.of(visible($1.name)) + 2 }
    heads = named > style.width ? columns.indices.map { "\($0 + 1)" } : columns.map(\.name)
  }

  func write(into sink: inout ByteSink) {
    style.write(numbers, to: &sink)
    let blocks = blocks
    for (index, block) in (blocks.isEmpty ? [0..<0] : blocks).enumerated() {
      if index > 0 { sink.append("\n") }
      style.unlimited.write(head(block), to: &sink)
      for row in report.rows { style.unlimited.write(line(row, block), to: &sink) }
    }
    let legend = FeatureStatus.allCases.map { status -> Line in
      "\("\(status.symbol) \(status.name)", .plain, isBreakable: false)"
    }.joined(by: "   ")
    style.write([.blank, Line(hanging: 0, legend)], to: &sink)
  }

  private var blocks: [Range<Int>] {
    var blocks: [Range<Int>] = []
    var start = 0
    var width = nameWidth
    for (index, head) in heads.enumerated() {
      let cells = DisplayWidth.of(visible(head)) + 2
      if width + cells > style.width, index > start {
        blocks.append(start..<index)
        (start, width) = (index, nameWidth)
      }
      width += cells
    }
    return heads.isEmpty ? [] : blocks + [start..<heads.count]
  }

  private var numbers: [Line] {
    if heads == columns.map(\.name) { return [] }
    let start = "\(columns.count)".utf8.count + 2
    return columns.enumerated().map { index, column in
      var line = Line(hanging: start, "\(index + 1, .quiet)")
      line.pad(to: start)
      line.add(column.name)
      return line
    } + [.blank]
  }

  private func head(_ block: Range<Int>) -> Line {
    var head = Line()
    head.pad(to: nameWidth, atLeast: 0)
    for name in heads[block] {
      head.add("  ")
      head.add(name, .strong, isBreakable: false)
    }
    return head
  }

  private func line(_ row: MatrixReport.Row, _ block: Range<Int>) -> Line {
    var line = Line()
    line.add(name(of: row.feature), isBreakable: false)
    var stop = nameWidth
    for (status, head) in zip(row.statuses[block], heads[block]) {
      stop += 2
      line.pad(to: stop, atLeast: line.width > stop ? 1 : 0)
      line.add(status.symbol, status.role)
      stop += DisplayWidth.of(visible(head))
    }
    return line
  }

  private func name(of feature: Int) -> String {
    let indentation = String.spaces(Self.indentation(feature, manifest))
    let name = visible(manifest.features[feature].name)
    let room = nameWidth - indentation.utf8.count
    guard DisplayWidth.of(name) > room else { return indentation + name }
    var used = 1
    let cut = name.prefix { character in
      used += DisplayWidth.of(character)
      return used <= room
    }
    return "\(indentation)\(cut)…"
  }

  private static func indentation(_ feature: Int, _ manifest: Manifest) -> Int {
    2 * min(8, manifest.ancestors(of: feature).reduce(0) { n, _ in n + 1 })
  }
}

extension Problem {
  fileprivate static func tooManyColumns(_ limit: Int) -> Problem {
    Problem(
      "the matrix would exceed \(counted(limit, "column"))",
      hint: "vary fewer values, or raise --limit")
  }
}
