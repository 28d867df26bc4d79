/// The most helpful error for where the parser stopped; slow, once for a text.
struct JSONSyntaxDiagnosis {
  let base: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>
  let position: UnsafePointer<UInt8>

  private var offset: Int { position - base }

  func error(expected: JSONSyntaxError.Expected, opened: UInt8?) -> JSONSyntaxError {
    if let error = encodingError() { return error }
    guard position < end else {
      if opened == nil { return JSONSyntaxError(.empty, offset..<offset) }
      let bracket = opened.map { Character(Unicode.Scalar($0)) }
      return JSONSyntaxError(.endOfText(expected, opened: bracket), offset..<offset)
    }
    return commonMistake(expected) ?? unexpected(expected)
  }

  func afterTheValue() -> JSONSyntaxError {
    if let error = encodingError() { return error }
    if let conflict { return conflict }
    if isComment { return JSONSyntaxError(.comment, offset..<offset + 2) }
    return JSONSyntaxError(.secondValue, offset..<offset + scalarLength)
  }

  func invalidEscape(stringStart: Int) -> JSONSyntaxError {
    if let error = encodingError() { return error }
    if let scalar = scalar, scalar.value >= 0x20 {
      return JSONSyntaxError(.escape(scalar), offset - 1..<offset + scalarLength)
    }
    return JSONSyntaxError(
      .unterminatedString(isCutOff: position >= end), stringStart..<stringStart + 1)
  }

  // MARK: Encodings

  private func encodingError() -> JSONSyntaxError? {
    let bytes = UnsafeBufferPointer(start: base, count: end - base)
    if offset == 0, let kind = FileKind(beginning: bytes) {
      return JSONSyntaxError(.otherFile(kind), 0..<min(1, bytes.count))
    }
    if looksLikeUTF16 { return JSONSyntaxError(.utf16, 0..<min(2, end - base)) }
    if position < end, scalar == nil {
      return JSONSyntaxError(.notUTF8(position.pointee), offset..<offset + 1)
    }
    return nil
  }

  private var looksLikeUTF16: Bool {
    guard end - base >= 2 else { return false }
    return switch (base[0], base[1]) {
    case (0xFE, 0xFF), (0xFF, 0xFE): true
    case (0, let other), (let other, 0): "{[\"- \t\r\n".utf8.contains(other)
    default: false
    }
  }

  private var scalarLength: Int { max(1, UTF8Scan.length(at: position, end: end)) }

  private var scalar: Unicode.Scalar? {
    let length = UTF8Scan.length(at: position, end: end)
    guard length > 0 else { return nil }
    let text = String(decoding: UnsafeBufferPointer(start: position, count: length), as: UTF8.self)
    return text.unicodeScalars.first
  }

  // MARK: Common mistakes

  private func commonMistake(_ expected: JSONSyntaxError.Expected) -> JSONSyntaxError? {
    let byte = position.pointee
    if let conflict { return conflict }
    if isComment { return JSONSyntaxError(.comment, offset..<offset + 2) }
    if !word.isEmpty, let start = precedingString {
      let text = SourceText(Array(UnsafeBufferPointer(start: base, count: end - base)))
      var locator = SourceLocator(text)
      return JSONSyntaxError(
        .missingQuote(start: locator.location(of: start), expected),
        offset..<offset + word.utf8.count)
    }
    switch expected {
    case .value, .key:
      if let comma = precedingComma, byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
        let bracket = Character(Unicode.Scalar(byte))
        return JSONSyntaxError(.trailingComma(before: bracket), comma..<comma + 1)
      }
    case .commaOrEndOfArray, .commaOrEndOfObject:
      if startsValue(byte) {
        return JSONSyntaxError(.missingComma, offset..<offset + max(1, word.count))
      }
      return nil
    default: break
    }
    if expected == .colon { return nil }
    if byte == UInt8(ascii: "'") { return JSONSyntaxError(.singleQuotes, offset..<offset + 1) }
    return expected == .key || expected == .keyOrEndOfObject
      ? unquotedKey() : wordOrNumber(expected)
  }

  private func unquotedKey() -> JSONSyntaxError? {
    word.isEmpty ? nil : JSONSyntaxError(.unquotedKey(word), offset..<offset + word.utf8.count)
  }

  private func wordOrNumber(_ expected: JSONSyntaxError.Expected) -> JSONSyntaxError? {
    switch position.pointee {
    case UInt8(ascii: "+"): JSONSyntaxError(.leadingPlus, offset..<offset + 1)
    case UInt8(ascii: "."): JSONSyntaxError(.missingDigits(in: .integer), offset..<offset + 1)
    default:
      word.isEmpty
        ? nil : JSONSyntaxError(.word(word, expected), offset..<offset + word.utf8.count)
    }
  }

  private func unexpected(_ expected: JSONSyntaxError.Expected) -> JSONSyntaxError {
    JSONSyntaxError(.unexpected(scalar ?? "\u{FFFD}", expected), offset..<offset + scalarLength)
  }

  private var conflict: JSONSyntaxError? {
    let text = UnsafeRawBufferPointer(start: base, count: end - base)
    return ConflictMarker(in: text, at: offset).map { JSONSyntaxError(.conflict, $0.range) }
  }

  private var isComment: Bool {
    end - position >= 2 && position[0] == UInt8(ascii: "/")
      && (position[1] == UInt8(ascii: "/") || position[1] == UInt8(ascii: "*"))
  }

  private func startsValue(_ byte: UInt8) -> Bool {
    "\"{[-".utf8.contains(byte) || JSONParser.isWordByte(byte)
  }

  /// Letters, digits, `_` and `$`, at most 64 bytes.
  private var word: String {
    var stop = position
    while stop < end, stop - position < 64, JSONParser.isWordByte(stop.pointee) { stop += 1 }
    return String(
      decoding: UnsafeBufferPointer(start: position, count: stop - position), as: UTF8.self)
  }

  private var precedingString: Int? {
    guard offset >= 2, position[-1] == UInt8(ascii: "\"") else { return nil }
    var start = position - 2
    func isQuote() -> Bool {
      var backslashes = 0
      while start - base > backslashes, start[-1 - backslashes] == UInt8(ascii: "\\") {
        backslashes += 1
      }
      return start.pointee == UInt8(ascii: "\"") && backslashes.isMultiple(of: 2)
    }
    while start > base, !isQuote() { start -= 1 }
    return start.pointee == UInt8(ascii: "\"") ? start - base : nil
  }

  /// Nil unless only white space is between.
  private var precedingComma: Int? {
    var before = position
    while before > base {
      before -= 1
      switch before.pointee {
      case 0x20, 0x09, 0x0A, 0x0D: continue
      case UInt8(ascii: ","): return before - base
      default: return nil
      }
    }
    return nil
  }
}
