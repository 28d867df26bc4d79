/// Returns the text with the characters escaped that a terminal would interpret instead of showing: control characters,
/// line separators and bidirectional controls. The escapes are those of JSON, such as `\n` and `\u001B`.
package func visible(_ text: String) -> String {
  if text.hasOnly(where: { 0x20...0x7E ~= $0 }) { return text }
  if !text.unicodeScalars.contains(where: \.isUnsafe) { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    if scalar.isUnsafe {
      result += escape(scalar)
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

extension StringProtocol {
  /// Does not stop early, so that it is vectorized.
  @inline(__always)
  func hasOnly(where predicate: (UInt8) -> Bool) -> Bool {
    utf8.withContiguousStorageIfAvailable { bytes in
      var others: UInt8 = 0
      for byte in bytes { others |= predicate(byte) ? 0 : 1 }
      return others == 0
    } ?? utf8.allSatisfy(predicate)
  }
}

extension Unicode.Scalar {
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
