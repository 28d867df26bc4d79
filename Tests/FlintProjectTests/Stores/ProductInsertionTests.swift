import FlintCore
import FlintManifest
import FlintProject
import FlintText
import Testing

@Suite("Adding products to a manifest's text")
struct ProductInsertionTests {
  private static let a = #"{ "id": "a", "name": "A “b”", "type": "consumable" }"#
  private static let c = #"{ "id": "c", "type": "nonConsumable", "description": "D" }"#

  private static let store = """
    {"products": [{"productID": "a", "type": "Consumable", "referenceName": "A “b”"},
      {"productID": "c", "type": "NonConsumable",
       "localizations": [{"locale": "en_US", "displayName": "c", "description": "D"}]}]}
    """

  private func added(_ store: String = store, to text: String) throws -> String {
    let file = try manifest(text)
    let store = try StoreConfiguration(
      SourceFile(path: "s.storekit", text: SourceText(store)))
    let additions = StoreAdditions(of: StoreProducts([store]), to: file)
    var sink = ByteSink()
    ProductInsertion(of: additions, into: file).write(to: &sink)
    let read = try manifest(sink.string)
    let old = file.manifest.products.map(\.id)
    #expect(
      read.manifest.products.map(\.id)
        == old + store.products.map(\.declaration.id).filter { !old.contains($0) })
    #expect(StoreAdditions(of: StoreProducts([store]), to: read).isEmpty)
    return sink.string
  }

  private func manifest(_ text: String) throws -> ManifestFile {
    try ManifestFile(SourceFile(path: "m.json", text: SourceText(text)))
  }

  private static let subscriptions = """
    {"subscriptionGroups": [{"id": "77", "name": "Club", "subscriptions": [
      {"productID": "high", "groupNumber": 1}, {"productID": "low", "groupNumber": 5},
      {"productID": "low2", "groupNumber": 5}]},
     {"id": "78", "name": "Flat", "subscriptions": [{"productID": "flat", "groupNumber": 1}]}]}
    """

  @Test("Groups have levels if the ranks differ, and the first rank is the highest")
  func groups() throws {
    let text = try added(Self.subscriptions, to: "{\"manifestVersion\":1}")
    #expect(
      text
        == #"{"manifestVersion":1,"groups":[{"id":"77","name":"Club","levels":["level-5","level-1"]},"#
        + #"{"id":"78","name":"Flat"}],"products":[{"id":"high","type":"autoRenewingSubscription","#
        + #""group":"77","level":"level-1"},{"id":"low","type":"autoRenewingSubscription","#
        + #""group":"77","level":"level-5"},{"id":"low2","type":"autoRenewingSubscription","#
        + #""group":"77","level":"level-5"},{"id":"flat","type":"autoRenewingSubscription","group":"78"}]}"#
    )
  }

  @Test(
    "A group and its levels keep the manifest's names, and products receive missing members")
  func keptGroups() throws {
    let before = """
      {
        "manifestVersion": 1,
        "groups": [{ "id": "club", "levels": ["plain", "gold"] }],
        "products": [
          { "id": "low", "type": "autoRenewingSubscription", "group": "club", "level": "plain" },
          { "id": "low2", "type": "autoRenewingSubscription" },
          { "id": "high", "type": "nonConsumable" },
          {
            "id": "flat",
            "type": "autoRenewingSubscription"
          }
        ]
      }
      """
    let text = try added(Self.subscriptions, to: before)
    let after = """
      {
        "manifestVersion": 1,
        "groups": [{ "id": "club", "levels": ["plain", "gold"] }, { "id": "78", "name": "Flat" }],
        "products": [
          { "id": "low", "type": "autoRenewingSubscription", "group": "club", "level": "plain" },
          { "id": "low2", "type": "autoRenewingSubscription", "group": "club", "level": "plain" },
          { "id": "high", "type": "nonConsumable" },
          {
            "id": "flat",
            "type": "autoRenewingSubscription",
            "group": "78"
          }
        ]
      }
      """
    #expect(text == after)
  }

  @Test("A product with a rank that is not a level of its group has no level, which is reported")
  func unplacedProduct() throws {
    let text = #"""
      {"manifestVersion":1,"groups":[{"id":"77","levels":["level-5"]}],
      "products":[{"id":"low","type":"autoRenewingSubscription","group":"77","level":"level-5"},
      {"id":"low2","type":"autoRenewingSubscription"}]}
      """#
    let file = try manifest(text)
    let store = StoreProducts([
      try StoreConfiguration(
        SourceFile(path: "s.storekit", text: SourceText(Self.subscriptions)))
    ])
    let additions = StoreAdditions(of: store, to: file)
    let told = ProductImport.differences(store, from: file, adding: additions)
    #expect(
      told.map { "\($0.rule): \($0.message)" } == [
        "unknown-level: product 'high' is written without a group: group '77' of the manifest has no level for it"
      ])
    #expect(
      try added(Self.subscriptions, to: text).contains(
        #"{"id":"high","type":"autoRenewingSubscription"}"#))
  }

  @Test("Are inserted on separate lines after the existing ones")
  func lines() throws {
    let before =
      "{\n  \"manifestVersion\": 1,\n  \"products\": [\n    { \"id\": \"x\", \"type\": \"consumable\" }"
    let after = "\n  ],\n\n  \"features\": [ ]\n}\n"
    #expect(try added(to: before + after) == before + ",\n    \(Self.a),\n    \(Self.c)" + after)
  }

  @Test("Span several lines if the last one does, with the file's line ends and tabs")
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

  @Test("Are inserted into an empty list, on one line or several")
  func empty() throws {
    let before = "{\n    \"manifestVersion\": 1,\n    \"products\": ["
    let inner = "\n        \(Self.a),\n        \(Self.c)\n    ]\n}"
    let results = try ["]\n}", "\n    ]\n}"].map { try added(to: before + $0) }
    #expect(results == [before + inner, before + inner])
  }

  @Test("Are inserted as a new list after the app, or after the version")
  func absent() throws {
    let list = ",\n  \"products\": [\n    \(Self.a),\n    \(Self.c)\n  ]"
    let manifests: [(before: String, after: String)] = [
      (
        "{\n  \"manifestVersion\": 1,\n  \"app\": { \"name\": \"N\" }",
        ",\n  \"features\": []\n}\n"
      ),
      ("{\n  \"manifestVersion\": 1", "\n}"),
    ]
    for (before, after) in manifests {
      #expect(try added(to: before + after) == before + list + after)
    }
  }

  private static let oneLine: [(before: String, after: String)] = {
    let products =
      #"{"id":"a","name":"A “b”","type":"consumable"},{"id":"c","type":"nonConsumable","description":"D"}"#
    let list = "{\"manifestVersion\":1,\"products\":[\(products)]}"
    let loose = #"{ "manifestVersion": 1, "products": [{ "id": "x", "type": "consumable" }"#
    return [
      ("{\"manifestVersion\":1}", list), ("{\"manifestVersion\":1,\"products\":[]}", list),
      (loose + "] }", loose + ", \(a), \(c)] }"),
    ]
  }()

  @Test("Are inserted on one line, with the spacing of the rest", arguments: oneLine)
  func tight(before: String, after: String) throws {
    #expect(try added(to: before) == after)
  }
}
