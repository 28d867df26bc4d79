/// How values of one type are printed as JSON, together with the schema of what is printed.
///
/// A description is composed of smaller ones. Each leaf has its writer beside its schema, so an output cannot disagree
/// with its schema: a new key is one ``JSONMember``, and `schema`, the guides' reference and the writer all have it.
package struct JSONOutput<Value> {
  package let schema: Schema
  package let write: (Value, inout JSONWriter) -> Void

  package init(
    _ schema: Schema, write: @escaping (Value, inout JSONWriter) -> Void
  ) {
    self.schema = schema
    self.write = write
  }

  /// The same JSON for a value of another type.
  package func of<Whole>(_ part: @escaping (Whole) -> Value) -> JSONOutput<Whole> {
    JSONOutput<Whole>(schema) { [write] whole, json in write(part(whole), &json) }
  }

  /// Writes one value as a whole document, which ends with a line end.
  package func write(
    _ value: Value, _ layout: JSONWriter.Layout = .facts, into sink: inout ByteSink
  ) {
    sink.jsonLine(layout) { json in write(value, &json) }
  }
}

// MARK: - Objects

extension JSONOutput {
  /// An object with these keys and no others.
  ///
  /// - Parameters:
  ///   - name: the name of its definition in the schema and in the guides; nil where it is written in place.
  ///   - documentation: what the object is, one sentence without a full stop.
  ///   - rules: keywords of the schema that relate the keys to each other.
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
}

/// One key of an object that is printed: its documentation, its schema and what writes it.
package struct JSONMember<Value> {
  let name: String

  /// Of what is under the key, with the key's documentation as its description.
  let schema: Schema

  /// Whether some objects do not have the key.
  let isOptional: Bool

  /// Writes the key with its value; nothing where an optional key is absent.
  package let write: (Value, inout JSONWriter) -> Void

  /// A key that every object has.
  package init<Part>(
    _ key: StaticString, _ output: JSONOutput<Part>, _ documentation: String,
    _ placement: KeyPlacement = .ownLine, _ part: @escaping (Value) -> Part
  ) {
    self.init(
      name: key.description, schema: output.schema.described(documentation), isOptional: false
    ) { value, json in json.member(key, placement) { output.write(part(value), &$0) } }
  }

  /// A key that is absent where the part is nil.
  package init<Part>(
    optional key: StaticString, _ output: JSONOutput<Part>, _ documentation: String,
    _ part: @escaping (Value) -> Part?
  ) {
    self.init(
      name: key.description, schema: output.schema.described(documentation), isOptional: true
    ) { value, json in
      guard let part = part(value) else { return }
      json.key(key)
      output.write(part, &json)
    }
  }

  /// A key that is a name of a vocabulary.
  package init<Part>(
    named name: String, _ output: JSONOutput<Part>, _ documentation: String,
    _ part: @escaping (Value) -> Part
  ) {
    self.init(name: name, schema: output.schema.described(documentation), isOptional: false) {
      value, json in
      json.key(named: name)
      output.write(part(value), &json)
    }
  }

  /// A key that is a name of a vocabulary, absent where the part is nil.
  package init<Part>(
    optionalNamed name: String, _ output: JSONOutput<Part>, _ documentation: String,
    _ part: @escaping (Value) -> Part?
  ) {
    self.init(name: name, schema: output.schema.described(documentation), isOptional: true) {
      value, json in
      guard let part = part(value) else { return }
      json.key(named: name)
      output.write(part, &json)
    }
  }

  /// The same key of a value that contains the one that it belongs to.
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

  /// The version of the format, the first key of every document.
  package static var formatVersion: JSONMember {
    JSONMember(
      "formatVersion", .constant(1),
      "The version of the format; incompatible changes increase it"
    ) { _ in }
  }
}

/// Where a key is, in an object that takes several lines.
package enum KeyPlacement: Sendable {
  case ownLine, sameLine

  /// On a line of its own, above its value.
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

/// The keys of one object, each a statement of its own.
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
  /// An array with a value for each element.
  package static func list(
    of element: JSONOutput<Value.Element>, _ spread: JSONWriter.Spread = .line,
    atLeast minimum: Int64 = 0
  ) -> JSONOutput {
    let schema = Schema.list(of: element.schema)
    return JSONOutput(minimum == 0 ? schema : schema.with(["minItems": .integer(minimum)])) {
      elements, json in json.array(spread, of: elements, element.write)
    }
  }

  /// An object with a member for each element, which is a key and what is under it.
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
  /// The value, or null for nil.
  package static func orNull<Wrapped>(_ output: JSONOutput<Wrapped>) -> JSONOutput
  where Value == Wrapped? {
    JSONOutput(.orNull(output.schema)) { value, json in
      if let value { output.write(value, &json) } else { json.null() }
    }
  }

  /// One of two forms, which differ in their JSON type.
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

/// A value that is printed in one of two forms.
package enum Either<One, Other> {
  case one(One)
  case other(Other)
}

// MARK: - Leaves

extension JSONOutput<String> {
  package static var text: JSONOutput { .text(.text) }
  package static var nonEmptyText: JSONOutput { .text(.nonEmptyText) }

  /// - Parameter schema: of some strings.
  package static func text(_ schema: Schema) -> JSONOutput {
    JSONOutput(schema) { $1.string($0) }
  }

  /// A number by its digits, as JSON writes them.
  package static func digits(_ schema: Schema) -> JSONOutput {
    JSONOutput(schema) { $1.number($0) }
  }
}

extension JSONOutput<Bool> {
  package static var boolean: JSONOutput { JSONOutput(.boolean) { $1.bool($0) } }
}

extension JSONOutput where Value: BinaryInteger {
  /// A whole number from some minimum on.
  package static func integer(from minimum: Int64) -> JSONOutput {
    JSONOutput(.integer(from: minimum)) { $1.int(Int64($0)) }
  }

  /// How many there are.
  package static var count: JSONOutput { .integer(from: 0) }

  /// A line or a column.
  package static var ordinal: JSONOutput { .integer(from: 1) }
}

extension JSONOutput<Void> {
  package static func constant(_ number: Int64) -> JSONOutput {
    JSONOutput(.constant(.integer(number))) { _, json in json.int(number) }
  }
}

extension JSONOutput where Value: RawRepresentable<String> & CaseIterable {
  /// One of the words of a vocabulary.
  package static var word: JSONOutput {
    JSONOutput(.names(Value.allCases.map(\.rawValue))) { $1.string($0.rawValue) }
  }
}
