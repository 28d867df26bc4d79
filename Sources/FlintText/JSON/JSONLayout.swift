/// A text's indentation, line ends and spaces, for what is inserted.
package struct JSONLayout {
  private let text: SourceText
  package let lineEnd: String

  /// Of the root's first member; nil if something precedes it on its line.
  package let indentation: String?

  /// After the first colon; true without members.
  package let isSpaced: Bool

  package init(of root: JSONValue, in text: SourceText) {
    self.text = text
    let first = root.members.first { _ in true }
    indentation = first.flatMap { Self.lineIndentation(before: $0.key.start, in: text) }
    let newLine = text.bytes.firstIndex(of: 0x0A)
    lineEnd = newLine.map { $0 > 0 && text.bytes[$0 - 1] == 0x0D ? "\r\n" : "\n" } ?? "\n"
    isSpaced = first.map { text.bytes[$0.value.start - 1] != UInt8(ascii: ":") } ?? true
  }

  package var comma: String { isSpaced ? ", " : "," }

  /// Nil in the first line, or if other text precedes.
  package func lineIndentation(before offset: Int) -> String? {
    Self.lineIndentation(before: offset, in: text)
  }

  private static func lineIndentation(before offset: Int, in text: SourceText) -> String? {
    var start = offset
    while start > 0, text.bytes[start - 1] == 0x20 || text.bytes[start - 1] == 0x09 { start -= 1 }
    guard start > 0, text.bytes[start - 1] == 0x0A || text.bytes[start - 1] == 0x0D else {
      return nil
    }
    return String(decoding: text.bytes[start..<offset], as: UTF8.self)
  }

  /// Over several lines.
  package func isSpread(_ value: JSONValue) -> Bool {
    text.bytes[value.range].contains { $0 == 0x0A || $0 == 0x0D }
  }

  /// From two spaces a level; lines after the first also get `base`.
  package func reindented(_ json: String, indentedBy base: String) -> String {
    var lines: [String] = []
    // JSON strings contain no unescaped line ends, so that each line end is between tokens.
    for line in json.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" }) {
      let levels = line.prefix { $0 == " " }.utf8.count / 2
      let lead = String(
        repeating: indentation.flatMap { $0.isEmpty ? nil : $0 } ?? "  ", count: levels)
      lines.append((lines.isEmpty ? "" : base + lead) + line.dropFirst(levels * 2))
    }
    return lines.joined(separator: lineEnd)
  }
}
