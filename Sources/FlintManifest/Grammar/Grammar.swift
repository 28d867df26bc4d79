/// The structure of a JSON value, with the names in it. Declared once for each key in an
/// ``ObjectGrammar``. Schemas, completions and ``NameWalk`` come from it.
package indirect enum Grammar: Sendable {
  /// A value without names, such as a date.
  case value(Schema)

  case name(NameRole)

  case words([String])
  case boolean

  /// A blocker's id, which can contain names.
  case blocker
  case list(of: Grammar)

  /// An object whose keys are names.
  case map(from: NameRole, to: Grammar)
  case object(ObjectGrammar)

  case anyOf([Grammar])

  case oneOf([Grammar])

  /// A grammar that a schema defines once. A closure, because it can refer to itself.
  case named(String, @Sendable () -> Grammar)

  /// A grammar with further keywords in its schema.
  case extended(Grammar, @Sendable () -> KeyValuePairs<String, Schema>)

  /// A grammar with this schema instead of the derived one.
  case replaced(Grammar, @Sendable () -> Schema)
}

extension Grammar {
  package static let null: Grammar = .value(.null)
  static let text: Grammar = .value(.text)

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

  /// An object that must have at least one of its keys.
  package static func nonEmptyObject(_ object: ObjectGrammar) -> Grammar {
    .object(object).with(["anyOf": .array(object.names.map { .requires($0) })])
  }

  package static func declared(_ kind: NameKind, in scope: NameRole.Scope = .none) -> Grammar {
    .name(.declared(kind, in: scope))
  }

  package static func of(_ kind: NameKind, in scope: NameRole.Scope = .none) -> Grammar {
    .name(.of(kind, in: scope))
  }

  package func with(
    _ keywords: @autoclosure @escaping @Sendable () -> KeyValuePairs<String, Schema>
  ) -> Grammar { .extended(self, keywords) }

  /// The list's grammar, with at least one element required.
  package var nonEmpty: Grammar { with(["minItems": 1]) }

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

  /// All alternatives in one list, also nested and named ones. The grammar itself if it has none.
  package var alternatives: [Grammar] {
    switch self {
    case .anyOf(let grammars), .oneOf(let grammars): grammars.flatMap(\.alternatives)
    case .named(_, let grammar): grammar().alternatives
    case .extended(let grammar, _), .replaced(let grammar, _): grammar.alternatives
    case .value, .name, .words, .boolean, .blocker, .list, .map, .object: [self]
    }
  }
}

/// The keys of an object. Those that begin with `$` or `x-` are always allowed.
package struct ObjectGrammar: Sendable {
  /// The object's name in messages.
  package let owner: String
  let required: [String]
  package let members: [Member]
  /// The members' keys.
  package let names: [String]

  package typealias Member = (key: String, grammar: Grammar)

  package init(_ owner: String, requiring required: [String] = [], members: [Member]) {
    (self.owner, self.required, self.members) = (owner, required, members)
    names = members.map(\.key)
  }

  package init(
    _ owner: String, requiring required: [String] = [],
    _ members: KeyValuePairs<String, Grammar>
  ) {
    self.init(owner, requiring: required, members: members.map { ($0, $1) })
  }

  /// The grammar with only these members, in this order, and none required.
  func only(_ keys: [String]) -> ObjectGrammar {
    ObjectGrammar(owner, members: keys.flatMap { key in members.filter { $0.key == key } })
  }

  /// Whether the object can have the key.
  package func has(_ key: JSONValue) -> Bool { names.contains { key.equals($0) } }

  /// Nil if the object must not have the key.
  package func grammar(under key: JSONValue) -> Grammar? {
    members.first { key.equals($0.key) }?.grammar
  }

  package var schema: Schema {
    writtenSchema.with(["patternProperties": ["^([$]|x-)": true]])
  }

  /// The schema of what commands print, which has no further keys.
  package var writtenSchema: Schema {
    .closed(members.map { ($0.key, $0.grammar.schema) }, required: required)
  }
}

/// The kind of a name, and whether the name declares or refers.
package struct NameRole: Equatable, Sendable {
  package let kind: NameKind

  package let declares: Bool
  package let scope: Scope

  /// Where a name's parent is written, such as a level's group.
  package enum Scope: Equatable, Sendable {
    case none

    /// Under another key of the same object: `group` beside `level`.
    case beside(String)

    /// The key whose value is the name: `{ "plan": "pro" }`.
    case key
  }

  package static func declared(_ kind: NameKind, in scope: Scope = .none) -> NameRole {
    NameRole(kind: kind, declares: true, scope: scope)
  }

  package static func of(_ kind: NameKind, in scope: Scope = .none) -> NameRole {
    NameRole(kind: kind, declares: false, scope: scope)
  }
}

package enum NameKind: String, Sendable, CaseIterable {
  case feature, product, group
  case level
  case attribute
  /// A listed value of an attribute of type `choice`.
  case value
  case condition, assumption, bucket, state
  case action
  case team, permission, platform
  /// The path of an included file.
  case file

  var schema: Schema {
    switch self {
    case .feature, .group, .level, .attribute, .condition, .assumption, .bucket: .id
    case .product, .value, .action, .file: .nonEmptyText
    case .state, .team: .text
    case .permission: .permission
    case .platform: .platform
    }
  }

  /// False for platforms and permissions, which are the same in all manifests.
  package var isDeclared: Bool { self != .permission && self != .platform }
}

/// An occurrence of a name in a file.
package struct NameLocation {
  package let role: NameRole

  /// The name itself, a key or string.
  package let value: JSONValue

  /// The key or string that names the parent.
  package let parent: JSONValue?
}

/// Visits all names of a file in order.
package struct NameWalk {
  private let name: (NameLocation) -> Void
  private let blocker: (JSONValue) -> Void
  private var key: JSONValue?
  private var object: JSONValue?

  /// - Parameter blocker: Gets each string that is a blocker's id, which can contain several names.
  package static func visit(
    _ root: JSONValue, as grammar: Grammar, name: (NameLocation) -> Void,
    blocker: (JSONValue) -> Void = { _ in }
  ) {
    withoutActuallyEscaping(name) { name in
      withoutActuallyEscaping(blocker) { blocker in
        NameWalk(name: name, blocker: blocker).visit(root, as: grammar)
      }
    }
  }

  private init(name: @escaping (NameLocation) -> Void, blocker: @escaping (JSONValue) -> Void) {
    self.name = name
    self.blocker = blocker
  }

  private func visit(_ value: JSONValue, as grammar: Grammar) {
    switch (grammar, value.kind) {
    case (.anyOf(let grammars), _), (.oneOf(let grammars), _):
      for grammar in grammars { visit(value, as: grammar) }
    case (.named(_, let grammar), _): visit(value, as: grammar())
    case (.extended(let grammar, _), _), (.replaced(let grammar, _), _): visit(value, as: grammar)
    case (.object(let object), .object):
      var inner = self
      inner.object = value
      for (key, member) in value.members {
        if let grammar = object.grammar(under: key) { inner.visit(member, as: grammar) }
      }
    case (.map(let role, let grammar), .object):
      for (key, member) in value.members {
        visit(key, as: .name(role))
        var inner = self
        inner.key = key
        inner.visit(member, as: grammar)
      }
    case (.list(let grammar), .array):
      for element in value.elements { visit(element, as: grammar) }
    case (.name(let role), .string):
      name(NameLocation(role: role, value: value, parent: parent(of: role)))
    case (.blocker, .string): blocker(value)
    case (.object, _), (.map, _), (.list, _), (.name, _), (.blocker, _), (.words, _),
      (.boolean, _), (.value, _):
      return
    }
  }

  private func parent(of role: NameRole) -> JSONValue? {
    let parent: JSONValue? =
      switch role.scope {
      case .none: nil
      case .key: key
      case .beside(let key): object?.members.first { $0.key.string == key }?.value
      }
    return parent?.kind == .string ? parent : nil
  }
}
