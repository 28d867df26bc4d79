import FlintModel
import FlintText

extension AttributeType {
  private struct ValueDescription {
    let subject: String
    let prose: String

    // A closure, so that the schema is created only if it is used: a description is created for each value that is
    // read, and often only its subject is used.
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

  /// For messages: `a version`.
  var prose: String { valueDescription.prose }

  /// For messages: `an integer attribute`.
  var subject: String { valueDescription.subject }

  /// A version, for example, is a string or a number.
  func takes(_ kind: JSONKind) -> Bool {
    switch form {
    case .truth: kind == .bool
    case .number: kind == .number
    case .string: kind == .string || (self == .version && kind == .number)
    }
  }

  /// One for each type; each restricts `default` and `values`.
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
