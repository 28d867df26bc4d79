/// With the definitions of what it refers to.
package struct SchemaWriter: ~Copyable {
  private var json = JSONWriter(.pretty)

  private var definitions: [(name: String, schema: @Sendable () -> Schema)] = []

  package static func text(of schema: Schema, title: String) -> String {
    var writer = SchemaWriter()
    writer.write(schema, title: title)
    return writer.json.text
  }

  /// Without references.
  package static func text(of schema: Schema) -> String {
    var writer = SchemaWriter()
    writer.write(schema)
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
    case .reference(let name, let schema):
      if !definitions.contains(where: { $0.name == name }) { definitions.append((name, schema)) }
      json.string("#/$defs/" + name)
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
