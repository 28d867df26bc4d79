import FlintText
import TestSupport
import Testing

@testable import FlintInspect

@Suite("Lines of a text")
struct TextLinesTests {
  @Test(
    "Have positions that count from their beginning, whatever their length",
    arguments: [PositionEncoding.utf8, .utf16], TestDepth.seeds(3, thorough: 100))
  func positions(encoding: PositionEncoding, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = ["a", "é", "💎", "\u{301}", "abcdefgh", " "]
    var text = ""
    for _ in 0..<random.int(0...20_000) { text += random.pick(pieces) }
    for _ in 0..<random.int(0...4) { text += "\n" + random.pick(pieces) }
    let bytes = Array(text.utf8)
    let lines = TextLines(SourceText(bytes), encoding)
    for _ in 0..<50 {
      var offset = random.int(0...bytes.count)
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      let before = String(decoding: bytes[..<offset], as: UTF8.self)
      let line = before.utf8.split(separator: 10, omittingEmptySubsequences: false).last!
      let last = String(decoding: Array(line), as: UTF8.self)
      let position = lines.position(of: offset)
      let found: [Int] = [position.line, position.character, lines.offset(of: position)]
      let column = encoding == .utf8 ? last.utf8.count : last.utf16.count
      #expect(found == [before.utf8.count { $0 == 10 }, column, offset])
    }
  }
}
