import FlintAnalysis
import FlintModel
import FlintText

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
