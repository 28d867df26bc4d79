import FlintAnalysis
import FlintCore
import FlintReport
import FlintText
import RandomModels
import TestSupport
import Testing

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

  private func render(_ facts: [VariedFact], _ form: MatrixReport.Form) throws -> String {
    let columns = try #require(
      VariedStates(facts, from: DeviceState(), in: Self.manifest).columns(limit: 100)?.possible)
    let evaluators = columns.map { Evaluator(Self.manifest, in: $0.state) }
    let rows = Self.manifest.features.indices.map { feature in
      (feature: feature, statuses: evaluators.map { $0.status(of: feature) })
    }
    var sink = ByteSink()
    MatrixReport(columns, of: Self.manifest, form: form).write(rows, into: &sink)
    return sink.string
  }

  @Test("The last dimension varies fastest, and values that are not offered share one column")
  func columns() throws {
    let columns = try #require(
      VariedStates([Self.camera, VariedFact(.platform)], from: DeviceState(), in: Self.manifest)
        .columns(limit: 100)?.possible)
    let first = Platform.allCases.map { platform in
      let isOffered = Self.offering.contains(platform)
      return "camera=\(isOffered ? "notDetermined" : "unsupported"), \(platform)"
    }
    #expect(
      columns.prefix(first.count + 1).map(\.name) == first + ["camera=authorized, iOS"])
    #expect(columns.count == Self.columnCount)
  }

  @Test("More columns than the limit are an error")
  func limit() {
    let facts = [VariedFact(.platform), Self.camera]
    let varied = VariedStates(facts, from: DeviceState(), in: Self.manifest)
    let counts = [-1, 0].map { varied.columns(limit: Self.columnCount + $0)?.possible.count }
    #expect(counts == [nil, Self.columnCount])
  }

  @Test("Wide names are replaced by numbers in text")
  func text() throws {
    #expect(
      try render([Self.camera], .text(TextStyle(width: 40))) == """
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

  @Test("JSON, CSV and Markdown have the same columns and rows")
  func forms() throws {
    let beginnings: [(facts: [VariedFact], form: MatrixReport.Form, beginning: String)] = [
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
