package import FlintAnalysis
package import FlintCore
package import FlintText

/// `matrix`: features against states. Rows are written as they come, so that none but one is held.
package struct MatrixReport {
  package enum Form: Sendable {
    case text(TextStyle)
    case json
    case csv
    case markdown
  }

  private let manifest: Manifest
  private let columns: [NamedColumn]
  private let form: Form

  package init(_ columns: [NamedColumn], of manifest: Manifest, form: Form) {
    self.manifest = manifest
    self.columns = columns
    self.form = form
  }

  /// - Parameter rows: a feature with its status in each column.
  package func write(
    _ rows: some Sequence<(feature: Int, statuses: [FeatureStatus])>, into sink: inout ByteSink
  ) {
    switch form {
    case .json: writeJSON(rows, &sink)
    case .csv: writeCSV(rows, &sink)
    case .markdown: writeMarkdown(rows, &sink)
    case .text(let style): MatrixText(columns, of: manifest, style: style).write(rows, into: &sink)
    }
  }

  private func writeJSON(
    _ rows: some Sequence<(feature: Int, statuses: [FeatureStatus])>, _ sink: inout ByteSink
  ) {
    sink.jsonLine { json in
      json.object(.lines) { json in
        json.member("formatVersion", 1)
        json.key("columns")
        json.array(.lines, of: columns) { column, json in
          json.object { json in
            json.member("name", column.name)
            json.key("state")
            json.raw(stateJSON(column.state, of: manifest))
          }
        }
        json.key("rows")
        json.array(.lines, of: rows) { row, json in
          json.object { json in
            json.member("feature", manifest.features[row.feature].id)
            json.key("statuses")
            json.array(of: row.statuses) { $1.string($0.name) }
          }
        }
      }
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

/// The matrix for a terminal: columns are numbered where their names are too wide for it.
struct MatrixText {
  private let manifest: Manifest
  private let columns: [NamedColumn]
  private let style: TextStyle

  init(_ columns: [NamedColumn], of manifest: Manifest, style: TextStyle) {
    self.manifest = manifest
    self.columns = columns
    self.style = style
  }

  func write(
    _ rows: some Sequence<(feature: Int, statuses: [FeatureStatus])>, into sink: inout ByteSink
  ) {
    let writer = TerminalWriter(style: TextStyle(width: .max, color: style.color))
    let names = columns.map(\.name)
    let label = min(max(manifest.features.map { width($0) }.max() ?? 0, 7), style.width / 2)
    let named = names.reduce(label) { $0 + DisplayWidth.of(visible($1)) + 2 }
    let isNumbered = named > style.width
    let heads = isNumbered ? columns.indices.map { "\($0 + 1)" } : names
    if isNumbered {
      for (index, name) in names.enumerated() {
        var line = Line(indentation: 0)
        line.add("\(index + 1)", .quiet)
        line.pad(to: "\(names.count)".utf8.count + 2)
        line.add(name, isBreakable: false)
        writer.write(line, to: &sink)
      }
      sink.append("\n")
    }
    var head = Line()
    head.pad(to: label, atLeast: 0)
    var stops: [Int] = []
    for name in heads {
      head.add("  ")
      stops.append(head.width)
      head.add(name, .strong, isBreakable: false)
    }
    writer.write(head, to: &sink)
    for row in rows { writer.write(line(row.feature, row.statuses, label, stops), to: &sink) }
    sink.append("\n✓ available   ✗ unavailable   ? undetermined\n")
  }

  private func line(
    _ feature: Int, _ statuses: [FeatureStatus], _ label: Int, _ stops: [Int]
  ) -> Line {
    var line = Line()
    line.add(indentation(feature) + manifest.features[feature].name, isBreakable: false)
    for (status, stop) in zip(statuses, stops) {
      line.pad(to: stop, atLeast: line.width > stop ? 1 : 0)
      line.add(status.symbol, status.role)
    }
    return line
  }

  private func indentation(_ feature: Int) -> String {
    String(
      repeating: " ", count: 2 * min(8, manifest.ancestors(of: feature).reduce(0) { n, _ in n + 1 })
    )
  }

  private func width(_ feature: FeatureDeclaration) -> Int {
    DisplayWidth.of(visible(feature.name)) + 2
  }
}
