package import FlintText

/// The keys of one kind of object; its reader switches over them, its grammar is derived from them.
package protocol ObjectKey: CaseIterable, Equatable, Sendable {
  init?(key: JSONValue)

  var name: String { get }

  var isRequired: Bool { get }

  var grammar: Grammar { get }
}

extension ObjectKey {
  package var isRequired: Bool { false }
}

extension ObjectKey where Self: RawRepresentable<KeyText> {
  package var name: String { rawValue.text }
}

/// These keys, and those that begin with `$` or `x-`.
package struct ObjectGrammar: Sendable {
  package typealias Member = (name: String, isRequired: Bool, grammar: Grammar)

  private let list: @Sendable () -> [Member]
  private let find: @Sendable (JSONValue) -> Grammar?

  /// - Parameter grammar: Of a key's value; by default ``ObjectKey/grammar``.
  package init<Key: ObjectKey>(
    _ keys: [Key], _ grammar: @escaping @Sendable (Key) -> Grammar = { $0.grammar }
  ) {
    list = { keys.map { ($0.name, $0.isRequired, grammar($0)) } }
    find = { Key(key: $0).flatMap { keys.contains($0) ? grammar($0) : nil } }
  }

  package var members: [Member] { list() }

  /// Nil if the object must not have the key.
  package func grammar(under key: JSONValue) -> Grammar? { find(key) }

  package var schema: Schema {
    let members = members
    return Schema.closed(
      members.map { ($0.name, $0.grammar.schema) },
      required: members.filter(\.isRequired).map(\.name)
    ).with(["patternProperties": ["^([$]|x-)": true]])
  }
}
