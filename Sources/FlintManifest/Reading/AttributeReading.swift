struct DeclaredAttributes {
  var names = NameIndex()
  /// Nil for an attribute with an error, whose uses are not checked.
  var domains: [Domain?] = []

  struct Domain {
    let type: AttributeType

    /// The values of a `choice` attribute; nil for other types.
    let choices: NameIndex?

    /// Whether a state cannot have null, because the value is always known.
    var isAlwaysKnown = false
    var isOfDevice = false

    /// The words in messages: `an integer attribute`.
    let subject: String

    init(type: AttributeType, choices: NameIndex? = nil) {
      (self.type, self.choices, subject) = (type, choices, type.subject)
    }

    init(_ attribute: AttributeDeclaration) {
      let domain = attribute.domain
      self.init(
        type: domain.type, choices: domain.type == .choice ? NameIndex(domain.choices) : nil)
      isAlwaysKnown = attribute.isAlwaysKnown
    }

    init(_ fact: DeviceFact) {
      isOfDevice = true
      (type, choices, subject) = (fact.domain.type, nil, "'\(fact.key)'")
    }

    var declared: AttributeDomain { AttributeDomain(type, choices: choices?.names ?? []) }
  }
}

extension DeclaredAttributes {
  fileprivate func object(meantBy value: JSONValue) -> String? {
    guard value.shortSource != nil else { return nil }
    let elements = value.kind == .array ? Array(value.elements) : [value]
    if elements.count == 1, elements[0].kind == .object { return elements[0].source }
    guard !elements.isEmpty, elements.allSatisfy({ $0.kind == .string }) else { return nil }
    return "{ " + elements.map { "\($0.source): \(example(of: $0))" }.joined(separator: ", ") + " }"
  }

  /// JSON of one value of the attribute: `true`, its first choice, or `…`.
  func example(of attribute: JSONValue) -> String {
    guard let domain = names.index(of: attribute).flatMap({ domains[$0] }) else { return "…" }
    if domain.type == .boolean { return "true" }
    return domain.choices?.names.first.map { JSONText.quoted($0) } ?? "…"
  }
}

extension InputProblems {
  /// Reads `{ "country": ["DE", "AT"] }`.
  mutating func attributeRequirements(
    _ value: JSONValue, _ attributes: DeclaredAttributes
  ) -> [AttributeRequirement] {
    guard value.kind == .object else {
      addWrongType(
        value, "'attributes'", "an object", write: attributes.object(meantBy: value))
      return []
    }
    var requirements: [AttributeRequirement] = []
    for (key, required) in value.members {
      guard let attribute = index(of: key, in: attributes.names, .attribute),
        let domain = attributes.domains[attribute],
        let accepted = accepted(required, domain)
      else { continue }
      requirements.append(AttributeRequirement(attribute: attribute, accepted: accepted))
    }
    return requirements
  }

  mutating func requirement(on fact: DeviceFact, _ value: JSONValue) -> DeviceRequirement? {
    let domain = DeclaredAttributes.Domain(fact)
    // A range of dates is read here, because only a requirement on an attribute can limit the age of a date.
    let accepted =
      domain.type.structure == .ordered
      ? range(value, of: domain.type, domain.subject).map { .range($0) } : accepted(value, domain)
    return accepted.map { DeviceRequirement(fact, $0) }
  }

  private mutating func accepted(
    _ value: JSONValue, _ domain: DeclaredAttributes.Domain
  ) -> AttributeRequirement.Accepted? {
    if domain.type != .text {
      let before = found.count
      for (key, _) in value.members where Part(key: key) != nil {
        add(
          .unexpectedKey,
          "'\(key.string ?? "")' is for text attributes only; this attribute has type '\(domain.type.name)'",
          hint: domain.type == .choice ? "list the accepted values" : nil, at: key)
      }
      if found.count > before { return nil }
    }
    switch domain.type {
    case .boolean: return bool(value, domain.subject).map { .boolean($0) }
    case .choice:
      return acceptedValues(
        value, domain, "a choice", AttributeType.choice.prose + " or a list of them")
    case .text:
      return acceptedValues(
        value, domain, domain.subject, "a string, a list of strings or an object")
    case .integer:
      if value.kind == .array {
        return valueList(value, "the list of required values", in: "the required values", domain)
          .map { .values($0) }
      }
      guard value.kind == .object || value.kind == .number else {
        addWrongType(value, domain.subject, "a list of integers or a range")
        return nil
      }
    case .version: break
    case .date:
      if let age = value.member("ago") { return requiredAge(age, in: value).map { .age($0) } }
    }
    return range(value, of: domain.type).map { .range($0) }
  }

  private typealias Part = TextPattern.Part

  /// Reads a range; nil for a type without ranges.
  /// - Parameter subject: The words for the value in messages; nil for the type's.
  package mutating func range(
    _ value: JSONValue, of type: AttributeType, _ subject: String? = nil
  ) -> AttributeRange? {
    let subject = subject ?? type.subject
    return switch type {
    case .integer: integerRange(value, subject).map { .integers($0) }
    case .version: versionRange(value, subject).map { .versions($0) }
    case .date: dateRange(value, subject).map { .dates($0) }
    case .boolean, .choice, .text: nil
    }
  }

  private mutating func requiredAge(_ age: JSONValue, in value: JSONValue) -> Bounds<TimeSpan>? {
    for (key, _) in value.members where !key.equals("ago") {
      if key.equals("atLeast") || key.equals("below") {
        add(.unexpectedKey(key.string ?? "", besides: "ago"), at: key)
      } else {
        unknownKey(key, in: .age)
      }
    }
    return ageRange(age, "'ago'")
  }

  private mutating func acceptedValues(
    _ value: JSONValue, _ domain: DeclaredAttributes.Domain, _ subject: String, _ expected: String
  ) -> AttributeRequirement.Accepted? {
    switch value.kind {
    case .string: return attributeValue(value, domain, inState: false).map { .values([$0]) }
    case .array:
      return valueList(value, "the list of required values", in: "the required values", domain)
        .map { .values($0) }
    case .object: break
    case .number, .bool, .null:
      addWrongType(value, subject, expected)
      return nil
    }
    let parts: [(part: Part, key: JSONValue, texts: JSONValue)] = value.members.compactMap {
      key, texts in Part(key: key).map { ($0, key, texts) }
    }
    let allowed = ["notIn"] + (domain.type == .text ? Part.allCases.map(\.name) : [])
    var isMisspelt = false
    for (key, _) in value.members where !key.equals("notIn") && Part(key: key) == nil {
      isMisspelt = unknownKey(key, in: subject, allowed: allowed) || isMisspelt
    }
    if let refused = value.member("notIn") {
      for (part, key, _) in parts { add(.unexpectedKey(part.name, besides: "notIn"), at: key) }
      guard isArray(refused, "'notIn'") else { return nil }
      return valueList(refused, "'notIn'", in: "'notIn'", domain).map { .otherValues($0) }
    }
    if !parts.isEmpty { return pattern(parts.map { ($0.part, $0.texts) }) }
    // If a key is misspelled, report only that, and not also a missing key.
    if !isMisspelt { add(.missingOneOf(allowed, in: subject), atStartOf: value) }
    return nil
  }

  /// Reads `{ "beginsWith": "en", "contains": ["a", "b"] }`.
  private mutating func pattern(
    _ parts: [(part: Part, texts: JSONValue)]
  ) -> AttributeRequirement.Accepted? {
    var texts: [Part: [ExactText]] = [:]
    var isWhole = true
    for (part, value) in parts {
      let subject = "'\(part.name)'"
      func read(_ problems: inout InputProblems, _ element: JSONValue) -> ExactText? {
        problems.nonEmptyText(element, subject).map { ExactText($0) }
      }
      switch value.kind {
      case .string: texts[part] = read(&self, value).map { [$0] }
      case .array: texts[part] = valueList(value, subject, in: subject, read)
      case .object, .number, .bool, .null:
        addWrongType(value, subject, "a string or a list of strings")
      }
      isWhole = isWhole && texts[part] != nil
    }
    guard isWhole else { return nil }
    return TextPattern(
      beginsWith: texts[.beginsWith] ?? [], contains: texts[.contains] ?? [],
      endsWith: texts[.endsWith] ?? []
    ).map { .pattern($0) }
  }

  private mutating func valueList(
    _ list: JSONValue, _ subject: String, in name: String, _ domain: DeclaredAttributes.Domain
  ) -> [AttributeValue]? {
    valueList(list, subject, in: name) { $0.attributeValue($1, domain, inState: false) }
  }

  mutating func valueList<Value: Hashable & Sendable>(
    _ list: JSONValue, _ subject: String, in name: String,
    _ read: (inout InputProblems, JSONValue) -> Value?
  ) -> [Value]? {
    if list.count == 0 {
      add(.empty(subject), at: list)
      return nil
    }
    var values = DistinctList<Value>()
    for element in list.elements {
      guard let value = read(&self, element) else { continue }
      if !values.append(value) {
        add(.duplicateValue(element.string ?? element.source, in: name), at: element)
      }
    }
    return values.elements.isEmpty ? nil : values.elements
  }

  mutating func choice(_ value: JSONValue, _ values: NameIndex) -> Int? {
    if let choice = values.index(of: value) { return choice }
    let text = value.string ?? ""
    let names = values.names
    add(
      .unknownValue(text, of: "value", allowed: names, nearest: nearest(to: text, among: names)),
      at: value)
    return nil
  }

  /// Reads an attribute's value. The caller must handle null.
  mutating func attributeValue(
    _ value: JSONValue, _ domain: DeclaredAttributes.Domain, inState: Bool
  ) -> AttributeValue? {
    let subject = domain.subject
    if inState, !domain.isOfDevice, !domain.type.takes(value.kind) {
      addWrongType(
        value, subject,
        domain.type.prose + (domain.isAlwaysKnown ? "; it is always known" : " or null"))
      return nil
    }
    switch domain.type {
    case .boolean: return bool(value, subject).map { .boolean($0) }
    case .choice:
      guard let choices = domain.choices, expect(.string, value, "a choice", as: domain.type.prose)
      else {
        return nil
      }
      return choice(value, choices).map { .choice($0) }
    case .text: return nonEmptyText(value, subject).map { .text(ExactText($0)) }
    case .integer: return attributeInteger(value, subject).map { .integer($0) }
    case .version:
      return inState
        ? installedVersion(value, subject).map { .version($0) }
        : version(value, subject).map { .version(.version($0)) }
    case .date: return date(value, subject).map { .date($0) }
    }
  }
}

extension TextPattern.Part {
  fileprivate init?(key: JSONValue) {
    guard let part = key.string.flatMap({ Self(rawValue: $0) }) else { return nil }
    self = part
  }
}
