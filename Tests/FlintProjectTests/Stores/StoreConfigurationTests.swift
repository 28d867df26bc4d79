import FlintManifest
import FlintModel
import FlintProject
import FlintText
import Testing

@Suite("Store configurations")
struct StoreConfigurationTests {
  private func read(_ text: String) throws -> StoreConfiguration {
    try StoreConfiguration(SourceFile(path: "s.storekit", text: SourceText(text)))
  }

  private func product(_ localisations: String, _ reference: String = "null") -> String {
    """
    {"products": [{"productID": "p", "type": "NonConsumable", "referenceName": \(reference),
      "localizations": \(localisations)}]}
    """
  }

  @Test("Every section contains products of its type, in order")
  func sections() throws {
    let store = try read(
      """
      {"subscriptionGroups": [{"name": "G", "subscriptions": [
         {"productID": "month", "type": "RecurringSubscription", "introductoryOffer": null},
         {"productID": "year"}]}, {"name": "empty", "subscriptions": []}],
       "nonRenewingSubscriptions": [{"productID": "season", "type": "NonRenewingSubscription"}],
       "products": [{"productID": "once", "type": "NonConsumable"},
         {"productID": "credit", "type": "Consumable"}],
       "subscriptionBundleGroups": [{"anything": 1}], "version": {"major": 9, "minor": 0}}
      """)
    #expect(
      store.products.map { "\($0.declaration.id): \($0.declaration.type)" } == [
        "once: nonConsumable", "credit: consumable", "season: nonRenewingSubscription",
        "month: autoRenewingSubscription", "year: autoRenewingSubscription",
      ])
    #expect(store.warnings.isEmpty)
  }

  @Test("Ids that are equal only after Unicode normalization are different products")
  func spellings() throws {
    let ids = ["\u{E9}", "e\u{301}"]
    let products = ids.map { "{\"productID\": \"\($0)\", \"type\": \"NonConsumable\"}" }
    let store = try read("{\"products\": [\(products.joined(separator: ","))]}")
    #expect(store.products.map { Array($0.declaration.id.utf8) } == ids.map { Array($0.utf8) })
  }

  @Test(
    "A product has its English name, otherwise any name, the reference name or the id",
    arguments: [
      (#"[{"locale": "fr", "displayName": "F"}, {"locale": "en_US", "displayName": "E"}]"#, "E"),
      (#"[{"locale": "fr", "displayName": "F"}, {"locale": "en_GB", "displayName": "B"}]"#, "B"),
      (#"[{"locale": "en_US", "displayName": ""}, {"locale": "fr", "displayName": "F"}]"#, "F"),
      (#"[{"locale": "en_US", "displayName": null}]"#, "R"), ("[]", "R"), ("null", "R"),
      (nil, "p"),
    ] as [(String?, String)])
  func names(localisations: String?, name: String) throws {
    let text = localisations.map { product($0, #""R""#) } ?? product("[]")
    #expect(try read(text).products.map(\.declaration.name) == [name])
  }

  @Test(
    "An empty configuration has no products, and an empty file is not a configuration",
    arguments: [
      ("", false), (" \n", false), ("{}", false),
      (#"{"products": null, "subscriptionGroups": []}"#, true),
    ])
  func empty(text: String, isOne: Bool) throws {
    #expect((try? read(text).products.isEmpty) == (isOne ? true : nil))
  }

  @Test("Unknown parts are ignored with a warning")
  func warnings() throws {
    let store = try read(
      """
      {"products": [{"productID": "a", "type": "Lease"}, {"productID": "", "type": "Consumable"},
        {"productID": "b", "type": "Consumable"}, {"productID": "b", "type": "NonConsumable"}]}
      """)
    #expect(store.products.map(\.declaration.id) == ["b"])
    #expect(
      store.warnings.map { "\($0.severity): \($0.rule)" } == [
        "warning: unknown-value", "warning: empty-value", "warning: duplicate-id",
      ])
  }

  @Test("Every problem of a file is reported")
  func problems() {
    #expect {
      try read(#"{"products": [1, {"productID": 2}], "subscriptionGroups": {}}"#)
    } throws: { error in
      (error as? InvalidInput)?.diagnostics.map(\.rule)
        == ["wrong-type", "wrong-type", "wrong-type"]
    }
  }
}
