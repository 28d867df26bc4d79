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
          "manifestVersion": 1,
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

  @Test(
    "An invalid store configuration is an error at its location",
    arguments: ["", "{}", "[", #"{"products": {}}"#])
  func invalid(text: String) throws {
    let run = try Run.program(["import", "-"], input: text)
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("-:1:") || run.errors.hasPrefix("<stdin>:1:"))
  }

  @Test("Conflicts between stores are reported, and the first store is used")
  func disagreement() throws {
    let scratch = try Scratch()
    try scratch.write(
      #"{"products": [{"productID": "a", "type": "NonConsumable"}]}"#, to: "1.storekit")
    try scratch.write(
      #"{"products": [{"productID": "a", "type": "Consumable"}]}"#, to: "2.storekit")
    let run = try Run.program(
      ["import", "1.storekit", "2.storekit"], directory: scratch.folder)
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
