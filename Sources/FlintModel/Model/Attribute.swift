/// A fact that only the app knows, such as a staff account.
public struct AttributeDeclaration: Hashable, Sendable {
  public let id: String
  public let name: String
  public let description: String?
  public let domain: AttributeDomain
  public let owner: Owner

  /// Nil if the default is unknown; never ``AttributeValue/unknown``.
  public package(set) var defaultValue: AttributeValue?

  /// Whether the value is never unknown, such as a compile flag's. A default exists.
  public let isAlwaysKnown: Bool

  public init(
    id: String, name: String? = nil, description: String? = nil, domain: AttributeDomain,
    owner: Owner = .developer, defaultValue: AttributeValue? = nil, alwaysKnown: Bool = false
  ) {
    self.id = id
    self.name = name ?? id
    self.description = description
    self.domain = domain
    self.owner = owner
    self.defaultValue = defaultValue
    isAlwaysKnown = alwaysKnown
  }

  /// The value in a state after setting it to `value`. Nil means unknown, or the default if the
  /// attribute is always known.
  package func value(setTo value: AttributeValue?) -> AttributeValue {
    value ?? (isAlwaysKnown ? declaredValue : .unknown)
  }
}

public enum AttributeDomain: Hashable, Sendable {
  case boolean

  /// One of the listed texts. The list is not empty, without duplicates.
  case choice([String])

  /// Any text but the empty one.
  case text

  /// From −2⁵³ to 2⁵³, which all JSON readers represent exactly.
  case integer
  case version
  case date

  /// Whether this is a value of the type. Always true for ``AttributeValue/unknown``.
  package func has(_ value: AttributeValue) -> Bool {
    switch (self, value) {
    case (_, .unknown), (.boolean, .boolean), (.version, .version), (.date, .date): true
    case (.choice(let values), .choice(let index)): values.indices.contains(index)
    case (.text, .text(let value)): !value.text.isEmpty
    case (.integer, .integer(let value)): Self.integers.contains(value)
    case (.boolean, _), (.choice, _), (.text, _), (.integer, _), (.version, _), (.date, _): false
    }
  }

  package static let integers: ClosedRange<Int64> = -(1 << 53)...(1 << 53)
}

public enum AttributeValue: Hashable, Sendable {
  case unknown
  case boolean(Bool)

  /// An index in ``AttributeDomain/choice(_:)``.
  case choice(Int)
  case text(ExactText)
  case integer(Int64)
  case version(InstalledVersion)
  case date(DateTime)
}

public struct AttributeRequirement: Hashable, Sendable {
  /// An index in ``Manifest/attributes``.
  public let attribute: Int

  public let accepted: Accepted

  public init(attribute: Int, accepted: Accepted) {
    self.attribute = attribute
    self.accepted = accepted
  }

  /// Whether the value satisfies the requirement. Only ages need the state's `date`.
  public func truth(of value: AttributeValue, at date: DateTime?) -> Ternary {
    accepted.truth(of: value, at: date)
  }
}

extension AttributeRequirement.Accepted {
  /// Only ages need the state's `date`.
  @inline(__always) package func truth(of value: AttributeValue, at date: DateTime?) -> Ternary {
    if value == .unknown { return .unknown }
    switch self {
    case .values(let required): return Ternary(required.contains(value))
    case .otherValues(let refused):
      // A value whose type differs from the attribute's is never accepted.
      let type = value.type
      return Ternary(refused.contains { $0.type == type } && !refused.contains(value))
    case .range(let range): return Ternary(range.contains(value))
    case .age(let range):
      guard case .date(let begin) = value else { return .no }
      guard let date else { return .unknown }
      return Ternary(range.contains(age: date.seconds - begin.seconds))
    case .pattern(let pattern):
      guard case .text(let text) = value else { return .no }
      return Ternary(pattern.matches(text))
    }
  }
}

/// An ``AttributeDomain`` without its choices.
package enum AttributeType: String, NamedCase {
  case boolean, choice, text, integer, version, date

  package enum Structure: Sendable {
    /// All values are listed; see ``AttributeDomain/listedValues(onFirst:)``.
    case listed

    /// Values are any texts, without an order.
    case texts

    /// Values have an order, so a range can be required.
    case ordered
  }

  private var properties: (structure: Structure, form: ScalarValue.Form) {
    switch self {
    case .boolean: (.listed, .truth)
    case .choice: (.listed, .string)
    case .text: (.texts, .string)
    case .integer: (.ordered, .number)
    case .version, .date: (.ordered, .string)
    }
  }

  package var structure: Structure { properties.structure }

  package var form: ScalarValue.Form { properties.form }

  package var isTextual: Bool { self == .choice || self == .text }
}

/// A value as in files: choices, versions and dates are text.
package enum ScalarValue: Hashable, Sendable {
  case null
  case truth(Bool)
  case number(Int64)
  case string(String)

  package enum Form: Sendable {
    case truth, number, string
  }

  /// Without quotes: `on`, `beta`, `3`, `unknown`.
  package var displayText: String {
    switch self {
    case .null: "unknown"
    case .truth(let isOn): isOn.switchWord
    case .number(let number): "\(number)"
    case .string(let text): text
    }
  }
}

extension AttributeDomain {
  package var type: AttributeType {
    switch self {
    case .boolean: .boolean
    case .choice: .choice
    case .text: .text
    case .integer: .integer
    case .version: .version
    case .date: .date
    }
  }

  package var choices: [String] { if case .choice(let texts) = self { texts } else { [] } }

  package init(_ type: AttributeType, choices: [String]) {
    switch type {
    case .boolean: self = .boolean
    case .choice: self = .choice(choices)
    case .text: self = .text
    case .integer: self = .integer
    case .version: self = .version
    case .date: self = .date
    }
  }

  /// All values of a Boolean or a choice; empty for other types.
  /// - Parameter onFirst: Whether true precedes false.
  package func listedValues(onFirst: Bool = false) -> [AttributeValue] {
    type == .boolean
      ? [.boolean(onFirst), .boolean(!onFirst)] : choices.indices.map { .choice($0) }
  }

  /// The value as in files. An index outside the type's choices gives null.
  package func scalar(of value: AttributeValue) -> ScalarValue {
    switch value {
    case .unknown: .null
    case .boolean(let isOn): .truth(isOn)
    case .choice(let index):
      if case .choice(let texts) = self { .string(texts[index]) } else { .null }
    case .text(let text): .string(text.text)
    case .integer(let number): .number(number)
    case .version(let version): .string(version.description)
    case .date(let date): .string(date.description)
    }
  }

  /// The value as in files, without quotes; `unknown` for the unknown value.
  package func text(of value: AttributeValue) -> String {
    if case .boolean(let isOn) = value { "\(isOn)" } else { scalar(of: value).displayText }
  }

  /// Whether types and choices are equal, choices by Unicode scalars and in order.
  package func isSame(as other: AttributeDomain) -> Bool {
    type == other.type && choices.elementsEqual(other.choices) { $0.isSame(as: $1) }
  }
}

extension AttributeValue {
  package var type: AttributeType? {
    switch self {
    case .unknown: nil
    case .boolean: .boolean
    case .choice: .choice
    case .text: .text
    case .integer: .integer
    case .version: .version
    case .date: .date
    }
  }
}

extension AttributeRequirement {
  /// The values that satisfy a requirement. Lists are in declared order, not empty, without
  /// duplicates.
  public enum Accepted: Hashable, Sendable {
    /// Any of these values; the list has exactly one for a Boolean.
    case values([AttributeValue])

    /// Any value but these.
    case otherValues([AttributeValue])
    case range(AttributeRange)

    /// The time since the attribute's date; negative before the date.
    indirect case age(Bounds<TimeSpan>)

    case pattern(TextPattern)

    public static func boolean(_ value: Bool) -> Accepted { .values([.boolean(value)]) }

    /// Accepts the choices with these indices in ``AttributeDomain/choice(_:)``.
    public static func choices(_ indices: [Int]) -> Accepted {
      .values(indices.map { .choice($0) })
    }

    public static func otherChoices(_ indices: [Int]) -> Accepted {
      .otherValues(indices.map { .choice($0) })
    }

    public static func texts(_ texts: [ExactText]) -> Accepted {
      .values(texts.map { .text($0) })
    }

    public static func otherTexts(_ texts: [ExactText]) -> Accepted {
      .otherValues(texts.map { .text($0) })
    }

    public static func integers(_ integers: [Int64]) -> Accepted {
      .values(integers.map { .integer($0) })
    }

    public static func integerRange(_ range: Bounds<Int64>) -> Accepted {
      .range(.integers(range))
    }

    public static func versions(_ range: VersionRange) -> Accepted { .range(.versions(range)) }
    public static func dates(_ range: DateRange) -> Accepted { .range(.dates(range)) }

    /// Listed values or a range's limits; empty for ages and patterns.
    package var namedValues: [AttributeValue] {
      switch self {
      case .values(let values), .otherValues(let values): values
      case .range(let range): range.limits
      case .age, .pattern: []
      }
    }

    package var pattern: TextPattern? {
      if case .pattern(let pattern) = self { pattern } else { nil }
    }

    package var versionRange: VersionRange? {
      if case .range(let range) = self { range.versions } else { nil }
    }

    package var dateRange: DateRange? {
      if case .range(let range) = self { range.dates } else { nil }
    }

    /// `below 14` for the range 14 to below 17; nil without a lower limit.
    package var belowRange: Accepted? {
      switch self {
      case .range(let range): range.atLeast.map { .range(.below($0)) }
      case .age(let range): range.atLeast.map { .age(.below($0)) }
      case .values, .otherValues, .pattern: nil
      }
    }

    /// `at least 17` for the range 14 to below 17; nil without an upper limit.
    package var aboveRange: Accepted? {
      switch self {
      case .range(let range): range.below.map { .range(.atLeast($0)) }
      case .age(let range): range.below.map { .age(.atLeast($0)) }
      case .values, .otherValues, .pattern: nil
      }
    }
  }
}

/// A range of integers, versions or dates.
public typealias AttributeRange = Bounds<AttributeValue>

extension AttributeRange {
  package static func integers(_ range: Bounds<Int64>) -> Self { range.map { .integer($0) } }
  package static func versions(_ range: VersionRange) -> Self {
    range.map { .version(.version($0)) }
  }
  package static func dates(_ range: DateRange) -> Self { range.map { .date($0) } }

  package var versions: VersionRange? {
    func version(_ value: AttributeValue?) -> Version? {
      if case .version(.version(let version)) = value { version } else { nil }
    }
    return VersionRange(atLeast: version(atLeast), below: version(below))
  }

  package var dates: DateRange? {
    func date(_ value: AttributeValue?) -> DateTime? {
      if case .date(let date) = value { date } else { nil }
    }
    return DateRange(atLeast: date(atLeast), below: date(below))
  }

  /// False for a value of another type.
  package func contains(_ value: AttributeValue) -> Bool {
    (atLeast ?? below)?.type == value.type && position(of: value) == .within
  }
}

extension AttributeValue: Comparable {
  /// False for values without an order, or of different types.
  public static func < (one: AttributeValue, other: AttributeValue) -> Bool {
    switch (one, other) {
    case (.integer(let one), .integer(let other)): one < other
    case (.version(let one), .version(let other)): one < other
    case (.date(let one), .date(let other)): one < other
    default: false
    }
  }
}

extension Bounds<TimeSpan> {
  package func contains(age seconds: Int64) -> Bool {
    if let atLeast, seconds < atLeast.seconds { return false }
    if let below, seconds >= below.seconds { return false }
    return true
  }
}
