/// A description of how values of a type are written as JSON. It consists of a function that writes a value, and of the
/// JSON Schema with which the written JSON complies.
///
/// Descriptions are composed of smaller ones. The smallest ones, such as those of strings, contain both the function
/// and the schema, so that an output always complies with its schema. To add a key to an output, it is enough to add
/// one ``JSONMember``: the function that writes the output, the command `schema` and the reference in the guides all
/// use it.
package struct JSONOutput<Value> {
  package let schema: Schema
  package let write: (Value, inout JSONWriter) -> Void

  package init(
    _ schema: Schema, write: @escaping (Value, inout JSONWriter) -> Void
  ) {
    self.schema = schema
    self.write = write
  }

  /// Returns a description for a larger type, `Whole`, which contains a `Value`. Only this part is written as JSON. For
  /// example, `JSONOutput<String>.text(schema).of(\.name)` writes only the property `name` of a value.
  ///
  /// - Parameter part: Returns the part of a value that is written.
  package func of<Whole>(_ part: @escaping (Whole) -> Value) -> JSONOutput<Whole> {
    JSONOutput<Whole>(schema) { [write] whole, json in write(part(whole), &json) }
  }

  /// Writes a value as a complete JSON document that ends with a line feed.
  package func write(
    _ value: Value, _ layout: JSONWriter.Layout = .facts, into sink: inout ByteSink
  ) {
    sink.jsonLine(layout) { json in write(value, &json) }
  }
}

// MARK: - Objects

extension JSONOutput {
  /// Returns a description of how a value is written as a JSON object that has the given members and no others.
  ///
  /// - Parameters:
  ///   - name: The name under which the JSON Schema and the guides define this kind of object. If it is nil, the schema
  ///     is written at each place where the object is used.
  ///   - documentation: The meaning of the object, as one sentence without a full stop.
  ///   - rules: Additional keywords of the schema, for conditions on several keys, such as “exactly one of these keys
  ///     is present”.
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

/// A member of a JSON object: its key, its documentation, the schema of its value, and the function that writes it.
package struct JSONMember<Value> {
  let name: String

  /// The JSON Schema of the member's value. Its `description` is the documentation of the key.
  let schema: Schema

  let isOptional: Bool

  /// Writes the key and its value. Writes nothing if the key is optional and there is no value for it.
  package let write: (Value, inout JSONWriter) -> Void

  /// Creates a member of a JSON object that is always written. The closure `part` returns the member's value.
  package init<Part>(
    _ key: StaticString, _ output: JSONOutput<Part>, _ documentation: String,
    _ placement: KeyPlacement = .ownLine, _ part: @escaping (Value) -> Part
  ) {
    self.init(
      name: key.description, schema: output.schema.described(documentation), isOptional: false
    ) { value, json in json.member(key, placement) { output.write(part(value), &$0) } }
  }

  /// Creates an optional member of a JSON object. It is written only if the closure `part` returns a value.
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

  /// Creates a member of a JSON object that is always written. Its key is a string that is known only at run time, such
  /// as the raw value of an enumeration's case.
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

  /// Creates an optional member of a JSON object, with a key that is known only at run time. The member is written only
  /// if the closure `part` returns a value.
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

  /// Returns a member with the same key for objects that are written from a larger type, `Whole`, which contains a
  /// `Value`. For example, if an object is written from a pair, `member.of(\.0)` writes the key and its value from the
  /// first element of the pair.
  ///
  /// - Parameter part: Returns the part of a value from which this member is written.
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

  /// The member `formatVersion`, the version of the output's format. It is the first member of every document.
  package static var formatVersion: JSONMember {
    JSONMember(
      "formatVersion", .constant(1),
      "The version of the format; incompatible changes increase it"
    ) { _ in }
  }
}

/// Where a member's key and value are written, in an object whose members are on lines of their own: on the line after
/// the previous member, or on the same line.
package enum KeyPlacement: Sendable {
  case ownLine, sameLine

  /// The key is on its own line, and its value begins on the next line.
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

/// A result builder for the closure that lists the members of an object. Each line of the closure is one member, or an
/// array of members.
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
  /// Returns a description of how a sequence is written as a JSON array. `element` describes how each element is
  /// written.
  package static func list(
    of element: JSONOutput<Value.Element>, _ spread: JSONWriter.Spread = .line,
    atLeast minimum: Int64 = 0
  ) -> JSONOutput {
    let schema = Schema.list(of: element.schema)
    return JSONOutput(minimum == 0 ? schema : schema.with(["minItems": .integer(minimum)])) {
      elements, json in json.array(spread, of: elements, element.write)
    }
  }

  /// Returns a description of how pairs of a key and a value are written as the members of a JSON object, such as
  /// `{"playback": 3, "downloading": 5}`. The keys are data, and not fixed by the format.
  ///
  /// - Parameters:
  ///   - key: The JSON Schema of all keys.
  ///   - value: A description of how each value is written.
  ///   - minimum: The minimum number of members, for the JSON Schema.
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
  /// Returns a description of how an optional value is written as JSON: as `null` if it is nil, otherwise by `output`.
  package static func orNull<Wrapped>(_ output: JSONOutput<Wrapped>) -> JSONOutput
  where Value == Wrapped? {
    JSONOutput(.orNull(output.schema)) { value, json in
      if let value { output.write(value, &json) } else { json.null() }
    }
  }

  /// Returns a description of how a value that has one of two types is written as JSON. The two types must be written
  /// as different JSON types, such as a string and a number, so that readers can distinguish them.
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

  /// Creates the description (JSON Schema and writer) of an output value that is a string that complies with `schema`.
  package static func text(_ schema: Schema) -> JSONOutput {
    JSONOutput(schema) { $1.string($0) }
  }

  /// Creates the description (JSON Schema and writer) of an output value that is a JSON number, given as a string of
  /// its digits, such as `99.5`. `schema` is the JSON Schema of the number, such as that of a percentage.
  package static func digits(_ schema: Schema) -> JSONOutput {
    JSONOutput(schema) { $1.number($0) }
  }
}

extension JSONOutput<Bool> {
  package static var boolean: JSONOutput { JSONOutput(.boolean) { $1.bool($0) } }
}

extension JSONOutput where Value: BinaryInteger {
  /// Creates the description (JSON Schema and writer) of an output value that is an integer of at least `minimum`.
  package static func integer(from minimum: Int64) -> JSONOutput {
    JSONOutput(.integer(from: minimum)) { $1.int(Int64($0)) }
  }

  /// The description (JSON Schema and writer) of an output value that is an integer of at least 0.
  package static var count: JSONOutput { .integer(from: 0) }

  /// The description (JSON Schema and writer) of an integer that is at least 1, such as a line or a column.
  package static var ordinal: JSONOutput { .integer(from: 1) }
}

extension JSONOutput<Void> {
  package static func constant(_ number: Int64) -> JSONOutput {
    JSONOutput(.constant(.integer(number))) { _, json in json.int(number) }
  }
}

extension JSONOutput where Value: RawRepresentable<String> & CaseIterable {
  /// The description (JSON Schema and writer) of an enumeration: each case is written as its raw value, a string. The
  /// schema lists the raw values of all cases.
  package static var word: JSONOutput {
    JSONOutput(.names(Value.allCases.map(\.rawValue))) { $1.string($0.rawValue) }
  }
}
