import FlintCore
import FlintManifest
import TestSupport

/// Texts, and edits of them as people and programs make them.
enum RandomTexts {
  static func manifest(_ random: inout SeededGenerator) -> String {
    random.manifest(.tiny).json
  }

  /// A few bytes gone, moved, doubled or new; never half of a character.
  static func edit(
    of text: [UInt8], _ random: inout SeededGenerator
  ) -> (range: Range<Int>, text: String) {
    func boundary(_ offset: Int) -> Int {
      var offset = offset
      while offset < text.count, text[offset] & 0xC0 == 0x80 { offset += 1 }
      return offset
    }
    let start = boundary(Int.random(in: 0...text.count, using: &random))
    let length = Int.random(in: 0...12, using: &random)
    let end = max(start, boundary(min(text.count, start + length)))
    let pieces = [
      "", "", "\"", "{", "}", "[", "]", ",", ":", "null", "\n", "\r\n", "\r", "💎", "\\", "0",
      "\"id\": \"a\",", "cmaera", "// ", "'", " ", "\u{1}", "true", "{}", "[]", "\"x\": 1,",
    ]
    if Bool.random(using: &random) {
      // What is taken out somewhere comes in somewhere else.
      let from = boundary(Int.random(in: 0...text.count, using: &random))
      let to = boundary(min(text.count, from + length))
      return (start..<start, String(decoding: text[from..<max(from, to)], as: UTF8.self))
    }
    return (start..<end, pieces.randomElement(using: &random)!)
  }
}
