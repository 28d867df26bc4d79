import Testing

@testable import FlintText

/// Tests the grammar of RFC 8259, production by production.
@Suite struct JSONGrammarTests {
  @Test(
    "Valid JSON is accepted",
    arguments: [
      // Section 2: white space around each structural character, and any value at the top level.
      "null", "true", "false", "0", "\"\"", "[]", "{}",
      " \t\r\n[ \t\r\n] \t\r\n", "{ \"a\" : 1 , \"b\" : [ 1 , 2 ] }", "\n\n\n        []",
      "[\n                1]",
      // Section 4: objects. A name may be empty, long or repeated (readers report repeated ones).
      "{\"\":0}", "{\"a\":{\"b\":{}}}", "{\"a\":1,\"a\":2}", "{\"a long key, past eight bytes\":1}",
      // Section 5: arrays.
      "[1]", "[[]]", "[[],[[]],{}]", "[null,true,false,\"x\",1.5]",
      // Section 6: numbers.
      "-0", "10", "-1", "1.5", "0.0", "0e1", "1E5", "1e+5", "1e-05", "-0.1e7",
      "123456789012345678901234567890", "1e999999999",
      // Section 7: strings.
      #""\"\\\/\b\f\n\r\t""#, #""\u0000\u001f\u00e9\uD83D\uDE00\uabcd\uABCD""#, "\"é漢😀\"",
      "\"\u{7F}\u{80}\u{FFFF}\u{10FFFF}\"", "\"seven b\"", "\"eight by\"", "\"nine byte\"",
      // Section 8.1: a byte order mark may be ignored.
      "\u{FEFF}{}", "\u{FEFF} 1",
    ])
  func valid(text: String) throws {
    _ = try JSONDocument(text)
  }

  /// Invalid texts, each with the byte offset of its first error.
  private static let invalidTexts: [(text: String, offset: Int)] = [
    // Structure.
    ("[1,]", 2), ("{\"a\":1,}", 6), ("[,1]", 1), ("[1 2]", 3), ("[1,,2]", 3), ("{\"a\" 1}", 5),
    ("{\"a\":}", 5), ("{\"a\"}", 4), ("{1:2}", 1), ("{,}", 1), ("{\"a\":1 \"b\":2}", 7), ("]", 0),
    ("[}", 1), ("{]", 1), ("[1}", 2), ("{\"a\":1]", 6), ("1 2", 2), ("{} {}", 3), ("[]]", 2),
    ("[:]", 1), (":", 0), (",", 0), ("[\"a\":1]", 4), ("{\"a\":1:2}", 6), ("{\"a\",\"b\"}", 4),
    // Premature ends of the text.
    ("", 0), ("  ", 2), ("\u{FEFF}", 3), ("[", 1), ("{", 1), ("[1", 2), ("[1,", 3), ("{\"a\"", 4),
    ("{\"a\":", 5), ("{\"a\":1", 6), ("{\"a\":1,", 7), ("\"abc", 0), ("\"abc\\", 0), ("[\"", 1),
    // Literals.
    ("tru", 0), ("True", 0), ("truex", 0), ("nul", 0), ("nullnull", 0), ("NaN", 0), ("-NaN", 0),
    ("Infinity", 0), ("-Infinity", 0), ("undefined", 0), ("{a:1}", 1), ("'a'", 0), ("{'a':1}", 1),
    ("[true1]", 1), ("falsey", 0),
    // Numbers.
    ("01", 0), ("-01", 0), ("00", 0), ("+1", 0), (".5", 0), ("-.5", 0), ("1.", 0), ("1.e5", 0),
    ("1e", 0), ("1e+", 0), ("-", 0), ("1x", 1), ("0x10", 1), ("1.5.2", 3), ("--1", 0),
    ("1_000", 1),
    ("1,5", 1), ("1e5.5", 3),
    // Strings.
    ("\"\n\"", 0), ("\"a\u{0}\"", 2), ("\"a\tb\"", 2), ("\"\u{1F}\"", 1), (#""\x""#, 1),
    (#""\u12""#, 1), (#""\u12G4""#, 1), (#""\uD800""#, 1), (#""\uD83D\n""#, 1),
    (#""\uD83D\uD83D""#, 1), (#""\uDE00""#, 1), (#""\uDE00\uD83D""#, 1), ("\"\\\n\"", 0),
    (#""a long string with \q""#, 20), (#"["\"]"#, 1),
    // Comments and white space of other languages.
    ("// a\n1", 0), ("/* */ 1", 0), ("1 // a", 2), ("[1 /* a */]", 3), ("# a\n1", 0),
    ("\u{A0}1", 0), ("\u{B}1", 0), ("\u{C}1", 0), ("\u{2028}1", 0), ("[1\u{0}]", 2),
    ("[\u{FEFF}1]", 1),
  ]

  @Test("Invalid JSON is rejected at its first error", arguments: invalidTexts)
  func invalid(text: String, offset: Int) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(text) }
    #expect(error?.range.lowerBound == offset, "\(String(describing: error))")
  }

  @Test(
    "Bytes that are not UTF-8 are rejected at their position",
    arguments: [
      ([0x22, 0x80, 0x22], 1), ([0x22, 0xC0, 0x80, 0x22], 1), ([0x22, 0xC1, 0xBF, 0x22], 1),
      ([0x22, 0xE0, 0x9F, 0xBF, 0x22], 1), ([0x22, 0xED, 0xA0, 0x80, 0x22], 1),
      ([0x22, 0xF0, 0x8F, 0xBF, 0xBF, 0x22], 1), ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1),
      ([0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], 1), ([0x22, 0xFF, 0x22], 1), ([0x22, 0xC3, 0x22], 1),
      ([0x22, 0xE2, 0x82, 0x22], 1), ([0x22, 0xF0, 0x9F, 0x98, 0x22], 1), ([0x22, 0xC3], 1),
      ([0x22, 0x61, 0xC3, 0xA9, 0xFE, 0x22], 4), ([0x5B, 0xFF, 0x5D], 1), ([0x31, 0x20, 0xC3], 2),
      ([0x22, 0x5C, 0xFF, 0x22], 2),
    ] as [([UInt8], Int)])
  func notUTF8(bytes: [UInt8], offset: Int) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(bytes) }
    #expect(error?.problem == .notUTF8(bytes[offset]))
    #expect(error?.range.lowerBound == offset)
  }

  @Test(
    "Every well-formed length of UTF-8 is accepted at its limits",
    arguments: [0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF] as [UInt32])
  func scalars(value: UInt32) throws {
    let text = String(try #require(Unicode.Scalar(value)))
    let document = try JSONDocument("\"\(text)\"")
    #expect(document.withRoot { $0.string } == text)
  }

  @Test(
    "A file in UTF-16 is reported as such",
    arguments: [
      [0xFF, 0xFE, 0x7B, 0], [0xFE, 0xFF, 0, 0x7B], [0x7B, 0, 0x7D, 0], [0, 0x7B, 0, 0x7D],
    ]
      as [[UInt8]])
  func utf16(bytes: [UInt8]) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(bytes) }
    #expect(error?.problem == .utf16)
  }

  @Test("A file that begins with a zero byte is not reported as UTF-16")
  func binary() {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument([0, 1, 2, 3]) }
    #expect(error?.problem == .otherFile(.binary))
  }

  @Test(
    "Every prefix of a text is rejected, and a deleted or doubled byte never crashes the parser")
  func prefixes() throws {
    let text =
      #"{"a": [1.5e+3, "x\u00e9\ud83d\ude00é", {"b": null}], "longer key": [true, false, -0]}"#
    let bytes = Array(text.utf8)
    _ = try JSONDocument(bytes)
    for length in bytes.indices {
      #expect(throws: JSONSyntaxError.self) { try JSONDocument(Array(bytes[..<length])) }
      var shorter = bytes
      shorter.remove(at: length)
      check(shorter)
      var longer = bytes
      longer.insert(bytes[length], at: length)
      check(longer)
    }
  }

  /// Checks that the text parses, or that the error is within the text.
  private func check(_ bytes: [UInt8]) {
    do {
      _ = try JSONDocument(bytes)
    } catch {
      #expect(error.range.lowerBound >= 0 && error.range.upperBound <= bytes.count)
      #expect(!error.message.isEmpty)
    }
  }
}
