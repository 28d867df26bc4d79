/// Why a text is not JSON: what was found, where, and what could have stood there.
package struct JSONSyntaxError: Error, Equatable, Sendable {
  package var problem: Problem
  /// The bytes to point at. Empty at the end of the text.
  package var range: Range<Int>

  package init(_ problem: Problem, _ range: Range<Int>) {
    self.problem = problem
    self.range = range
  }

  package enum Problem: Equatable, Sendable {
    /// Nothing, or nothing but white space.
    case empty
    /// The text stops; `opened` is the bracket that is still open, if any.
    case endOfText(Expected, opened: Character?)
    case unexpected(Unicode.Scalar, Expected)
    /// A comma and then the bracket that ends the list.
    case trailingComma(before: Character)
    /// Two elements or members side by side.
    case missingComma
    case comment
    case singleQuotes
    /// A key without quotes.
    case unquotedKey(String)
    /// `NaN`, `True`, `undefined` and whatever else is neither true, false nor null.
    case word(String, Expected)
    case secondValue
    case unterminatedString
    case controlCharacter(UInt8)
    case escape(Unicode.Scalar)
    /// `\u` without four hexadecimal digits.
    case unicodeEscape
    case loneSurrogate(UInt16)
    case leadingZero
    case leadingPlus
    /// A point or an exponent without the digits that belong there.
    case missingDigits(in: NumberPart)
    case notUTF8(UInt8)
    case utf16
    /// No text at all.
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
