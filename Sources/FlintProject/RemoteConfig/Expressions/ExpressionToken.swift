import FlintText

/// One token of a condition's expression, with the bytes of the template that it takes.
struct ExpressionToken {
  enum Kind {
    case word(String)
    /// A text between quotes, escapes undone.
    case text(String)
    /// Digits with an optional sign and fraction, as written.
    case number(String)
    case symbol(ExpressionSymbol)
    /// A text whose closing quote is missing.
    case unclosedText(quote: Unicode.Scalar)
    /// A character that begins no token.
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

  /// The token as a message shows it.
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

/// The tokens of expressions that are neither words, texts nor numbers.
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

/// Texts as expressions write them.
enum ExpressionText {
  /// The text in single quotes. A backslash is doubled only where it would escape what follows it.
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

  /// `['a', 'b']`
  static func list(_ texts: [String]) -> String {
    "[" + texts.map(quoted).joined(separator: ", ") + "]"
  }
}
