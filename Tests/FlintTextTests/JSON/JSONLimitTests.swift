import Testing

@testable import FlintText

@Suite struct JSONLimitTests {
  @Test("512 levels of arrays and objects are accepted")
  func deepest() throws {
    let text = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    _ = try JSONDocument(text)
    let mixed =
      String(repeating: "[{\"a\":", count: 256) + "1" + String(repeating: "}]", count: 256)
    _ = try JSONDocument(mixed)
  }

  @Test(
    "One more level is an error at its bracket, however many follow", arguments: [513, 50_000_000])
  func tooDeep(count: Int) {
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONDocument([UInt8](repeating: UInt8(ascii: "["), count: count))
    }
    #expect(error == JSONSyntaxError(.tooDeep(limit: 512), 512..<513))
  }

  @Test("Brackets next to each other do not count as levels")
  func wide() throws {
    let text = "[" + String(repeating: "[{}],", count: 100_000) + "0]"
    let document = try JSONDocument(text)
    #expect(document.withRoot { $0.count } == 100_001)
    // The document has one node for each bracket and number, and no others.
    #expect(document.nodeCount == 400_003)
  }
}
