import FlintCore
import FlintText

/// What `attributes` of constraints, guards and states may refer to.
struct DeclaredAttributes {
  var names = NameIndex()
  /// By number; nil where the declaration could not be read, so that nothing follows from it.
  var domains: [Domain?] = []

  enum Domain {
    case boolean
    case choice(NameIndex)
  }
}

extension InputProblems {
  /// `attributes` of constraints or of a guard.
  mutating func attributeRequirements(
    _ value: JSONValue, _ attributes: DeclaredAttributes
  ) -> [AttributeRequirement] {
    guard isObject(value, "'attributes'") else { return [] }
    var requirements: [AttributeRequirement] = []
    requirements.reserveCapacity(value.count)
    for (key, required) in value.members {
      guard let attribute = index(of: key, in: attributes.names, .attribute) else { continue }
      let accepted: AttributeRequirement.Accepted?
      switch attributes.domains[attribute] {
      case .boolean: accepted = bool(required, "a boolean attribute").map { .boolean($0) }
      case .choice(let values): accepted = choices(required, values).map { .choices($0) }
      case nil: accepted = nil
      }
      if let accepted {
        requirements.append(AttributeRequirement(attribute: attribute, accepted: accepted))
      }
    }
    return requirements
  }

  /// One value, or a list of values.
  private mutating func choices(_ value: JSONValue, _ values: NameIndex) -> [Int]? {
    switch value.kind {
    case .string: return choice(value, values).map { [$0] }
    case .array: return choiceList(value, values)
    default:
      add(.wrongType(subject: "a choice", found: value.kind, expected: .choices), at: value)
      return nil
    }
  }

  private mutating func choiceList(_ list: JSONValue, _ values: NameIndex) -> [Int]? {
    if list.count == 0 {
      add(.empty(subject: "the list of required values"), at: list)
      return nil
    }
    var seen: Set<Int> = []
    var choices: [Int] = []
    for element in list.elements {
      guard expect(.string, element, "a choice", as: .choice),
        let choice = choice(element, values)
      else { continue }
      if seen.insert(choice).inserted {
        choices.append(choice)
      } else {
        add(.duplicateValue(values.names[choice], in: "the required values"), at: element)
      }
    }
    return choices.isEmpty ? nil : choices
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

  /// A value of an attribute in a state or as a default; null is none.
  mutating func attributeValue(
    _ value: JSONValue, _ domain: DeclaredAttributes.Domain, orNull: Bool
  ) -> AttributeValue? {
    switch domain {
    case .boolean:
      let expected: InputProblem.Expected = orNull ? .boolOrNull : .bool
      guard expect(.bool, value, "a boolean attribute", as: expected) else { return nil }
      return value.bool.map { .boolean($0) }
    case .choice(let values):
      let expected: InputProblem.Expected = orNull ? .choiceOrNull : .choice
      guard expect(.string, value, "a choice", as: expected) else { return nil }
      return choice(value, values).map { .choice($0) }
    }
  }
}
