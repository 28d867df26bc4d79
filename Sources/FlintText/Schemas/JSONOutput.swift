/// Writes a type as JSON, and has its schema. Both are built from the same parts, so that output
/// complies. A new key is one ``JSONMember``, which writer, schema and guides share.
package struct JSONOutput<Value> {
  package let schema: Schema
  package let write: (Value, inout JSONWriter) -> Void

  package init(
    _ schema: Schema, write: @escaping (Value, inout JSONWriter) -> Void
  ) {
    self.schema = schema
    self.write = write
  }

  /// Writes a part of `Whole`: `JSONOutput<String>.text(schema).of(\.name)`.
  package func of<Whole>(_ part: @escaping (Whole) -> Value) -> JSONOutput<Whole> {
    JSONOutput<Whole>(schema) { [write] whole, json in write(part(whole), &json) }
  }

  /// Writes a whole document, with a line feed at the end.
  package func write(
    _ value: Value, _ layout: JSONWriter.Layout = .facts, into sink: inout ByteSink
  ) {
    sink.jsonLine(layout) { json in write(value, &json) }
  }
}

// MARK: - Objects

extension JSONOutput {
  /// - Parameters:
  ///   - name: The name under which the schema is defined once; nil writes it in place.
  ///   - documentation: Without a full stop.
  ///   - rules: Further keywords of the schema.
  package static func object(
    _ name: String? = nil, _ documentation: String? = nil, _ spread: JSONWriter.Spread = .line,
    rules: KeyValuePairs<String, Schema> = [:],
    @JSONMembers<Value> _ members: () -> [JSONMember<Value>]
  ) -> JSONOutput {
    let members = members()
    var schema = Schema.closed(
      members.map { ($0.name, $0.schema) },
      required: members.filter { !$0.isOptional }.map(\.name)
    ).with(rules)
    if let documentation { schema = schema.described(documentation) }
    let definition = schema
    return JSONOutput(name.map { name in .named(name) { definition } } ?? schema) { value, json in
      json.beginObject(spread)
      for member in members { member.write(value, &json) }
      json.endObject()
    }
  }

  /// The result of a command, which begins with ``JSONMember/formatVersion``.
  package static func result(
    @JSONMembers<Value> _ members: () -> [JSONMember<Value>]
  ) -> JSONOutput {
    .object(nil, nil, .lines) {
      JSONMember.formatVersion
      members()
    }
  }
}

package struct JSONMember<Value> {
  let name: String

  /// The value's schema. Its `description` documents the key.
  let schema: Schema

  let isOptional: Bool

  /// Writes key and value, or nothing if an optional member is absent.
  package let write: (Value, inout JSONWriter) -> Void

  /// A member that is always written.
  package init<Part>(
    _ key: StaticString, _ output: JSONOutput<Part>, _ documentation: String,
    placed placement: KeyPlacement = .ownLine, _ part: @escaping (Value) -> Part
  ) {
    self.init(
      name: key.description, schema: output.schema.described(documentation), isOptional: false
    ) { value, json in json.member(key, placement) { output.write(part(value), &$0) } }
  }

  /// A member that is written if `part` returns a value.
  package init<Part>(
    optional key: StaticString, _ output: JSONOutput<Part>, _ documentation: String,
    _ part: @escaping (Value) -> Part?
  ) {
    self.init(named: key.description, isOptional: true, output, documentation, part)
  }

  /// A member with a key known at run time. It is written if `part` returns a value.
  package init<Part>(
    named name: String, isOptional: Bool = false, _ output: JSONOutput<Part>,
    _ documentation: String, _ part: @escaping (Value) -> Part?
  ) {
    self.init(name: name, schema: output.schema.described(documentation), isOptional: isOptional) {
      value, json in
      guard let part = part(value) else { return }
      json.key(named: name)
      output.write(part, &json)
    }
  }

  /// The same member of a type that contains `Value`: `member.of(\.0)`.
  package func of<Whole>(_ part: @escaping (Whole) -> Value) -> JSONMember<Whole> {
    JSONMember<Whole>(name: name, schema: schema, isOptional: isOptional) { [write] whole, json in
      write(part(whole), &json)
    }
  }

  private init(
    name: String, schema: Schema, isOptional: Bool,
    write: @escaping (Value, inout JSONWriter) -> Void
  ) {
    (self.name, self.schema, self.isOptional) = (name, schema, isOptional)
    self.write = write
  }

  /// The first member of every result.
  package static var formatVersion: JSONMember {
    JSONMember(
      "formatVersion", .constant(1),
      "The version of the format; incompatible changes increase it"
    ) { _ in }
  }
}

/// Where a key is placed in an object over several lines.
package enum KeyPlacement: Sendable {
  case ownLine, sameLine

  case aboveValue
}

extension JSONWriter {
  fileprivate mutating func member(
    _ key: StaticString, _ placement: KeyPlacement,
    _ value: (inout JSONWriter) -> Void
  ) {
    switch placement {
    case .ownLine: self.key(key)
    case .sameLine: self.key(key, joinsLine: true)
    case .aboveValue: return self.key(key, above: value)
    }
    value(&self)
  }
}

@resultBuilder
package enum JSONMembers<Value> {
  package static func buildExpression(_ member: JSONMember<Value>) -> [JSONMember<Value>] {
    [member]
  }

  package static func buildExpression(_ members: [JSONMember<Value>]) -> [JSONMember<Value>] {
    members
  }

  package static func buildBlock(_ members: [JSONMember<Value>]...) -> [JSONMember<Value>] {
    members.flatMap { $0 }
  }
}

// MARK: - Lists, maps and alternatives

extension JSONOutput where Value: Sequence {
  package static func list(
    of element: JSONOutput<Value.Element>, _ spread: JSONWriter.Spread = .line,
    atLeast minimum: Int64 = 0
  ) -> JSONOutput {
    let schema = Schema.list(of: element.schema)
    return JSONOutput(minimum == 0 ? schema : schema.with(["minItems": .integer(minimum)])) {
      elements, json in json.array(spread, of: elements, element.write)
    }
  }

  /// An object whose keys are data.
  /// - Parameter minimum: The least number of members, in the schema.
  package static func map<Part>(
    from key: Schema, to value: JSONOutput<Part>, _ spread: JSONWriter.Spread = .line,
    atLeast minimum: Int64 = 0
  ) -> JSONOutput where Value.Element == (key: String, value: Part) {
    let schema = Schema.map(from: key, to: value.schema)
    return JSONOutput(minimum == 0 ? schema : schema.with(["minProperties": .integer(minimum)])) {
      members, json in
      json.beginObject(spread)
      for member in members {
        json.key(named: member.key)
        value.write(member.value, &json)
      }
      json.endObject()
    }
  }
}

extension JSONOutput {
  package static func orNull<Wrapped>(_ output: JSONOutput<Wrapped>) -> JSONOutput
  where Value == Wrapped? {
    JSONOutput(.orNull(output.schema)) { value, json in
      if let value { output.write(value, &json) } else { json.null() }
    }
  }

  /// Writes one of two types, whose values have different JSON types.
  package static func either<One, Other>(
    _ one: JSONOutput<One>, or other: JSONOutput<Other>
  ) -> JSONOutput where Value == Either<One, Other> {
    JSONOutput(.anyOf(one.schema, other.schema)) { value, json in
      switch value {
      case .one(let value): one.write(value, &json)
      case .other(let value): other.write(value, &json)
      }
    }
  }
}

package enum Either<One, Other> {
  case one(One)
  case other(Other)
}

// MARK: - Leaves

extension JSONOutput<String> {
  package static var text: JSONOutput { .text(.text) }
  package static var nonEmptyText: JSONOutput { .text(.nonEmptyText) }

  package static func text(_ schema: Schema) -> JSONOutput {
    JSONOutput(schema) { $1.string($0) }
  }

  /// Writes a string of digits as a number: `99.5`.
  package static func digits(_ schema: Schema) -> JSONOutput {
    JSONOutput(schema) { $1.number($0) }
  }
}

extension JSONOutput<Bool> {
  package static var boolean: JSONOutput { JSONOutput(.boolean) { $1.bool($0) } }
}

extension JSONOutput where Value: BinaryInteger {
  package static func integer(from minimum: Int64) -> JSONOutput {
    JSONOutput(.integer(from: minimum)) { $1.int(Int64($0)) }
  }

  package static var count: JSONOutput { .integer(from: 0) }

  /// An integer from 1.
  package static var ordinal: JSONOutput { .integer(from: 1) }
}

extension JSONOutput<Void> {
  package static func constant(_ number: Int64) -> JSONOutput {
    JSONOutput(.constant(.integer(number))) { _, json in json.int(number) }
  }
}

extension JSONOutput where Value: RawRepresentable<String> & CaseIterable {
  /// Writes the raw value of an enumeration.
  package static var word: JSONOutput {
    JSONOutput(.names(Value.allCases.map(\.rawValue))) { $1.string($0.rawValue) }
  }
}
