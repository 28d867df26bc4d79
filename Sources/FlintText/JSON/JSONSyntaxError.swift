package struct JSONSyntaxError: Error, Equatable, Sendable {
  package var problem: Problem
  /// Empty if no byte is wrong.
  package var range: Range<Int>

  package init(_ problem: Problem, _ range: Range<Int>) {
    self.problem = problem
    self.range = range
  }

  package enum Problem: Equatable, Sendable {
    case empty
    /// What is missing, and the innermost open bracket.
    case endOfText(Expected, opened: Character?)
    case unexpected(Unicode.Scalar, Expected)
    case trailingComma(before: Character)
    case missingComma
    /// A word after a string, as in `{"a": "x, "b": 1}`: the quotation mark after `x` is probably
    /// missing.
    case missingQuote(start: SourceLocation, Expected)
    case comment

    /// A line of a merge conflict.
    case conflict
    case singleQuotes
    case unquotedKey(String)
    /// What should be in its place.
    case word(String, Expected)
    case secondValue
    /// The whole text ends, or its line.
    case unterminatedString(isCutOff: Bool)
    case controlCharacter(UInt8)
    case escape(Unicode.Scalar)
    case unicodeEscape
    case loneSurrogate(UInt16)
    case leadingZero
    case leadingPlus
    case missingDigits(in: NumberPart)
    case notUTF8(UInt8)
    case utf16
    case otherFile(FileKind)
    case tooDeep(limit: Int)
    case tooLong(limit: Int)
  }

  package enum Expected: Equatable, Sendable {
    case value, valueOrEndOfArray, key, keyOrEndOfObject, colon, commaOrEndOfArray,
      commaOrEndOfObject
  }

  package enum NumberPart: Equatable, Sendable { case integer, fraction, exponent }
}

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

extension JSONSyntaxError {
  package var diagnostic: Diagnostic { diagnostic(about: "the file") }

  /// - Parameter text: What was parsed: `the file`.
  package func diagnostic(about text: String) -> Diagnostic {
    var diagnostic = Diagnostic(
      .error, rule: "invalid-json", message: message(about: text), hint: hint(about: text),
      range: range)
    diagnostic.replacements = replacements
    return diagnostic
  }

  private var replacements: [Diagnostic.Replacement] {
    let start = range.lowerBound..<range.lowerBound
    switch problem {
    case .trailingComma: return [.init("Remove the comma", "")]
    case .leadingPlus: return [.init("Remove the plus sign", "")]
    case .missingComma: return [.init("Write a comma", ",", range: start)]
    case .missingDigits(.integer): return [.init("Write a zero", "0", range: start)]
    case .unquotedKey(let key): return [.init("\"\(key)\"")]
    case .controlCharacter(let byte): return [.init("\\u\(hex(UInt16(byte), digits: 4))")]
    case .escape(let scalar): return [.init("\\\\\(scalar)")]
    case .word(let word, _): return meant(by: word).map { [.init($0)] } ?? []
    default: return []
    }
  }

  private func meant(by word: String) -> String? {
    switch word.lowercased() {
    case "nan", "infinity", "inf": nil
    case "none", "nil", "undefined": "null"
    case "yes", "on": "true"
    case "no", "off": "false"
    default: nearestName(to: word, among: ["true", "false", "null"])
    }
  }

  package var message: String { message(about: "the file") }

  /// - Parameter text: What was parsed: `the file`.
  package func message(about text: String) -> String {
    switch problem {
    case .empty: "\(text) is empty; expected a JSON value"
    case .endOfText(let expected, let opened):
      "\(text) ends too early: expected \(expected.prose)"
        + (opened.map { "; '\($0)' is not closed" } ?? "")
    case .unexpected(let scalar, let expected):
      "found \(scalar.nameIfInvisible ?? "'\(scalar)'"); expected \(expected.prose)"
    case .trailingComma(let bracket): "found a comma before '\(bracket)'"
    case .missingComma: "found another value; expected a comma"
    case .missingQuote(_, let expected): "found a word after a string; expected \(expected.prose)"
    case .conflict: ConflictMarker.message
    case .comment: "found a comment; JSON does not support comments"
    case .singleQuotes: "found a single quote; expected a double quote"
    case .unquotedKey(let key): "found the key '\(key)' without quotes"
    case .word(let word, let expected): "found '\(word)'; expected \(expected.prose)"
    case .secondValue: "found more text after the end of the JSON value"
    case .unterminatedString: "found a string without a closing quote"
    case .controlCharacter(let byte):
      "found the control character '\(Unicode.Scalar(byte))' in a string"
    case .escape(let scalar): "found the unknown escape '\\\(scalar)'"
    case .unicodeEscape: "found '\\u' without four hexadecimal digits"
    case .loneSurrogate(let unit): "found '\\u\(hex(unit))', an unpaired half of a surrogate pair"
    case .leadingZero: "found a number that begins with a zero"
    case .leadingPlus: "found '+'; expected a value"
    case .missingDigits(let part): "found a number without digits \(part.prose)"
    case .notUTF8(let byte): "found the byte 0x\(hex(UInt16(byte))); \(text) is not UTF-8"
    case .utf16: "\(text) is not UTF-8 but looks like UTF-16"
    case .otherFile(let kind): "\(text) is \(kind.prose)"
    case .tooDeep(let limit): "arrays and objects are nested more than \(limit) deep"
    case .tooLong(let limit): "\(text) is larger than \(limit) bytes"
    }
  }

  private func hint(about text: String) -> String? {
    switch problem {
    case .trailingComma: "remove the comma"
    case .missingComma: "write a comma before the value"
    case .missingQuote(let start, _):
      "is a closing quote missing? The string begins at line \(start.line), column \(start.column)"
    case .endOfText(_, .some): "is \(text) truncated?"
    case .conflict: ConflictMarker.hint
    case .comment: "put the comment under a key that begins with '$' or 'x-'"
    case .singleQuotes: "put strings in double quotes"
    case .unquotedKey(let key): "write \"\(key)\""
    case .word(let word, _): wordHint(word)
    case .secondValue: "\(text) must contain exactly one JSON value"
    case .unterminatedString(isCutOff: true): "is \(text) truncated?"
    case .unterminatedString(isCutOff: false):
      "is a closing quote missing? Write a line end in a string as \\n"
    case .controlCharacter(let byte): "write \\u\(hex(UInt16(byte), digits: 4))"
    case .escape: "write a backslash as \\\\"
    case .leadingZero: "remove the zero"
    case .leadingPlus: "remove the plus sign"
    case .missingDigits(.integer): "write a digit before the decimal point"
    case .notUTF8, .utf16: "save the file as UTF-8"
    case .otherFile(let kind): kind.unpackingCommand.map { "run '\($0) FILE' to print its text" }
    case .unexpected("<", .value): "the file looks like XML"
    case .unexpected("\u{FEFF}", _):
      "remove it; a byte order mark is allowed only at the start of a file"
    case .unexpected(let scalar, _) where scalar.nameIfInvisible != nil:
      "replace the character with a space"
    case .unexpected("\u{201C}", _), .unexpected("\u{201D}", _):
      "put strings in straight double quotes"
    default: nil
    }
  }

  private func wordHint(_ word: String) -> String? {
    if ["nan", "infinity", "inf"].contains(word.lowercased()) {
      return "JSON does not support this number"
    }
    return meant(by: word).map { "did you mean '\($0)'?" } ?? "put strings in double quotes"
  }

  private func hex(_ value: UInt16, digits: Int = 2) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

extension Unicode.Scalar {
  fileprivate var nameIfInvisible: String? {
    let name: String
    switch value {
    case 0xA0: name = "a no-break space"
    case 0x202F: name = "a narrow no-break space"
    case 0x2000...0x200A, 0x205F, 0x3000: name = "a space character of unusual width"
    case 0x200B: name = "a zero-width space"
    case 0x2028: name = "a line separator"
    case 0x2060: name = "a word joiner"
    case 0xFEFF: name = "a byte order mark"
    default: return nil
    }
    let digits = String(value, radix: 16, uppercase: true)
    let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
    return "\(name) (U+\(zeros)\(digits))"
  }
}

extension JSONSyntaxError.Expected {
  fileprivate var prose: String {
    switch self {
    case .value: "a value"
    case .valueOrEndOfArray: "a value or ']'"
    case .key: "a key in double quotes"
    case .keyOrEndOfObject: "a key in double quotes or '}'"
    case .colon: "':'"
    case .commaOrEndOfArray: "',' or ']'"
    case .commaOrEndOfObject: "',' or '}'"
    }
  }
}

extension JSONSyntaxError.NumberPart {
  fileprivate var prose: String {
    switch self {
    case .integer: "before its decimal point"
    case .fraction: "after its decimal point"
    case .exponent: "in its exponent"
    }
  }
}
