import FlintText

private enum FirstWord: String, CaseIterable {
  case device, app, version, dateTime, percent, firstOpenTimestamp, firebaseInstallationId
  case `true`, `false`
}

private enum DeviceWord: String, CaseIterable {
  case os, country, language
}

private enum AppWord: String, CaseIterable {
  case id, version, build, userProperty, customSignal, audiences, importedSegments
  case firebaseInstallationId, firstOpenTimestamp, operatingSystemAndVersion, browserAndVersion
}

extension ExpressionParser {
  /// Afterwards, ``token`` follows the rule.
  mutating func readRule() throws(ExpressionProblem) -> TargetingRule {
    guard case .word(let text) = token.kind else {
      throw unexpected(expecting: .rule, .symbol(.not), .symbol(.openParenthesis))
    }
    guard let word = FirstWord(rawValue: text) else {
      throw unexpected(expecting: [.rule], hint: hint(forFirstWord: text))
    }
    advance()
    switch word {
    case .true: return .constant(true)
    case .false: return .constant(false)
    case .device: return try readDeviceRule()
    case .app: return try readAppRule()
    case .version: return try readSignalVersion()
    case .dateTime: return try readDate(.now)
    case .firstOpenTimestamp: return try readDate(.firstOpen)
    case .firebaseInstallationId: return try readMembership(of: .installation)
    case .percent: return try readPercent()
    }
  }

  private func hint(forFirstWord text: String) -> String? {
    if AppWord(rawValue: text) != nil { return "write app.\(text)" }
    if DeviceWord(rawValue: text) != nil { return "write device.\(text)" }
    if text == "user" { return "write user properties as app.userProperty['NAME']" }
    return nearestName(to: text, among: FirstWord.allCases.map(\.rawValue))
      .map { "did you mean '\($0)'?" }
  }

  private mutating func readDeviceRule() throws(ExpressionProblem) -> TargetingRule {
    try expect(.dot)
    let word = try expectWord(DeviceWord.self) {
      $0 == "dateTime" ? "write dateTime without 'device.'" : nil
    }
    switch word {
    case .os:
      let isEqual = try readEquality(of: "device.os")
      let (text, range) = try expectText()
      guard let system = TargetSystem(rawValue: text) else {
        throw ExpressionProblem(fact: .unknownSystem(text), range: range)
      }
      return .system(isEqual: isEqual, system)
    case .country: return try readMembership(of: .country)
    case .language: return try readMembership(of: .language)
    }
  }

  private mutating func readAppRule() throws(ExpressionProblem) -> TargetingRule {
    try expect(.dot)
    let word = try expectWord(AppWord.self) { text in
      text == "instanceId" ? "write app.firebaseInstallationId for installations" : nil
    }
    switch word {
    case .id:
      let isEqual = try readEquality(of: "app.id")
      return .appID(isEqual: isEqual, try expectText().text)
    case .version: return try readVersionRule(.appVersion)
    case .build: return try readVersionRule(.appBuild)
    case .userProperty: return try readValueRule(.userProperty)
    case .customSignal: return try readValueRule(.customSignal)
    case .audiences: return try readMembers(.audiences)
    case .importedSegments: return try readMembers(.importedSegments)
    case .firebaseInstallationId: return try readMembership(of: .installation)
    case .firstOpenTimestamp: return try readDate(.firstOpen)
    case .operatingSystemAndVersion: return try readWebRule(.operatingSystem)
    case .browserAndVersion: return try readWebRule(.browser)
    }
  }

  // MARK: Rules

  private mutating func readEquality(of subject: String) throws(ExpressionProblem) -> Bool {
    let hint = "compare \(subject) with '==' or '!='"
    return try readComparison(among: [.equal, .notEqual], hint: hint) == .equal
  }

  private mutating func readMembership(
    of subject: ListSubject
  ) throws(ExpressionProblem) -> TargetingRule {
    guard token.isWord("in") else {
      throw unexpected(expecting: [.word("in")], hint: hint(forMembershipOf: subject))
    }
    advance()
    return .oneOf(subject, try readList(hint: hint(forMembershipOf: subject)))
  }

  private mutating func readVersionRule(
    _ subject: VersionSubject
  ) throws(ExpressionProblem) -> TargetingRule {
    try expect(.dot, hint: hint(forComparisonOf: subject))
    if let comparison = comparison(among: Comparison.all) {
      advance()
      try expect(.openParenthesis)
      try expect(.openBracket)
      let (text, range) = try expectText()
      guard let version = TargetVersion(text) else {
        throw ExpressionProblem(fact: .notAVersion(text), range: range)
      }
      try expect(.closeBracket)
      try expect(.closeParenthesis)
      return .version(subject, comparison, version)
    }
    return try readTextRule(.version(subject), or: Comparison.all)
  }

  private func hint(forComparisonOf subject: VersionSubject) -> String? {
    guard let comparison = comparison(among: Comparison.all) else { return nil }
    let version: String
    switch following.kind {
    case .text(let text): version = ExpressionText.list([text])
    case .number(let digits): version = ExpressionText.list([digits])
    case .word, .symbol, .unclosedText, .unknown, .end: version = "['…']"
    }
    return "write \(subject.rawValue).\(comparison.rawValue)(\(version))"
  }

  private mutating func readValueRule(
    _ kind: NamedValue.Kind
  ) throws(ExpressionProblem) -> TargetingRule {
    let value = NamedValue(kind: kind, name: try readName())
    if token.isSymbol(.dot) {
      advance()
      return try readTextRule(.value(value))
    }
    guard let comparison = comparison(among: Comparison.all) else {
      throw unexpected(
        expecting: [.symbol(.dot)] + Comparison.all.map(\.expected),
        hint: hint(forOperatorAfter: value))
    }
    advance()
    let hint = hint(forComparisonOf: value, comparison)
    return .number(value, comparison, try expectNumber(hint: hint).number)
  }

  private mutating func readSignalVersion() throws(ExpressionProblem) -> TargetingRule {
    try expect(.openParenthesis)
    try expect("app")
    try expect(.dot)
    try expect("customSignal")
    let name = try readName()
    try expect(.closeParenthesis)
    let comparison = try readComparison(among: Comparison.all)
    let (text, range) = try expectText()
    guard !text.isEmpty, let version = TargetVersion(text) else {
      throw ExpressionProblem(fact: .notAVersion(text), range: range)
    }
    guard version.parts.count <= TargetVersion.maxSignalParts else {
      throw ExpressionProblem(fact: .tooManyVersionParts(text), range: range)
    }
    return .signalVersion(name: name, comparison, version)
  }

  /// - Parameter comparisons: Also accepted here, for the message.
  private mutating func readTextRule(
    _ subject: TextSubject, or comparisons: [Comparison] = []
  ) throws(ExpressionProblem) -> TargetingRule {
    guard case .word = token.kind else {
      throw unexpected(
        expecting: TextOperator.allCases.map { .word($0.rawValue) } + comparisons.map(\.expected))
    }
    let textOperator = try expectWord(TextOperator.self, hint: hint(forTextOperator:))
    return .text(subject, textOperator, try readArguments())
  }

  private mutating func readMembers(
    _ subject: MembershipSubject
  ) throws(ExpressionProblem) -> TargetingRule {
    try expect(.dot)
    let membership = try expectWord(MembershipOperator.self)
    return .membership(subject, membership, try readArguments())
  }

  private mutating func readWebRule(
    _ subject: WebSubject
  ) throws(ExpressionProblem) -> TargetingRule {
    try expect(.dot)
    guard case .word(let method) = token.kind,
      method.utf8.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 })
    else { throw unexpected(expecting: .word("inAtLeastOne")) }
    advance()
    return .web(subject, method: method, try readArguments())
  }

  private mutating func readDate(_ subject: DateSubject) throws(ExpressionProblem) -> TargetingRule
  {
    let comparison = try readComparison(among: Comparison.ordering)
    switch subject {
    case .now: try expect("dateTime")
    case .firstOpen: if token.isWord("dateTime") { advance() }
    }
    try expect(.openParenthesis)
    let date = try expectText()
    var zone: (text: String, range: Range<Int>)?
    if token.isSymbol(.comma) {
      advance()
      zone = try expectText()
    }
    guard token.isSymbol(.closeParenthesis) else {
      throw unexpected(
        expecting: (zone == nil ? [.symbol(.comma)] : []) + [.symbol(.closeParenthesis)])
    }
    advance()
    return .date(subject, comparison, try moment(date, zone))
  }

  private mutating func readPercent() throws(ExpressionProblem) -> TargetingRule {
    var seed: String?
    if token.isSymbol(.openParenthesis) {
      advance()
      seed = try expectText().text
      try expect(.closeParenthesis)
    }
    if token.isWord("between") {
      advance()
      let lower = try readPercentage()
      try expect("and")
      let range = token.range
      let upper = try readPercentage()
      guard lower.isBelow(upper) else {
        throw ExpressionProblem(
          fact: .emptyInterval(lower: lower.text, upper: upper.text), range: range)
      }
      return .percent(seed: seed, .between(lower, upper))
    }
    switch comparison(among: [.lessOrEqual, .greater]) {
    case .lessOrEqual:
      advance()
      return .percent(seed: seed, .upTo(try readPercentage()))
    case .greater:
      advance()
      return .percent(seed: seed, .above(try readPercentage()))
    case .less, .greaterOrEqual, .equal, .notEqual, nil:
      var expected: [ExpectedToken] = [.symbol(.lessOrEqual), .symbol(.greater), .word("between")]
      if seed == nil { expected.insert(.symbol(.openParenthesis), at: 0) }
      throw unexpected(expecting: expected)
    }
  }

  // MARK: Parts of rules

  private func comparison(among comparisons: [Comparison]) -> Comparison? {
    guard case .symbol(let symbol) = token.kind,
      let comparison = Comparison(rawValue: symbol.rawValue), comparisons.contains(comparison)
    else { return nil }
    return comparison
  }

  private mutating func readComparison(
    among comparisons: [Comparison], hint: String? = nil
  ) throws(ExpressionProblem) -> Comparison {
    guard let comparison = comparison(among: comparisons) else {
      throw unexpected(expecting: comparisons.map(\.expected), hint: hint)
    }
    advance()
    return comparison
  }

  private mutating func readName() throws(ExpressionProblem) -> String {
    try expect(.openBracket)
    let name = try expectText().text
    try expect(.closeBracket)
    return name
  }

  private mutating func readArguments() throws(ExpressionProblem) -> [String] {
    try expect(.openParenthesis)
    let texts = try readList()
    try expect(.closeParenthesis)
    return texts
  }

  private mutating func readList(hint: String? = nil) throws(ExpressionProblem) -> [String] {
    try expect(.openBracket, hint: hint)
    var texts = [try expectText().text]
    while token.isSymbol(.comma) {
      advance()
      texts.append(try expectText().text)
    }
    guard token.isSymbol(.closeBracket) else {
      throw unexpected(expecting: .symbol(.comma), .symbol(.closeBracket))
    }
    advance()
    return texts
  }

  private mutating func readPercentage() throws(ExpressionProblem) -> DecimalNumber {
    let (number, range) = try expectNumber()
    guard number.text.utf8.first.map({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) ?? false,
      !DecimalNumber.hundred.isBelow(number)
    else { throw ExpressionProblem(fact: .notAPercentage(number.text), range: range) }
    return number
  }

  private func moment(
    _ date: (text: String, range: Range<Int>), _ zone: (text: String, range: Range<Int>)?
  ) throws(ExpressionProblem) -> TargetDate {
    // A time without a zone is in GMT. It may end with `Z`.
    let isGMT = zone == nil && date.text.contains("T") && date.text.hasSuffix("Z")
    guard let local = LocalTime(isGMT ? String(date.text.dropLast()) : date.text) else {
      throw ExpressionProblem(fact: .notADate(date.text), range: date.range)
    }
    guard let zone else {
      return TargetDate(text: date.text, zone: nil, seconds: local.seconds)
    }
    do throws(TimeZoneProblem) {
      let table = try timeZones.table(named: zone.text)
      return TargetDate(
        text: date.text, zone: zone.text, seconds: table.universalTime(ofLocal: local.seconds))
    } catch {
      let fact: ExpressionProblem.Fact =
        switch error {
        case .unknown: .unknownTimeZone(zone.text)
        case .noData: .noTimeZoneData(zone.text)
        }
      throw ExpressionProblem(fact: fact, range: zone.range)
    }
  }
}

extension Comparison {
  fileprivate var expected: ExpectedToken {
    ExpressionSymbol(rawValue: rawValue).map { .symbol($0) } ?? .word(rawValue)
  }
}

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
