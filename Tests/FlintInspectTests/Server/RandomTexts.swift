import FlintManifest
import FlintModel
import FlintText
import RandomModels
import TestSupport

/// Random texts, and edits as people and programs make them.
enum RandomTexts {
  static func manifest(_ random: inout SeededGenerator) -> String {
    random.manifest(.tiny).json
  }

  typealias Edit = (range: Range<Int>, text: String)

  /// Returns an edit that replaces a name, or deletes, moves, duplicates or inserts a few bytes. It never splits a
  /// character.
  static func edit(of text: [UInt8], _ random: inout SeededGenerator) -> Edit {
    func boundary(_ offset: Int) -> Int {
      var offset = offset
      while offset < text.count, text[offset] & 0xC0 == 0x80 { offset += 1 }
      return offset
    }
    if random.oneIn(3), let edit = scalarEdit(of: text, &random) { return edit }
    let start = boundary(Int.random(in: 0...text.count, using: &random))
    let length = Int.random(in: 0...12, using: &random)
    let end = max(start, boundary(min(text.count, start + length)))
    let pieces = [
      "", "", "\"", "{", "}", "[", "]", ",", ":", "null", "\n", "\r\n", "\r", "💎", "\\", "0",
      "\"id\": \"a\",", "cmaera", "// ", "'", " ", "\u{1}", "true", "{}", "[]", "\"x\": 1,",
      "{\"include\": \"x.json\"},",
    ]
    if Bool.random(using: &random) {
      // The moved bytes are inserted elsewhere.
      let from = boundary(Int.random(in: 0...text.count, using: &random))
      let to = boundary(min(text.count, from + length))
      return (start..<start, String(decoding: text[from..<max(from, to)], as: UTF8.self))
    }
    return (start..<end, pieces.randomElement(using: &random)!)
  }

  /// Returns an edit that replaces a string or number by another one, so that JSON remains valid; nil if the text is
  /// not JSON.
  private static func scalarEdit(of text: [UInt8], _ random: inout SeededGenerator) -> Edit? {
    guard let document = try? JSONDocument(String(decoding: text, as: UTF8.self)) else {
      return nil
    }
    var found: [Range<Int>] = []
    func collect(_ value: JSONValue) {
      for element in value.elements { collect(element) }
      for (key, member) in value.members {
        found.append(key.range)
        collect(member)
      }
      if value.kind != .object, value.kind != .array { found.append(value.range) }
    }
    document.withRoot { collect($0) }
    guard let range = found.randomElement(using: &random),
      let source = found.randomElement(using: &random)
    else { return nil }
    return (range, String(decoding: text[source], as: UTF8.self))
  }
}
