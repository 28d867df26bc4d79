import FlintText

/// Hints for operators that other languages have and Firebase does not, such as `device.country == 'DE'`.
extension ExpressionParser {
  private static let onlyNegativeOperator =
    "the only negated operator on strings is '\(TextOperator.notContains.rawValue)'"

  /// Returns a hint for a rule about a country, language or installation with an operator other than `in`, the only one
  /// that Firebase has for them. For `device.country == 'DE'`, it suggests `device.country in ['DE']`. Returns nil if
  /// the next tokens do not look like a test whether two values are equal or different.
  ///
  /// When this function is called, the parser must have read `device.country`, and may have read a correct `in`, but no
  /// further token.
  func hint(forMembershipOf subject: ListSubject) -> String? {
    switch nextOperator {
    case .equal: "write \(subject.rawValue) in \(listOfNextText)"
    case .notEqual: "Firebase has no operator that excludes values of \(subject.rawValue)"
    case nil: nil
    }
  }

  /// Returns a hint for an unknown operator after a user property or a custom signal (both are values that the app
  /// sends to Firebase), such as `=` in `app.userProperty['plan'] = 'pro'`. Returns nil if the next tokens do not look
  /// like a test whether two values are equal or different.
  func hint(forOperatorAfter value: NamedValue) -> String? {
    switch nextOperator {
    case .equal: "write \(value).exactlyMatches(\(listOfNextText))"
    case .notEqual: Self.onlyNegativeOperator
    case nil: nil
    }
  }

  /// Returns a hint for a comparison of a user property or custom signal (both are values that the app sends to
  /// Firebase) with a value that is not a number. Firebase's operators such as `==` and `<` accept only numbers there.
  /// For `app.userProperty['plan'] == 'pro'`, the hint is to write `app.userProperty['plan'].exactlyMatches(['pro'])`.
  /// Returns nil if there is no such correction.
  func hint(forComparisonOf value: NamedValue, _ comparison: Comparison) -> String? {
    guard case .text(let text) = token.kind else {
      return comparison == .equal ? "compare strings with .exactlyMatches(['…'])" : nil
    }
    if comparison == .equal {
      return "write \(value).exactlyMatches(\(ExpressionText.list([text])))"
    }
    switch TargetVersion(text)?.parts.count ?? 0 {
    case 2...TargetVersion.maxSignalParts where value.kind == .customSignal:
      return "write version(\(value)) \(comparison.rawValue) \(ExpressionText.quoted(text))"
    case 1, 2: return "write \(value) \(comparison.rawValue) \(text)"
    default: return comparison == .notEqual ? Self.onlyNegativeOperator : nil
    }
  }

  /// Returns a hint for an unknown negated operator on texts, such as `notMatches`. Returns nil for other operators,
  /// and for a misspelled `notContains`, which Firebase has, and whose spelling another hint corrects.
  func hint(forTextOperator word: String) -> String? {
    let isMisspelled = nearestName(to: word, among: [TextOperator.notContains.rawValue]) != nil
    return Self.isNegative(word) && !isMisspelled ? Self.onlyNegativeOperator : nil
  }

  /// Returns the keyword that is most similar to a word. A word with “not” gets only keywords with “not”, and a word
  /// without it only keywords without it: for `notMatches`, the result is not `matches`.
  func nearestKeyword(to word: String, among keywords: [String]) -> String? {
    nearestName(
      to: word, among: keywords.filter { Self.isNegative($0) == Self.isNegative(word) })
  }

  // MARK: Operators of other languages

  private enum Operator {
    case equal, notEqual
  }

  /// The comparison that the author probably meant by the next tokens: `notEqual` for `!=`, `!` or a word with “not”,
  /// and `equal` for `==`, `=`, `in`, `equals`, or a value without an operator. Nil for other tokens.
  private var nextOperator: Operator? {
    switch token.kind {
    case .symbol(.equal), .symbol(.openBracket), .symbol(.openParenthesis), .text, .end,
      .unknown("="):
      .equal
    case .symbol(.notEqual), .symbol(.not): .notEqual
    case .symbol(.dot):
      if case .word(let word) = following.kind { Self.meaning(of: word) } else { nil }
    case .word(let word): Self.meaning(of: word)
    case .number, .symbol, .unclosedText, .unknown: nil
    }
  }

  private static func meaning(of word: String) -> Operator? {
    if isNegative(word) { return .notEqual }
    return ["in", "equals", TextOperator.exactlyMatches.rawValue].contains(word) ? .equal : nil
  }

  private static func isNegative(_ word: String) -> Bool { word.lowercased().contains("not") }

  /// The string that the author compares with, which a hint repeats: the content of the next token or, after an
  /// operator such as `==`, of the token after it. Nil if neither of the two tokens is a string.
  private var nextText: String? {
    for case .text(let text) in [token.kind, following.kind] { return text }
    return nil
  }

  /// A list of the string that the author compares with, for example `['DE']`; `['…']` if there is no string.
  private var listOfNextText: String { ExpressionText.list([nextText ?? "…"]) }
}
