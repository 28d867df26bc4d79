import Testing

@testable import FlintInspect

@Suite("The command-line parser") struct ParserTests {
  @Test(
    "A list is split at commas",
    arguments: [
      ("a", ["a"]), ("a,b", ["a", "b"]), ("a\\,b,c", ["a,b", "c"]), ("", [""]), ("a,", ["a", ""]),
      ("a\\b", ["a\\b"]), ("\\,", [","]), ("a\\", ["a\\"]), ("e\u{301},b", ["e\u{301}", "b"]),
    ])
  func list(text: String, items: [String]) {
    #expect(splitList(text) == items)
  }

  @Test("An assignment is split at the last = with a valid right side")
  func assignment() {
    let statuses = ["purchased", "unknown"]
    let cases: [(text: String, parts: String?)] = [
      ("A=purchased", "A|purchased"), ("A=b=purchased", "A=b|purchased"), ("A=purchased=x", nil),
      ("A", nil),
    ]
    for (text, parts) in cases {
      let split = splitAssignment(text) { statuses.contains($1) ? $1 : nil }
      #expect(split.map { "\($0.name)|\($0.value)" } == parts, "\(text)")
    }
    let both = splitAssignment("k=v=w") { $0 == "k" && $1 == "v=w" ? true : nil }
    #expect(both?.name == "k")
  }
}
