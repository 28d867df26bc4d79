package import FlintText

/// A key that one kind of JSON object can have. Usually, an enumeration has a case for each key of the object. The
/// reader of these objects switches over the cases, and the grammar of the objects is derived from them.
package protocol ObjectKey: CaseIterable, Equatable, Sendable {
  /// Creates the key with the name that a JSON document contains; nil if no key has this name.
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

/// The grammar of an object that can have the given keys, and extension keys, which begin with `$` or `x-`. Other keys
/// are not allowed.
package struct ObjectGrammar: Sendable {
  package typealias Member = (name: String, isRequired: Bool, grammar: Grammar)

  private let list: @Sendable () -> [Member]
  private let find: @Sendable (JSONValue) -> Grammar?

  /// Creates the grammar of an object that can have the given keys.
  ///
  /// - Parameter grammar: returns the grammar of a key's value; by default, ``ObjectKey/grammar``. Another function is
  ///   needed if two kinds of objects have the same keys, but different values under them.
  package init<Key: ObjectKey>(
    _ keys: [Key], _ grammar: @escaping @Sendable (Key) -> Grammar = { $0.grammar }
  ) {
    list = { keys.map { ($0.name, $0.isRequired, grammar($0)) } }
    find = { Key(key: $0).flatMap { keys.contains($0) ? grammar($0) : nil } }
  }

  package var members: [Member] { list() }

  /// Returns the grammar of the value under a key; nil if the object must not have the key.
  package func grammar(under key: JSONValue) -> Grammar? { find(key) }

  package var schema: Schema {
    let members = members
    return Schema.closed(
      members.map { ($0.name, $0.grammar.schema) },
      required: members.filter(\.isRequired).map(\.name)
    ).with(["patternProperties": ["^([$]|x-)": true]])
  }
}
