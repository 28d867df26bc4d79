import Foundation
import ProgramHarness
import Testing

@Suite("The impact command, and the causes in diff") struct ImpactCommandTests {
  private let manifest = "Fixtures/podcast-player/manifest.json"
  private let scenarios = "Fixtures/podcast-player/scenarios.json"

  @Test("impact lists the features, the named states and all mentions of the subject")
  func impact() throws {
    let run = try Run.program([
      "impact", manifest, "--product", "SUB0001", "--scenarios", scenarios, "--format", "json",
    ])
    #expect(run.status == 0)
    let result = try JSON(run.output)
    #expect(result["subject"]?["product"]?.text == "SUB0001")
    let features = try #require(result["features"]).items
    #expect(
      features.map { $0["id"]?.text } == ["dynamic-speed", "sound-enhancement", "smart-playlists"])
    let allowed: Set = ["never", "sometimes", "unchanged", "only"]
    #expect(features.allSatisfy { allowed.contains($0["without"]?.text ?? "") })
    // Every mention begins at the quoted id.
    let lines = try #require(result["lines"]).items
    for path in [manifest, scenarios] {
      let text = try String(contentsOf: Package.root.appending(path: path), encoding: .utf8)
      let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
      let occurrences = lines.filter { $0["path"]?.text == path }
      let named = text.components(separatedBy: "\"SUB0001\"").count - 1
      #expect(occurrences.count == named && named > 0)
      for occurrence in occurrences {
        let (line, column) = (occurrence["line"]?.number ?? 0, occurrence["column"]?.number ?? 0)
        #expect(rows[Int(line) - 1].dropFirst(Int(column) - 1).hasPrefix("\"SUB0001\""))
      }
    }
  }

  @Test("impact requires exactly one subject, which must exist")
  func wrongSubject() throws {
    #expect(
      try Run.program(["impact", manifest]).errors
        == "error: missing option '--product', '--permission', '--attribute' or '--feature'\n"
        + "hint: see 'flint-inspect impact --help'\n")
    for options in [
      ["--product", "SUB0002"], ["--product", "SUB0001", "--feature", "dynamic-speed"],
      ["--permission", "camra"], ["--attribute", "staff", "--scenarios", "none.json"],
    ] {
      #expect(try Run.program(["impact", manifest] + options).status == 2, "\(options)")
    }
  }

  @Test("diff groups features that become unavailable because of the same changed line")
  func diffByCause() throws {
    func app(_ version: Int, _ other: String) -> String {
      let features = (1...9).map { #"{"id": "f\#($0)"}"# }.joined(separator: ", ")
      return #"""
        {"manifestVersion": 1, "features": [
          {"id": "all", "constraints": {
            "platforms": {"iOS": \#(version), "macOS": 12}},
            "features": [\#(features)]},
          {"id": "camera", "constraints": {"permissions": [\#(other)]}}]}
        """#
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "flint-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in [
      ("old.json", app(15, #""camera""#)), ("new.json", app(17, #""camera", "photos""#)),
    ] {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    let run = try Run.shell("$FLINT diff old.json new.json", directory: folder)
    let names = (1...9).map { "▼ f\($0)  lost\n" }.joined()
    #expect(
      run.output == """
        ▼ all  lost
        \(names)  − old.json:3  "iOS": 15
          + new.json:3  "iOS": 17
            available → unavailable  with --os-version 15

        ▼ camera  lost
          + new.json:5  "photos"
            available → unavailable  with --grant camera --deny photos
            available → undetermined  with --grant camera
            undetermined → unavailable  with --deny photos

        11 lost, 0 unchanged

        """, "\(run.output)")
    let table = try Run.shell("$FLINT diff old.json new.json --format markdown", directory: folder)
    #expect(table.output.contains("<br>f9 | ▼ lost | <code>&#34;iOS&#34;: 15</code> → "))
  }
}
