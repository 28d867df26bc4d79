import FlintModel
import FlintText

extension AttributeType {
  /// The texts with which error messages and JSON Schemas describe an attribute type. For the type `integer`, `subject`
  /// is `an integer attribute`, `prose` is the expected value, `an integer`, and `schema` is the JSON Schema of a
  /// value.
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

  /// The words with which error messages describe the expected value of an attribute of this type, such as `a version`.
  var prose: String { valueDescription.prose }

  /// The name of an attribute of this type in an error message, such as `an integer attribute`.
  var subject: String { valueDescription.subject }

  /// Returns whether a value of this attribute type can be written as this kind of JSON value. A version, for example,
  /// can be written as a string (`"17.2"`) or as a number (`17`).
  func takes(_ kind: JSONKind) -> Bool {
    switch form {
    case .truth: kind == .bool
    case .number: kind == .number
    case .string: kind == .string || (self == .version && kind == .number)
    }
  }

  /// The conditional JSON Schemas for the declaration of an attribute, one for each attribute type. Each of them
  /// restricts the keys `default` and `values` if the attribute has that type.
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
