import FlintCore
import FlintManifest
import FlintProject
import FlintText
import Testing

@Suite("Adding products to a manifest's text")
struct ProductInsertionTests {
  private static let products = [
    ProductDeclaration(id: "a", name: "A “b”", type: .consumable),
    ProductDeclaration(id: "c", type: .nonConsumable, description: "D"),
  ]
  private static let a = #"{ "id": "a", "name": "A “b”", "type": "consumable" }"#
  private static let c = #"{ "id": "c", "type": "nonConsumable", "description": "D" }"#

  private func added(to text: String) throws -> String {
    let file = try ManifestFile(SourceFile(path: "m.json", text: SourceText(text)))
    var sink = ByteSink()
    ProductInsertion(of: Self.products, into: file).write(to: &sink)
    let read = try ManifestFile(SourceFile(path: "m.json", text: SourceText(sink.string)))
    #expect(read.manifest.products == file.manifest.products + Self.products)
    return sink.string
  }

  @Test("on lines of their own, behind those that are there")
  func lines() throws {
    let before =
      "{\n  \"manifestVersion\": 1,\n  \"products\": [\n    { \"id\": \"x\", \"type\": \"consumable\" }"
    let after = "\n  ],\n\n  \"features\": [ ]\n}\n"
    #expect(try added(to: before + after) == before + ",\n    \(Self.a),\n    \(Self.c)" + after)
  }

  @Test("spread over lines where the last one is, with the file's line ends and tabs")
  func spread() throws {
    let before =
      "{\r\n\t\"manifestVersion\": 1,\r\n\t\"products\": [\r\n\t\t{\r\n\t\t\t\"id\": \"x\",\r\n"
      + "\t\t\t\"type\": \"consumable\"\r\n\t\t}"
    let text = try added(to: before + "\r\n\t]\r\n}")
    #expect(
      text == before + ",\r\n\t\t{\r\n\t\t\t\"id\": \"a\",\r\n\t\t\t\"name\": \"A “b”\",\r\n"
        + "\t\t\t\"type\": \"consumable\"\r\n\t\t},\r\n\t\t{\r\n\t\t\t\"id\": \"c\",\r\n"
        + "\t\t\t\"type\": \"nonConsumable\",\r\n\t\t\t\"description\": \"D\"\r\n\t\t}\r\n\t]\r\n}")
  }

  @Test("into an empty list, open or not")
  func empty() throws {
    let before = "{\n    \"manifestVersion\": 1,\n    \"products\": ["
    let inner = "\n        \(Self.a),\n        \(Self.c)\n    ]\n}"
    #expect(try added(to: before + "]\n}") == before + inner)
    #expect(try added(to: before + "\n    ]\n}") == before + inner)
  }

  @Test("as a new list behind the app, else behind the version")
  func absent() throws {
    let app = "{\n  \"manifestVersion\": 1,\n  \"app\": { \"name\": \"N\" }"
    let list = ",\n  \"products\": [\n    \(Self.a),\n    \(Self.c)\n  ]"
    let rest = ",\n  \"features\": []\n}\n"
    #expect(try added(to: app + rest) == app + list + rest)
    #expect(
      try added(to: "{\n  \"manifestVersion\": 1\n}") == "{\n  \"manifestVersion\": 1" + list
        + "\n}")
  }

  @Test(
    "in one line, as tight as the rest of it",
    arguments: [
      ("{\"manifestVersion\":1}", "{\"manifestVersion\":1", ",\"products\":[", "]}"),
      (
        "{\"manifestVersion\":1,\"products\":[]}", "{\"manifestVersion\":1", ",\"products\":[", "]}"
      ),
    ])
  func tight(text: String, before: String, key: String, after: String) throws {
    let products =
      #"{"id":"a","name":"A “b”","type":"consumable"},{"id":"c","type":"nonConsumable","description":"D"}"#
    #expect(try added(to: text) == before + key + products + after)
    let loose = #"{ "manifestVersion": 1, "products": [{ "id": "x", "type": "consumable" }] }"#
    #expect(
      try added(to: loose)
        == #"{ "manifestVersion": 1, "products": [{ "id": "x", "type": "consumable" }, \#(Self.a), \#(Self.c)] }"#
    )
  }
}
