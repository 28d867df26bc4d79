/// Writing of values that were parsed from another JSON text.
extension JSONWriter {
  /// Writes a parsed value, with its arrays and objects, in the writer's layout. Numbers keep the spelling of the
  /// parsed text.
  package mutating func value(_ value: JSONValue) {
    switch value.kind {
    case .object:
      object { writer in
        for (key, member) in value.members {
          writer.key(named: key.string ?? "")
          writer.value(member)
        }
      }
    case .array: array(of: value.elements) { $1.value($0) }
    case .string: string(value.string)
    case .number, .bool, .null: raw(value.source)
    }
  }
}
