/// The error in a text that is not valid JSON: the kind of problem, and the bytes that an error message marks.
package struct JSONSyntaxError: Error, Equatable, Sendable {
  package var problem: Problem
  /// The range of bytes that an error message marks. It is empty if no byte is wrong, for example if the text ends too
  /// early.
  package var range: Range<Int>

  package init(_ problem: Problem, _ range: Range<Int>) {
    self.problem = problem
    self.range = range
  }

  package enum Problem: Equatable, Sendable {
    /// The text is empty or contains only white space.
    case empty
    /// The text ends too early. The first associated value is what is missing, such as a key. `opened` is the innermost
    /// bracket that has not been closed, or nil if there is none.
    case endOfText(Expected, opened: Character?)
    case unexpected(Unicode.Scalar, Expected)
    case trailingComma(before: Character)
    case missingComma
    /// A word follows directly after a string, as in `{"a": "x, "b": 1}`. Probably the closing quotation mark of this
    /// string is missing (here after `x`), so that the string ends too late, at the next quotation mark. `start` is the
    /// position at which the string begins. The second associated value is what should follow, such as a comma.
    case missingQuote(start: SourceLocation, Expected)
    case comment

    /// A line of a merge conflict.
    case conflict
    case singleQuotes
    case unquotedKey(String)
    /// A word that is not `true`, `false` or `null`, for example `NaN`, `True` or `undefined`. The second associated
    /// value is what should be in its place, such as a key.
    case word(String, Expected)
    case secondValue
    /// A string without a closing quotation mark. `isCutOff` is true if the whole text ends within the string, and
    /// false if only its line ends.
    case unterminatedString(isCutOff: Bool)
    case controlCharacter(UInt8)
    case escape(Unicode.Scalar)
    /// The escape `\u` without four hexadecimal digits after it.
    case unicodeEscape
    case loneSurrogate(UInt16)
    case leadingZero
    case leadingPlus
    /// A number that lacks the digits before its decimal point (`.5`), after it (`5.`), or in its exponent (`5e`).
    case missingDigits(in: NumberPart)
    case notUTF8(UInt8)
    case utf16
    /// The text is not JSON but a file of another kind, for example a compressed file.
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
