package import FlintModel
package import FlintText

/// The structure of a JSON value and the names in it, declared once for each key in
/// ``ObjectKey/grammar``. Schemas, completions and ``NameWalk`` come from it.
package indirect enum Grammar: Sendable {
  /// Without names, such as a date.
  case value(Schema)

  case name(NameRole)

  case words([String])
  case boolean

  /// A blocker's id, which can contain names.
  case blocker
  case list(of: Grammar)

  /// Keys are names.
  case map(from: NameRole, to: Grammar)
  case object(ObjectGrammar)

  case anyOf([Grammar])

  case oneOf([Grammar])

  /// Defined once in a schema. A closure, because it can refer to itself.
  case named(String, @Sendable () -> Grammar)

  /// Keywords added to its schema.
  case extended(Grammar, @Sendable () -> KeyValuePairs<String, Schema>)

  /// With a schema of its own, for what cannot be derived.
  case replaced(Grammar, @Sendable () -> Schema)
}

extension Grammar {
  package static let null: Grammar = .value(.null)

  package static func words<Case: NamedCase>(of cases: Case.Type) -> Grammar {
    words(of: Array(cases.allCases))
  }

  package static func words<Case: NamedCase>(of cases: [Case]) -> Grammar {
    .words(cases.map(\.name))
  }

  package static func orNull(_ grammar: Grammar) -> Grammar { .anyOf([grammar, null]) }

  /// A list without duplicates.
  package static func set(of element: Grammar) -> Grammar {
    .list(of: element).with(["uniqueItems": true])
  }

  package static func object<Key: ObjectKey>(_ keys: Key.Type) -> Grammar {
    .object(ObjectGrammar(Array(Key.allCases)))
  }

  /// At least one of the keys.
  static func nonEmptyObject<Key: ObjectKey>(
    _ keys: [Key], _ grammar: @escaping @Sendable (Key) -> Grammar = { $0.grammar }
  ) -> Grammar {
    .object(ObjectGrammar(keys, grammar))
      .with(["anyOf": .array(keys.map { .requires($0.name) })])
  }

  package func with(
    _ keywords: @autoclosure @escaping @Sendable () -> KeyValuePairs<String, Schema>
  ) -> Grammar { .extended(self, keywords) }

  package func described(_ description: String) -> Grammar {
    with(["description": .string(description)])
  }

  package func withSchema(_ schema: @autoclosure @escaping @Sendable () -> Schema) -> Grammar {
    .replaced(self, schema)
  }
}

// MARK: - Derived descriptions

extension Grammar {
  package var schema: Schema {
    switch self {
    case .value(let schema): schema
    case .name(let role): role.kind.schema
    case .words(let words):
      words.count == 1 ? .constant(.string(words[0])) : .names(words)
    case .boolean: .boolean
    case .blocker: .nonEmptyText
    case .list(let element): .list(of: element.schema)
    // The name of a state can be any text, so its schema would add nothing.
    case .map(let role, let value) where role.kind == .state:
      ["type": "object", "additionalProperties": value.schema]
    case .map(let role, let value): .map(from: role.kind.schema, to: value.schema)
    case .object(let object): object.schema
    case .anyOf(let grammars): ["anyOf": .array(grammars.map(\.schema))]
    case .oneOf(let grammars): .oneOf(grammars.map(\.schema))
    case .named(let name, let grammar): .named(name) { grammar().schema }
    case .extended(let grammar, let keywords): grammar.schema.with(keywords())
    case .replaced(_, let schema): schema()
    }
  }

  /// Flat, nested and named ones included; itself without any.
  package var alternatives: [Grammar] {
    switch self {
    case .anyOf(let grammars), .oneOf(let grammars): grammars.flatMap(\.alternatives)
    case .named(_, let grammar): grammar().alternatives
    case .extended(let grammar, _), .replaced(let grammar, _): grammar.alternatives
    case .value, .name, .words, .boolean, .blocker, .list, .map, .object: [self]
    }
  }
}
