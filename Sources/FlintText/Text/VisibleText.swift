/// `text` made harmless for a terminal and for the log of a workflow: control characters, line separators,
/// bidirectional controls and the bracket of `##[` appear as JSON writes them (`\n`, `\u001B`), everything else unchanged.
package func visible(_ text: String) -> String {
  if text.hasOnly(where: { 0x20...0x7E ~= $0 && $0 != UInt8(ascii: "#") }) { return text }
  var orders = ObeyedScalars()
  if !text.unicodeScalars.contains(where: { orders.contain($0) }) { return text }
  orders = ObeyedScalars()
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
  /// Whether a predicate holds of every byte. Where the text lies in one piece of memory that takes no look at where each
  /// character ends, and asks of all, whatever the first say, which processors do for many at once.
  @inline(__always)
  func hasOnly(where predicate: (UInt8) -> Bool) -> Bool {
    utf8.withContiguousStorageIfAvailable { bytes in
      var others: UInt8 = 0
      for byte in bytes { others |= predicate(byte) ? 0 : 1 }
      return others == 0
    } ?? utf8.allSatisfy(predicate)
  }
}

/// What of a text a terminal or a runner could obey instead of showing it, asked scalar by scalar.
package struct ObeyedScalars {
  /// How many `#` stand right before the next scalar.
  private var hashes = 0

  package init() {}

  package mutating func contain(_ next: Unicode.Scalar) -> Bool {
    defer { hashes = next == "#" ? hashes + 1 : 0 }
    // A runner obeys `##[error]` wherever it stands in a line.
    return next.isTreacherous || (next == "[" && hashes > 1)
  }
}

/// Visible text that begins a line: no command of a workflow, whose first colon appears as JSON can write it.
package func visibleAtLineStart(_ text: String) -> String {
  let text = visible(text)
  guard isWorkflowCommand(text[...]) else { return text }
  let scalars = text.unicodeScalars
  return String(scalars.prefix { $0 != ":" }) + "\\u003A"
    + String(scalars.drop { $0 != ":" }.dropFirst())
}

/// Whether a runner obeys a line that begins like this: behind white space, too, it looks for `::error::`.
package func isWorkflowCommand(_ text: Substring) -> Bool {
  // Most lines begin with a letter or a mark, which a glance tells.
  if let first = text.utf8.first, 0x21...0x7E ~= first, first != UInt8(ascii: ":") { return false }
  let scalars = text.unicodeScalars.drop { $0.properties.isWhitespace }
  return scalars.prefix(2).elementsEqual("::".unicodeScalars)
}

extension Unicode.Scalar {
  /// Whether a terminal could obey this scalar instead of showing it: C0, DEL, C1, the line and
  /// paragraph separators, and the controls of the Unicode bidirectional algorithm.
  package var isTreacherous: Bool {
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
