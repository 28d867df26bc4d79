import FlintText

struct ExpressionToken {
  enum Kind {
    case word(String)
    /// Escapes resolved.
    case text(String)
    /// As written.
    case number(String)
    case symbol(ExpressionSymbol)
    case unclosedText(quote: Unicode.Scalar)
    /// Begins no token.
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

  /// `the number 5`
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

enum ExpressionText {
  /// A backslash is doubled only before a quotation mark or another one, and at the end.
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
