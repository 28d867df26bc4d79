import FlintText

/// `!` before `&&` before `||`. With a stack of its own, so that parentheses can be nested to any
/// depth.
struct ExpressionParser {
  private var lexer: ExpressionLexer
  private(set) var token: ExpressionToken
  private(set) var previousEnd: Int
  let timeZones: TimeZones

  private struct Group {
    /// Complete operands of `||`.
    var alternatives = 0
    /// Operands of `&&` since the last `||`.
    var factors = 0
    var isNegated: Bool
  }

  /// Precondition: a string.
  init(_ expression: JSONValue, timeZones: TimeZones) {
    lexer = ExpressionLexer(expression)
    token = lexer.next()
    previousEnd = token.range.lowerBound
    self.timeZones = timeZones
  }

  mutating func parse() throws(ExpressionProblem) -> ConditionExpression {
    var expression = ConditionExpression()
    var groups = [Group(isNegated: false)]
    while true {
      try readOperand(&expression, &groups)
      while token.isSymbol(.closeParenthesis), groups.count > 1 {
        advance()
        let group = close(&expression, &groups)
        if group.isNegated { expression.steps.append(.not) }
        groups[groups.count - 1].factors += 1
      }
      switch token.kind {
      case .symbol(.and): advance()
      case .symbol(.or):
        advance()
        endFactors(&expression, &groups[groups.count - 1])
      case .end where groups.count == 1:
        _ = close(&expression, &groups)
        return expression
      case .end, .word, .text, .number, .symbol, .unclosedText, .unknown:
        throw unexpected(
          expecting: .symbol(.and), .symbol(.or),
          groups.count > 1 ? .symbol(.closeParenthesis) : .end)
      }
    }
  }

  private mutating func readOperand(
    _ expression: inout ConditionExpression, _ groups: inout [Group]
  ) throws(ExpressionProblem) {
    while true {
      var isNegated = false
      while token.isSymbol(.not) {
        isNegated.toggle()
        advance()
      }
      if token.isSymbol(.openParenthesis) {
        groups.append(Group(isNegated: isNegated))
        advance()
        continue
      }
      let start = token.range.lowerBound
      let rule = try readRule()
      expression.steps.append(.rule(rule, start..<previousEnd))
      if isNegated { expression.steps.append(.not) }
      groups[groups.count - 1].factors += 1
      return
    }
  }

  private func endFactors(_ expression: inout ConditionExpression, _ group: inout Group) {
    if group.factors > 1 { expression.steps.append(.all(group.factors)) }
    group.factors = 0
    group.alternatives += 1
  }

  private func close(_ expression: inout ConditionExpression, _ groups: inout [Group]) -> Group {
    var group = groups.removeLast()
    endFactors(&expression, &group)
    if group.alternatives > 1 { expression.steps.append(.any(group.alternatives)) }
    return group
  }
}

// MARK: - Tokens

extension ExpressionParser {
  mutating func advance() {
    previousEnd = token.range.upperBound
    token = lexer.next()
  }

  /// Consumes nothing.
  var following: ExpressionToken {
    var lexer = lexer
    return lexer.next()
  }

  mutating func expect(_ symbol: ExpressionSymbol, hint: String? = nil) throws(ExpressionProblem) {
    guard token.isSymbol(symbol) else { throw unexpected(expecting: .symbol(symbol), hint: hint) }
    advance()
  }

  mutating func expect(_ word: String) throws(ExpressionProblem) {
    guard token.isWord(word) else { throw unexpected(expecting: .word(word)) }
    advance()
  }

  mutating func expectText(
    hint: String? = nil
  ) throws(ExpressionProblem) -> (text: String, range: Range<Int>) {
    guard case .text(let text) = token.kind else { throw unexpected(expecting: .text, hint: hint) }
    let range = token.range
    advance()
    return (text, range)
  }

  mutating func expectNumber(
    hint: String? = nil
  ) throws(ExpressionProblem) -> (number: DecimalNumber, range: Range<Int>) {
    guard case .number(let digits) = token.kind else {
      throw unexpected(expecting: .number, hint: hint)
    }
    let range = token.range
    advance()
    return (DecimalNumber(digits), range)
  }

  /// The hint is that of `hint`, else the most similar word.
  mutating func expectWord<Word: RawRepresentable<String> & CaseIterable>(
    _ type: Word.Type, hint: (String) -> String? = { _ in nil }
  ) throws(ExpressionProblem) -> Word {
    guard case .word(let text) = token.kind else {
      throw unexpected(expecting: type.allCases.map { .word($0.rawValue) })
    }
    guard let word = Word(rawValue: text) else {
      let words = type.allCases.map(\.rawValue)
      let nearest = nearestKeyword(to: text, among: words).map { "did you mean '\($0)'?" }
      throw unexpected(expecting: words.map { .word($0) }, hint: hint(text) ?? nearest)
    }
    advance()
    return word
  }

  func unexpected(expecting expected: ExpectedToken..., hint: String? = nil) -> ExpressionProblem {
    unexpected(expecting: expected, hint: hint)
  }

  func unexpected(expecting expected: [ExpectedToken], hint: String? = nil) -> ExpressionProblem {
    // Report an unclosed string at the end of the expression, where its closing quotation mark is missing.
    if case .unclosedText(let quote) = token.kind {
      let end = token.range.upperBound
      return ExpressionProblem(fact: .unclosedText(quote: quote), range: end..<end + 1)
    }
    return ExpressionProblem(
      fact: .unexpected(token.shown, expected: expected), hint: hint, range: token.range)
  }
}
