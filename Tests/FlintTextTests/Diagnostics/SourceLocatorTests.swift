import Testing

@testable import FlintText

@Suite struct SourceLocatorTests {
  @Test(
    "Each scalar has the right line and column, in any order of queries",
    arguments: ["", "a", "ab\ncd\n", "a\r\nb", "a\rb\r\r\nc", "é漢😀x\n漢", "\u{FEFF}{}\n"])
  func locations(text: String) {
    var expected: [(offset: Int, line: Int, column: Int)] = []
    var (offset, line, column) = (0, 1, 1)
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      if scalar == "\u{FEFF}" {
        offset += 3
        continue
      }
      expected.append((offset, line, column))
      offset += String(scalar).utf8.count
      let isCarriageReturnLineFeed =
        scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
      if (scalar == "\n" || scalar == "\r") && !isCarriageReturnLineFeed {
        (line, column) = (line + 1, 1)
      } else {
        column += 1
      }
    }
    expected.append((offset, line, column))
    var locator = SourceLocator(SourceText(text))
    for point in expected + expected.reversed() {
      let found = locator.location(of: point.offset)
      #expect(found == SourceLocation(line: point.line, column: point.column), "\(point.offset)")
    }
  }
}
