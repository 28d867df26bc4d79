import FlintText
import TestSupport
import Testing

@testable import FlintInspect

@Suite struct CSVWriterTests {
  private func row(_ cells: [String]) -> String {
    var sink = ByteSink()
    CSVWriter.write(cells, into: &sink)
    return sink.string
  }

  @Test(
    "A spreadsheet does not interpret a cell as a formula",
    arguments: [
      ("plain", "plain"), ("", ""), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""),
      ("=SUM(A1)", "'=SUM(A1)"), ("+1", "'+1"), ("-1", "'-1"), ("@cmd", "'@cmd"),
      ("\tx", "'\\tx"), ("\rx", "'\\rx"), ("a=b", "a=b"), ("1-2", "1-2"),
      ("two\nlines", "two\\nlines"), ("\u{1B}[31m\u{7F}\u{9B}", "\\u001B[31m\\u007F\\u009B"),
      ("漢字 💎", "漢字 💎"), ("'", "\"'\""),
    ])
  func encoded(cell: String, written: String) {
    #expect(row([cell]) == written + "\n")
  }

  @Test("A row of any cells is a single line that is parsed as the same cells")
  func property() {
    var random = SeededGenerator(seed: 3)
    let parts = ["a", ",", "\"", "'", "=", "-", " ", "é", "💎", ";", "\"\"", "x,y"]
    for _ in 0..<2000 {
      let cells = (0...random.int(0...5)).map { _ in
        (0..<random.int(0...6)).map { _ in random.pick(parts) }.joined()
      }
      let written = row(cells)
      #expect(written.last == "\n")
      let read = Self.cells(written.dropLast())
      let shown = cells.map { cell in
        cell.first.map { "=+-@".contains($0) } == true ? "'" + cell : cell
      }
      #expect(read == shown, "\(written)")
    }
  }

  /// Parses one row (RFC 4180).
  private static func cells(_ row: Substring) -> [String] {
    var cells = [""]
    var isQuoted = false
    var rest = row
    while let character = rest.popFirst() {
      switch character {
      case "\"" where isQuoted && rest.first == "\"":
        rest.removeFirst()
        cells[cells.count - 1].append("\"")
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: cells.append("")
      default: cells[cells.count - 1].append(character)
      }
    }
    return cells
  }
}
