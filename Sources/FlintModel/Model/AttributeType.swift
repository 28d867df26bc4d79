/// An ``AttributeDomain`` without its choices.
package enum AttributeType: String, NamedCase {
  case boolean, choice, text, integer, version, date

  package var name: String { rawValue }

  package enum Structure: Sendable {
    /// See ``AttributeDomain/listedValues(onFirst:)``.
    case listed

    /// Any text, without an order.
    case texts

    /// Ranges can be required.
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

  /// Empty for types with too many.
  package func listedValues(onFirst: Bool = false) -> [AttributeValue] {
    type == .boolean
      ? [.boolean(onFirst), .boolean(!onFirst)] : choices.indices.map { .choice($0) }
  }

  /// A choice that is not this type's is null.
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

  /// As in files, without quotes; `unknown` for the unknown value.
  package func text(of value: AttributeValue) -> String {
    if case .boolean(let isOn) = value { "\(isOn)" } else { scalar(of: value).displayText }
  }

  /// By Unicode scalars and order.
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
