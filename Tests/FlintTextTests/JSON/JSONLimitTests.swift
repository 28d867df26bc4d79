import Testing

@testable import FlintText

@Suite struct JSONLimitTests {
  @Test("512 arrays and objects may be inside one another")
  func deepest() throws {
    let text = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    _ = try JSONDocument(text)
    let mixed =
      String(repeating: "[{\"a\":", count: 256) + "1" + String(repeating: "}]", count: 256)
    _ = try JSONDocument(mixed)
  }

  @Test("one more is an error at its bracket, however many follow", arguments: [513, 50_000_000])
  func tooDeep(count: Int) {
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONDocument([UInt8](repeating: UInt8(ascii: "["), count: count))
    }
    #expect(error == JSONSyntaxError(.tooDeep(limit: 512), 512..<513))
  }

  @Test("brackets side by side are not deep")
  func wide() throws {
    let text = "[" + String(repeating: "[{}],", count: 100_000) + "0]"
    let document = try JSONDocument(text)
    #expect(document.withRoot { $0.count } == 100_001)
    // A place for every bracket and the number: no more is kept of a text.
    #expect(document.nodeCount == 400_003)
  }
}
