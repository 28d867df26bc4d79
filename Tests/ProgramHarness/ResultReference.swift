import Foundation
import TestSupport

/// Generates the guides' reference of JSON results from the schemas.
package struct ResultReference {
  /// The names of the schemas, and the commands that print such documents.
  package static let results: [(schema: String, command: String)] = [
    ("evaluation", "evaluate"), ("explanation", "explain"), ("findings", "validate"),
    ("test", "test"), ("cover", "cover"), ("impact", "impact"), ("matrix", "matrix"),
    ("plan", "plan"), ("diff", "diff"), ("history", "history"), ("audience", "audience"),
    ("stream", "stream"),
  ]

  private let schemas: [(schema: String, command: String, tree: JSONTree)]

  package init() throws {
    schemas = try Self.results.map { schema, command in
      (schema, command, try JSONTree(try Run.program(["schema", schema]).output))
    }
  }

  /// The Markdown: a section for each result with a list for each of its objects. Objects that several results contain
  /// and lists of words come at the end.
  package var markdown: String {
    var shared = DefinedObjects()
    var own: [DefinedObjects] = schemas.map { DefinedObjects(in: $0.tree) }
    for (index, objects) in own.enumerated() {
      for object in objects.list
      where own.enumerated().contains(where: { $0 != index && $1.has(object.name) }) {
        shared.add(object)
      }
    }
    for index in own.indices { own[index].list.removeAll { shared.has($0.name) } }
    var words: [(name: String, text: String)] = []
    var described: [String: String] = [:]
    func section(of object: DefinedObject) -> String {
      let description = object.schema.description.map { "\($0).\n\n" } ?? ""
      let list = SchemaLists(object.root).markdown(of: object.schema)
      let heading = "\n### The object \(object.name)\n\n\(description)"
      let keys = list.replacing("?`", with: "`")
      if let twin = described[keys] {
        return heading + "The keys of `\(twin)`, all optional.\n"
      }
      described[keys] = object.name
      return heading + list
    }
    var text = ""
    for ((schema, command, tree), objects) in zip(schemas, own) {
      text += "\n## \(command)\n\n\(tree.description ?? "") (`schema \(schema)`).\n\n"
      text += SchemaLists(tree).markdown(of: tree)
      for object in objects.list { text += section(of: object) }
      for list in SchemaLists(tree).words where !words.contains(where: { $0.name == list.name }) {
        words.append(list)
      }
    }
    text += "\n## Objects of several results\n"
    for object in shared.list { text += section(of: object) }
    text += "\n## Lists of words\n\n"
    return text + words.map { "- `\($0.name)`: \($0.text).\n" }.joined()
  }
}

/// An object that a schema defines by name.
private struct DefinedObject {
  let name: String
  let schema: JSONTree

  let root: JSONTree
}

private struct DefinedObjects {
  var list: [DefinedObject] = []

  init() {}

  init(in root: JSONTree) {
    guard case .object(let members)? = root.member("$defs") else { return }
    for (name, schema) in members where schema.member("properties") != nil {
      add(DefinedObject(name: name, schema: schema, root: root))
    }
  }

  func has(_ name: String) -> Bool { list.contains { $0.name == name } }

  mutating func add(_ object: DefinedObject) { if !has(object.name) { list.append(object) } }
}

/// Generates lists of the keys of objects.
private struct SchemaLists {
  private let definitions: JSONTree

  init(_ root: JSONTree) { definitions = root.member("$defs") ?? .null }

  /// The lists of words that the schema defines by name, except those that no key of a result has.
  var words: [(name: String, text: String)] {
    guard case .object(let members) = definitions else { return [] }
    return members.compactMap { name, schema in
      guard schema.member("enum") != nil, name != "permission" else { return nil }
      return (name, type(of: schema))
    }
  }

  func markdown(of object: JSONTree) -> String {
    rows(of: object, after: "") + kinds(of: object)
  }

  /// Returns a row for each key. The keys of an inline object are listed with a prefix, like `summary.passed`.
  private func rows(of object: JSONTree, after prefix: String) -> String {
    guard case .object(let members)? = object.member("properties") else { return "" }
    let required = (object.member("required")?.elements ?? []).compactMap(\.string)
    return members.filter { $0.key != "formatVersion" }.map { key, schema in
      let type = schema.member("properties") == nil ? self.type(of: schema) : "object"
      let mark = required.contains(key) ? "" : "?"
      let meaning = schema.description.map { ": \($0)." } ?? ""
      return "- `\(prefix)\(key)\(mark)` (\(type))\(meaning)\n"
        + rows(of: schema, after: "\(prefix)\(key).")
    }.joined()
  }

  /// Returns the types of keys that depend on the object's kind.
  private func kinds(of object: JSONTree) -> String {
    let choices = object.member("allOf")?.elements ?? []
    guard case .object(let first)? = choices.first?.member("if")?.member("properties"),
      let key = first.first?.key
    else { return "" }
    var names: [String] = []
    for choice in choices {
      guard case .object(let members)? = choice.member("then")?.member("properties") else {
        continue
      }
      for (name, _) in members where !names.contains(name) { names.append(name) }
    }
    var text = "\n| `\(key)` | \(names.map { "`\($0)`" }.joined(separator: " | ")) |\n"
    text += "|---|" + String(repeating: "---|", count: names.count) + "\n"
    for choice in choices {
      let word = choice.member("if")?.member("properties")?.member(key)?.member("const")?.string
      let members = choice.member("then")?.member("properties")
      let types = names.map { members?.member($0).map { type(of: $0) } ?? "any value of the key" }
      text += "| `\(word ?? "")` | \(types.joined(separator: " | ")) |\n"
    }
    return text
  }

  private func type(of schema: JSONTree) -> String {
    if case .bool(let isAnything) = schema { return isAnything ? "any" : "absent" }
    if let reference = schema.member("$ref")?.string { return type(named: reference) }
    if let value = schema.member("const") { return "`\(value.string ?? value.text)`" }
    if let words = schema.member("enum")?.elements {
      return alternatives(words.map { "`\($0.string ?? $0.text)`" })
    }
    if let parts = schema.member("anyOf")?.elements {
      return alternatives(parts.map { type(of: $0) })
    }
    let types = (schema.member("type")?.elements ?? []).compactMap(\.string)
    if !types.isEmpty { return alternatives(types) }
    switch schema.member("type")?.string {
    case "array": return "list of \(schema.member("items").map { type(of: $0) } ?? "any")"
    case "object":
      if let value = schema.member("additionalProperties"), schema.member("properties") == nil {
        return "map to \(type(of: value))"
      }
      guard case .object(let members)? = schema.member("properties") else { return "object" }
      return "`{" + members.map { "\"\($0.key)\": …" }.joined(separator: ", ") + "}`"
    case let name?: return name
    case nil: return number(of: schema)
    }
  }

  /// Describes the number of elements of a list, if it has no other description.
  private func number(of schema: JSONTree) -> String {
    switch (schema.member("minItems")?.text, schema.member("maxItems")?.text) {
    case ("1"?, "1"?): "one"
    case ("1"?, nil): "one or more"
    case (nil, "1"?): "at most one"
    default: "any"
    }
  }

  private func type(named reference: String) -> String {
    let name = String(reference.dropFirst("#/$defs/".count))
    guard let schema = definitions.member(name) else { return name }
    let isNamed = schema.member("properties") != nil || schema.member("enum") != nil
    return isNamed ? "`\(name)`" : type(of: schema)
  }

  /// Joins alternatives: `a`, `a or b`, `a, b or c`.
  private func alternatives(_ parts: [String]) -> String {
    parts.count < 2
      ? parts.joined() : parts.dropLast().joined(separator: ", ") + " or " + parts[parts.count - 1]
  }
}

extension JSONTree {
  fileprivate var description: String? {
    (member("description") ?? member("title"))?.string?.replacing("|", with: "\\|")
  }
}
