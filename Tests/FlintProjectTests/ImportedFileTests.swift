import FlintManifest
import FlintText
import Testing

@testable import FlintProject

@Suite("The format of an imported file")
struct ImportedFileTests {
  private func kind(_ text: String) throws -> ImportedFile.Kind {
    try ImportedFile(SourceFile(path: "f", text: SourceText(text)), timeZones: NoZones()).kind
  }

  @Test("Is Swift by the ending of its name")
  func swift() throws {
    let source = SourceFile(path: "a.swift", text: SourceText("enum Flag { case a }"))
    #expect(try ImportedFile(source, timeZones: NoZones()).kind == .swiftSource)
  }

  private func diagnostics(_ text: String) throws -> [Diagnostic] {
    try #require(throws: InvalidInput.self, "\(text)") { try kind(text) }.diagnostics
  }

  @Test(
    "Is determined by its content",
    arguments: [
      (#"{"products": []}"#, ImportedFile.Kind.storeConfiguration),
      (#"{"subscriptionGroups": [], "version": {"major": 3}}"#, .storeConfiguration),
      (#"{"conditions": []}"#, .remoteConfigTemplate),
      (#"{"parameters": {}}"#, .remoteConfigTemplate),
      (#"{"parameterGroups": {}, "etag": "x"}"#, .remoteConfigTemplate),
      (#"{"version": {"versionNumber": "1"}}"#, .remoteConfigTemplate),
      (#"{"renewalDate": 1, "productId": "P"}"#, .storeRecords),
      (#"{"notificationHistory": [], "version": "2.0"}"#, .storeRecords),
    ])
  func kinds(text: String, kind: ImportedFile.Kind) throws {
    #expect(try self.kind(text) == kind)
  }

  @Test(
    "Is an error if the file cannot be imported",
    arguments: [
      ("{}", "this is not"), ("3", "this is not"), ("null", "this is not"),
      (#"{"manifestVersion": 1, "conditions": []}"#, "this is a manifest, not"),
      (#"{"scenarioVersion": 1}"#, "this is a scenarios file, not"),
      (#"{"platform": "iOS"}"#, "this is a state, not"),
    ])
  func others(text: String, message: String) throws {
    #expect(
      try diagnostics(text).map(\.message) == [
        message + " a store configuration, a Remote Config template or App Store records"
      ])
  }

  @Test(
    "Is an error with a hint for its kind of file",
    arguments: [
      (#"{"turbo": {"defaultValue": {"value": "true"}}}"#, #"write { "parameters": { … } }"#),
      ("{ // flags\n\"parameters\": {} }", "remove the comment"),
      ("2026-11-02 10:00 tx: eyJhbGciOiJ", "remove all other words; a JWS begins with 'eyJ'"),
      ("[2026-11-02] tx: eyJhbGciOiJ", "remove all other words; a JWS begins with 'eyJ'"),
    ])
  func hints(text: String, hint: String) throws {
    let hints = try diagnostics(text).map(\.hint)
    #expect(hints.count == 1 && hints[0]?.contains(hint) == true, "\(hints)")
  }

  @Test(
    "Is reported as invalid JSON if the text is neither JSON nor a JWS",
    arguments: ["", "hello", "1.5.6", "{"])
  func noJSON(text: String) throws {
    #expect(try diagnostics(text).map(\.rule) == ["invalid-json"])
  }
}
