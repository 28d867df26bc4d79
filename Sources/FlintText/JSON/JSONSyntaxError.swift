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
