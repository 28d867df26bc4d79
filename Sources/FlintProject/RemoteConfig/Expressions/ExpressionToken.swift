import FlintText

/// A token of the expression of a Firebase Remote Config condition, with its byte range in the template file.
struct ExpressionToken {
  enum Kind {
    case word(String)
    /// A string literal, such as `'ios'`. The associated value is its content, with escapes resolved.
    case text(String)
    /// A number, possibly with a sign and a fraction. The associated value is the text as it was written.
    case number(String)
    case symbol(ExpressionSymbol)
    case unclosedText(quote: Unicode.Scalar)
    /// A character that cannot begin a token.
    case unknown(Unicode.Scalar)
    case end
  }

  var kind: Kind
  var range: Range<Int>

  func isSymbol(_ symbol: ExpressionSymbol) -> Bool {
    guard case .symbol(symbol) = kind else { return false }
    return true
  }

  func isWord(_ word: String) -> Bool {
    guard case .word(let found) = kind else { return false }
    return found == word
  }

  /// A description of the token for an error message, such as `the number 5`.
  var shown: String {
    switch kind {
    case .word(let word): "'\(word)'"
    case .text(let text): "the string \(ExpressionText.quoted(text))"
    case .number(let digits): "the number \(digits)"
    case .symbol(let symbol): "'\(symbol.rawValue)'"
    case .unclosedText: "a string without a closing quote"
    case .unknown(let scalar): "'\(scalar)'"
    case .end: "the end of the expression"
    }
  }
}

enum ExpressionSymbol: String {
  case and = "&&"
  case or = "||"
  case not = "!"
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case dot = "."
  case comma = ","
  case openParenthesis = "("
  case closeParenthesis = ")"
  case openBracket = "["
  case closeBracket = "]"
}

/// Functions that write strings and lists in the notation of Remote Config expressions.
enum ExpressionText {
  /// Returns a text as a string literal of a Firebase Remote Config expression, in single quotation marks: `'a'`. A
  /// single quotation mark in the text gets a backslash. A backslash in the text is doubled only before a quotation
  /// mark or another backslash, and at the end, because it has no special meaning elsewhere.
  static func quoted(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = "'"
    for (index, scalar) in scalars.enumerated() {
      let isEscape =
        scalar == "\\"
        && (index + 1 == scalars.count || "\\'\"".unicodeScalars.contains(scalars[index + 1]))
      if scalar == "'" || isEscape { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result + "'"
  }

  /// Returns a list of strings in the notation of Firebase Remote Config expressions, for example `['a', 'b']`.
  static func list(_ texts: [String]) -> String {
    "[" + texts.map(quoted).joined(separator: ", ") + "]"
  }
}
