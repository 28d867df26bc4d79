import FlintText
import TestSupport
import Testing

@testable import FlintInspect

@Suite struct TerminalWriterTests {
  private func text(_ line: Line, width: Int) -> String {
    var sink = ByteSink()
    TextStyle(width: width).write(line, to: &sink)
    return sink.string
  }

  @Test("A column keeps its position in ASCII, unless longer text needs the space")
  func ascii() {
    let lines: [(name: String, line: String)] = [
      ("speed", "v speed     -> \"now\"...\n"), ("é", "v \\u00E9    -> \"now\"...\n"),
      ("ééé", "v \\u00E9\\u00E9\\u00E9 -> \"now\"...\n"),
    ]
    for (name, expected) in lines {
      var line = Line()
      line.add("✓ " + name)
      line.pad(to: 12)
      line.add("→ “now”…")
      var sink = ByteSink()
      TextStyle(isASCII: true).write(line, to: &sink)
      #expect(sink.string == expected, "\(name)")
    }
  }

  @Test("A line is wrapped between words, with hanging indentation")
  func wrapped() {
    let line = Line(indentation: 2, hanging: 4, "one two three four five six seven")
    #expect(text(line, width: 20) == "  one two three four\n    five six seven\n")
  }

  @Test(
    "A word wider than a line is split between characters",
    arguments: [
      ("a", 40, [18, 16, 6]), ("漢", 20, [9, 8, 3]), ("👩‍👩‍👧", 11, [9, 2]), ("🇩🇪", 10, [9, 1]),
      ("e\u{301}", 20, [18, 2]),
    ])
  func broken(character: String, count: Int, lines: [Int]) {
    let word = String(repeating: character, count: count)
    let expected = lines.enumerated().map { index, length in
      (index == 0 ? "  " : "    ") + String(repeating: character, count: length) + "\n"
    }
    #expect(text(Line(indentation: 2, hanging: 4, "\(word)"), width: 20) == expected.joined())
  }

  @Test(
    "A long id begins on the current line and is wrapped between its parts",
    arguments: [
      ("permission:photos=authorized|limited", "? permission:photos=authorized|\n    limited\n"),
      (
        "purchase:PLUS.Y=expired|inBillingRetry", "? purchase:PLUS.Y=expired|\n    inBillingRetry\n"
      ),
      (
        "Fixtures/museum-guide/manifest.json:12:13",
        "? Fixtures/museum-guide/\n    manifest.json:12:13\n"
      ),
      (
        "anIdWithoutAnyJointsThatGoesOnAndOnAndOn",
        "? anIdWithoutAnyJointsThatGoesOnAndO\n    nAndOn\n"
      ),
      // A break near the beginning would leave most of the line empty.
      (
        "a:anIdWithoutAnyJointsThatGoesOnAndOnAndOn",
        "? a:anIdWithoutAnyJointsThatGoesOnAn\n    dOnAndOn\n"
      ),
    ])
  func joints(id: String, expected: String) {
    #expect(text(Line(hanging: 4, "? \(id)"), width: 36) == expected)
  }

  @Test("A word that fits on the next line is not split")
  func whole() {
    let line = Line(hanging: 4, "twenty characters go permission:camera")
    #expect(text(line, width: 36) == "twenty characters go\n    permission:camera\n")
  }

  @Test("All words are printed, and no line is too wide", arguments: 1...8)
  func property(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let parts = [
      "a", "bcd", "efghijklmnopqrstuvwxyzABC", " ", "  ", "é", "e\u{301}", "漢", "👩‍👩‍👧", "“x”", "→",
      "\u{200B}",
    ]
    for _ in 0..<300 {
      let width = random.int(20...50)
      var line = Line(indentation: random.int(0...50), hanging: random.int(0...50))
      var written = ""
      for _ in 0..<random.int(1...6) {
        let span = (0..<random.int(0...9)).map { _ in random.pick(parts) }.joined()
        line.add(span)
        written += span
      }
      let result = text(line, width: width)
      #expect(result.filter { $0 != " " && $0 != "\n" } == written.filter { $0 != " " })
      let wrong = result.split(separator: "\n").map(String.init).filter { row in
        DisplayWidth.of(row) > width || row.last == " "
      }
      #expect(wrong == [], "seed \(seed), width \(width)")
    }
  }
}
