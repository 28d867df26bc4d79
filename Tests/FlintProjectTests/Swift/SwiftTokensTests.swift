import FlintText
import TestSupport
import Testing

@testable import FlintProject

@Suite("The tokens of Swift source")
struct SwiftTokensTests {
  private func tokens(_ text: String) -> SwiftTokens {
    SwiftTokens(SourceFile(path: "f.swift", text: SourceText(text)))
  }

  @Test("Are names, texts and problems", arguments: ExampleFile.examples("swift-tokens"))
  func examples(example: ExampleFile.Example) throws {
    let file = tokens(
      example.text.replacing("<BOM>", with: "\u{FEFF}").replacing("<NUL>", with: "\0"))
    let names = file.tokens.indices.filter { file.isName($0) }.map { file.text($0) }
    let texts = file.tokens.indices.filter { file.tokens[$0].kind == .text }
    var locator = SourceLocator(file.source.text)
    let found =
      ["names: \(names.joined(separator: ", "))"]
      + texts.map { "text: \(file.text($0))" }
      + file.problems.map {
        "line \(locator.location(of: $0.range.lowerBound).line): \($0.message)"
      }
    try example.record(found)
    #expect(found == example.expected)
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
