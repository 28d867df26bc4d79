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
}
