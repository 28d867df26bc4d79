import ProgramHarness
import TestSupport

/// The keys that a JSON Schema describes, and those that a document uses.
final class SchemaKeys {
  /// A key of one kind of object.
  struct Key: Hashable, Comparable, CustomStringConvertible {
    /// The name of the object's definition in the schema, followed by the keys that lead to an object without a name.
    let object: String
    let name: String

    var description: String { "\(object): \(name)" }

    static func < (left: Key, right: Key) -> Bool { left.description < right.description }
  }

  private let name: String
  private let root: JSONTree
  private let definitions: JSONTree
  private var validators: [String: SchemaValidator] = [:]

  /// - Parameter name: The name of the schema for the command `schema`.
  init(_ name: String) throws {
    self.name = name
    root = try JSONTree(try Run.program(["schema", name]).output)
    definitions = root.member("$defs") ?? .null
  }

  /// All keys of the schema.
  var keys: Set<Key> {
    var keys: Set<Key> = []
    var visited: Set<String> = []
    collect(from: root, of: name, into: &keys, &visited)
    return keys
  }

  func keys(in document: JSONTree) throws -> Set<Key> {
    var keys: Set<Key> = []
    try collect(from: document, by: root, of: name, into: &keys)
    return keys
  }

  // MARK: Schemas

  private func collect(
    from schema: JSONTree, of object: String, into keys: inout Set<Key>,
    _ visited: inout Set<String>
  ) {
    for (schema, object) in alternatives(of: schema, object) {
      guard visited.insert("\(object) \(schema.text)").inserted else { continue }
      if case .object(let members)? = schema.member("properties") {
        for (key, value) in members {
          if case .bool(false) = value { continue }
          keys.insert(Key(object: object, name: key))
          collect(from: value, of: "\(object).\(key)", into: &keys, &visited)
        }
      }
      for inner in [schema.member("additionalProperties"), schema.member("items")] {
        if let inner { collect(from: inner, of: object, into: &keys, &visited) }
      }
    }
  }

  /// Returns a schema with its reference resolved, and the schemas that it offers as alternatives.
  private func alternatives(
    of schema: JSONTree, _ object: String
  ) -> [(schema: JSONTree, object: String)] {
    var (schema, object) = (schema, object)
    if let reference = schema.member("$ref")?.string {
      object = String(reference.dropFirst("#/$defs/".count))
      schema = definitions.member(object) ?? .null
    }
    var choices = ["anyOf", "oneOf"].flatMap { schema.member($0)?.elements ?? [] }
    choices += ["then", "else"].compactMap { schema.member($0) }
    return [(schema, object)] + choices.flatMap { alternatives(of: $0, object) }
  }

  // MARK: Documents

  private func collect(
    from value: JSONTree, by schema: JSONTree, of object: String, into keys: inout Set<Key>
  ) throws {
    if value.isScalar { return }
    for (schema, object) in alternatives(of: schema, object) where try accepts(schema, value) {
      for element in value.elements {
        guard let inner = schema.member("items") else { break }
        try collect(from: element, by: inner, of: object, into: &keys)
      }
      guard case .object(let members) = value else { continue }
      for (key, member) in members {
        if let inner = schema.member("properties")?.member(key) {
          keys.insert(Key(object: object, name: key))
          try collect(from: member, by: inner, of: "\(object).\(key)", into: &keys)
        } else if let inner = schema.member("additionalProperties") {
          try collect(from: member, by: inner, of: object, into: &keys)
        }
      }
    }
  }

  private func accepts(_ schema: JSONTree, _ value: JSONTree) throws -> Bool {
    guard case .object(var members) = schema else { return false }
    let text = schema.text
    if let validator = validators[text] { return validator.problem(in: value) == nil }
    members.removeAll { $0.key == "$defs" }
    members.append(("$defs", definitions))
    let validator = try SchemaValidator(JSONTree.object(members).text)
    validators[text] = validator
    return validator.problem(in: value) == nil
  }
}
