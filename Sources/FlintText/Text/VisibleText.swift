/// Escapes characters that a terminal would interpret, as JSON does: `\u001B`. These are control
/// characters, line separators and bidirectional controls.
package func visible(_ text: String) -> String {
  if text.hasOnly(where: { 0x20...0x7E ~= $0 }) { return text }
  return text.unicodeScalars.contains(where: \.isUnsafe)
    ? text.escaping { $0.isUnsafe ? escape($0) : nil } : text
}

extension String {
  /// - Parameter replacement: Nil for a character that stays.
  package func escaping(_ replacement: (Unicode.Scalar) -> String?) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if let new = replacement(scalar) { text += new } else { text.unicodeScalars.append(scalar) }
    }
  }
}

extension StringProtocol {
  /// Whether all bytes satisfy `predicate`. Does not stop early, so that it is vectorized.
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
  case "\n": "\\n"
  case "\r": "\\r"
  case "\t": "\\t"
  default: "\\u\(hex(scalar.value))"
  }
}

package func hex(
  _ number: some BinaryInteger, digits: Int = 4, uppercase: Bool = true
) -> String {
  let text = String(number, radix: 16, uppercase: uppercase)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}

/// Widths of texts in terminal columns.
package enum DisplayWidth {
  package static func of(_ text: String) -> Int {
    if text.hasOnly(where: { 0x20...0x7E ~= $0 }) { return text.utf8.count }
    var width = 0
    for scalar in text.unicodeScalars {
      guard let cells = ofCommon(scalar) else { return text.reduce(0) { $0 + of($1) } }
      width += cells
    }
    return width
  }

  /// The width of a common scalar; nil if it takes longer to measure.
  @inline(__always)
  static func ofCommon(_ scalar: Unicode.Scalar) -> Int? {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF: 1
    // One column: quotation marks and dashes, arrows and mathematical symbols, the marks `✓` and `✗` of a status.
    case 0x2010...0x2027, 0x2190...0x22FF, 0x2713, 0x2717: 1
    // Two columns: Japanese kana, Chinese ideographs.
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF: 2
    default: nil
    }
  }

  /// The width of the character's widest scalar.
  package static func of(_ character: Character) -> Int {
    var widest = 0
    for scalar in character.unicodeScalars {
      if scalar == "\u{FE0F}", widest == 1, let base = character.unicodeScalars.first,
        base.properties.isEmoji, base.value > 0xFF
      {
        return 2
      }
      widest = max(widest, of(scalar))
    }
    return widest
  }

  /// 0 for marks, controls and format characters, 2 for wide scalars, else 1.
  package static func of(_ scalar: Unicode.Scalar) -> Int {
    if let width = ofCommon(scalar) { return width }
    if scalar.value < 0x300 { return 0 }
    if isWide(scalar) { return 2 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator:
      return 0
    default:
      // Vowels and final consonants of the Korean script combine with the wide consonant before them.
      return (0x1160...0x11FF).contains(scalar.value) ? 0 : 1
    }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x1100
      && (scalar.properties.isEmojiPresentation || wide.contains { $0.contains(scalar.value) })
  }

  /// Wide scalars by Unicode Standard Annex 11.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F,  // Hangul consonants
    0x2E80...0x303E,  // radicals, punctuation
    0x3041...0x33FF,  // kana, Bopomofo, compatibility forms
    0x3400...0x4DBF, 0x4E00...0x9FFF,  // ideographs
    0xA000...0xA4CF,  // Yi
    0xA960...0xA97C,  // Hangul, more consonants
    0xAC00...0xD7A3,  // Hangul syllables
    0xF900...0xFAFF,  // compatibility ideographs
    0xFE10...0xFE19, 0xFE30...0xFE6F,  // vertical and small forms
    0xFF01...0xFF60, 0xFFE0...0xFFE6,  // full-width forms
    0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF,  // Tangut, Khitan, kana
    0x1F200...0x1F2FF, 0x20000...0x2FFFD, 0x30000...0x3FFFD,  // enclosed and further ideographs
  ]
}

/// `1 state`, `2 states`.
package func counted(_ count: some BinaryInteger, _ thing: String) -> String {
  "\(count) \(plural(thing, count))"
}

/// The noun, with an `s` unless `count` is 1.
package func plural(_ thing: String, _ count: some BinaryInteger) -> String {
  count == 1 ? thing : "\(thing)s"
}
