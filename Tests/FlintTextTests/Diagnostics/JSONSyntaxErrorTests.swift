import Testing

@testable import FlintText

@Suite struct JSONSyntaxErrorTests {
  @Test(
    "A message describes the error and, if known, the correction",
    arguments: [
      ("", "the file is empty; expected a JSON value", nil),
      ("[1,]", "found a comma before ']'", "remove the comma"),
      ("{\"a\": 1,\n}", "found a comma before '}'", "remove the comma"),
      ("[1 2]", "found another value; expected a comma", "write a comma before the value"),
      (
        "{\"a\":1\n\"b\":2}", "found another value; expected a comma",
        "write a comma before the value"
      ),
      (
        "{'a': 1}", "found a single quote; expected a double quote",
        "put strings in double quotes"
      ),
      (
        "// x\n{}", "found a comment; JSON does not support comments",
        "put the comment under a key that begins with '$' or 'x-'"
      ),
      ("{a: 1}", "found the key 'a' without quotes", "write \"a\""),
      ("[NaN]", "found 'NaN'; expected a value or ']'", "JSON does not support this number"),
      ("True", "found 'True'; expected a value", "did you mean 'true'?"),
      ("[1, None]", "found 'None'; expected a value", "did you mean 'null'?"),
      (
        "[camera]", "found 'camera'; expected a value or ']'",
        "put strings in double quotes"
      ),
      (
        "{} {}", "found more text after the end of the JSON value",
        "the file must contain exactly one JSON value"
      ),
      (
        "{\"a\": \"b\n}", "found a string without a closing quote",
        "is a closing quote missing? Write a line end in a string as \\n"
      ),
      (
        "{\n\"a\": \"b, \"c\": 1}", "found a word after a string; expected ',' or '}'",
        "is a closing quote missing? The string begins at line 2, column 6"
      ),
      (
        #"["é\", "b"]"#, "found a word after a string; expected ',' or ']'",
        "is a closing quote missing? The string begins at line 1, column 2"
      ),
      (
        #"{"a: "b"}"#, "found a word after a string; expected ':'",
        "is a closing quote missing? The string begins at line 1, column 2"
      ),
      (
        "{\"a\": \"b\" c}", "found another value; expected a comma",
        "write a comma before the value"
      ),
      (
        "{\u{A0}\"a\": 1}",
        "found a no-break space (U+00A0); expected a key in double quotes or '}'",
        "replace the character with a space"
      ),
      (
        "[1,\u{200B}2]", "found a zero-width space (U+200B); expected a value",
        "replace the character with a space"
      ),
      ("{\"a\": \"b", "found a string without a closing quote", "is the file truncated?"),
      ("{\"a\": \"b\n", "found a string without a closing quote", "is the file truncated?"),
      (#"{"a": "b\"#, "found a string without a closing quote", "is the file truncated?"),
      (
        "{\"a\": [1", "the file ends too early: expected ',' or ']'; '[' is not closed",
        "is the file truncated?"
      ),
      ("\"\t\"", "found the control character '\t' in a string", "write \\u0009"),
      (#""\q""#, #"found the unknown escape '\q'"#, #"write a backslash as \\"#),
      (#""\u12""#, #"found '\u' without four hexadecimal digits"#, nil),
      (#""\ud800""#, #"found '\ud800', an unpaired half of a surrogate pair"#, nil),
      ("01", "found a number that begins with a zero", "remove the zero"),
      ("+1", "found '+'; expected a value", "remove the plus sign"),
      (
        ".5", "found a number without digits before its decimal point",
        "write a digit before the decimal point"
      ),
      ("1.", "found a number without digits after its decimal point", nil),
      ("1e", "found a number without digits in its exponent", nil),
      ("{\"a\" 1}", "found '1'; expected ':'", nil),
      (
        "{\u{201C}a\u{201D}: 1}", "found '\u{201C}'; expected a key in double quotes or '}'",
        "put strings in straight double quotes"
      ),
    ] as [(String, String, String?)])
  func prose(text: String, message: String, hint: String?) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(text) }
    #expect(error?.diagnostic.message == message)
    #expect(error?.diagnostic.hint == hint)
    #expect(error?.diagnostic.rule == "invalid-json")
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
