/// How a JSON text is laid out, so that what is added to it looks as if it had always been there.
package struct JSONLayout {
  private let text: SourceText
  package let lineEnd: String

  /// One level; nil where the members of the root do not stand on lines of their own.
  package let indentation: String?

  /// Whether white space follows a colon.
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

  /// The white space between the beginning of the line and an offset; nil where something else is there.
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

  /// Whether a value begins and ends on different lines.
  package func isSpread(_ value: JSONValue) -> Bool {
    text.bytes[value.range].contains { $0 == 0x0A || $0 == 0x0D }
  }

  /// JSON that was written with two spaces a level, as it would stand behind some white space of this text.
  package func reindented(_ json: String, behind base: String) -> String {
    var lines: [String] = []
    // No string of JSON holds a raw line end.
    for line in json.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" }) {
      let levels = line.prefix { $0 == " " }.utf8.count / 2
      let lead = String(
        repeating: indentation.flatMap { $0.isEmpty ? nil : $0 } ?? "  ", count: levels)
      lines.append((lines.isEmpty ? "" : base + lead) + line.dropFirst(levels * 2))
    }
    return lines.joined(separator: lineEnd)
  }
}
