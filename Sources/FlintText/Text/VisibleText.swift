/// Returns the text with unsafe characters escaped: those that a terminal or the log of a CI system would interpret
/// instead of showing. These are control characters, line separators, bidirectional controls, and the bracket of `##[`,
/// with which a command for a CI system begins. The escapes are those of JSON, such as `\n` and `\u001B`.
package func visible(_ text: String) -> String {
  if text.hasOnly(where: { 0x20...0x7E ~= $0 && $0 != UInt8(ascii: "#") }) { return text }
  var orders = UnsafeScalars()
  if !text.unicodeScalars.contains(where: { orders.contain($0) }) { return text }
  orders = UnsafeScalars()
  var result = ""
  for scalar in text.unicodeScalars {
    if orders.contain(scalar) {
      result += escape(scalar)
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

extension StringProtocol {
  /// Returns whether all UTF-8 bytes of the text satisfy a predicate. The loop does not stop at the first byte that
  /// fails, because the compiler can then vectorize it.
  @inline(__always)
  func hasOnly(where predicate: (UInt8) -> Bool) -> Bool {
    utf8.withContiguousStorageIfAvailable { bytes in
      var others: UInt8 = 0
      for byte in bytes { others |= predicate(byte) ? 0 : 1 }
      return others == 0
    } ?? utf8.allSatisfy(predicate)
  }
}

/// Finds the unsafe characters in a text: those that a terminal or the log of a CI system would interpret instead of
/// showing.
package struct UnsafeScalars {
  /// The number of consecutive `#` directly before the next scalar. After two of them, a bracket begins a command for a
  /// CI system.
  private var hashes = 0

  package init() {}

  package mutating func contain(_ next: Unicode.Scalar) -> Bool {
    defer { hashes = next == "#" ? hashes + 1 : 0 }
    // Some CI systems execute `##[error]` anywhere in a line as a command.
    return next.isUnsafe || (next == "[" && hashes > 1)
  }
}

/// Returns the text with unsafe characters escaped, for use at the start of a line. At the start of a line, CI systems
/// also execute commands such as `::error::`. If the text begins with such a command, its first colon is escaped, too.
package func visibleAtLineStart(_ text: String) -> String {
  let text = visible(text)
  guard isWorkflowCommand(text[...]) else { return text }
  let scalars = text.unicodeScalars
  return String(scalars.prefix { $0 != ":" }) + "\\u003A"
    + String(scalars.drop { $0 != ":" }.dropFirst())
}

/// Returns whether a CI system would execute a line that begins with this text as a command, such as `::error::`. White
/// space at the start of the text is ignored.
package func isWorkflowCommand(_ text: Substring) -> Bool {
  // A quick test for the most frequent case: the text begins with a visible ASCII character other than a colon.
  if let first = text.utf8.first, 0x21...0x7E ~= first, first != UInt8(ascii: ":") { return false }
  let scalars = text.unicodeScalars.drop { $0.properties.isWhitespace }
  return scalars.prefix(2).elementsEqual("::".unicodeScalars)
}

extension Unicode.Scalar {
  /// Whether a terminal may interpret the scalar instead of showing it. This is true for control characters (U+0000 to
  /// U+001F, U+007F to U+009F), line and paragraph separators, and bidirectional controls.
  package var isUnsafe: Bool {
    switch value {
    case 0x20...0x7E: false
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

private func escape(_ scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\n": return "\\n"
  case "\r": return "\\r"
  case "\t": return "\\t"
  default:
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
