import FlintManifest
import FlintModel
import FlintText
import Foundation
import Testing

@testable import FlintInspect

@Suite("Requests about a text")
struct AnswerTests {
  @Test(
    "Rename keeps each rollout in its bucket",
    arguments: [
      ##"{ "rollout": { "percent": 5 } }"##, ##"{ "rollout": { "percent": 5, "bucket": "x" } }"##,
      ##"{ "not": { "rollout": { "percent": 5, "bucket": "a" } } }"##, "{}",
    ], [#""id": "a"#, #""bucket": "a"#])
  func buckets(constraints: String, place: String) throws {
    let text = #"""
      { "manifestVersion": 1, "features": [
        { "id": "a", "constraints": \#(constraints) },
        { "id": "b", "constraints": { "features": ["a"], "rollout": { "percent": 9, "bucket": "a" } } }],
        "states": { "s": { "buckets": { "a": 7 } } } }
      """#
    let client = ScriptedClient(files: ["/app/m.json": text], folder: "/app")
    client.open("/app/m.json", text)
    let end = try #require(text.range(of: place)).upperBound
    let offset = text.utf8.distance(from: text.startIndex, to: end)
    let parameters: [String: Any] = [
      "textDocument": ScriptedClient.document("/app/m.json"), "newName": "new",
      "position": ScriptedClient.position(of: offset, in: text),
    ]
    let changes = client.ask("textDocument/rename", parameters)?.object("changes") ?? [:]
    let renamed = ScriptedClient.text(text, after: changes.objects("file:///app/m.json"))
    #expect(renamed != text)
    func statuses(_ text: String) throws -> [FeatureStatus] {
      let file = try ManifestFile(SourceFile(path: "m.json", text: SourceText(text)))
      let state = try #require(file.manifest.state(named: "s"))
      return Evaluator(file.manifest, in: state).all.map(\.status)
    }
    #expect(try statuses(renamed) == statuses(text), "\(renamed)")
  }
}
