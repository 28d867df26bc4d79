import FlintText

/// For operators of other languages, such as `device.country == 'DE'`.
extension ExpressionParser {
  private static let onlyNegativeOperator =
    "the only negated operator on strings is '\(TextOperator.notContains.rawValue)'"

  /// `device.country in ['DE']` for `==`; nil unless it is an equality. Called after the subject
  /// and perhaps a correct `in`.
  func hint(forMembershipOf subject: ListSubject) -> String? {
    switch nextOperator {
    case .equal: "write \(subject.rawValue) in \(listOfNextText)"
    case .notEqual: "Firebase has no operator that excludes values of \(subject.rawValue)"
    case nil: nil
    }
  }

  /// Nil unless it is an equality, such as `=`.
  func hint(forOperatorAfter value: NamedValue) -> String? {
    switch nextOperator {
    case .equal: "write \(value).exactlyMatches(\(listOfNextText))"
    case .notEqual: Self.onlyNegativeOperator
    case nil: nil
    }
  }

  /// `.exactlyMatches(['pro'])` for `== 'pro'`, since Firebase compares numbers only; nil without
  /// such a correction.
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

  /// For `notMatches`; nil for a misspelt `notContains`, which exists.
  func hint(forTextOperator word: String) -> String? {
    let isMisspelled = nearestName(to: word, among: [TextOperator.notContains.rawValue]) != nil
    return Self.isNegative(word) && !isMisspelled ? Self.onlyNegativeOperator : nil
  }

  /// With “not” only for words with it, and the reverse.
  func nearestKeyword(to word: String, among keywords: [String]) -> String? {
    nearestName(
      to: word, among: keywords.filter { Self.isNegative($0) == Self.isNegative(word) })
  }

  // MARK: Operators of other languages

  private enum Operator {
    case equal, notEqual
  }

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

  private var nextText: String? {
    for case .text(let text) in [token.kind, following.kind] { return text }
    return nil
  }

  private var listOfNextText: String { ExpressionText.list([nextText ?? "…"]) }
}
