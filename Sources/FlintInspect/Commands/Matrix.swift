import FlintAnalysis
import FlintManifest
import FlintModel
import FlintText

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
      let file = try context.readManifest(context.invocation.arguments[0])
      let columns = try context.columns(of: file)
      var baseline: SimulatedState?
      if let name = context.invocation[.baseline] {
        baseline = try context.state(
          name, of: file, option: Setting.baseline.name)
      }
      try context.requireNoProblems()
      let matrix = Matrix(manifest: file.manifest, columns: columns, baseline: baseline?.state)
      try context.write(matrix, as: formatOption)
      return .success
    })
}

private struct Matrix: Sendable {
  let manifest: Manifest
  let columns: [NamedColumn]
  /// Features that never differ from it are omitted.
  let baseline: DeviceState?

  func write(_ form: MatrixReport.Form, _ sink: inout ByteSink) {
    let evaluators = columns.map { Evaluator(manifest, in: $0.state) }
    let old = baseline.map { Evaluator(manifest, in: $0) }
    let rows = manifest.features.indices.lazy.map { feature in
      // After a cancellation, stop evaluating: the result will be discarded.
      let isDropped = Cancellation.isRequested
      let statuses = evaluators.map { isDropped ? .undetermined : $0.status(of: feature) }
      return (feature: feature, statuses: statuses)
    }.filter { row in
      guard let old = old?.status(of: row.feature) else { return true }
      return row.statuses.contains { $0 != old }
    }
    MatrixReport(columns, of: manifest, form: form).write(rows, into: &sink)
  }
}

private let formatOption: Setting<Renderer<Matrix>> =
  .format(
    ("text", { $0.write(.text($1.textStyle), &$2) }),
    ("json", { matrix, _, sink in matrix.write(.json, &sink) }),
    ("csv", { matrix, _, sink in matrix.write(.csv, &sink) }),
    ("markdown", { matrix, _, sink in matrix.write(.markdown, &sink) }))

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
      let varied = VariedStates(facts, from: simulated.state, in: file.manifest)
      guard let columns = varied.columns(limit: limit) else {
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
      let evaluator = Evaluator(file.manifest, in: column.state)
      warnOfImpossibleState(
        breaking: evaluator.brokenAssumptions, of: file.manifest, named: column.name)
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
        file.manifest, startingFrom: named.state, partialStates: partialStates)
      flags.apply(given)
      return NamedColumn(name: named.name, state: flags.state)
    }
  }
}

/// Rows are written as they are computed.
struct MatrixReport {
  enum Form: Sendable {
    case text(TextStyle)
    case json
    case csv
    case markdown
  }

  let manifest: Manifest
  let columns: [NamedColumn]
  private let form: Form

  init(_ columns: [NamedColumn], of manifest: Manifest, form: Form) {
    self.manifest = manifest
    self.columns = columns
    self.form = form
  }

  /// - Parameter rows: A feature with its status in each state.
  func write(
    _ rows: some Sequence<(feature: Int, statuses: [FeatureStatus])>, into sink: inout ByteSink
  ) {
    switch form {
    case .json: Self.json.write((self, AnySequence(rows)), into: &sink)
    case .csv: writeCSV(rows, &sink)
    case .markdown: writeMarkdown(rows, &sink)
    case .text(let style): MatrixText(columns, of: manifest, style: style).write(rows, into: &sink)
    }
  }

  private func writeCSV(
    _ rows: some Sequence<(feature: Int, statuses: [FeatureStatus])>, _ sink: inout ByteSink
  ) {
    let csv = CSVWriter()
    csv.write(["feature"] + columns.map(\.name), into: &sink)
    for row in rows {
      csv.write([manifest.features[row.feature].id] + row.statuses.map(\.name), into: &sink)
    }
  }

  private func writeMarkdown(
    _ rows: some Sequence<(feature: Int, statuses: [FeatureStatus])>, _ sink: inout ByteSink
  ) {
    sink.append("| Feature |")
    for column in columns { sink.append(" \(MarkdownText.cell(column.name)) |") }
    sink.append("\n|---|")
    for _ in columns { sink.append("---|") }
    sink.append("\n")
    for row in rows {
      sink.append("| \(MarkdownText.cell(manifest.features[row.feature].name)) |")
      for status in row.statuses { sink.append(" \(status.symbol) \(status.name) |") }
      sink.append("\n")
    }
  }
}

/// Wide names become numbers with a legend; many columns become several tables.
struct MatrixText {
  private let manifest: Manifest
  private let columns: [NamedColumn]
  private let style: TextStyle
  private let heads: [String]

  private let nameWidth: Int

  init(_ columns: [NamedColumn], of manifest: Manifest, style: TextStyle) {
    self.manifest = manifest
    self.columns = columns
    self.style = style
    func width(_ feature: Int) -> Int {
      DisplayWidth.of(visible(manifest.features[feature].name))
        + max(Self.indentation(feature, manifest), 2)
    }
    nameWidth = min(max(manifest.features.indices.map(width).max() ?? 0, 7), style.width / 2)
    let names = columns.map(\.name)
    let named = names.reduce(nameWidth) { $0 + DisplayWidth.of(visible($1)) + 2 }
    heads = named > style.width ? columns.indices.map { "\($0 + 1)" } : names
  }

  func write(
    _ rows: some Sequence<(feature: Int, statuses: [FeatureStatus])>, into sink: inout ByteSink
  ) {
    let writer = TerminalWriter(style: style.unlimited)
    writeNumbers(writer, to: &sink)
    let blocks = blocks
    if blocks.count <= 1 {
      writeHead(blocks.first ?? 0..<0, writer, to: &sink)
      for row in rows { write(row, blocks.first ?? 0..<0, writer, to: &sink) }
    } else {
      // The rows are stored because every block (a table with some of the columns) needs all of them.
      let rows = Array(rows)
      for (index, block) in blocks.enumerated() {
        if index > 0 { sink.append("\n") }
        writeHead(block, writer, to: &sink)
        for row in rows { write(row, block, writer, to: &sink) }
      }
    }
    var legend = Line()
    for (index, status) in [FeatureStatus.available, .unavailable, .undetermined].enumerated() {
      if index > 0 { legend.add("   ") }
      legend.add("\(status.symbol) \(status.name)", isBreakable: false)
    }
    TerminalWriter(style: style).write([.blank, legend], to: &sink)
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

  private func writeNumbers(_ writer: TerminalWriter, to sink: inout ByteSink) {
    if heads == columns.map(\.name) { return }
    let wrapping = TerminalWriter(style: style)
    for (index, column) in columns.enumerated() {
      let start = "\(columns.count)".utf8.count + 2
      var line = Line(indentation: 0, hanging: start)
      line.add("\(index + 1)", .quiet)
      line.pad(to: start)
      line.add(column.name)
      wrapping.write(line, to: &sink)
    }
    sink.append("\n")
  }

  private func writeHead(_ block: Range<Int>, _ writer: TerminalWriter, to sink: inout ByteSink) {
    var head = Line()
    head.pad(to: nameWidth, atLeast: 0)
    for name in heads[block] {
      head.add("  ")
      head.add(name, .strong, isBreakable: false)
    }
    writer.write(head, to: &sink)
  }

  private func write(
    _ row: (feature: Int, statuses: [FeatureStatus]), _ block: Range<Int>,
    _ writer: TerminalWriter, to sink: inout ByteSink
  ) {
    var line = Line()
    line.add(name(of: row.feature), isBreakable: false)
    var stop = nameWidth
    for (status, head) in zip(row.statuses[block], heads[block]) {
      stop += 2
      line.pad(to: stop, atLeast: line.width > stop ? 1 : 0)
      line.add(status.symbol, status.role)
      stop += DisplayWidth.of(visible(head))
    }
    writer.write(line, to: &sink)
  }

  private func name(of feature: Int) -> String {
    let indentation = String(repeating: " ", count: Self.indentation(feature, manifest))
    let name = visible(manifest.features[feature].name)
    let room = nameWidth - indentation.utf8.count
    guard DisplayWidth.of(name) > room else { return indentation + name }
    var used = 1
    let cut = name.prefix { character in
      used += DisplayWidth.of(character)
      return used <= room
    }
    return indentation + cut + "…"
  }

  private static func indentation(_ feature: Int, _ manifest: Manifest) -> Int {
    2 * min(8, manifest.ancestors(of: feature).reduce(0) { n, _ in n + 1 })
  }
}

extension MatrixReport {
  typealias Row = (feature: Int, statuses: [FeatureStatus])

  static var json: JSONOutput<(MatrixReport, AnySequence<Row>)> {
    .object(nil, nil, .lines) {
      JSONMember.formatVersion
      JSONMember("columns", .list(of: column, .lines), "The columns: one state each") {
        report, _ in report.columns.map { ($0, report.manifest) }
      }
      JSONMember(
        "rows", .list(of: row, .lines), "The rows: one feature each, in the manifest's order"
      ) {
        report, rows in rows.lazy.map { ($0, report.manifest) }
      }
    }
  }

  private static var column: JSONOutput<(NamedColumn, Manifest)> {
    .object("column", "A column: a state in which every feature is evaluated") {
      JSONMember("name", .text, "The state's name, or the values that were varied") {
        $0.0.name
      }
      JSONMember("state", .compactState, "The state") { column, manifest in
        WrittenState(column.state, of: manifest)
      }
    }
  }

  private static var row: JSONOutput<(Row, Manifest)> {
    .object("row", "A row: a feature and its status in each state") {
      JSONMember("feature", .id, "The feature's id") { row, manifest in
        manifest.features[row.feature].id
      }
      JSONMember(
        "statuses", .list(of: .status), "The feature's statuses, in the order of the columns"
      ) {
        $0.0.statuses
      }
    }
  }
}

extension Problem {
  fileprivate static func tooManyColumns(_ limit: Int) -> Problem {
    Problem(
      "the matrix would exceed \(counted(limit, "column"))",
      hint: "vary fewer values, or raise --limit")
  }
}
