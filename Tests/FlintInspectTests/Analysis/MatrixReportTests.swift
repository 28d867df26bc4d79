import FlintAnalysis
import FlintModel
import FlintText
import RandomModels
import TestSupport
import Testing

@testable import FlintInspect

@Suite("The report of matrix")
struct MatrixReportTests {
  static let manifest = Manifest(features: [
    FeatureDeclaration(id: "group", name: "Photos"),
    FeatureDeclaration(
      id: "=camera", name: "Camera", parent: 0,
      constraints: [.permission(.camera), .platform(.macOS, .unsupported)]),
  ])

  private static let camera = VariedFact(.permissions, at: Int(SystemPermission.camera.rawValue))

  /// The platforms that offer the camera permission. On these, a user can give four answers.
  private static let offering = Platform.allCases.filter {
    SystemPermission.camera.isOffered(on: $0, .latest)
  }

  private static let columnCount = Platform.allCases.count + 3 * offering.count

  /// Returns the columns of varied facts; nil if there are more than a limit.
  private static func possibleColumns(_ facts: [VariedFact], limit: Int) -> [NamedColumn]? {
    VariedStates(facts, from: DeviceState(), in: manifest).columns(limit: limit)?.possible
  }

  private enum Form {
    case text, json, csv, markdown
  }

  private func render(_ facts: [VariedFact], _ form: Form) throws -> String {
    let columns = try #require(Self.possibleColumns(facts, limit: 100), "at most 100 columns")
    let report = MatrixReport(Self.manifest, columns, differingFrom: nil)
    var sink = ByteSink()
    switch form {
    case .text: MatrixText(report, style: TextStyle(width: 40)).write(into: &sink)
    case .json: MatrixReport.json(Self.manifest).write(report, into: &sink)
    case .csv: report.writeCSV(into: &sink)
    case .markdown: report.writeMarkdown(into: &sink)
    }
    return sink.string
  }

  @Test("The last dimension varies fastest, and values that are not offered share one column")
  func columns() {
    let columns = Self.possibleColumns([Self.camera, VariedFact(.platform)], limit: 100) ?? []
    let first = Platform.allCases.map { platform in
      let isOffered = Self.offering.contains(platform)
      return "camera=\(isOffered ? "notDetermined" : "unsupported"), \(platform)"
    }
    #expect(
      columns.prefix(first.count + 1).map(\.name) == first + ["camera=authorized, iOS"])
    #expect(columns.count == Self.columnCount)
  }

  @Test(
    "A permission has the statuses that the system, its version and the other location leave it")
  func permissionColumns() {
    func names(
      _ permissions: [SystemPermission], from state: DeviceState, _ sections: [StateSection] = []
    ) -> [String]? {
      let facts =
        permissions.map { VariedFact(.permissions, at: Int($0.rawValue)) }
        + sections.map { VariedFact($0) }
      return VariedStates(facts, from: state, in: Self.manifest).columns(limit: 100)?
        .possible.map(\.name)
    }
    let oldMac = DeviceState(platform: .macOS, osVersion: .version("10.13"))
    #expect(names([.camera], from: oldMac) == ["camera=authorized"])
    #expect(names([.faceID], from: oldMac) == ["faceID=unsupported"])
    #expect(
      names([.locationAlways], from: DeviceState(permissions: [.locationWhenInUse: .denied]))
        == ["location.always=denied"])
    #expect(
      names([.locationAlways, .locationWhenInUse], from: DeviceState()) == [
        "location.always=notDetermined, location.whenInUse=notDetermined",
        "location.always=notDetermined, location.whenInUse=authorized",
        "location.always=authorized, location.whenInUse=authorized",
        "location.always=denied, location.whenInUse=authorized",
        "location.always=denied, location.whenInUse=denied",
        "location.always=restricted, location.whenInUse=restricted",
      ])
    #expect(
      names([.alarms], from: DeviceState(), [.platform])?.filter { $0.contains("macOS") }
        == ["alarms=unsupported, macOS"])
  }

  @Test("More columns than the limit are an error")
  func limit() {
    let facts = [VariedFact(.platform), Self.camera]
    let counts = [-1, 0].map { Self.possibleColumns(facts, limit: Self.columnCount + $0)?.count }
    #expect(counts == [nil, Self.columnCount])
  }

  @Test("Wide names are replaced by numbers in text")
  func text() throws {
    #expect(
      try render([Self.camera], .text) == """
        1  camera=notDetermined
        2  camera=authorized
        3  camera=denied
        4  camera=restricted

                  1  2  3  4
        Photos    ✓  ✓  ✓  ✓
          Camera  ?  ✓  ✗  ✗

        ✓ available   ✗ unavailable
        ? undetermined

        """)
  }

  @Test("Numbers are explained even if the first state has the name 1")
  func numberedStates() throws {
    let columns = ["1", "a state with a rather long name"].map {
      NamedColumn(name: $0, state: DeviceState())
    }
    var sink = ByteSink()
    let report = MatrixReport(Self.manifest, columns, differingFrom: nil)
    MatrixText(report, style: TextStyle(width: 20)).write(into: &sink)
    #expect(sink.string.hasPrefix("1  1\n2  a state with a\n"), "\(sink.string)")
  }

  @Test("JSON, CSV and Markdown have the same columns and rows")
  func forms() throws {
    let beginnings: [(facts: [VariedFact], form: Form, beginning: String)] = [
      (
        [Self.camera], .json,
        """
        {
          "formatVersion": 1,
          "columns": [
            {"name": "camera=notDetermined", "state": {"permissions":{"camera":"notDetermined"}}},
        """
      ),
      ([Self.camera], .csv, "feature,camera=notDetermined,"),
      (
        [VariedFact(.platform)], .markdown,
        "| Feature | iOS | macOS | tvOS | watchOS | visionOS |\n|---|---|---|---|---|---|\n"
      ),
    ]
    for (facts, form, beginning) in beginnings {
      #expect(try render(facts, form).hasPrefix(beginning), "\(form)")
    }
    let row = try render([Self.camera], .csv).split(separator: "\n")[2]
    #expect(row.contains("'=camera"))
    #expect(row.hasSuffix(",undetermined,available,unavailable,unavailable"))
  }
}
