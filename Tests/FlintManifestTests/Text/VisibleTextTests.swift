import Testing

@testable import FlintManifest

@Suite struct VisibleTextTests {
  @Test(
    "what a terminal would obey is shown instead",
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

  @Test("of all scalars, just those that a terminal could obey are escaped")
  func everyScalar() {
    for value in UInt32(0)...0x1_FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect(
        (visible("x\(Character(scalar))x") == "x\(Character(scalar))x") != scalar.isTreacherous)
    }
  }
}
