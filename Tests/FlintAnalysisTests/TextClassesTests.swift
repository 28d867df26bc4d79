import FlintModel
import RandomModels
import TestSupport
import Testing

@testable import FlintAnalysis

/// Tests the representative texts of attributes with patterns: one text for each combination of patterns.
@Suite("Texts of attributes with patterns")
struct TextClassesTests {
  private func pattern(
    beginsWith: String..., contains: String..., endsWith: String...
  ) -> TextPattern {
    func texts(_ texts: [String]) -> [ExactText] { texts.map { ExactText($0) } }
    guard
      let pattern = TextPattern(
        beginsWith: texts(beginsWith), contains: texts(contains), endsWith: texts(endsWith))
    else { preconditionFailure("no pattern") }
    return pattern
  }

  private func texts(besides named: String..., patterns: TextPattern...) -> [String]? {
    let found = TextClasses.texts(besides: named.map { ExactText($0) }, patterns: patterns)
    return found.map { ($0.matching + [$0.none]).map(\.text) }
  }

  @Test("A worked example has texts that begin with “ab”, end with “ba”, or both")
  func workedExample() {
    let patterns = [pattern(beginsWith: "ab"), pattern(endsWith: "ba")]
    // In “aba”, the two parts share the “b”.
    #expect(texts(patterns: patterns[0], patterns[1]) == ["ab", "ba", "aba", "another"])
    // A named text is its own class, and the next shortest text represents the others.
    #expect(
      texts(besides: "ab", "aba", patterns: patterns[0], patterns[1])
        == ["ba", "abb", "abba", "another"])
  }

  @Test("A requirement on a text can exclude or imply other requirements")
  func implications() {
    // A text that begins with “fr-CA” also begins with “fr”. No text begins with both “fr” and “de”.
    #expect(
      texts(
        patterns: pattern(beginsWith: "fr"), pattern(beginsWith: "fr-CA"),
        pattern(beginsWith: "de")) == ["de", "fr", "fr-CA", "another"])
    // Scalars are compared, so a composed letter differs from the letter followed by its accent.
    let accents = texts(patterns: pattern(contains: "e\u{301}"), pattern(contains: "\u{E9}"))
    #expect(
      accents?.map { ExactText($0) }
        == ["\u{E9}", "e\u{301}", "e\u{301}\u{E9}", "another"].map { ExactText($0) })
  }

  @Test("The text “another” represents all texts without a match, unless it matches a pattern")
  func another() {
    #expect(texts() == ["another"])
    #expect(texts(besides: "another") == ["another′"])
    #expect(texts(patterns: pattern(contains: "o")) == ["o", "x"])
    #expect(texts(patterns: pattern(contains: "x", "o")) == ["o", "y"])
  }

  @Test("The texts are those that trying every short text finds")
  func agreesWithEveryShortText() throws {
    for seed in TestDepth.seeds(12, thorough: 1000) {
      var random = SeededGenerator(seed: seed)
      let patterns = (0..<random.int(1...4)).map { _ in random.shortPattern() }
      let named = Set((0..<random.int(0...3)).map { _ in random.shortText(upTo: 3) })
      func matched(_ text: ExactText) -> [Bool] { patterns.map { $0.matches(text) } }

      let found = try #require(
        TextClasses.texts(besides: Array(named), patterns: patterns), "seed \(seed)")
      let texts = found.matching + [found.none]
      let classes = texts.map(matched)
      #expect(Set(classes).count == classes.count, "seed \(seed): one text for each")
      #expect(texts.allSatisfy { !$0.text.isEmpty && !named.contains($0) }, "seed \(seed)")

      var shortest: [[Bool]: Int] = [:]
      for text in everyText(of: ["a", "b", "x"], upTo: 7) where !named.contains(text) {
        let length = text.text.unicodeScalars.count
        shortest[matched(text)] = min(shortest[matched(text)] ?? .max, length)
      }
      for (text, matched) in zip(found.matching, classes) {
        let length = text.text.unicodeScalars.count
        // A class whose shortest text is longer than all tried texts is not found by trying.
        #expect((shortest[matched] ?? 8) == min(length, 8), "seed \(seed): \(text.text)")
      }
      #expect(Set(shortest.keys).isSubset(of: classes), "seed \(seed): none is missing")
    }
  }

  @Test(
    "Many mutually exclusive patterns have few classes, but as many independent ones exceed the limit"
  )
  func limit() {
    let count = TestDepth.count(100, thorough: 500)
    let prefixes = (0..<count).map { pattern(beginsWith: "<\($0)>") }
    #expect(TextClasses.texts(besides: [], patterns: prefixes)?.matching.count == count)
    let parts = (0..<40).map { pattern(contains: "<\($0)>") }
    #expect(TextClasses.texts(besides: [], patterns: parts, maxSteps: 1 << 12) == nil)
  }

  @Test(
    "The steps of the search grow with the length of a text, not with its square",
    arguments: ["a", "ab", "aab", "abcdefgh"])
  func longText(piece: String) {
    let text = String(repeating: piece, count: 20_000 / piece.count)
    let found = TextClasses.texts(
      besides: [], patterns: [pattern(contains: text)], maxSteps: 200_000)
    #expect(found?.matching.map(\.text) == [text])
  }

  @Test(
    "A feature that requires too many texts is not analyzed, but the others are",
    .enabled(if: TestDepth.current == .thorough, "it exceeds the real limit, 25 s in a debug build")
  )
  func tooManyTexts() {
    let parts = (0..<40).map { pattern(contains: "<\($0)>") }
    func feature(_ id: String, _ accepted: [AttributeRequirement.Accepted]) -> FeatureDeclaration {
      FeatureDeclaration(
        id: id,
        constraints: [
          .anyOf(accepted.map { Condition(.attribute(.init(attribute: 0, accepted: $0))) })
        ])
    }
    let manifest = Manifest(
      attributes: [AttributeDeclaration(id: "t", domain: .text)],
      features: [
        feature("many", parts.map { .pattern($0) }),
        FeatureDeclaration(
          id: "other", constraints: [.appVersion(.below("1")), .appVersion(.atLeast("2"))]),
      ])
    let findings = ProvenFindings.find(in: manifest)
    #expect(findings.filter { $0.rule == .tooLargeToProve }.map(\.feature) == [0])
    #expect(findings.filter { $0.rule == .neverAvailable }.map(\.feature) == [1])
  }
}

extension SeededGenerator {
  fileprivate mutating func shortText(upTo length: Int) -> ExactText {
    ExactText((0..<int(1...length)).map { _ in pick(["a", "b"]) }.joined())
  }

  /// Returns a pattern of two letters, so that its texts overlap often.
  fileprivate mutating func shortPattern() -> TextPattern {
    while true {
      let lists = TextPattern.Part.allCases.map { _ in
        oneIn(2) ? [] : Array(Set((0..<int(1...2)).map { _ in shortText(upTo: 2) }))
      }
      if let pattern = TextPattern(
        beginsWith: lists[0], contains: lists[1], endsWith: lists[2])
      {
        return pattern
      }
    }
  }
}

/// Returns every nonempty text of some letters up to a length.
private func everyText(of letters: [String], upTo length: Int) -> [ExactText] {
  var all: [ExactText] = []
  var texts = [""]
  for _ in 0..<length {
    texts = texts.flatMap { text in letters.map { text + $0 } }
    all += texts.map { ExactText($0) }
  }
  return all
}
