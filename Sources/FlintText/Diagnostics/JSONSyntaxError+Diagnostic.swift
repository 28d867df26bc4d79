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
