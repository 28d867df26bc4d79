struct ExpressionProblem: Error {
  let diagnostic: Diagnostic

  init(_ message: String, hint: String? = nil, at range: Range<Int>) {
    diagnostic = ImportRule.invalidExpression.diagnostic(message, hint: hint, at: range)
  }
}

/// Parses expressions in which `!` binds before `&&`, and `&&` before `||`. Has a stack of its own,
/// so that parentheses can be nested to any depth.
struct ExpressionParser {
  let builder: RemoteConfigBuilder
  let timeZones: any TimeZoneFiles
  private var lexer: ExpressionLexer
  private(set) var token: ExpressionToken
  private var previousEnd = 0
  /// The rule so far, written so that equal rules have equal texts.
  var written = ""

  /// A parenthesis, or the whole expression.
  private struct Group {
    /// Whether a `!` before the parenthesis negates it. Its `&&` then means "or".
    let isNegated: Bool
    /// Operands of `||` that are complete.
    var alternatives: [FormulaDraft] = []
    /// Operands of `&&` since the last `||`.
    var factors: [FormulaDraft] = []

    mutating func endFactors(_ formulas: inout Formulas) {
      let factors = exchange(&factors, with: [])
      alternatives.append(.join(isNegated ? .any : .all, factors, in: &formulas))
    }

    mutating func close(_ formulas: inout Formulas) -> FormulaDraft {
      endFactors(&formulas)
      let alternatives = exchange(&alternatives, with: [])
      return .join(isNegated ? .all : .any, alternatives, in: &formulas)
    }
  }

  /// The expression must be a string.
  init(_ expression: JSONValue, _ builder: RemoteConfigBuilder, timeZones: any TimeZoneFiles) {
    (self.builder, self.timeZones) = (builder, timeZones)
    lexer = ExpressionLexer(expression)
    token = lexer.next()
  }

  mutating func parse() throws(ExpressionProblem) -> FormulaDraft {
    var groups = [Group(isNegated: false)]
    while true {
      try readOperand(&groups)
      while token.isWritten(")"), groups.count > 1 {
        advance()
        var group = groups.removeLast()
        groups[groups.count - 1].factors.append(group.close(&builder.formulas))
      }
      if token.isWritten("&&") {
        advance()
      } else if token.isWritten("||") {
        advance()
        groups[groups.count - 1].endFactors(&builder.formulas)
      } else if token.kind == .end, groups.count == 1 {
        return groups[0].close(&builder.formulas)
      } else {
        throw unexpected(
          "'&&'", "'||'", groups.count > 1 ? "')'" : "the end of the expression")
      }
    }
  }

  private mutating func readOperand(_ groups: inout [Group]) throws(ExpressionProblem) {
    while true {
      var isNegated = groups[groups.count - 1].isNegated
      while token.isWritten("!") {
        isNegated.toggle()
        advance()
      }
      guard token.isWritten("(") else {
        let start = token.range.lowerBound
        written = ""
        let meaning = try readRule()
        let operand = builder.formula(
          of: meaning, isNegated: isNegated, writtenAs: written, at: start..<previousEnd)
        groups[groups.count - 1].factors.append(operand)
        return
      }
      groups.append(Group(isNegated: isNegated))
      advance()
    }
  }
}

// MARK: - Tokens

extension ExpressionParser {
  mutating func advance() {
    ExpressionText.append(token, to: &written)
    skip()
  }

  /// Goes to the next token, and leaves this one out of ``written``.
  mutating func skip() {
    previousEnd = token.range.upperBound
    token = lexer.next()
  }

  /// The token after the current one, which remains current.
  var following: ExpressionToken {
    var lexer = lexer
    return lexer.next()
  }

  /// Consumes this word or symbol.
  mutating func expect(_ text: String, hint: String? = nil) throws(ExpressionProblem) {
    guard token.isWritten(text) else { throw unexpected("'\(text)'", hint: hint) }
    advance()
  }

  mutating func expectText() throws(ExpressionProblem) -> ExpressionToken {
    try expect(.text, "a string")
  }

  mutating func expectNumber(hint: String? = nil) throws(ExpressionProblem) -> ExpressionToken {
    try expect(.number, "a number", hint: hint)
  }

  private mutating func expect(
    _ kind: ExpressionToken.Kind, _ name: String, hint: String? = nil
  ) throws(ExpressionProblem) -> ExpressionToken {
    guard token.kind == kind else { throw unexpected(name, hint: hint) }
    defer { advance() }
    return token
  }

  /// Consumes one of `words`. Messages also list `others`. If `hint` gives no hint, it is the most
  /// similar word.
  mutating func expectWord(
    _ words: [String], or others: [String] = [], hint: (String) -> String? = { _ in nil }
  ) throws(ExpressionProblem) -> String {
    let word = token.text
    guard token.kind == .word else { throw unexpected(quoted: words + others) }
    guard words.contains(word) else {
      throw unexpected(quoted: words, hint: hint(word) ?? similarWord(to: word, among: words))
    }
    advance()
    return word
  }

  func unexpected(_ expected: String..., hint: String? = nil) -> ExpressionProblem {
    // Report an unclosed string at the end of the expression, where its closing quotation mark is missing.
    if token.kind == .unclosedText {
      let quote = token.text == "'" ? "\"'\"" : "'\"'"
      let end = token.range.upperBound
      return ExpressionProblem(
        "the expression ends inside a string; expected \(quote)", at: end..<end + 1)
    }
    return ExpressionProblem(
      "found \(token.shown); expected \(alternatives(expected))", hint: hint, at: token.range)
  }

  /// - Parameter expected: Words and symbols, without quotes.
  func unexpected(quoted expected: [String], hint: String? = nil) -> ExpressionProblem {
    unexpected(alternatives(expected.map { "'\($0)'" }), hint: hint)
  }
}

private func exchange<Value>(_ value: inout Value, with new: Value) -> Value {
  defer { value = new }
  return value
}
