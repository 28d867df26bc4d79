/// The type of an attribute's values, without the list of choices that ``AttributeDomain`` contains.
package enum AttributeType: String, NamedCase {
  case boolean, choice, text, integer, version, date

  package var name: String { rawValue }

  package enum Structure: Sendable {
    /// The attribute has so few possible values that they can be listed; see
    /// ``AttributeDomain/listedValues(onFirst:)``.
    case listed

    /// The value of the attribute can be any text. Texts have no order, so a requirement on the attribute cannot accept
    /// a range of values, as in “at least 5”.
    case texts

    /// The possible values of the attribute have an order, as numbers and dates do, so a requirement on the attribute
    /// can accept a range of values, as in “at least 5”.
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

  /// The JSON form in which files and reports contain values of this type, such as a number; see ``ScalarValue``.
  package var form: ScalarValue.Form { properties.form }

  package var isTextual: Bool { self == .choice || self == .text }
}

/// A value of an attribute in the form in which files and reports contain it. A choice is its text, and a version or a
/// date is written as text.
package enum ScalarValue: Hashable, Sendable {
  case null
  case truth(Bool)
  case number(Int64)
  case string(String)

  package enum Form: Sendable {
    case truth, number, string
  }

  /// The value in words, without quotes: `on`, `beta`, `3`, `unknown`.
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

  /// Creates the type of an attribute from its general type and, for `choice`, the list of `choices`.
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

  /// Returns all values of the type: true and false, or the choices in their order; empty for other types.
  ///
  /// - Parameter onFirst: whether true comes before false.
  package func listedValues(onFirst: Bool = false) -> [AttributeValue] {
    type == .boolean
      ? [.boolean(onFirst), .boolean(!onFirst)] : choices.indices.map { .choice($0) }
  }

  /// Returns a value of an attribute of this type in the form in which files and reports contain it: a choice as its
  /// text, for example. A value that does not belong to this type is converted in the same way, except that a choice
  /// becomes null, because only the attribute's own type knows its text.
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

  /// Returns the text of a value as it appears in manifests and states, without quotes: `true`, `beta`, `10.2`. The
  /// text of the unknown value is `unknown`.
  package func text(of value: AttributeValue) -> String {
    if case .boolean(let isOn) = value { "\(isOn)" } else { scalar(of: value).displayText }
  }

  /// Whether two attribute types are the same and, for a choice, list the same texts in the same order. Texts are
  /// compared by their Unicode scalars.
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
