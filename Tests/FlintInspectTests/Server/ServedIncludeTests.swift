import FlintText
import Foundation
import Testing

@testable import FlintInspect

@Suite("Manifests in several files")
struct ServedIncludeTests {
  static let root = """
    {
      "manifestVersion": 1,
      "products": [{ "id": "P", "type": "nonConsumable" }],
      "features": [
        { "id": "a", "constraints": { "userToggled": { "defaultValue": true }, "features": ["b"] } },
        { "include": "parts/one.json" },
        { "include": "parts/two.json" }
      ]
    }
    """
  static let one = """
    { "manifestVersion": 1,
      "conditions": [{ "id": "paid", "is": { "purchases": ["P"] } }],
      "features": [{ "id": "b", "team": "One", "constraints": { "conditions": ["paid"] } }] }
    """
  static let two = """
    { "manifestVersion": 1,
      "features": [{ "id": "c", "constraints": { "features": ["b"] } }] }
    """
  static let scenarios =
    #"{"scenarioVersion": 1, "scenarios": [{"name": "s", "cases": [{"expect": {"b": "unavailable"}}]}]}"#

  static let files = [
    "/app/manifest.json": root, "/app/parts/one.json": one, "/app/parts/two.json": two,
    "/app/parts/s.json": scenarios, "/app/parts/package.json": "{}",
  ]

  private func codes(_ client: ScriptedClient, _ path: String) -> [String]? {
    client.diagnostics(of: path)?.map { $0.text("code") }
  }

  /// Returns the parameters for a position: after the n-th occurrence of a text.
  private func position(_ path: String, _ text: String) -> [String: Any] {
    let source = Self.files[path]!
    let end = source.range(of: text)!.upperBound
    let offset = source.utf8.distance(from: source.startIndex, to: end)
    let position = TextLines(SourceText(source), .utf16).position(of: offset)
    return [
      "textDocument": ScriptedClient.document(path),
      "position": ["line": position.line, "character": position.character],
    ]
  }

  @Test("Are checked as a whole if one part is open, with diagnostics in the part that is wrong")
  func part() {
    let client = ScriptedClient(files: Self.files, folder: "/app")
    client.open("/app/parts/one.json", Self.one)
    // Closed files without problems have no diagnostics.
    #expect(client.codes == ["/app/parts/one.json": []])
    client.change(
      "/app/parts/one.json", version: 2,
      [["text": Self.one.replacing(#""id": "b""#, with: #""id": "d""#)]])
    let missing = "unknown-feature"
    #expect(
      client.codes == [
        "/app/manifest.json": [missing], "/app/parts/one.json": [],
        "/app/parts/two.json": [missing],
      ])
    client.change("/app/parts/one.json", version: 3, [["text": Self.one]])
    #expect(
      client.codes == [
        "/app/manifest.json": [], "/app/parts/one.json": [], "/app/parts/two.json": [],
      ])
  }

  @Test("Use the open text of a part instead of its file, and the file after it is closed")
  func openPart() {
    let client = ScriptedClient(files: Self.files, folder: "/app")
    client.open("/app/manifest.json", Self.root)
    client.open(
      "/app/parts/one.json", Self.one.replacing(#"["P"]"#, with: #"["Q"]"#))
    let found = client.diagnostics(of: "/app/parts/one.json")?.map {
      "\($0.text("code")) \($0.rangeText)"
    }
    #expect(found == ["unknown-product 1:55-1:58"])
    client.close("/app/parts/one.json")
    #expect(codes(client, "/app/parts/one.json") == [])
    client.forget()
    client.close("/app/manifest.json")
    #expect(client.codes == ["/app/manifest.json": []])
  }

  @Test("Have their diagnostics cleared when the last open part is closed")
  func closed() {
    let client = ScriptedClient(files: Self.files, folder: "/app")
    client.open("/app/parts/two.json", Self.two.replacing(#""c""#, with: #""a""#))
    #expect(client.codes == ["/app/parts/two.json": ["duplicate-id"]])
    client.write(Self.root.replacing("userToggled", with: "toggled"), to: "/app/manifest.json")
    #expect(codes(client, "/app/manifest.json") == ["unknown-key"])
    client.forget()
    client.close("/app/parts/two.json")
    #expect(client.codes == ["/app/parts/two.json": [], "/app/manifest.json": []])
  }

  @Test("Are checked again when files change, disappear or appear")
  func watched() {
    let client = ScriptedClient(files: Self.files, folder: "/app")
    client.open("/app/manifest.json", Self.root)
    #expect(client.codes == ["/app/manifest.json": []])
    let steps: [(text: String?, manifest: [String], part: [String])] = [
      (Self.one.replacing("paid", with: "p d"), [], ["invalid-id"]),
      (nil, ["unreadable-include"], []), (Self.one, [], []),
    ]
    for (text, manifest, part) in steps {
      client.write(text, to: "/app/parts/one.json")
      #expect(
        client.codes == ["/app/manifest.json": manifest, "/app/parts/one.json": part],
        "\(text ?? "the part is deleted")")
    }
  }

  @Test("Are checked as far as possible if a part has a syntax error")
  func brokenPart() {
    let client = ScriptedClient(files: Self.files, folder: "/app")
    client.open("/app/manifest.json", Self.root)
    client.open(
      "/app/parts/one.json",
      Self.one.replacing(#""paid"] }"#, with: #""paid", "pad"#))
    let found = client.diagnostics(of: "/app/parts/one.json") ?? []
    #expect(Set(found.map { $0.text("code") }) == ["invalid-json", "unknown-condition"])
    #expect(found.first { $0.text("code") == "unknown-condition" }?.rangeText == "2:83-2:87")
    let steps: [(name: String, path: String, text: String, root: [String], part: [String])] = [
      (
        "Ids that the unreadable part may declare are not reported as missing elsewhere.",
        "/app/parts/one.json", #"{ "manifestVersion": 1, "#, [], ["invalid-json"]
      ),
      ("The repaired part has no problems.", "/app/parts/one.json", Self.one, [], []),
      (
        "No files are reported that a text with a syntax error includes.", "/app/manifest.json",
        Self.root + "}", ["invalid-json"], []
      ),
    ]
    #expect(codes(client, "/app/manifest.json") == [])
    for (version, (name, path, text, root, part)) in steps.enumerated() {
      client.change(path, version: version + 2, [["text": text]])
      #expect(
        client.codes == ["/app/manifest.json": root, "/app/parts/one.json": part], "\(name)")
    }
  }

  @Test("Use the same file for different links to it")
  func links() {
    let client = ScriptedClient(files: Self.files, links: ["/link": "/app"], folder: "/link")
    client.open("/link/manifest.json", Self.root)
    client.open("/app/parts/one.json", Self.one.replacing(#""b""#, with: #""a""#))
    #expect(codes(client, "/app/parts/one.json") == ["duplicate-id"])
    let other = ScriptedClient(files: Self.files, links: ["/link": "/app"], folder: "/app")
    other.open("/app/manifest.json", Self.root)
    other.open("/link/parts/one.json", Self.one.replacing(#""b""#, with: #""a""#))
    #expect(codes(other, "/link/parts/one.json")?.isEmpty == false)
  }

  @Test("Can consist of unsaved texts")
  func unsaved() {
    let client = ScriptedClient(files: ["/app/x.txt": ""], folder: "/app")
    client.open("/app/one.json", Self.one)
    client.open(
      "/app/manifest.json",
      Self.root.replacing("parts/", with: ""))
    #expect(codes(client, "/app/manifest.json") == ["unreadable-include"])
    client.open("/app/two.json", Self.two)
    #expect(
      client.codes == ["/app/manifest.json": [], "/app/one.json": [], "/app/two.json": []])
  }

  @Test("That include each other are reported once, in each of them")
  func circle() {
    let client = ScriptedClient(
      files: [
        "/app/m.json": #"{"manifestVersion": 1, "features": [{"include": "n.json"}]}"#,
        "/app/n.json": #"{"manifestVersion": 1, "features": [{"include": "m.json"}]}"#,
      ], folder: "/app")
    client.open("/app/n.json", #"{"manifestVersion": 1, "features": [{"include": "m.json"}]}"#)
    #expect(client.codes == ["/app/n.json": ["included-twice"]])
  }

  @Test("Are searched as one project, from any file")
  func answers() {
    let client = ScriptedClient(files: Self.files, folder: "/app")
    client.open("/app/parts/one.json", Self.one)
    client.open("/app/parts/s.json", Self.scenarios)
    let feature = position("/app/parts/one.json", #""id": "b"#)
    let parts = "file:///app/parts/"
    let uris: [(method: String, position: [String: Any], uris: [String])] = [
      ("definition", position("/app/parts/s.json", #""b"#), [parts + "one.json"]),
      (
        "references", feature,
        [
          "file:///app/manifest.json", parts + "one.json", parts + "two.json", parts + "s.json",
        ]
      ),
    ]
    for (method, position, expected) in uris {
      let found = client.list("textDocument/" + method, position)
      #expect(found.map { $0.text("uri") } == expected, "\(method)")
    }
    let hover = client.ask("textDocument/hover", feature)
    #expect(
      hover?.object("contents").text("value").contains("unavailable in a fresh install") == true)
    let lenses = client.list(
      "textDocument/codeLens",
      ["textDocument": ScriptedClient.document("/app/parts/one.json")])
    #expect(lenses.map { $0.object("command").text("title") } == ["✗ fresh install"])
    func rename(to name: String) -> [String: Any] {
      client.response("textDocument/rename", feature.merging(["newName": name]) { $1 })
    }
    #expect(rename(to: "n").object("result").object("changes").count == 4)
    #expect(rename(to: "c").object("error").number("code") == -32803)
  }

  @Test("Refuse to rename while one of the files has a syntax error")
  func brokenRename() {
    let client = ScriptedClient(files: Self.files, folder: "/app")
    client.open("/app/parts/two.json", #"{ "manifestVersion": 1, "features": ["#)
    let position = position("/app/parts/one.json", #""id": "b"#).merging(["newName": "n"]) { $1 }
    #expect(client.errorCode("textDocument/rename", position) == -32803)
    client.change("/app/parts/two.json", version: 2, [["text": Self.two]])
    #expect(client.ask("textDocument/rename", position)?.object("changes").count == 4)
  }

  @Test("Are recognized as parts even without a version")
  func versionless() {
    let client = ScriptedClient(files: Self.files, folder: "/app")
    let text = Self.two.replacing("manifestVersion", with: "manifestVersoin")
    client.open("/app/parts/two.json", text)
    client.open("/app/parts/other.json", text)
    #expect(client.codes == ["/app/parts/two.json": ["missing-key", "unknown-key"]])
  }

  @Test("Can be found, described and listed at their includes")
  func includes() {
    let client = ScriptedClient(files: Self.files, folder: "/app")
    client.open("/app/manifest.json", Self.root)
    let include = position("/app/manifest.json", "parts/one")
    let found: [String] = ["definition", "references"].flatMap { method in
      client.list("textDocument/" + method, include).map {
        "\(method): \($0.text("uri")) \($0.rangeText)"
      }
    }
    #expect(
      found == [
        "definition: file:///app/parts/one.json 0:0-0:0",
        "references: file:///app/manifest.json 5:17-5:33",
      ])
    let hover = client.ask("textDocument/hover", include)?.object("contents").text("value") ?? ""
    #expect(hover.contains("declares 1 feature, 1 condition"), "\(hover)")
    #expect(client.ask("textDocument/prepareRename", include) == nil)
    let symbols = client.list(
      "textDocument/documentSymbol",
      ["textDocument": ScriptedClient.document("/app/manifest.json")])
    #expect(symbols.map { $0.text("name") } == ["P", "a", "parts/one.json", "parts/two.json"])
  }

  @Test("Offer as completions the files to include, and in a part no keys of the app")
  func completions() {
    let client = ScriptedClient(files: Self.files, folder: "/app")
    client.open("/app/manifest.json", Self.root)
    client.write(Self.two, to: "/app/more/three.json")
    client.open(
      "/app/parts/one.json",
      Self.one.replacing("features\": [", with: "features\": [{\"include\": \"\"},"))
    let cases: [(line: Int, character: Int, labels: [String])] = [
      (2, 28, ["../more/three.json"]), (0, 24, ["groups", "products", "attributes", "assume"]),
    ]
    for (line, character, labels) in cases {
      let items = client.list(
        "textDocument/completion",
        [
          "textDocument": ScriptedClient.document("/app/parts/one.json"),
          "position": ["line": line, "character": character],
        ])
      #expect(items.map { $0.text("label") } == labels, "\(line):\(character)")
    }
  }
}
