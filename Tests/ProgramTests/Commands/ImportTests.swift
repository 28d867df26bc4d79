import Foundation
import ProgramHarness
import Testing

@Suite("The import command") struct ImportTests {
  private static let store = """
    {"products": [{"productID": "pro", "type": "NonConsumable", "referenceName": "Pro"},
      {"productID": "gem", "type": "Consumable", "localizations": [
        {"locale": "en_US", "displayName": "Gem", "description": "Shines"}]}],
     "version": {"major": 3, "minor": 0}}
    """
  private static let other = """
    {"products": [{"productID": "pro", "type": "NonConsumable", "referenceName": "Other"},
      {"productID": "odd", "type": "Lease"}], "subscriptionGroups": [{"subscriptions": [
      {"productID": "month", "type": "RecurringSubscription", "referenceName": null}]}]}
    """

  @Test("Several files are merged, and the first declaration of a product is used")
  func several() throws {
    let scratch = try Scratch()
    try scratch.write(Self.store, to: "a.storekit")
    try scratch.write(Self.other, to: "b.storekit")
    let run = try Run.program(["import", "a.storekit", "b.storekit"], directory: scratch.folder)
    #expect(run.status == 0)
    #expect(
      run.errors.hasPrefix(
        "b.storekit:2:32: warning: unknown product type 'Lease'; skipped product 'odd' [unknown-value]\n"
      ))
    #expect(
      run.output == """
        {
          "products": [
            {
              "id": "pro",
              "name": "Pro",
              "type": "nonConsumable"
            },
            {
              "id": "gem",
              "name": "Gem",
              "type": "consumable",
              "description": "Shines"
            },
            {
              "id": "month",
              "type": "autoRenewingSubscription"
            }
          ]
        }

        """)
  }

  @Test("--into adds missing products, reports differences and preserves the rest of the manifest")
  func into() throws {
    let scratch = try Scratch()
    try scratch.write(Self.store, to: "a.storekit")
    let before =
      "{ \"manifestVersion\": 1,\n  \"products\": [\n    { \"id\": \"pro\",   \"type\": \"consumable\" }"
    try scratch.write(before + "\n  ] }", to: "m.json")
    let first = try Run.program(
      ["import", "a.storekit", "--into", "m.json"], directory: scratch.folder)
    #expect(first.status == 0)
    #expect(first.output == "")
    #expect(
      first.errors.contains(
        "m.json:3:30: warning: product 'pro' has type consumable, but nonConsumable in the store configuration [product-type-differs]"
      ))
    #expect(
      first.errors.contains(
        "m.json:3:13: note: product 'pro' has the name 'pro', but 'Pro' in the store configuration [product-name-differs]"
      ))
    let after =
      before
      + ",\n    { \"id\": \"gem\", \"name\": \"Gem\", \"type\": \"consumable\", \"description\": \"Shines\" }\n  ] }"
    #expect(try scratch.read("m.json") == after)
    let second = try Run.program(
      ["import", "a.storekit", "--into", "m.json"], directory: scratch.folder)
    #expect(second.status == 0)
    #expect(!second.errors.contains("gem"))
    #expect(try scratch.read("m.json") == after)
    #expect(try scratch.names == ["a.storekit", "m.json"])
  }

  @Test("--output leaves the manifest unchanged")
  func output() throws {
    let scratch = try Scratch()
    let manifest = "{ \"manifestVersion\": 1 }"
    try scratch.write(manifest, to: "m.json")
    let line = ["import", "-", "--into", "m.json", "--output", "-"]
    let run = try Run.program(line, input: Self.store, directory: scratch.folder)
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("{ \"manifestVersion\": 1, \"products\": [{ \"id\": \"pro\""))
    #expect(try scratch.read("m.json") == manifest)
    let nothing = try Run.program(line, input: "{\"products\": []}", directory: scratch.folder)
    #expect(nothing == Run(status: 0, output: manifest, errors: ""))
  }

  @Test(
    "An invalid store configuration changes nothing",
    arguments: ["", "{}", "[", "[]", #"{"products": {}}"#])
  func invalid(text: String) throws {
    let scratch = try Scratch()
    try scratch.write("{ \"manifestVersion\": 1 }", to: "m.json")
    let run = try Run.program(
      ["import", "-", "--into", "m.json"], input: text, directory: scratch.folder)
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("-:1:") || run.errors.hasPrefix("<stdin>:1:"))
    #expect(try scratch.read("m.json") == "{ \"manifestVersion\": 1 }")
  }

  @Test("Conflicts between stores are reported, and the first store is used")
  func disagreement() throws {
    let scratch = try Scratch()
    try scratch.write(
      #"{"products": [{"productID": "a", "type": "NonConsumable"}]}"#, to: "1.storekit")
    try scratch.write(
      #"{"products": [{"productID": "a", "type": "Consumable"}]}"#, to: "2.storekit")
    let run = try Run.program(
      ["import", "1.storekit", "2.storekit", "1.storekit"], directory: scratch.folder)
    #expect(run.status == 0)
    #expect(try JSON(run.output)["products"]?.items.map { $0["type"]?.text } == ["nonConsumable"])
    #expect(
      run.errors.hasPrefix(
        "2.storekit:1:29: warning: product 'a' is declared twice; using type nonConsumable [duplicate-id]"
      ))
    #expect(run.errors.matches(of: /warning/).count == 1)
  }

  @Test("A named pipe in the folder of time zones is no time zone")
  func pipe() throws {
    let scratch = try Scratch()
    try scratch.write(
      #"{"conditions": [{"name": "c", "expression": "dateTime < dateTime('2026-12-01', 'Pipe')"}]}"#,
      to: "t.json")
    try FileManager.default.createDirectory(
      atPath: scratch.path("zones"), withIntermediateDirectories: false)
    try #require(mkfifo(scratch.path("zones/Pipe"), 0o600) == 0)
    let run = try Run.program(
      ["import", "t.json"], environment: ["TZDIR": scratch.path("zones")],
      directory: scratch.folder)
    #expect(run.status == 2)
    #expect(run.errors.contains("time zone 'Pipe' is unknown"))
  }

  @Test("--into warns about the name of an attribute, and explains a condition that is missing")
  func template() throws {
    let scratch = try Scratch()
    func template(_ pattern: String) -> String {
      #"{"conditions": [{"name": "c", "expression": "app.userProperty['x'].matches(['\#(pattern)'])"}]}"#
    }
    try scratch.write("{ \"manifestVersion\": 1 }", to: "m.json")
    let line = ["import", "-", "--into", "m.json"]
    let first = try Run.program(line, input: template("a+"), directory: scratch.folder)
    #expect(first.status == 0 && !first.errors.contains("warning"))
    let second = try Run.program(line, input: template("a*"), directory: scratch.folder)
    #expect(second.status == 0)
    #expect(
      second.errors.contains(
        "warning: attribute 'app.userProperty-x-.matches-a' keeps the name \"app.userProperty['x'].matches(['a+'])\""
      ))
    try scratch.write(
      #"{"manifestVersion": 1, "features": [{"id": "a", "constraints": {"conditions": ["remote.when.c"]}}]}"#,
      to: "m.json")
    let missing = try Run.program(line, input: template("a+"), directory: scratch.folder)
    #expect(missing.status == 2)
    #expect(missing.errors.contains("condition 'remote.when.c' is not declared"))
    #expect(missing.errors.contains("hint: the template declares this condition"))
  }

  /// Files of App Store records, as they come from the API or from an app.
  @Test(
    "--with suggests import for App Store records",
    arguments: [
      #"{"bundleId": "x", "data": [{"lastTransactions": []}]}"#, #"{"signedTransactions": []}"#,
      #"{"transactionId": "1", "productId": "P"}"#, #"[{"transactionId": "1", "productId": "P"}]"#,
      "eyJhbGciOiJ.eyJ0.c2ln", "\neyJhbGciOiJ.eyJ0.c2ln\neyJhbGciOiJ.eyJ0.c2ln",
    ])
  func with(records: String) throws {
    let scratch = try Scratch()
    try scratch.write("{ \"manifestVersion\": 1 }", to: "m.json")
    let run = try Run.program(
      ["evaluate", "m.json", "--with", "-"], input: records, directory: scratch.folder)
    #expect(run.status == 2)
    #expect(
      run.errors.contains("\nhint: convert the file with 'import FILE' to a state for '--with'\n"))
  }
}
