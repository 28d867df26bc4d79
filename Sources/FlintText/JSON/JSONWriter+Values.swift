extension JSONWriter {
  /// Numbers stay as written: `1.50`.
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
