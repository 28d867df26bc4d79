import Testing

@testable import FlintInspect

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

  @Test("Are updated as the text is typed, and cleared when it is closed")
  func typing() {
    let client = ScriptedClient()
    client.open("/m.json", Self.manifest)
    #expect(client.codes == ["/m.json": []])
    let typed: [String: Any] = [
      "range": [
        "start": ["line": 4, "character": 72], "end": ["line": 4, "character": 78],
      ], "text": "cmaera",
    ]
    client.change("/m.json", version: 2, [typed])
    let found = client.diagnostics(of: "/m.json") ?? []
    let facts: [[String]] = found.map { diagnostic in
      [
        diagnostic.text("code"), diagnostic.rangeText, "severity \(diagnostic.number("severity"))",
        diagnostic.text("message"), diagnostic.object("codeDescription").text("href"),
      ]
    }
    #expect(
      facts == [
        [
          "unknown-permission", "4:71-4:79", "severity 1", "unknown permission 'cmaera'",
          "file:///Rules.md#unknown-permission",
        ]
      ])
    client.close("/m.json")
    #expect(client.codes == ["/m.json": []])
  }

  @Test(
    "Have positions in the negotiated encoding",
    arguments: [("utf-16", "4:48-4:52"), ("utf-8", "4:48-4:54")])
  func units(encoding: String, range: String) {
    let client = ScriptedClient(abilities: ["general": ["positionEncodings": [encoding]]])
    client.open("/m.json", Self.manifest.replacing(#"["💎"]"#, with: #"["💍"]"#))
    #expect(client.diagnostics(of: "/m.json")?.first?.rangeText == range)
  }

  @Test("Include notes and warnings")
  func severities() {
    let client = ScriptedClient()
    client.open("/m.json", Self.manifest.replacing("\"💎\"]", with: "]"))
    let found = client.diagnostics(of: "/m.json") ?? []
    #expect(found.map { "\($0.text("code")) \($0.number("severity"))" } == ["unused-product 2"])
  }

  @Test("Include the problems before and after a JSON syntax error")
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
    #expect(found.first { $0.text("code") == "invalid-json" }?.rangeText == "2:58-2:59")
    #expect(
      Set(found.map { $0.text("code") }) == [
        "invalid-json", "unknown-permission", "duplicate-id", "unknown-key",
      ])
  }

  @Test("Check scenarios and states with the only manifest in their folder or above")
  func dependents() {
    let files = [
      "/app/manifest.json": Self.manifest, "/app/other.json": "[1]", "/app/broken.json": "{",
    ]
    let client = ScriptedClient(files: files, folder: "/app")
    func codes() -> [String: [String]] {
      client.codes.filter { ["/app/states/one.json", "/app/tests/s.json"].contains($0.key) }
    }
    let state = #"{"$schema": "x/flint-state.schema.json", "toggles": {"b": true}}"#
    client.open("/app/states/one.json", state)
    client.open(
      "/app/tests/s.json",
      """
      {"scenarioVersion": 1, "scenarios": [
        {"name": "s", "steps": [{"perform": {"feature": "a", "action": "x"}}]},
        {"name": "t", "cases": [{"given": {}, "expect": {"b": "available"}}]}]}
      """)
    #expect(
      codes() == [
        "/app/states/one.json": ["unknown-feature"],
        "/app/tests/s.json": ["unknown-action", "unknown-feature"],
      ])
    // The open text takes precedence over the file.
    client.forget()
    client.open(
      "/app/manifest.json",
      Self.manifest.replacing(#""id": "a""#, with: #""id": "b", "actions": ["x"]"#))
    #expect(
      codes() == ["/app/states/one.json": [], "/app/tests/s.json": ["unknown-feature"]])
    // After it is closed, the file's text is used.
    client.forget()
    client.close("/app/manifest.json")
    #expect(codes()["/app/states/one.json"] == ["unknown-feature"])
  }

  @Test("Report errors of scenario runs")
  func runs() {
    let client = ScriptedClient(files: ["/app/manifest.json": Self.manifest])
    client.open(
      "/app/s.json",
      """
      {"scenarioVersion": 1, "scenarios": [
        {"name": "s", "steps": [{"requestPermissions": {"feature": "a"}, "expect": "completed"}]}]}
      """)
    #expect(client.codes["/app/s.json"] == ["unanswered-permission"])
  }

  @Test("Are not reported for other files")
  func otherFiles() {
    let client = ScriptedClient()
    client.open("/package.json", #"{"name": "x"}"#)
    client.open("/broken.json", "{")
    #expect(client.codes == [:])
  }
}
