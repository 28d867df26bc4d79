import FlintManifest
import FlintModel

struct RuleTranslator {
  /// A constant, requirements, or neither.
  enum Meaning {
    case constant(Bool)
    /// At least one.
    case all([Literal])
    case inexpressible
  }

  var attributes = AttributeTable()
  private var buckets = BucketTable()

  mutating func meaning(of rule: TargetingRule) -> Meaning {
    switch rule {
    case .constant(let value): .constant(value)
    // Manifests are for Apple platforms only, all of which Firebase calls 'ios'.
    case .system(let isEqual, let system): .constant((system == .ios) == isEqual)
    case .appID(let isEqual, let id): texts([id], of: .appID, isNegated: !isEqual)
    case .oneOf(let subject, let texts):
      self.texts(
        subject == .country ? texts.map(uppercasedASCII) : texts,
        of: AttributeTable.Subject(subject))
    case .version(let subject, let comparison, let version):
      self.version(comparison, version) { (range, translator) in
        switch subject {
        case .appVersion: .appVersion(range)
        case .appBuild: translator.requirement(.build, .versions(range))
        }
      }
    case .signalVersion(let name, let comparison, let version):
      self.version(comparison, version) { (range, translator) in
        translator.requirement(.customSignal(ExactText(name), .version), .versions(range))
      }
    case .text(let subject, let textOperator, let texts): text(subject, textOperator, texts)
    case .number(let value, let comparison, let number): self.number(value, comparison, number)
    case .date(let subject, let comparison, let date): self.date(subject, comparison, date)
    case .percent(let seed, let range): percent(seed, range)
    case .membership, .web: .inexpressible
    }
  }

  private mutating func requirement(
    _ subject: AttributeTable.Subject, _ accepted: AcceptedValues
  ) -> Requirement {
    .attribute(id: attributes.id(of: subject).id, accepted)
  }

  // MARK: Texts

  /// `inexpressible` with an empty text, which no manifest has.
  private mutating func texts(
    _ texts: [String], of subject: AttributeTable.Subject, isNegated: Bool = false
  ) -> Meaning {
    guard let distinct = distinct(texts) else { return .inexpressible }
    return .all([Literal(requirement(subject, .texts(distinct)), isNegated: isNegated)])
  }

  private mutating func text(
    _ subject: TextSubject, _ textOperator: TextOperator, _ texts: [String]
  ) -> Meaning {
    let attribute = AttributeTable.Subject(subject)
    switch textOperator {
    case .matches: return .inexpressible
    case .exactlyMatches: return self.texts(texts.map(trimmed), of: attribute)
    case .contains, .notContains:
      guard let distinct = distinct(texts) else { return .inexpressible }
      let requirement = requirement(attribute, .textsContaining(distinct))
      return .all([Literal(requirement, isNegated: textOperator == .notContains)])
    }
  }

  /// Nil with an empty text, which no manifest has.
  private func distinct(_ texts: [String]) -> [ExactText]? {
    var seen: Set<ExactText> = []
    let distinct = texts.map(ExactText.init).filter { seen.insert($0).inserted }
    return distinct.contains(ExactText("")) ? nil : distinct
  }

  private func trimmed(_ text: String) -> String {
    var scalars = text.unicodeScalars[...]
    while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars))
  }

  private func uppercasedASCII(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isLower = "a"..."z" ~= scalar
      scalars.append(isLower ? Unicode.Scalar(UInt8(scalar.value) - 0x20) : scalar)
    }
    return String(scalars)
  }

  // MARK: Versions

  /// Translates a comparison of a property, such as the app's version, with a version. `make` creates the requirement
  /// for a range of versions.
  private mutating func version(
    _ comparison: Comparison, _ version: TargetVersion,
    make: (VersionRange, inout RuleTranslator) -> Requirement
  ) -> Meaning {
    guard let version = version.version, let range = range(comparison, version) else {
      return .inexpressible
    }
    let requirement = make(range, &self)
    // The app's version is always known, and no version is below 0.
    if requirement == .appVersion(.below(0)) { return .constant(false) }
    if requirement == .appVersion(.atLeast(0)) { return .constant(true) }
    return .all([Literal(requirement, isNegated: comparison == .notEqual)])
  }

  /// Returns the range of versions that satisfy a comparison; for `!=` that of `==`. Nil if a limit is too large for a
  /// manifest.
  private func range(_ comparison: Comparison, _ version: Version) -> VersionRange? {
    switch comparison {
    case .less: .below(version)
    case .greaterOrEqual: .atLeast(version)
    case .lessOrEqual: version.next.map { .below($0) }
    case .greater: version.next.map { .atLeast($0) }
    case .equal, .notEqual: version.next.flatMap { VersionRange(atLeast: version, below: $0) }
    }
  }

  // MARK: Numbers

  private mutating func number(
    _ value: NamedValue, _ comparison: Comparison, _ number: DecimalNumber
  ) -> Meaning {
    guard let accepted = integers(comparison, number) else { return .inexpressible }
    let requirement = requirement(AttributeTable.Subject(value, .integer), accepted)
    return .all([Literal(requirement, isNegated: comparison == .notEqual)])
  }

  /// Returns the integers that satisfy a comparison; for `!=` those of `==`. Nil for a number with a fraction, because
  /// the property may have one, too, and for one that is too large for a manifest.
  private func integers(_ comparison: Comparison, _ number: DecimalNumber) -> AcceptedValues? {
    guard let integer = number.integer, AttributeDomain.integers.contains(integer) else {
      return nil
    }
    let next = AttributeDomain.integers.contains(integer + 1) ? integer + 1 : nil
    return switch comparison {
    case .less: .integers(.below(integer))
    case .greaterOrEqual: .integers(.atLeast(integer))
    case .lessOrEqual: next.map { .integers(.below($0)) }
    case .greater: next.map { .integers(.atLeast($0)) }
    case .equal, .notEqual: .integer(integer)
    }
  }

  // MARK: Dates

  private mutating func date(
    _ subject: DateSubject, _ comparison: Comparison, _ date: TargetDate
  ) -> Meaning {
    guard let range = dates(comparison, date.seconds) else { return .inexpressible }
    switch subject {
    case .now: return .all([Literal(.date(range))])
    case .firstOpen: return .all([Literal(requirement(.firstOpen, .dates(range)))])
    }
  }

  /// Nil if no manifest has the date.
  private func dates(_ comparison: Comparison, _ seconds: Int64) -> DateRange? {
    switch comparison {
    case .less: DateTime(seconds: seconds).map { .below($0) }
    case .greaterOrEqual: DateTime(seconds: seconds).map { .atLeast($0) }
    case .lessOrEqual: DateTime(seconds: seconds + 1).map { .below($0) }
    case .greater: DateTime(seconds: seconds + 1).map { .atLeast($0) }
    // The parser accepts neither `==` nor `!=` for dates.
    case .equal, .notEqual: nil
    }
  }

  // MARK: Percentages

  private mutating func percent(_ seed: String?, _ range: PercentRange) -> Meaning {
    let bounds: (low: DecimalNumber?, high: DecimalNumber?) =
      switch range {
      case .upTo(let high): (nil, high)
      case .above(let low): (low, nil)
      case .between(let low, let high): (low, high)
      }
    func percent(_ number: DecimalNumber) -> Percent? {
      number.tenThousandths.flatMap { Percent(tenThousandths: $0) }
    }
    let low = bounds.low.map(percent) ?? .zero
    let high = bounds.high.map(percent) ?? .hundred
    guard let low, let high else { return .inexpressible }
    // Every position is at least 0 and below 100.
    if low == .hundred || high == .zero { return .constant(false) }
    if low == .zero, high == .hundred { return .constant(true) }
    let bucket = buckets.bucket(ofSeed: seed)
    let below = high == .hundred ? [] : [Literal(.rollout(high, bucket: bucket))]
    let notBelow =
      low == .zero ? [] : [Literal(.rollout(low, bucket: bucket), isNegated: true)]
    return .all(below + notBelow)
  }
}
