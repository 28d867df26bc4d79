import FlintCore
import FlintText

/// What `attributes` of constraints, conditions and states may refer to.
struct DeclaredAttributes {
  var names = NameIndex()
  /// By number; nil where the declaration could not be read, so that nothing follows from it.
  var domains: [Domain?] = []

  enum Domain {
    case boolean
    case choice(NameIndex)
    case text
    case integer
    case version
    case date

    init(_ domain: AttributeDomain) {
      switch domain {
      case .boolean: self = .boolean
      case .choice(let values): self = .choice(NameIndex(values))
      case .text: self = .text
      case .integer: self = .integer
      case .version: self = .version
      case .date: self = .date
      }
    }

    var declared: AttributeDomain {
      switch self {
      case .boolean: .boolean
      case .choice(let values): .choice(values.names)
      case .text: .text
      case .integer: .integer
      case .version: .version
      case .date: .date
      }
    }

    var type: AttributeType { declared.type }
  }
}

extension InputProblems {
  /// `attributes` of constraints or of a condition.
  mutating func attributeRequirements(
    _ value: JSONValue, _ attributes: DeclaredAttributes
  ) -> [AttributeRequirement] {
    guard isObject(value, "'attributes'") else { return [] }
    var requirements: [AttributeRequirement] = []
    requirements.reserveCapacity(value.count)
    for (key, required) in value.members {
      guard let attribute = index(of: key, in: attributes.names, .attribute),
        let domain = attributes.domains[attribute],
        let accepted = accepted(required, domain)
      else { continue }
      requirements.append(AttributeRequirement(attribute: attribute, accepted: accepted))
    }
    return requirements
  }

  private mutating func accepted(
    _ value: JSONValue, _ domain: DeclaredAttributes.Domain
  ) -> AttributeRequirement.Accepted? {
    switch domain {
    case .boolean: return bool(value, "a boolean attribute").map { .boolean($0) }
    case .choice(let values):
      return valuesOrOthers(value, "a choice", .choices) { problems, element in
        guard problems.expect(.string, element, "a choice", as: .choice) else { return nil }
        return problems.choice(element, values).map { .choice($0) }
      }
    case .text:
      return valuesOrOthers(value, "a text attribute", .texts) { problems, element in
        problems.nonEmptyText(element, "a text attribute").map { .text(ExactText($0)) }
      }
    case .integer:
      if value.kind == .array {
        return valueList(value, "the list of required values") {
          $0.attributeInteger($1, "an integer attribute").map { .integer($0) }
        }.map { .values($0) }
      }
      guard value.kind == .object || value.kind == .number else {
        add(
          .wrongType(subject: "an integer attribute", found: value.kind, expected: .integers),
          at: value)
        return nil
      }
      return integerRange(value, "an integer attribute").map { .integerRange($0) }
    case .version: return versionRange(value, "a version attribute").map { .versions($0) }
    case .date:
      if let age = value.member("ago") { return requiredAge(age, in: value).map { .age($0) } }
      return dateRange(value, "a date attribute").map { .dates($0) }
    }
  }

  private mutating func requiredAge(_ age: JSONValue, in value: JSONValue) -> Bounds<TimeSpan>? {
    for (key, _) in value.members where RequiredKey(key: key) != .ago {
      if RangeKey(key: key) != nil {
        add(.unexpectedKey(key.string ?? "", reason: .besides("ago")), at: key)
      } else {
        unknownKey(key, in: "a date attribute", allowed: [RequiredKey.ago])
      }
    }
    return ageRange(age, "'ago'")
  }

  /// One value, a list of values, or those that will not do.
  private mutating func valuesOrOthers(
    _ value: JSONValue, _ subject: String, _ expected: InputProblem.Expected,
    _ read: (inout InputProblems, JSONValue) -> AttributeValue?
  ) -> AttributeRequirement.Accepted? {
    switch value.kind {
    case .string: return read(&self, value).map { .values([$0]) }
    case .array: return valueList(value, "the list of required values", read).map { .values($0) }
    case .object:
      var refused: JSONValue?
      for (key, member) in value.members {
        if RequiredKey(key: key) == .notIn {
          refused = member
        } else {
          unknownKey(key, in: subject, allowed: [RequiredKey.notIn])
        }
      }
      guard let refused else {
        missingKey(RequiredKey.notIn, in: subject, of: value)
        return nil
      }
      guard isArray(refused, "'notIn'") else { return nil }
      return valueList(refused, "'notIn'", read).map { .otherValues($0) }
    case .number, .bool, .null:
      add(.wrongType(subject: subject, found: value.kind, expected: expected), at: value)
      return nil
    }
  }

  /// Values, at least one and none twice.
  private mutating func valueList(
    _ list: JSONValue, _ subject: String,
    _ read: (inout InputProblems, JSONValue) -> AttributeValue?
  ) -> [AttributeValue]? {
    if list.count == 0 {
      add(.empty(subject: subject), at: list)
      return nil
    }
    var values = DistinctList<AttributeValue>()
    for element in list.elements {
      guard let value = read(&self, element) else { continue }
      if !values.append(value) {
        let name = element.string ?? element.source
        let list = subject == "'notIn'" ? subject : "the required values"
        add(.duplicateValue(name, in: list), at: element)
      }
    }
    return values.elements.isEmpty ? nil : values.elements
  }

  /// The number of a declared value that a string names.
  mutating func choice(_ value: JSONValue, _ values: NameIndex) -> Int? {
    if let choice = values.index(of: value) { return choice }
    let text = value.string ?? ""
    let names = values.names
    add(
      .unknownValue(text, of: "value", allowed: names, nearest: nearest(to: text, among: names)),
      at: value)
    return nil
  }

  /// A value of an attribute in a state or as a default; null, which only a state gives, is none.
  mutating func attributeValue(
    _ value: JSONValue, _ domain: DeclaredAttributes.Domain, inState: Bool
  ) -> AttributeValue? {
    if inState, !domain.takes(value.kind) {
      let subject = "\(domain.type.article) \(domain.type.name) attribute"
      add(
        .wrongType(subject: subject, found: value.kind, expected: .orNull(domain.type)), at: value)
      return nil
    }
    switch domain {
    case .boolean: return bool(value, "a boolean attribute").map { .boolean($0) }
    case .choice(let values):
      guard expect(.string, value, "a choice", as: .choice) else { return nil }
      return choice(value, values).map { .choice($0) }
    case .text: return nonEmptyText(value, "a text attribute").map { .text(ExactText($0)) }
    case .integer: return attributeInteger(value, "an integer attribute").map { .integer($0) }
    case .version:
      return inState
        ? installedVersion(value, "a version attribute").map { .version($0) }
        : version(value, "a version attribute").map { .version(.version($0)) }
    case .date: return date(value, "a date attribute").map { .date($0) }
    }
  }
}

extension DeclaredAttributes.Domain {
  /// Whether a value of the attribute can be of that kind.
  fileprivate func takes(_ kind: JSONKind) -> Bool {
    switch self {
    case .boolean: kind == .bool
    case .choice, .text, .date: kind == .string
    case .integer: kind == .number
    case .version: kind == .string || kind == .number
    }
  }
}

extension AttributeType {
  fileprivate var article: String { self == .integer ? "an" : "a" }
}
