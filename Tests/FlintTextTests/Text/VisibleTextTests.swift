import Testing

@testable import FlintText

@Suite struct VisibleTextTests {
  @Test(
    "Control characters are shown as visible escapes",
    arguments: [
      ("plain “text” 💎 漢字", "plain “text” 💎 漢字"),
      ("a\u{1B}[31mred", "a\\u001B[31mred"),
      ("two\nlines\r\tand", "two\\nlines\\r\\tand"),
      ("\u{7F}\u{9B}", "\\u007F\\u009B"),
      ("\u{202E}txt.exe\u{2066}\u{2028}", "\\u202Etxt.exe\\u2066\\u2028"),
      ("\r\n", "\\r\\n"),
    ])
  func shown(raw: String, shown: String) {
    #expect(visible(raw) == shown)
  }

  @Test("Exactly the scalars that a terminal could interpret are escaped")
  func everyScalar() {
    for value in UInt32(0)...0x1_FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect(
        (visible("x\(Character(scalar))x") == "x\(Character(scalar))x") != scalar.isUnsafe)
    }
  }
}

@Suite("Text in a workflow log") struct WorkflowLogTests {
  @Test(
    "Contains no command anywhere",
    arguments: [
      ("##[error]x", "##\\u005Berror]x"), ("a ###[group]", "a ###\\u005Bgroup]"),
      ("#[x]", "#[x]"), ("## [x]", "## [x]"),
    ])
  func anywhere(text: String, expected: String) {
    #expect(visible(text) == expected)
    #expect(visible(expected) == expected)
  }

  @Test(
    "Begins with no command",
    arguments: [
      ("::error::x", "\\u003A:error::x"), (" \u{2003}::error::x", " \u{2003}\\u003A:error::x"),
      ("a::b", "a::b"), (":a", ":a"), ("", ""),
    ])
  func start(text: String, expected: String) { #expect(visibleAtLineStart(text) == expected) }
}
