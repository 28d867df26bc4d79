import Testing

@testable import FlintText

@Suite("The ASCII form of a text") struct ASCIIFormTests {
  @Test(
    "Replaces typographic characters and escapes all others like JSON",
    arguments: [
      ("plain", "plain"), ("✓ ✗ · “a”", "v x . \"a\""), ("a → b…", "a -> b..."),
      ("caf\u{E9}", "caf\\u00E9"), ("e\u{301}", "e\\u0301"), ("💎", "\\uD83D\\uDC8E"),
      ("漢字", "\\u6F22\\u5B57"),
    ])
  func forms(text: String, form: String) {
    #expect(ASCIIForm.of(text) == form)
  }
}
