/// A Remote Config rule's requirement, where a manifest can express it.
enum RuleMeaning {
  case constant(Bool)
  /// All of these constraints, or their negations where negated; at least one.
  case all([(constraint: Constraint, isNegated: Bool)])
  case inexpressible

  static func one(_ constraint: Constraint, isNegated: Bool = false) -> RuleMeaning {
    .all([(constraint, isNegated)])
  }
}

enum RuleSubject {
  case device(DeviceFact)
  case attribute(id: String, name: String, AttributeType)

  static func attribute(_ id: String, _ type: AttributeType) -> RuleSubject {
    .attribute(id: id, name: id, type)
  }

  /// The attribute of a user property or custom signal. Its id ends in the type, as in
  /// `user.NAME.number`, except for texts.
  static func value(_ prefix: String, _ name: String, _ type: AttributeType) -> RuleSubject {
    let suffix = type == .integer ? ".number" : type == .version ? ".version" : ""
    return .attribute(
      id: "\(prefix).\(Slug.of(name))\(suffix)", name: "\(prefix).\(name)\(suffix)", type)
  }
}

extension ExpressionParser {
  // MARK: Texts

  /// Requires one of these texts. ``RuleMeaning/inexpressible`` with an empty text, which no
  /// manifest can have.
  func texts(
    _ texts: [String], of subject: RuleSubject, isNegated: Bool = false
  ) -> RuleMeaning {
    guard let distinct = distinct(texts) else { return .inexpressible }
    return .one(builder.requirement(on: subject, .texts(distinct)), isNegated: isNegated)
  }

  /// The texts without duplicates. Nil if one is empty, which no manifest can have.
  func distinct(_ texts: [String]) -> [ExactText]? {
    let distinct = texts.map(ExactText.init).distinctElements
    return distinct.contains(ExactText("")) ? nil : distinct
  }

  func trimmed(_ text: String) -> String {
    var scalars = text.unicodeScalars[...]
    while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars))
  }

  func uppercasedASCII(_ text: String) -> String {
    String(
      decoding: text.utf8.map { "a"..."z" ~= $0 ? $0 - 0x20 : $0 },
      as: UTF8.self)
  }

  // MARK: Comparisons

  /// - Parameters:
  ///   - value: Nil if a manifest cannot have it.
  ///   - next: The value after `value`; nil if a manifest cannot have it.
  func compare(
    _ subject: RuleSubject, _ comparison: Comparison, _ value: AttributeValue?,
    next: AttributeValue?
  ) -> RuleMeaning {
    let range: AttributeRange? =
      switch comparison {
      case .less: value.map { .below($0) }
      case .lessOrEqual: next.map { .below($0) }
      case .greater: next.map { .atLeast($0) }
      case .greaterOrEqual: value.map { .atLeast($0) }
      case .equal, .notEqual: versions(from: value, to: next).map { .versions($0) }
      }
    var accepted = range.map { AttributeRequirement.Accepted.range($0) }
    if comparison == .equal || comparison == .notEqual, case .integer(let number)? = value {
      accepted = .integers([number])
    }
    guard let accepted else { return .inexpressible }
    return .one(builder.requirement(on: subject, accepted), isNegated: comparison == .notEqual)
  }

  private func versions(from low: AttributeValue?, to high: AttributeValue?) -> VersionRange? {
    guard case .version(.version(let low))? = low, case .version(.version(let high))? = high else {
      return nil
    }
    return VersionRange(atLeast: low, below: high)
  }

  func compare(
    _ subject: RuleSubject, _ comparison: Comparison, _ parts: [Substring]
  ) -> RuleMeaning {
    let version = Self.version(parts)
    return compare(
      subject, comparison, version.map { .version(.version($0)) },
      next: version?.next.map { .version(.version($0)) })
  }

  /// The version with these parts. Nil without parts, for more than three except zeros at the end,
  /// and for a part too large for a manifest.
  static func version(_ parts: [Substring]) -> Version? {
    let numbers = parts.compactMap { Int32($0) }
    guard numbers.count == parts.count, numbers.dropFirst(3).allSatisfy({ $0 == 0 }) else {
      return nil
    }
    return Version(numbers.prefix(3).map { "\($0)" }.joined(separator: "."))
  }

  /// Requires an integer for which the comparison holds. ``RuleMeaning/inexpressible`` for fractions,
  /// which Firebase's values may be, and for numbers too large for a manifest.
  func compare(
    _ subject: RuleSubject, _ comparison: Comparison, number: String
  ) -> RuleMeaning {
    let integers = AttributeDomain.integers
    guard let integer = Int64(Self.plain(number)), integers.contains(integer) else {
      return .inexpressible
    }
    return compare(
      subject, comparison, .integer(integer),
      next: integers.contains(integer + 1) ? .integer(integer + 1) : nil)
  }

  // MARK: Dates

  /// The date in seconds since 1970. It can be outside the dates that a manifest can have.
  func seconds(
    of date: ExpressionToken, _ zone: ExpressionToken?
  ) throws(ExpressionProblem) -> Int64 {
    // A time without a zone is in GMT. It may end with `Z`.
    let isGMT = zone == nil && date.text.hasSuffix("Z")
    let text = date.text.contains("T") && !isGMT ? date.text + "Z" : date.text
    guard let local = Self.seconds(text) else {
      throw ExpressionProblem(
        "found '\(date.text)'; expected a date",
        hint: "write dates such as '2026-12-01T09:00:00'; the time zone is a separate argument",
        at: date.range)
    }
    guard let zone else { return local }
    if let seconds = timeZones.universalTime(ofLocal: local, in: zone.text) { return seconds }
    throw timeZones.areInstalled
      ? ExpressionProblem(
        "time zone '\(zone.text)' is unknown", hint: "use an IANA name, such as 'Europe/Paris'",
        at: zone.range)
      : ExpressionProblem(
        "time zone '\(zone.text)' cannot be resolved: this machine has no time zone data",
        hint: "install the package 'tzdata', or set TZDIR to a folder of compiled time zones",
        at: zone.range)
  }

  /// Seconds since 1970, negative before. Computes years before 1970 from those 2000 years later,
  /// because the calendar repeats every 400 years.
  static func seconds(_ text: String) -> Int64? {
    if let date = DateTime(text) { return date.seconds }
    guard text.first != "+", let year = Int(text.prefix(4)), 1..<1970 ~= year,
      let later = DateTime("\(year + 2000)\(text.dropFirst(4))")
    else { return nil }
    return later.seconds - 5 * 146_097 * 86_400
  }

  // MARK: Percentages

  func percent(_ seed: String?, above low: String?, upTo high: String?) -> RuleMeaning {
    guard let low = Percent(Self.plain(low ?? "0")), let high = Percent(Self.plain(high ?? "100"))
    else { return .inexpressible }
    // Every position is at least 0 and below 100.
    if low == .hundred || high == .zero { return .constant(false) }
    if low == .zero, high == .hundred { return .constant(true) }
    let bucket = builder.bucket(ofSeed: seed)
    func rollout(_ percent: Percent) -> Constraint {
      .rollout(RolloutRequirement(percent: percent, bucket: bucket))
    }
    return .all(
      (high == .hundred ? [] : [(rollout(high), false)])
        + (low == .zero ? [] : [(rollout(low), true)]))
  }

  /// `-1.5` for `-01.50`: a number without zeros at its beginning, and at the end of its fraction.
  private static func plain(_ number: String) -> String {
    let parts = number.drop { $0 == "-" || $0 == "+" }.split(separator: ".")
    let whole = parts[0].drop { $0 == "0" }
    var fraction = parts.count > 1 ? parts[1] : ""
    while fraction.last == "0" { fraction.removeLast() }
    return (number.hasPrefix("-") ? "-" : "") + (whole.isEmpty ? "0" : whole)
      + (fraction.isEmpty ? "" : "." + fraction)
  }
}
