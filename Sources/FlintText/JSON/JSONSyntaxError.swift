/// The reason why a text is not JSON: what was found, where, and what was expected.
package struct JSONSyntaxError: Error, Equatable, Sendable {
  package var problem: Problem
  /// The bytes to mark; empty at the end of the text.
  package var range: Range<Int>

  package init(_ problem: Problem, _ range: Range<Int>) {
    self.problem = problem
    self.range = range
  }

  package enum Problem: Equatable, Sendable {
    /// The text is empty or only white space.
    case empty
    /// The text ends too early. `opened` is the innermost open bracket, if any.
    case endOfText(Expected, opened: Character?)
    case unexpected(Unicode.Scalar, Expected)
    /// A comma directly before a closing bracket.
    case trailingComma(before: Character)
    /// Two elements or members without a comma between them.
    case missingComma
    case comment
    case singleQuotes
    /// A key without quotes.
    case unquotedKey(String)
    /// A word that is not true, false or null: `NaN`, `True`, `undefined`.
    case word(String, Expected)
    case secondValue
    /// A string without its closing quotation mark. `isCutOff` is whether the text ends within the string.
    case unterminatedString(isCutOff: Bool)
    case controlCharacter(UInt8)
    case escape(Unicode.Scalar)
    /// `\u` without four hexadecimal digits.
    case unicodeEscape
    case loneSurrogate(UInt16)
    case leadingZero
    case leadingPlus
    /// A decimal point or an exponent without digits after it.
    case missingDigits(in: NumberPart)
    case notUTF8(UInt8)
    case utf16
    /// The file is not a text file.
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
