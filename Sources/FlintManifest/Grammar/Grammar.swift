package import FlintModel
package import FlintText

/// The grammar of a JSON value in a manifest, a state or a scenarios file. It describes the structure of the value, and
/// for each name in it, such as a product's id, the kind of the name.
///
/// The grammar of each key's value is declared once, in ``ObjectKey/grammar``. The JSON Schemas of the files, the
/// completions of the language server and the names that ``NameWalk`` visits are derived from this declaration.
package indirect enum Grammar: Sendable {
  /// A value that contains no names, such as a date or a number. It is described by a JSON Schema.
  case value(Schema)

  case name(NameRole)

  case words([String])
  case boolean

  /// A string that is the id of a blocker (a constraint that keeps a feature from being available), such as
  /// `purchase:SUB0001`. It can contain names, such as the id of a product.
  case blocker
  case list(of: Grammar)

  /// An object whose keys are names, such as the ids of products. All values have the same grammar.
  case map(from: NameRole, to: Grammar)
  case object(ObjectGrammar)

  case anyOf([Grammar])

  case oneOf([Grammar])

  /// A grammar with a name. A JSON Schema contains its definition only once, and refers to it by the name. The grammar
  /// is wrapped in a closure because it can refer to itself: for example, a condition can contain conditions.
  case named(String, @Sendable () -> Grammar)

  /// A grammar with keywords that are added to its JSON Schema, such as `minItems` or `description`.
  case extended(Grammar, @Sendable () -> KeyValuePairs<String, Schema>)

  /// A grammar with a separate JSON Schema, for restrictions that cannot be derived from the grammar. The grammar
  /// itself serves all other purposes, such as finding the names in a value.
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

  /// Returns the grammar of a list without duplicates.
  package static func set(of element: Grammar) -> Grammar {
    .list(of: element).with(["uniqueItems": true])
  }

  package static func object<Key: ObjectKey>(_ keys: Key.Type) -> Grammar {
    .object(ObjectGrammar(Array(Key.allCases)))
  }

  /// Returns the grammar of an object with at least one of the keys.
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

  /// The alternatives of which a value must match at least one, as a flat list: alternatives inside other alternatives
  /// or inside named grammars are included. If the grammar has no alternatives, the list contains only the grammar
  /// itself.
  package var alternatives: [Grammar] {
    switch self {
    case .anyOf(let grammars), .oneOf(let grammars): grammars.flatMap(\.alternatives)
    case .named(_, let grammar): grammar().alternatives
    case .extended(let grammar, _), .replaced(let grammar, _): grammar.alternatives
    case .value, .name, .words, .boolean, .blocker, .list, .map, .object: [self]
    }
  }
}
