extension JSONParser {
  /// From its quotation mark at `position`.
  @inline(__always)
  mutating func string() throws(JSONSyntaxError) -> JSONNode {
    let start = offset
    var hasEscapes = false
    position += 1
    while true {
      if end - position >= 8 {
        let stops = ByteScan.stringStops(ByteScan.word(at: position))
        if stops == 0 {
          position += 8
          continue
        }
        position += ByteScan.offset(ofFirst: stops)
      } else if position == end {
        throw JSONSyntaxError(.unterminatedString(isCutOff: true), start..<start + 1)
      }
      let byte = position.pointee
      if byte == UInt8(ascii: "\"") {
        position += 1
        return JSONNode(start: start, extent: offset, isMarked: hasEscapes)
      } else if byte >= 0x80 {
        try multibyte()
      } else if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        try escape(stringStart: start)
      } else if byte < 0x20 {
        throw controlCharacter(byte, stringStart: start)
      } else {
        position += 1
      }
    }
  }

  /// A line end is probably a missing quotation mark, or a truncated text.
  @inline(never)
  private func controlCharacter(_ byte: UInt8, stringStart: Int) -> JSONSyntaxError {
    guard byte == 0x0A || byte == 0x0D else {
      return JSONSyntaxError(.controlCharacter(byte), range(1))
    }
    let rest = UnsafeBufferPointer(start: position, count: end - position)
    let isCutOff = rest.allSatisfy { $0 == 0x20 || 0x09...0x0D ~= $0 }
    return JSONSyntaxError(
      .unterminatedString(isCutOff: isCutOff), stringStart..<stringStart + 1)
  }

  @inline(never)
  private mutating func multibyte() throws(JSONSyntaxError) {
    while position < end, position.pointee >= 0x80 {
      let length = UTF8Scan.length(at: position, end: end)
      guard length > 0 else { throw JSONSyntaxError(.notUTF8(position.pointee), range(1)) }
      position += length
    }
  }

  @inline(never)
  private mutating func escape(stringStart: Int) throws(JSONSyntaxError) {
    guard end - position >= 2 else {
      throw JSONSyntaxError(
        .unterminatedString(isCutOff: true), stringStart..<stringStart + 1)
    }
    switch position[1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    case UInt8(ascii: "u"): try unicodeEscape()
    default:
      let diagnosis = JSONSyntaxDiagnosis(base: base, end: end, position: position + 1)
      throw diagnosis.invalidEscape(stringStart: stringStart)
    }
  }

  private mutating func unicodeEscape() throws(JSONSyntaxError) {
    guard let unit = JSONString.hexUnit(at: position + 2, end: end) else {
      throw JSONSyntaxError(.unicodeEscape, range(2))
    }
    switch unit {
    case 0xD800...0xDBFF:
      guard end - position >= 12, position[6] == UInt8(ascii: "\\"),
        position[7] == UInt8(ascii: "u"),
        let low = JSONString.hexUnit(at: position + 8, end: end), 0xDC00...0xDFFF ~= low
      else { throw JSONSyntaxError(.loneSurrogate(unit), range(6)) }
      position += 12
    case 0xDC00...0xDFFF: throw JSONSyntaxError(.loneSurrogate(unit), range(6))
    default: position += 6
    }
  }

  /// From its first character at `position`.
  @inline(__always)
  mutating func number() throws(JSONSyntaxError) -> JSONNode {
    let start = offset
    var hasFractionOrExponent = false
    if position.pointee == UInt8(ascii: "-") { position += 1 }
    let leadsWithZero = position < end && position.pointee == UInt8(ascii: "0")
    let digits = try self.digits(of: .integer, numberStart: start)
    if leadsWithZero, digits > 1 { throw JSONSyntaxError(.leadingZero, start..<offset) }
    if position < end, position.pointee == UInt8(ascii: ".") {
      hasFractionOrExponent = true
      position += 1
      try self.digits(of: .fraction, numberStart: start)
    }
    if position < end, position.pointee | 0x20 == UInt8(ascii: "e") {
      hasFractionOrExponent = true
      position += 1
      if position < end,
        position.pointee == UInt8(ascii: "+") || position.pointee == UInt8(ascii: "-")
      {
        position += 1
      }
      try self.digits(of: .exponent, numberStart: start)
    }
    return JSONNode(start: start, extent: offset, isMarked: hasFractionOrExponent)
  }

  @inline(__always)
  @discardableResult
  private mutating func digits(
    of part: JSONSyntaxError.NumberPart, numberStart: Int
  ) throws(JSONSyntaxError) -> Int {
    let first = position
    while position < end, position.pointee &- UInt8(ascii: "0") < 10 { position += 1 }
    guard position > first else {
      throw JSONSyntaxError(.missingDigits(in: part), numberStart..<offset)
    }
    return position - first
  }
}
