package import FlintText

/// An occurrence of a name in a file.
package struct NameLocation {
  package let role: NameRole

  /// The key or string that is the name.
  package let value: JSONValue

  /// The key or string of its parent.
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
