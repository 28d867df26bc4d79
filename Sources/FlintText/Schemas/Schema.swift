/// A JSON Schema (draft 2020-12), or a JSON value within one. A reference to another schema also provides that schema,
/// so that a document can contain its definition.
package indirect enum Schema: Sendable {
  case object([(String, Schema)])
  case array([Schema])
  case string(String)
  case integer(Int64)
  case bool(Bool)

  /// The value of `$ref`: the name of a definition, and a closure that returns the defined schema. It is a closure
  /// because a schema may refer to itself.
  case reference(String, @Sendable () -> Schema)

  /// Returns the schema with additional keywords. The schema must be an object, or `true`, which permits any value and
  /// becomes an object that contains only the additional keywords.
  package func with(_ more: KeyValuePairs<String, Schema>) -> Schema {
    let added = more.map { ($0.key, $0.value) }
    if case .bool(true) = self { return .object(added) }
    guard case .object(let members) = self else { preconditionFailure("schema is not an object") }
    return .object(members + added)
  }

  package func described(_ description: String) -> Schema {
    with(["description": .string(description)])
  }
}

// MARK: - Values

extension Schema {
  package static let text: Schema = ["type": "string"]
  package static let nonEmptyText: Schema = ["type": "string", "minLength": 1]
  package static let boolean: Schema = ["type": "boolean"]
  package static let null: Schema = ["type": "null"]

  /// Returns the schema of integers from `least` to `most`, both included.
  package static func integer(from least: Int64, to most: Int64 = .max) -> Schema {
    ["type": "integer", "minimum": .integer(least), "maximum": .integer(most)]
  }

  package static func matching(_ pattern: String) -> Schema {
    ["type": "string", "pattern": .string(pattern)]
  }

  package static func constant(_ value: Schema) -> Schema { ["const": value] }

  package static func names(_ names: [String]) -> Schema {
    ["enum": .array(names.map { .string($0) })]
  }

  /// Returns a reference to a schema that has a name. A document contains the named schema only once, however often it
  /// is referred to.
  package static func named(
    _ name: String, _ schema: @escaping @Sendable () -> Schema
  ) -> Schema {
    ["$ref": .reference(name, schema)]
  }

  package static func anyOf(_ schemas: Schema...) -> Schema { ["anyOf": .array(schemas)] }
  package static func oneOf(_ schemas: [Schema]) -> Schema { ["oneOf": .array(schemas)] }

  package static func orNull(_ schema: Schema) -> Schema { .anyOf(schema, .null) }

  /// Returns the value of the JSON Schema keyword `allOf` for objects of several kinds, each with its own schema. Each
  /// object contains its kind under the key `key`. For example, a constraint in a result has the kind `permission` or
  /// `purchase`.
  ///
  /// For each kind, the value contains an `if` that tests the kind and a `then` with the schema of the kind, so that a
  /// validator applies only one of the schemas. With the keyword `oneOf`, it would apply all of them at every level of
  /// a nested document, which can take exponential time.
  package static func choices(
    by key: String, among schemas: [(word: String, schema: Schema)]
  ) -> Schema {
    .array(
      schemas.map { word, schema in
        [
          "if": [
            "properties": .object([(key, .constant(.string(word)))]), "required": [.string(key)],
          ],
          "then": schema,
        ]
      })
  }

  /// Returns the value of the JSON Schema keyword `oneOf` for objects that must have exactly one of several keys.
  package static func exactlyOne(of keys: [String]) -> Schema { .array(keys.map { requires($0) }) }

  package static func requires(_ key: String) -> Schema { ["required": [.string(key)]] }

  package static func list(of element: Schema) -> Schema { ["type": "array", "items": element] }

  package static func set(of element: Schema) -> Schema {
    list(of: element).with(["uniqueItems": true])
  }

  /// Returns the schema of an object whose keys are data: it has any number of members. Their keys match the schema
  /// `key`, and their values the schema `value`.
  package static func map(from key: Schema, to value: Schema) -> Schema {
    ["type": "object", "propertyNames": key, "additionalProperties": value]
  }

  /// Returns the schema of an object that may have the listed members and no others. `required` are the keys that it
  /// must have.
  package static func closed(_ members: [(String, Schema)], required: [String]) -> Schema {
    let closed: Schema = [
      "type": "object", "properties": .object(members),
      "additionalProperties": false,
    ]
    return required.isEmpty
      ? closed : closed.with(["required": .array(required.map { .string($0) })])
  }
}

// MARK: - Literals

extension Schema: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  package init(dictionaryLiteral members: (String, Schema)...) {
    self = .object(members)
  }

  package init(arrayLiteral elements: Schema...) { self = .array(elements) }
  package init(stringLiteral text: String) { self = .string(text) }
  package init(integerLiteral number: Int64) { self = .integer(number) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
}
