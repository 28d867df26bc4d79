enum Comparison: String, CaseIterable {
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case equal = "=="
  case notEqual = "!="

  static let order: [Comparison] = [.less, .lessOrEqual, .greater, .greaterOrEqual]
}

extension ExpressionParser {
  private static let deviceWords = "os country language".words
  private static let appWords =
    "id version build userProperty customSignal audiences importedSegments firebaseInstallationId firstOpenTimestamp operatingSystemAndVersion browserAndVersion"
    .words
  private static let firstWords =
    "device app version dateTime percent firstOpenTimestamp firebaseInstallationId true false".words

  /// Reads a rule, such as `app.version > 2`. Then ``token`` is the one after the rule.
  mutating func readRule() throws(ExpressionProblem) -> RuleMeaning {
    guard token.kind == .word else { throw unexpected("a rule", "'!'", "'('") }
    let word = token.text
    guard Self.firstWords.contains(word) else {
      throw unexpected("a rule", hint: hint(forFirstWord: word))
    }
    if word == "firstOpenTimestamp" || word == "firebaseInstallationId" { written = "app." }
    advance()
    switch word {
    case "device": return try readDeviceRule()
    case "app": return try readAppRule()
    case "version": return try readSignalVersion()
    case "percent": return try readPercent()
    case "firebaseInstallationId": return try readMembership()
    case "dateTime", "firstOpenTimestamp": return try readDate()
    default: return .constant(word == "true")
    }
  }

  private func hint(forFirstWord text: String) -> String? {
    if Self.appWords.contains(text) { return "write app.\(text)" }
    if Self.deviceWords.contains(text) { return "write device.\(text)" }
    if text == "user" { return "write user properties as app.userProperty['NAME']" }
    return nearestName(to: text, among: Self.firstWords).map { "did you mean '\($0)'?" }
  }

  private mutating func readDeviceRule() throws(ExpressionProblem) -> RuleMeaning {
    try expect(".")
    let word = try expectWord(Self.deviceWords) {
      $0 == "dateTime" ? "write dateTime without 'device.'" : nil
    }
    guard word == "os" else { return try readMembership() }
    let isEqual = try readEquality()
    let system = try expectText()
    guard ["ios", "android", "web"].contains(system.text) else {
      throw ExpressionProblem(
        "found '\(system.text)'; expected 'ios', 'android' or 'web'", at: system.range)
    }
    // Manifests are for Apple platforms only, all of which Firebase calls 'ios'.
    return .constant((system.text == "ios") == isEqual)
  }

  private mutating func readAppRule() throws(ExpressionProblem) -> RuleMeaning {
    try expect(".")
    let word = try expectWord(Self.appWords) { text in
      text == "instanceId" ? "write app.firebaseInstallationId for installations" : nil
    }
    switch word {
    case "id":
      let isEqual = try readEquality()
      return texts([try expectText().text], of: .attribute("app.id", .text), isNegated: !isEqual)
    case "version", "build": return try readVersionRule()
    case "userProperty": return try readValueRule("user")
    case "customSignal": return try readValueRule("signal")
    case "firebaseInstallationId": return try readMembership()
    case "firstOpenTimestamp": return try readDate()
    case "audiences", "importedSegments":
      try expect(".")
      _ = try expectWord(["inAtLeastOne", "notInAtLeastOne", "inAll", "notInAll"])
    default:
      try expect(".")
      guard token.kind == .word, token.text.utf8.allSatisfy({ $0.isASCIILetter }) else {
        throw unexpected("'inAtLeastOne'")
      }
      advance()
    }
    _ = try readArguments()
    return .inexpressible
  }

  // MARK: Rules

  private mutating func readEquality() throws(ExpressionProblem) -> Bool {
    let hint = "compare \(written) with '==' or '!='"
    return try readComparison(among: [.equal, .notEqual], hint: hint) == .equal
  }

  private mutating func readMembership() throws(ExpressionProblem) -> RuleMeaning {
    let subject = written
    try expect("in", hint: hint(forMembershipOf: subject))
    let texts = try readList(hint: hint(forMembershipOf: subject))
    return self.texts(
      subject == "device.country" ? texts.map(uppercasedASCII) : texts,
      of: .attribute(subject, .text))
  }

  private mutating func readVersionRule() throws(ExpressionProblem) -> RuleMeaning {
    let subject = written
    try expect(".", hint: hint(forComparisonOfVersion: subject))
    guard let comparison = comparison() else {
      return try readTextRule(.attribute(subject + ".text", .text), or: Comparison.allCases)
    }
    advance()
    try expect("(")
    try expect("[")
    let version = try expectText()
    let parts = try versionParts(version)
    try expect("]")
    try expect(")")
    let isOfApp = subject == "app.version"
    // The app's version is always known, and no version is below 0.
    if isOfApp, Self.version(parts) == 0, comparison == .less || comparison == .greaterOrEqual {
      return .constant(comparison == .greaterOrEqual)
    }
    return compare(
      isOfApp ? .device(.appVersion) : .attribute(subject, .version), comparison, parts)
  }

  private func hint(forComparisonOfVersion subject: String) -> String? {
    guard let comparison = comparison() else { return nil }
    let next = following
    let version = next.kind == .text || next.kind == .number ? next.text : "…"
    return "write \(subject).\(comparison.rawValue)(\(ExpressionText.list(version)))"
  }

  private mutating func readValueRule(
    _ prefix: String
  ) throws(ExpressionProblem) -> RuleMeaning {
    let name = try readName()
    let subject = written
    if token.isWritten(".") {
      advance()
      return try readTextRule(.value(prefix, name, .text))
    }
    guard let comparison = comparison() else {
      throw unexpected(
        quoted: ["."] + Comparison.allCases.map(\.rawValue), hint: hint(forOperatorAfter: subject))
    }
    advance()
    let number = try expectNumber(hint: hint(forComparisonOf: subject, comparison))
    return compare(.value(prefix, name, .integer), comparison, number: number.text)
  }

  private mutating func readSignalVersion() throws(ExpressionProblem) -> RuleMeaning {
    try expect("(")
    try expect("app")
    try expect(".")
    try expect("customSignal")
    let name = try readName()
    try expect(")")
    let comparison = try readComparison(among: Comparison.allCases)
    let version = try expectText()
    let parts = try versionParts(version)
    if parts.isEmpty { throw Self.notAVersion(version) }
    guard parts.count <= Self.maxSignalParts else {
      throw ExpressionProblem(
        "found '\(version.text)'; expected a version of at most \(Self.maxSignalParts) numbers",
        at: version.range)
    }
    return compare(.value("signal", name, .version), comparison, parts)
  }

  /// Firebase's limit to the numbers in a custom signal's version.
  static let maxSignalParts = 5

  /// - Parameter comparisons: What the caller would have accepted here, for the message.
  private mutating func readTextRule(
    _ subject: RuleSubject, or comparisons: [Comparison] = []
  ) throws(ExpressionProblem) -> RuleMeaning {
    let method = try expectWord(
      ["contains", "notContains", "exactlyMatches", "matches"], or: comparisons.map(\.rawValue),
      hint: hint(forTextOperator:))
    let texts = try readArguments()
    switch method {
    case "matches": return .inexpressible
    case "exactlyMatches": return self.texts(texts.map(trimmed), of: subject)
    default:
      guard let texts = distinct(texts), let pattern = TextPattern(contains: texts) else {
        return .inexpressible
      }
      return .one(
        builder.requirement(on: subject, .pattern(pattern)), isNegated: method == "notContains")
    }
  }

  private mutating func readDate() throws(ExpressionProblem) -> RuleMeaning {
    let subject = written
    let comparison = try readComparison(among: Comparison.order)
    if subject == "dateTime" {
      try expect("dateTime")
    } else if token.isWritten("dateTime") {
      skip()
    }
    try expect("(")
    let date = try expectText()
    var zone: ExpressionToken?
    if token.isWritten(",") {
      advance()
      zone = try expectText()
    }
    guard token.isWritten(")") else { throw unexpected(quoted: zone == nil ? [",", ")"] : [")"]) }
    advance()
    let seconds = try seconds(of: date, zone)
    return compare(
      subject == "dateTime" ? .device(.date) : .attribute(subject, .date), comparison,
      DateTime(seconds: seconds).map { .date($0) },
      next: DateTime(seconds: seconds + 1).map { .date($0) })
  }

  private mutating func readPercent() throws(ExpressionProblem) -> RuleMeaning {
    var seed: String?
    if token.isWritten("(") {
      advance()
      seed = try expectText().text
      try expect(")")
    }
    if token.isWritten("between") {
      advance()
      let lower = try readPercentage()
      try expect("and")
      let upper = try readPercentage()
      guard lower.value < upper.value else {
        throw ExpressionProblem(
          "found \(upper.token.text); expected a number above \(lower.token.text)",
          at: upper.token.range)
      }
      return percent(seed, above: lower.token.text, upTo: upper.token.text)
    }
    let comparison = comparison(among: [.lessOrEqual, .greater])
    guard let comparison else {
      throw unexpected(quoted: (seed == nil ? ["("] : []) + ["<=", ">", "between"])
    }
    advance()
    let limit = try readPercentage().token.text
    return comparison == .greater
      ? percent(seed, above: limit, upTo: nil) : percent(seed, above: nil, upTo: limit)
  }

  // MARK: Parts of rules

  private func comparison(among comparisons: [Comparison] = Comparison.allCases) -> Comparison? {
    guard token.kind == .symbol else { return nil }
    return comparisons.first { $0.rawValue == token.text }
  }

  private mutating func readComparison(
    among comparisons: [Comparison], hint: String? = nil
  ) throws(ExpressionProblem) -> Comparison {
    guard let comparison = comparison(among: comparisons) else {
      throw unexpected(quoted: comparisons.map(\.rawValue), hint: hint)
    }
    advance()
    return comparison
  }

  private mutating func readName() throws(ExpressionProblem) -> String {
    try expect("[")
    let name = try expectText().text
    try expect("]")
    return name
  }

  private mutating func readArguments() throws(ExpressionProblem) -> [String] {
    try expect("(")
    let texts = try readList()
    try expect(")")
    return texts
  }

  private mutating func readList(hint: String? = nil) throws(ExpressionProblem) -> [String] {
    try expect("[", hint: hint)
    var texts = [try expectText().text]
    while token.isWritten(",") {
      advance()
      texts.append(try expectText().text)
    }
    guard token.isWritten("]") else { throw unexpected(quoted: [",", "]"]) }
    advance()
    return texts
  }

  private mutating func readPercentage() throws(ExpressionProblem) -> (
    token: ExpressionToken, value: Double
  ) {
    let token = try expectNumber()
    guard !["+", "-"].contains(token.text.first), let value = Double(token.text), value <= 100
    else {
      throw ExpressionProblem(
        "found \(token.text); expected a number from 0 to 100", at: token.range)
    }
    return (token, value)
  }

  /// Splits a version into any number of parts. An empty text has none.
  private func versionParts(_ token: ExpressionToken) throws(ExpressionProblem) -> [Substring] {
    if token.text.isEmpty { return [] }
    let parts = token.text.split(separator: ".", omittingEmptySubsequences: false)
    guard Self.isVersion(parts) else { throw Self.notAVersion(token) }
    return parts
  }

  private static func isVersion(_ parts: [Substring]) -> Bool {
    parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { "0"..."9" ~= $0 }
    }
  }

  private static func notAVersion(_ token: ExpressionToken) -> ExpressionProblem {
    ExpressionProblem(
      "found '\(token.text)'; expected a version, such as '2.10.1'", at: token.range)
  }
}

// MARK: - Hints

/// Hints for operators of other languages, such as `device.country == 'DE'`.
extension ExpressionParser {
  private static let onlyNegativeOperator =
    "the only negated operator on strings is 'notContains'"

  /// The hint `device.country in ['DE']` for `==`. Nil unless the next operator is an equality or
  /// inequality. Called after the subject and perhaps a correct `in`.
  private func hint(forMembershipOf subject: String) -> String? {
    nextIsEquality.map {
      $0
        ? "write \(subject) in \(listOfNextText)"
        : "Firebase has no operator that excludes values of \(subject)"
    }
  }

  /// The hint for an operator such as `=`. Nil unless it is an equality or inequality.
  private func hint(forOperatorAfter value: String) -> String? {
    nextIsEquality.map {
      $0 ? "write \(value).exactlyMatches(\(listOfNextText))" : Self.onlyNegativeOperator
    }
  }

  /// The hint `.exactlyMatches(['pro'])` for `== 'pro'`, since Firebase compares numbers only. Nil
  /// without such a correction.
  private func hint(forComparisonOf value: String, _ comparison: Comparison) -> String? {
    guard token.kind == .text else {
      return comparison == .equal ? "compare strings with .exactlyMatches(['…'])" : nil
    }
    if comparison == .equal {
      return "write \(value).exactlyMatches(\(ExpressionText.list(token.text)))"
    }
    let parts = token.text.split(separator: ".", omittingEmptySubsequences: false)
    switch Self.isVersion(parts) ? parts.count : 0 {
    case 2...Self.maxSignalParts where value.hasPrefix("app.customSignal"):
      return "write version(\(value)) \(comparison.rawValue) \(ExpressionText.quoted(token.text))"
    case 1, 2: return "write \(value) \(comparison.rawValue) \(token.text)"
    default: return comparison == .notEqual ? Self.onlyNegativeOperator : nil
    }
  }

  /// Names the only negated operator, for words such as `notMatches`. Nil for other words and a
  /// misspelt `notContains`.
  private func hint(forTextOperator word: String) -> String? {
    let isMisspelled = nearestName(to: word, among: ["notContains"]) != nil
    return Self.isNegative(word) && !isMisspelled ? Self.onlyNegativeOperator : nil
  }

  /// The most similar word, as a hint. A word with “not” is similar only to words with “not”.
  func similarWord(to word: String, among words: [String]) -> String? {
    nearestName(to: word, among: words.filter { Self.isNegative($0) == Self.isNegative(word) })
      .map { "did you mean '\($0)'?" }
  }

  // MARK: Operators of other languages

  /// True if an equality operator follows, false for an inequality, else nil.
  private var nextIsEquality: Bool? {
    switch token.kind {
    case .text, .end: return true
    case .word: return Self.isEquality(token.text)
    case .symbol where ["==", "[", "(", "="].contains(token.text): return true
    case .symbol where ["!=", "!"].contains(token.text): return false
    case .symbol where token.text == "." && following.kind == .word:
      return Self.isEquality(following.text)
    case .symbol, .number, .unclosedText: return nil
    }
  }

  private static func isEquality(_ word: String) -> Bool? {
    isNegative(word) ? false : ["in", "equals", "exactlyMatches"].contains(word) ? true : nil
  }

  private static func isNegative(_ word: String) -> Bool { word.lowercased().contains("not") }

  private var listOfNextText: String {
    ExpressionText.list([token, following].first { $0.kind == .text }?.text ?? "…")
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool { "a"..."z" ~= self | 0x20 }
}
