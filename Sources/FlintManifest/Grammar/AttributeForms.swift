import FlintCore
import FlintText

extension AttributeType {
  /// How problems and schemas describe the values of attributes of one type.
  private struct ValueDescription {
    let subject: String
    let prose: String

    // The schema is made only on demand, because the subject is needed for each value that is read.
    let schema: () -> Schema
  }

  private var valueDescription: ValueDescription {
    switch self {
    case .boolean:
      ValueDescription(subject: "a boolean attribute", prose: "true, false") { .boolean }
    case .choice:
      ValueDescription(subject: "a choice attribute", prose: "one of the attribute's values") {
        .nonEmptyText
      }
    case .text: ValueDescription(subject: "a text attribute", prose: "a string") { .nonEmptyText }
    case .integer:
      ValueDescription(subject: "an integer attribute", prose: "an integer") { .attributeInteger }
    case .version: ValueDescription(subject: "a version attribute", prose: "a version") { .version }
    case .date: ValueDescription(subject: "a date attribute", prose: "a date") { .date }
    }
  }

  /// The values in words: `a version`.
  var prose: String { valueDescription.prose }

  /// The subject of problems with values of such an attribute: `an integer attribute`.
  var subject: String { valueDescription.subject }

  /// Whether values of this type can be written as JSON of this kind. Versions can also be written as numbers.
  func takes(_ kind: JSONKind) -> Bool {
    switch form {
    case .truth: kind == .bool
    case .number: kind == .number
    case .string: kind == .string || (self == .version && kind == .number)
    }
  }

  /// The schemas of `default` and `values` in the declaration of an attribute, one for each type.
  static var schemas: [Schema] {
    allCases.map { type in
      let value = type.valueDescription.schema()
      let then: Schema =
        type == .choice
        ? ["properties": ["default": value], "required": ["values"]]
        : ["properties": ["default": value, "values": false]]
      return ["if": ["properties": ["type": .constant(.string(type.name))]], "then": then]
    }
  }
}
