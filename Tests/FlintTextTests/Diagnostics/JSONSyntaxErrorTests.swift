import TestSupport
import Testing

@testable import FlintText

@Suite struct JSONSyntaxErrorTests {
  @Test(
    "A message describes the error and, if known, the correction",
    arguments: ExampleFile.examples("json"))
  func prose(example: ExampleFile.Example) throws {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(example.text) }
    let problem = try #require(error).diagnostic
    let found = [problem.message + (problem.hint.map { " (\($0))" } ?? "")]
    try example.record(found)
    #expect(found == example.expected && problem.rule == "invalid-json")
  }

  @Test("A text that is empty or ends within a string is recognized")
  func endings() {
    let empty = #expect(throws: JSONSyntaxError.self) { try JSONDocument("") }
    #expect(empty?.message == "the file is empty; expected a JSON value")
    let cut = #expect(throws: JSONSyntaxError.self) { try JSONDocument("{\"a\": \"b\n") }
    #expect(cut?.diagnostic.hint == "is the file truncated?")
  }

  @Test("Messages describe invalid bytes and excessive depth")
  func encodings() {
    let latin = #expect(throws: JSONSyntaxError.self) { try JSONDocument([0x22, 0xE9, 0x22]) }
    #expect(latin?.message == "found the byte 0xe9; the file is not UTF-8")
    let deep = #expect(throws: JSONSyntaxError.self) {
      try JSONDocument(String(repeating: "[", count: 600))
    }
    #expect(deep?.message == "arrays and objects are nested more than 512 deep")
  }
}
