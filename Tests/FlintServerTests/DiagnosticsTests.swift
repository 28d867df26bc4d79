import FlintAnalysis
import FlintManifest
import FlintText
import TestSupport
import Testing

@testable import FlintServer

@Suite("Diagnostics of open texts")
struct DiagnosticsTests {
  static let manifest = """
    {
      "manifestVersion": 1, "app": { "platforms": ["iOS"] },
      "products": [{ "id": "💎", "type": "nonConsumable" }],
      "features": [
        { "id": "a", "constraints": { "purchases": ["💎"], "permissions": ["camera"] } }
      ]
    }
    """

  @Test("are those of the text as it is typed, and are withdrawn when it is closed")
  func typing() {
    let client = ScriptedClient()
    client.open("/m.json", Self.manifest)
    #expect(client.diagnostics(of: "/m.json")?.isEmpty == true)
    let typed: [String: Any] = [
      "range": [
        "start": ["line": 4, "character": 72], "end": ["line": 4, "character": 78],
      ], "text": "cmaera",
    ]
    client.change("/m.json", version: 2, [typed])
    let found = client.diagnostics(of: "/m.json") ?? []
    #expect(found.map { $0.text("code") } == ["unknown-permission"])
    #expect(found.first?.place == "4:71-4:79")
    #expect(found.first?.number("severity") == 1)
    #expect(found.first?.text("message") == "unknown permission 'cmaera'")
    #expect(
      found.first?.object("codeDescription").text("href")
        == "file:///rules.html#unknown-permission")
    client.close("/m.json")
    #expect(client.diagnostics(of: "/m.json")?.isEmpty == true)
  }

  @Test(
    "count in the units agreed on", arguments: [("utf-16", "4:48-4:52"), ("utf-8", "4:48-4:54")])
  func units(encoding: String, place: String) {
    let client = ScriptedClient(abilities: ["general": ["positionEncodings": [encoding]]])
    client.open("/m.json", Self.manifest.replacing(#"["💎"]"#, with: #"["💍"]"#))
    #expect(client.diagnostics(of: "/m.json")?.first?.place == place)
  }

  @Test("tell of notes and warnings too")
  func severities() {
    let client = ScriptedClient()
    client.open("/m.json", Self.manifest.replacing("\"💎\"]", with: "]"))
    let found = client.diagnostics(of: "/m.json") ?? []
    #expect(found.map { $0.text("code") } == ["unused-product"])
    #expect(found.map { $0.number("severity") } == [2])
  }

  @Test("of a text that is not JSON yet tell what is wrong before and behind")
  func brokenText() {
    let client = ScriptedClient()
    client.open(
      "/m.json",
      """
      { "manifestVersion": 1,
        "features": [
          { "id": "a", "constraints": { "permissions": ["cmaera", } },
          { "id": "a", "nmae": "A"
        ] }
      """)
    let found = client.diagnostics(of: "/m.json") ?? []
    #expect(found.first { $0.text("code") == "invalid-json" }?.place == "2:58-2:59")
    #expect(
      Set(found.map { $0.text("code") }) == [
        "invalid-json", "unknown-permission", "duplicate-id", "unknown-key",
      ])
  }

  @Test("of scenarios and states are of those read with the only manifest at or above them")
  func dependents() {
    let files = [
      "/app/manifest.json": Self.manifest, "/app/other.json": "[1]", "/app/broken.json": "{",
    ]
    let client = ScriptedClient(files: files, folder: "/app")
    let state = #"{"$schema": "x/flint-state.schema.json", "toggles": {"b": true}}"#
    client.open("/app/states/one.json", state)
    #expect(
      client.diagnostics(of: "/app/states/one.json")?.map { $0.text("code") }
        == ["unknown-feature"])
    client.open(
      "/app/tests/s.json",
      """
      {"scenarioVersion": 1, "scenarios": [
        {"name": "s", "steps": [{"perform": {"feature": "a", "action": "x"}}]},
        {"name": "t", "cases": [{"given": {}, "expect": {"b": "available"}}]}]}
      """)
    #expect(
      client.diagnostics(of: "/app/tests/s.json")?.map { $0.text("code") }
        == ["unknown-action", "unknown-feature"])
    // Open text goes before the file.
    client.forget()
    client.open(
      "/app/manifest.json",
      Self.manifest.replacing(#""id": "a""#, with: #""id": "b", "actions": ["x"]"#))
    #expect(client.diagnostics(of: "/app/states/one.json")?.isEmpty == true)
    #expect(
      client.diagnostics(of: "/app/tests/s.json")?.map { $0.text("code") }
        == ["unknown-feature"])
    // Closed, it goes back to the file's text.
    client.forget()
    client.close("/app/manifest.json")
    #expect(
      client.diagnostics(of: "/app/states/one.json")?.map { $0.text("code") }
        == ["unknown-feature"])
  }

  @Test("of scenarios tell what keeps one from an answer")
  func runs() {
    let client = ScriptedClient(files: ["/app/manifest.json": Self.manifest])
    client.open(
      "/app/s.json",
      """
      {"scenarioVersion": 1, "scenarios": [
        {"name": "s", "steps": [{"requestPermissions": {"feature": "a"}}]}]}
      """)
    #expect(
      client.diagnostics(of: "/app/s.json")?.map { $0.text("code") } == ["unanswered-permission"])
  }

  @Test("are not made of other files")
  func otherFiles() {
    let client = ScriptedClient()
    client.open("/package.json", #"{"name": "x"}"#)
    client.open("/broken.json", "{")
    #expect(client.diagnostics(of: "/package.json") == nil)
    #expect(client.diagnostics(of: "/broken.json") == nil)
  }

  @Test("are those of `validate` after any edits")
  func randomEdits() {
    var random = SeededGenerator(seed: 19)
    let path = "/m.json"
    for _ in 0..<20 {
      let client = ScriptedClient()
      var text = Array(RandomTexts.manifest(&random).utf8)
      client.open(path, String(decoding: text, as: UTF8.self))
      for version in 2..<27 {
        let edit = RandomTexts.edit(of: text, &random)
        let lines = TextLines(SourceText(text), .utf16)
        func position(_ offset: Int) -> [String: Any] {
          let position = lines.position(of: offset)
          return ["line": position.line, "character": position.character]
        }
        client.change(
          path, version: version,
          [
            [
              "range": [
                "start": position(edit.range.lowerBound), "end": position(edit.range.upperBound),
              ], "text": edit.text,
            ]
          ])
        text.replaceSubrange(edit.range, with: Array(edit.text.utf8))
        let shown = client.diagnostics(of: path)
        client.forget()
        check(shown ?? [], text)
      }
    }
  }

  private func check(_ shown: [[String: Any]], _ text: [UInt8]) {
    let lines = TextLines(SourceText(text), .utf16)
    let source = SourceFile(path: "/m.json", text: SourceText(text))
    let expected: [Diagnostic]
    do throws(InvalidInput) {
      expected = DiagnosticFormatter.sorted(
        ProvenFindings.diagnostics(in: try ManifestFile(source)))
    } catch {
      expected = error.diagnostics
    }
    func told(_ diagnostic: Diagnostic) -> String {
      let range = diagnostic.range ?? 0..<0
      let (start, end) = (
        lines.position(of: range.lowerBound), lines.position(of: range.upperBound)
      )
      return "\(start.line):\(start.character)-\(end.line):\(end.character)"
        + " \(diagnostic.rule) \(visible(diagnostic.message))"
    }
    var said = shown.map { "\($0.place) \($0.text("code")) \($0.text("message"))" }
    if expected.first?.rule == "invalid-json" { said.removeAll { !$0.contains("invalid-json") } }
    #expect(
      said == expected.map(told), "\(String(decoding: text, as: UTF8.self))")
  }
}
