import FlintText
import TestSupport
import Testing

@testable import FlintProject

@Suite("The tokens of Swift source")
struct SwiftTokensTests {
  private func tokens(_ text: String) -> SwiftTokens {
    SwiftTokens(SourceFile(path: "f.swift", text: SourceText(text)))
  }

  private func words(_ text: String) -> [String] {
    let file = tokens(text)
    return file.tokens.indices.filter { file.isName($0) }.map { file.text($0) }
  }

  private func texts(_ text: String) -> [String] {
    let file = tokens(text)
    return file.tokens.indices.filter { file.tokens[$0].kind == .text }.map { file.text($0) }
  }

  @Test(
    "Names are found outside comments and strings, and inside interpolations",
    arguments: [
      ("a // b\nc", ["a", "c"]), ("a /* b /* c */ d */ e", ["a", "e"]),
      (#"f("a") + b"#, ["f", "b"]), (#""\(a.b) c \("d \(e)")" + f"#, ["a", "b", "e", "f"]),
      (##"#"\(a) \#(b)"# + c"##, ["b", "c"]), (###"##"a "# b"## + c"###, ["c"]),
      ("\"\"\"\n  a \"b\" \\(c)\n  \"\"\" + d", ["c", "d"]), ("#\"\"\"# + a", ["a"]),
      ("`default`.`case`", ["default", "case"]), ("x = /a\"b/; c", ["x", "c"]),
      ("#/a\"b/# + c", ["c"]), ("a / b / c", ["a", "b", "c"]), ("f(/, b)", ["f", "b"]),
      ("#if DEBUG && a\nb\n#elseif os(c)\nd // e\n#endif", ["b", "d"]),
      ("größe_1 $0 0x1F 1.5e3 1..<b", ["größe_1", "$0", "b"]), (#"\A.b"#, ["A", "b"]),
      ("\u{FEFF}a", ["a"]), ("", []), ("a\u{0}b", ["a", "b"]),
    ])
  func names(text: String, names: [String]) {
    #expect(words(text) == names)
    #expect(tokens(text).problems.isEmpty)
  }

  @Test("A string without interpolation is a text")
  func strings() {
    #expect(texts(##"f("a b", #"c"d"#, "e\(x)f", "")"##) == ["a b", "c\"d", ""])
  }

  @Test(
    "What is not closed is reported at its beginning",
    arguments: [
      ("let a = \"b\nlet c", 1, "the string is not closed"),
      ("a\n\"\"\"\nb \" c", 2, "the string is not closed"),
      ("a\n\"b \\(c", 2, "the string is not closed"),
      ("a\n/* /* */", 2, "the comment is not closed"),
      ("enum A {\n  case b", 1, "'{' is not closed before the end of the file"),
      ("a\n}", 2, "'}' closes nothing"), ("f(\n]", 2, "']' closes nothing"),
      ("a\n#if B\nc", 2, "'#if' has no '#endif'"), ("a\n#endif", 2, "'#endif' without '#if'"),
      ("#if A\n#endif\n#else", 3, "'#else' without '#if'"),
    ])
  func problems(text: String, line: Int, message: String) throws {
    let file = tokens(text)
    let problem = try #require(file.problems.first)
    var locator = SourceLocator(file.source.text)
    #expect(problem.message == message)
    #expect(locator.location(of: problem.range.lowerBound).line == line)
  }

  @Test("A string that is not closed ends with its line")
  func recovery() {
    #expect(words("a = \"b\nc") == ["a", "c"])
  }

  private static let pieces = [
    "enum FeatureFlag", "extension FeatureFlag", " case a", ", b", " static let c = true",
    " var enabled: Bool ", "switch self ", "case .a: ", "return false", "default:",
    "@Flag(x: true)",
    "{", "}", "(", ")", "[", "]", "\"", "\"\"\"", "\\(", "#\"", "\"#", "/*", "*/", "//", "\n",
    "\r\n",
    "#if A\n", "#else\n", "#endif\n", "`", "/", "#/", "/#", ".", ",", ":", "=", "FeatureFlag.a",
    "é",
    "\u{0}", "get ", "Flag(", "<", ">", " ",
  ]

  @Test(
    "No text, however broken, stops the tokenizer, the import or the search",
    arguments: TestDepth.seeds(40, thorough: 2000))
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let text = (0..<generator.int(0...60)).map { _ in generator.pick(Self.pieces) }.joined()
      let file = tokens(text)
      for (index, token) in file.tokens.enumerated() {
        #expect(token.start <= file.end(index) && file.end(index) <= text.utf8.count, "\(seed)")
        #expect(file.next(after: index) > index, "\(seed): \(text)")
      }
      _ = try? FlagImport([file])
      var search = SourceSearch(
        [try manifest(codes: ["FeatureFlag.a", "\"b\""])], flagCalls: ["Flag"])
      search.read(file.source)
    }
  }
}
