import FlintText
import Testing

@testable import FlintPopulation

@Suite("Files that are not populations") struct ForeignInputTests {
  private static func kind(of bytes: [UInt8]) -> UnsupportedInput? {
    bytes.withUnsafeBytes { UnsupportedInput(beginning: $0) }
  }

  @Test(
    "Are recognized by their first bytes",
    arguments: [
      (Array("id,platform\n1,iOS\n".utf8), .separated),
      (Array("id;platform\n1;iOS".utf8), .separated),
      ([0x1F, 0x8B, 0x08, 0x00], .packed(.gzip)), ([0x28, 0xB5, 0x2F, 0xFD], .packed(.zstandard)),
      (Array("PAR1\u{15}\u{4}".utf8), .packed(.parquet)),
      (Array("PK\u{3}\u{4}".utf8), .packed(.zip)),
      ([0x07, 0x00, 0x99, 0x31, 0x00], .packed(.binary)), (Array("[{}]".utf8), .list),
      (Array("\u{FEFF}\n [\n {}\n]".utf8), .list), (Array("{\n  \"id\": 1\n}".utf8), .spread),
      (Array("{ \"permissions\": {\n\"camera\"".utf8), .spread),
      (Array("<html>\n<body>".utf8), .markup),
      ([0xFF, 0xFE, 0x7B, 0x00], .utf16), ([0x7B, 0x00, 0x7D, 0x00], .utf16),
    ] as [([UInt8], UnsupportedInput)])
  func foreign(bytes: [UInt8], kind: UnsupportedInput) {
    #expect(Self.kind(of: bytes) == kind)
  }

  @Test(
    "Do not include lines of JSON, even invalid ones",
    arguments: [
      "", "\n\n", "{}", "{}\n{}", "\u{FEFF}{}\r\n{}", #"{"id": 1"#, "{\"id\": 1\n{\"id\": 2}",
      "nonsense", "oops, no object\n{}", "oops, no object", "[]\n{}", "<p>\n{}",
      "{\"id\": \"[{\\\"\"}\n{}", "  {}\n", "{\"id\": \"\0\"}\n{}",
    ])
  func lines(text: String) {
    #expect(Self.kind(of: Array(text.utf8)) == nil)
  }
}
