package struct JSONSyntaxError: Error, Equatable, Sendable {
  package var problem: Problem
  /// The wrong bytes; empty if something is missing.
  package var range: Range<Int>

  package init(_ problem: Problem, _ range: Range<Int>) {
    self.problem = problem
    self.range = range
  }

  package enum Problem: Equatable, Sendable {
    case empty
    /// The text ends too early. `opened` is the innermost open bracket.
    case endOfText(Expected, opened: Character?)
    case unexpected(Unicode.Scalar, Expected)
    case trailingComma(before: Character)
    case missingComma
    /// A word after a string: probably, a quotation mark is missing, as in `{"a": "x, "b": 1}`
    /// after `x`.
    case missingQuote(start: SourceLocation, Expected)
    case comment

    /// A line of a merge conflict.
    case conflict
    case singleQuotes
    case unquotedKey(String)
    /// An unquoted word in place of a value, such as `None`.
    case word(String, Expected)
    case secondValue
    /// A string without a closing mark. `isCutOff` if at most white space follows in the text.
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

  package enum Expected: String, Sendable {
    case value = "a value"
    case valueOrEndOfArray = "a value or ']'"
    case key = "a key in double quotes"
    case keyOrEndOfObject = "a key in double quotes or '}'"
    case colon = "':'"
    case commaOrEndOfArray = "',' or ']'"
    case commaOrEndOfObject = "',' or '}'"
  }

  package enum NumberPart: String, Sendable {
    case integer = "before its decimal point"
    case fraction = "after its decimal point"
    case exponent = "in its exponent"
  }
}

/// Finds the most helpful error where the parser stopped. Slow, but used once for a text.
struct JSONSyntaxDiagnosis {
  let base: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>
  let position: UnsafePointer<UInt8>

  private var offset: Int { position - base }

  private func error(_ problem: JSONSyntaxError.Problem, length: Int = 1) -> JSONSyntaxError {
    JSONSyntaxError(problem, offset..<offset + length)
  }

  func error(expected: JSONSyntaxError.Expected, opened: UInt8?) -> JSONSyntaxError {
    if let error = encodingError() { return error }
    guard position < end else {
      if opened == nil { return JSONSyntaxError(.empty, offset..<offset) }
      return JSONSyntaxError(
        .endOfText(expected, opened: opened.map { Character(Unicode.Scalar($0)) }), offset..<offset)
    }
    return commonMistake(expected)
      ?? error(.unexpected(scalar ?? "\u{FFFD}", expected), length: scalarLength)
  }

  func afterTheValue() -> JSONSyntaxError {
    if let error = encodingError() { return error }
    if let conflict { return conflict }
    if isComment { return error(.comment, length: 2) }
    return error(.secondValue, length: scalarLength)
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
      return error(.notUTF8(position.pointee))
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
    return String(utf8: UnsafeBufferPointer(start: position, count: length)).unicodeScalars.first
  }

  // MARK: Common mistakes

  private func commonMistake(_ expected: JSONSyntaxError.Expected) -> JSONSyntaxError? {
    let byte = position.pointee
    if let conflict { return conflict }
    if isComment { return error(.comment, length: 2) }
    if !word.isEmpty, let start = precedingString {
      var locator = SourceLocator(
        SourceText(Array(UnsafeBufferPointer(start: base, count: end - base))))
      return JSONSyntaxError(
        .missingQuote(start: locator.location(of: start), expected),
        offset..<offset + word.utf8.count)
    }
    switch expected {
    case .value, .key:
      if let comma = precedingComma, byte == "]" || byte == "}" {
        return JSONSyntaxError(
          .trailingComma(before: Character(Unicode.Scalar(byte))), comma..<comma + 1)
      }
    case .commaOrEndOfArray, .commaOrEndOfObject:
      if "\"{[-".utf8.contains(byte) || JSONParser.isWordByte(byte) {
        return error(.missingComma, length: max(1, word.count))
      }
      return nil
    default: break
    }
    if expected == .colon { return nil }
    if byte == "'" { return error(.singleQuotes) }
    let isKey = expected == .key || expected == .keyOrEndOfObject
    if !isKey, byte == "+" { return error(.leadingPlus) }
    if !isKey, byte == "." { return error(.missingDigits(in: .integer)) }
    return word.isEmpty
      ? nil : error(isKey ? .unquotedKey(word) : .word(word, expected), length: word.utf8.count)
  }

  private var conflict: JSONSyntaxError? {
    ConflictMarker(in: UnsafeRawBufferPointer(start: base, count: end - base), at: offset)
      .map { JSONSyntaxError(.conflict, $0.range) }
  }

  private var isComment: Bool {
    end - position >= 2 && position[0] == "/"
      && (position[1] == "/" || position[1] == "*")
  }

  /// The word at ``position``: letters, digits, `_` and `$`, at most 64 bytes.
  private var word: String {
    var stop = position
    while stop < end, stop - position < 64, JSONParser.isWordByte(stop.pointee) { stop += 1 }
    return String(utf8: UnsafeBufferPointer(start: position, count: stop - position))
  }

  private var precedingString: Int? {
    guard offset >= 2, position[-1] == "\"" else { return nil }
    var start = position - 2
    func isQuote() -> Bool {
      var backslashes = 0
      while start - base > backslashes, start[-1 - backslashes] == "\\" {
        backslashes += 1
      }
      return start.pointee == "\"" && backslashes.isMultiple(of: 2)
    }
    while start > base, !isQuote() { start -= 1 }
    return start.pointee == "\"" ? start - base : nil
  }

  /// The offset of a comma before ``position``; nil if more than white space is between.
  private var precedingComma: Int? {
    var before = position
    while before > base {
      before -= 1
      switch before.pointee {
      case 0x20, 0x09, 0x0A, 0x0D: continue
      case ",": return before - base
      default: return nil
      }
    }
    return nil
  }
}

extension JSONSyntaxError {
  package var diagnostic: Diagnostic { diagnostic(about: "the file") }

  /// - Parameter text: A noun for the parsed text, such as `the file`.
  package func diagnostic(about text: String) -> Diagnostic {
    func error(
      _ message: String, _ hint: String? = nil, _ edit: Diagnostic.Replacement? = nil
    ) -> Diagnostic {
      var diagnostic = Diagnostic(
        .error, rule: "invalid-json", message: message, hint: hint, range: range)
      diagnostic.replacements = edit.map { [$0] } ?? []
      return diagnostic
    }
    let start = range.lowerBound..<range.lowerBound
    return switch problem {
    case .empty: error("\(text) is empty; expected a JSON value")
    case .endOfText(let expected, nil):
      error("\(text) ends too early: expected \(expected.rawValue)")
    case .endOfText(let expected, let opened?):
      error(
        "\(text) ends too early: expected \(expected.rawValue); '\(opened)' is not closed",
        "is \(text) truncated?")
    case .unexpected(let scalar, let expected):
      error(
        "found \(scalar.nameIfInvisible ?? "'\(scalar)'"); expected \(expected.rawValue)",
        Self.hint(for: scalar, expected))
    case .trailingComma(let bracket):
      error(
        "found a comma before '\(bracket)'", "remove the comma", .init("Remove the comma", ""))
    case .missingComma:
      error(
        "found another value; expected a comma", "write a comma before the value",
        .init("Write a comma", ",", range: start))
    case .missingQuote(let start, let expected):
      error(
        "found a word after a string; expected \(expected.rawValue)",
        "is a closing quote missing? The string begins at line \(start.line), column \(start.column)"
      )
    case .conflict: error(ConflictMarker.message, ConflictMarker.hint)
    case .comment:
      error(
        "found a comment; JSON does not support comments",
        "put the comment under a key that begins with '$' or 'x-'")
    case .singleQuotes:
      error("found a single quote; expected a double quote", "put strings in double quotes")
    case .unquotedKey(let key):
      error("found the key '\(key)' without quotes", "write \"\(key)\"", .init("\"\(key)\""))
    case .word(let word, let expected):
      error(
        "found '\(word)'; expected \(expected.rawValue)", Self.hint(for: word),
        Self.meant(by: word).map { .init($0) })
    case .secondValue:
      error(
        "found more text after the end of the JSON value",
        "\(text) must contain exactly one JSON value")
    case .unterminatedString(let isCutOff):
      error(
        "found a string without a closing quote",
        isCutOff
          ? "is \(text) truncated?"
          : "is a closing quote missing? Write a line end in a string as \\n")
    case .controlCharacter(let byte):
      error(
        "found the control character '\(Unicode.Scalar(byte))' in a string",
        "write \\u\(hex(byte, uppercase: false))", .init("\\u\(hex(byte, uppercase: false))"))
    case .escape(let scalar):
      error(
        "found the unknown escape '\\\(scalar)'", "write a backslash as \\\\",
        .init("\\\\\(scalar)"))
    case .unicodeEscape: error("found '\\u' without four hexadecimal digits")
    case .loneSurrogate(let unit):
      error("found '\\u\(hex(unit, uppercase: false))', an unpaired half of a surrogate pair")
    case .leadingZero: error("found a number that begins with a zero", "remove the zero")
    case .leadingPlus:
      error(
        "found '+'; expected a value", "remove the plus sign", .init("Remove the plus sign", ""))
    case .missingDigits(.integer):
      error(
        "found a number without digits before its decimal point",
        "write a digit before the decimal point", .init("Write a zero", "0", range: start))
    case .missingDigits(let part): error("found a number without digits \(part.rawValue)")
    case .notUTF8(let byte):
      error(
        "found the byte 0x\(hex(byte, digits: 2, uppercase: false)); \(text) is not UTF-8",
        "save the file as UTF-8")
    case .utf16:
      error("\(text) is not UTF-8 but looks like UTF-16", "save the file as UTF-8")
    case .otherFile(let kind):
      error(
        "\(text) is \(kind.prose)",
        kind.unpackingCommand.map { "run '\($0) FILE' to print its text" })
    case .tooDeep(let limit): error("arrays and objects are nested more than \(limit) deep")
    case .tooLong(let limit): error("\(text) is larger than \(limit) bytes")
    }
  }

  package var message: String { diagnostic.message }

  private static func hint(for scalar: Unicode.Scalar, _ expected: Expected) -> String? {
    switch scalar {
    case "<" where expected == .value: "the file looks like XML"
    case "{" where expected == .key: "is a '}' missing before the comma?"
    case "\u{FEFF}": "remove it; a byte order mark is allowed only at the start of a file"
    case "\u{201C}", "\u{201D}": "put strings in straight double quotes"
    default: scalar.nameIfInvisible.map { _ in "replace the character with a space" }
    }
  }

  private static func hint(for word: String) -> String? {
    if ["nan", "infinity", "inf"].contains(word.lowercased()) {
      return "JSON does not support this number"
    }
    return meant(by: word).map { "did you mean '\($0)'?" } ?? "put strings in double quotes"
  }

  private static func meant(by word: String) -> String? {
    switch word.lowercased() {
    case "nan", "infinity", "inf": nil
    case "none", "nil", "undefined": "null"
    case "yes", "on": "true"
    case "no", "off": "false"
    default: nearestName(to: word, among: ["true", "false", "null"])
    }
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
    return "\(name) (U+\(hex(value)))"
  }
}
