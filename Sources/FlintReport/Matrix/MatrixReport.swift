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
    sink.append("{\n  \"formatVersion\": 1,\n  \"columns\": [")
    sink.appendJSON(lines: columns, indentation: 4) { sink, column in
      sink.append("{\"name\": ")
      sink.appendJSON(column.name)
      sink.append(", \"state\": ")
      sink.append(stateJSON(column.state, of: manifest))
      sink.append("}")
    }
    sink.append("],\n  \"rows\": [")
    sink.appendJSON(lines: rows, indentation: 4) { sink, row in
      sink.append("{\"feature\": ")
      sink.appendJSON(manifest.features[row.feature].id)
      sink.append(", \"statuses\": ")
      sink.appendJSON(list: row.statuses) { $0.appendJSON($1.name) }
      sink.append("}")
    }
    sink.append("]\n}\n")
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
