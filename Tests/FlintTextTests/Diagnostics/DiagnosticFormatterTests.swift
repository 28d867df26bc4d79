import Testing

@testable import FlintText

@Suite struct DiagnosticFormatterTests {
  private func format(_ text: String, marking marked: String, hint: String? = nil) throws -> String
  {
    let bytes = Array(text.utf8)
    let wanted = Array(marked.utf8)
    let start = try #require(
      (0...bytes.count - wanted.count).first { Array(bytes[$0..<$0 + wanted.count]) == wanted })
    let diagnostic = Diagnostic(
      .error, rule: "some-rule", message: "wrong", hint: hint, range: start..<start + wanted.count)
    return DiagnosticFormatter()
      .format([diagnostic], in: SourceFile(path: "m.json", text: SourceText(text)))
  }

  @Test("A diagnostic contains position, line, caret and hint")
  func complete() throws {
    #expect(
      try format(
        "{\n  \"camera\": 1,\n  \"cmaera\": 2\n}\n", marking: "\"cmaera\"",
        hint: "did you mean 'camera'?") == """
          m.json:3:3: error: wrong [some-rule]
          3 |   "cmaera": 2
            |   ^~~~~~~~
          hint: did you mean 'camera'?

          """)
  }

  @Test("Only the beginning and the end of a very long name are printed")
  func endless() {
    let name = String(repeating: "é", count: 100_000)
    let message = Diagnostic(.error, rule: "r", message: "unknown key '\(name)' in a feature")
      .message
    #expect(message.hasPrefix("unknown key 'éé"))
    #expect(message.hasSuffix("éé' in a feature"))
    #expect(message.contains("é…é"))
    #expect(message.count == 601)
    let whole = String(repeating: "x", count: 600)
    #expect(Diagnostic(.error, rule: "r", message: whole).message == whole)
  }

  @Test(
    "The caret is aligned in cells of the terminal",
    arguments: [
      ("\t\"x\"", "\"x\"", "1:2", "1 |   \"x\"", "  |   ^~~"),
      ("漢字 x", "x", "1:4", "1 | 漢字 x", "  |      ^"),
      ("👩‍👩‍👧 x", "x", "1:7", "1 | 👩‍👩‍👧 x", "  |    ^"),
      ("e\u{301} x", "x", "1:4", "1 | e\u{301} x", "  |   ^"),
      ("a\r\nb\rc x", "x", "3:3", "3 | c x", "  |   ^"),
      ("\u{1B}[2J x", "x", "1:6", "1 | \\u001B[2J x", "  |           ^"),
      ("\u{202E}x", "x", "1:2", "1 | \\u202Ex", "  |       ^"),
    ])
  func caret(text: String, marked: String, position: String, line: String, caret: String) throws {
    let lines = try format(text, marking: marked).split(separator: "\n").map(String.init)
    #expect(lines == ["m.json:\(position): error: wrong [some-rule]", line, caret])
  }

  @Test("Only the surroundings of a problem in a very long line are printed")
  func longLine() throws {
    let text = String(repeating: "é", count: 1000) + "X" + String(repeating: "b", count: 1000)
    let lines = try format(text, marking: "X").split(separator: "\n").map(String.init)
    let before = String(repeating: "é", count: 30)
    let after = String(repeating: "b", count: 99)
    #expect(lines[0] == "m.json:1:1001: error: wrong [some-rule]")
    #expect(lines[1] == "1 | …\(before)X\(after)…")
    #expect(lines[2] == "  | " + String(repeating: " ", count: 31) + "^")
  }

  @Test("Diagnostics are in the order of the text, each with its position")
  func order() {
    let source = SourceFile(path: "a\u{1B}b", text: SourceText("one\ntwo\nthree"))
    let diagnostics = [9, 4, 0].map {
      Diagnostic(.warning, rule: "r", message: "at \($0)", range: $0..<$0 + 1)
    }
    #expect(
      DiagnosticFormatter().format(
        diagnostics + [Diagnostic(.note, rule: "r", message: "all\n")], in: source)
          == """
          a\\u001Bb: note: all\\n [r]
          a\\u001Bb:1:1: warning: at 0 [r]
          1 | one
            | ^
          a\\u001Bb:2:1: warning: at 4 [r]
          2 | two
            | ^
          a\\u001Bb:3:2: warning: at 9 [r]
          3 | three
            |  ^

          """)
  }

  @Test("Color only adds to the text")
  func colour() throws {
    let source = SourceFile(path: "m", text: SourceText("[1,]"))
    let diagnostic = Diagnostic(.error, rule: "r", message: "m", hint: "h", range: 2..<3)
    let plain = DiagnosticFormatter().format([diagnostic], in: source)
    let colored = DiagnosticFormatter(TextStyle(width: .max, color: true)).format(
      [diagnostic], in: source)
    #expect(colored.contains("\u{1B}[1;31merror:\u{1B}[0m"))
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
  }

  @Test("A problem in the byte order mark is shown at the beginning of the line")
  func byteOrderMark() {
    let source = SourceFile(path: "m", text: SourceText("\u{FEFF}[1,]"))
    let text = DiagnosticFormatter().format(
      [Diagnostic(.error, rule: "r", message: "m", range: 0..<1)], in: source)
    #expect(text.hasPrefix("m:1:1: error: m [r]\n1 | "))
  }
}
