/// A JSON Schema (draft 2020-12).
package typealias Schema = JSONLiteral

/// JSON written as Swift literals, such as `["line": 1]`. A reference to a schema contains its
/// definition.
package indirect enum JSONLiteral: Sendable {
  case object([(String, Schema)])
  case array([Schema])
  case string(String)
  case integer(Int64)
  case bool(Bool)
  /// JSON as text.
  case raw(String)

  /// The name of a schema, and the schema. It is a closure because it may refer to itself.
  case reference(String, @Sendable () -> Schema)

  /// The schema with further keywords. The schema must be an object, or `true`.
  package func with(_ more: KeyValuePairs<String, Schema>) -> Schema {
    let added = more.map { ($0.key, $0.value) }
    if case .bool(true) = self { return .object(added) }
    guard case .object(let members) = self else { preconditionFailure("schema is not an object") }
    return .object(members + added)
  }

  package func described(_ description: String) -> Schema {
    with(["description": .string(description)])
  }

  // MARK: Values

  package static let text: Schema = ["type": "string"]
  package static let nonEmptyText: Schema = ["type": "string", "minLength": 1]
  package static let boolean: Schema = ["type": "boolean"]
  package static let null: Schema = ["type": "null"]

  /// An integer of at least `least` and at most `most`.
  package static func integer(from least: Int64, to most: Int64 = .max) -> Schema {
    ["type": "integer", "minimum": .integer(least), "maximum": .integer(most)]
  }

  package static func matching(_ pattern: String) -> Schema {
    ["type": "string", "pattern": .string(pattern)]
  }

  package static func number(_ number: Int) -> Schema { .integer(Int64(number)) }

  package static func constant(_ value: Schema) -> Schema { ["const": value] }

  package static func names(_ names: [String]) -> Schema {
    ["enum": .array(names.map { .string($0) })]
  }

  /// A schema that a document defines once under this name.
  package static func named(
    _ name: String, _ schema: @escaping @Sendable () -> Schema
  ) -> Schema {
    ["$ref": .reference(name, schema)]
  }

  package static func anyOf(_ schemas: Schema...) -> Schema { ["anyOf": .array(schemas)] }
  package static func oneOf(_ schemas: [Schema]) -> Schema { ["oneOf": .array(schemas)] }

  package static func orNull(_ schema: Schema) -> Schema { .anyOf(schema, .null) }

  /// A schema for objects whose kind is under `key`. It is an `allOf` with an `if` and `then` for
  /// each kind; `oneOf` would apply all at every level, exponentially.
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

  /// The value of `oneOf` for objects with exactly one of the keys.
  package static func exactlyOne(of keys: [String]) -> Schema { .array(keys.map { requires($0) }) }

  package static func requires(_ key: String) -> Schema { ["required": [.string(key)]] }

  package static func list(of element: Schema) -> Schema { ["type": "array", "items": element] }

  package static func set(of element: Schema) -> Schema {
    list(of: element).with(["uniqueItems": true])
  }

  /// An object whose keys are data.
  package static func map(from key: Schema, to value: Schema) -> Schema {
    ["type": "object", "propertyNames": key, "additionalProperties": value]
  }

  /// An object with these members and no others.
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
  /// Members that are nil are left out.
  package init(dictionaryLiteral members: (String, Schema?)...) {
    self = .object(members.compactMap { key, value in value.map { (key, $0) } })
  }

  package init(arrayLiteral elements: Schema...) { self = .array(elements) }
  package init(stringLiteral text: String) { self = .string(text) }
  package init(integerLiteral number: Int64) { self = .integer(number) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
}

/// Writes a schema, and under `$defs` those that it refers to.
package struct SchemaWriter: ~Copyable {
  private var json: JSONWriter

  private var definitions: [(name: String, schema: @Sendable () -> Schema)] = []

  package static func text(
    of schema: Schema, title: String? = nil, _ layout: JSONWriter.Layout = .pretty
  ) -> String {
    var writer = SchemaWriter(json: JSONWriter(layout))
    if let title { writer.write(schema, title: title) } else { writer.write(schema) }
    return writer.json.text
  }

  private mutating func write(_ schema: Schema, title: String) {
    json.beginObject()
    json.key("$schema")
    json.string("https://json-schema.org/draft/2020-12/schema")
    json.key("title")
    json.string(title)
    writeMembers(of: schema)
    json.key("$defs")
    json.beginObject()
    var written = 0
    while written < definitions.count {
      json.key(named: definitions[written].name)
      write(definitions[written].schema())
      written += 1
    }
    json.endObject()
    json.endObject()
    json.endLine()
  }

  private mutating func write(_ schema: Schema) {
    switch schema {
    case .object:
      json.beginObject()
      writeMembers(of: schema)
      json.endObject()
    case .array(let elements):
      json.beginArray()
      for element in elements { write(element) }
      json.endArray()
    case .string(let text): json.string(text)
    case .integer(let number): json.int(number)
    case .bool(let value): json.bool(value)
    case .raw(let text): json.raw(text)
    case .reference(let name, let schema):
      if !definitions.contains(where: { $0.name == name }) { definitions.append((name, schema)) }
      json.string("#/$defs/\(name)")
    }
  }

  private mutating func writeMembers(of schema: Schema) {
    guard case .object(let members) = schema else { return }
    for (key, value) in members {
      json.key(named: key)
      write(value)
    }
  }
}
