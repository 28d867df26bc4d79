import Testing

@testable import FlintText

@Suite struct JSONDuplicateKeyTests {
  /// Returns the offsets of each repeated key and of its first occurrence.
  private func duplicates(_ text: String) throws -> [[Int]] {
    let document = try JSONDocument(text)
    return document.duplicateKeys.map { duplicate in
      [duplicate.first, duplicate.second].map { document.withValue(at: $0) { $0.start } }
    }
  }

  @Test(
    "A repeated key in an object is found, even with different escapes",
    arguments: [
      (#"{"a":1,"b":2}"#, []), (#"{"a":1,"a":2}"#, [[1, 7]]),
      (#"{"a":1,"a":2,"a":3}"#, [[1, 7], [1, 13]]), (#"{"a":{"a":1},"b":{"a":1}}"#, []),
      (#"{"a":1,"\u0061":2}"#, [[1, 7]]), (#"{"":1,"":2}"#, [[1, 6]]), (#"{"a":1,"A":2}"#, []),
      (#"[{"x":[{"a":1,"a":2}],"x":0}]"#, [[8, 14], [2, 22]]),
    ])
  func small(text: String, expected: [[Int]]) throws {
    #expect(try duplicates(text).sorted { $0[1] < $1[1] } == expected.sorted { $0[1] < $1[1] })
  }

  @Test("Keys that are equal only after normalization are distinct")
  func normalisation() throws {
    #expect(try duplicates("{\"\u{E9}\":1,\"e\u{301}\":2}").isEmpty)
    let many = (0..<20).map { "\"k\($0)\":0," }.joined()
    #expect(try duplicates("{\(many)\"\u{E9}\":1,\"e\u{301}\":2}").isEmpty)
  }

  @Test("Every repeated key is found in objects of any size", arguments: [2, 8, 9, 100, 5000])
  func large(count: Int) throws {
    let keys = (0..<count).map { "key\($0)" }
    let unique = "{" + keys.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
    #expect(try duplicates(unique).isEmpty)
    let twice = "{" + (keys + keys).map { "\"\($0)\":0" }.joined(separator: ",") + "}"
    let found = try duplicates(twice)
    #expect(found.count == count)
    #expect(found.map { $0[0] } == found.map { $0[0] }.sorted())
  }
}
