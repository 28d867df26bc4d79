import FlintAnalysis
import FlintModel
import FlintManifest
import FlintText

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
