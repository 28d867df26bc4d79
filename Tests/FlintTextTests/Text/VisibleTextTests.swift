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
  private static let texts = [
    ("##[error]x", "##\\u005Berror]x"), ("a ###[group]", "a ###\\u005Bgroup]"),
    ("1 ##vso[task.setvariable]", "1 ##vso\\u005Btask.setvariable]"),
    ("##VSO[x]", "##VSO\\u005Bx]"), ("##teamcity[x]", "##teamcity\\u005Bx]"),
    ("##a#[x] ##[", "##a#\\u005Bx] ##\\u005B"), ("#[x]", "#[x]"), ("## [x]", "## [x]"),
    ("##1[x]", "##1[x]"), ("#\n#[x]", "#\n#[x]"),
    ("::error::x", ":\\u003Aerror::x"), (" \t::error::x", " \t:\\u003Aerror::x"),
    ("\u{2003}::error::x", "\u{2003}:\\u003Aerror::x"),
    ("a\n::set-env::x", "a\n:\\u003Aset-env::x"), ("a::b", "a::b"), ("a ::b", "a ::b"),
    (":a", ":a"), ("", ""), ("é漢", "é漢"),
  ]

  @Test("Contains no command, wherever the output is cut into parts", arguments: texts)
  func filtered(text: String, expected: String) {
    #expect(withoutWorkflowCommands(text) == expected)
    let bytes = Array(text.utf8)
    for cut in bytes.indices {
      var filter = WorkflowCommandFilter()
      var result: [UInt8] = []
      for part in [bytes[..<cut], bytes[cut...]] {
        part.withUnsafeBytes { filter.filter($0) { result += $0 } }
      }
      #expect(String(decoding: result, as: UTF8.self) == expected, "\(cut)")
    }
  }

  @Test("Keeps annotations, but no other command, if the program prints them")
  func annotations() {
    var filter = WorkflowCommandFilter(keepsAnnotations: true)
    var result: [UInt8] = []
    Array("::error::##[x]\n".utf8).withUnsafeBytes { filter.filter($0) { result += $0 } }
    #expect(String(decoding: result, as: UTF8.self) == "::error::##\\u005Bx]\n")
  }
}
