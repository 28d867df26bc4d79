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

  @Test("Are updated as the text is typed, and cleared when it is closed")
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
    #expect(found.first?.rangeText == "4:71-4:79")
    #expect(found.first?.number("severity") == 1)
    #expect(found.first?.text("message") == "unknown permission 'cmaera'")
    #expect(
      found.first?.object("codeDescription").text("href")
        == "file:///rules.html#unknown-permission")
    client.close("/m.json")
    #expect(client.diagnostics(of: "/m.json")?.isEmpty == true)
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
    #expect(found.map { $0.text("code") } == ["unused-product"])
    #expect(found.map { $0.number("severity") } == [2])
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
    // The open text takes precedence over the file.
    client.forget()
    client.open(
      "/app/manifest.json",
      Self.manifest.replacing(#""id": "a""#, with: #""id": "b", "actions": ["x"]"#))
    #expect(client.diagnostics(of: "/app/states/one.json")?.isEmpty == true)
    #expect(
      client.diagnostics(of: "/app/tests/s.json")?.map { $0.text("code") }
        == ["unknown-feature"])
    // After it is closed, the file's text is used.
    client.forget()
    client.close("/app/manifest.json")
    #expect(
      client.diagnostics(of: "/app/states/one.json")?.map { $0.text("code") }
        == ["unknown-feature"])
  }

  @Test("Report errors of scenario runs")
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

  @Test("Are not reported for other files")
  func otherFiles() {
    let client = ScriptedClient()
    client.open("/package.json", #"{"name": "x"}"#)
    client.open("/broken.json", "{")
    #expect(client.diagnostics(of: "/package.json") == nil)
    #expect(client.diagnostics(of: "/broken.json") == nil)
  }
}
