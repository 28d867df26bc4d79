package import FlintText

/// An occurrence of a name in a file, such as a feature's id, with the kind of the name. It also contains whether the
/// name is declared here or only referred to.
package struct NameLocation {
  package let role: NameRole

  /// The JSON key or string that contains the name.
  package let value: JSONValue

  /// The name of the entity to which this name belongs: for the level of a subscription, its subscription group. Nil if
  /// names of this kind belong to no other entity.
  package let parent: JSONValue?
}

/// A traversal of a file that visits all names in it, such as the ids of features, in the order of the text.
package struct NameWalk {
  private let name: (NameLocation) -> Void
  private let blocker: (JSONValue) -> Void
  private var key: JSONValue?
  private var object: JSONValue?

  /// Visits all names in a JSON value. The shape describes which keys and strings of the value are names.
  ///
  /// - Parameters:
  ///   - name: called with each name.
  ///   - blocker: called with each string that is a blocker in the notation of results, such as `purchase:A or B`,
  ///     which may contain several names.
  package static func visit(
    _ root: JSONValue, as shape: Shape, name: (NameLocation) -> Void,
    blocker: (JSONValue) -> Void = { _ in }
  ) {
    withoutActuallyEscaping(name) { name in
      withoutActuallyEscaping(blocker) { blocker in
        NameWalk(name: name, blocker: blocker).visit(root, as: shape)
      }
    }
  }

  private init(name: @escaping (NameLocation) -> Void, blocker: @escaping (JSONValue) -> Void) {
    self.name = name
    self.blocker = blocker
  }

  private func visit(_ value: JSONValue, as shape: Shape) {
    switch (shape, value.kind) {
    case (.oneOf(let shapes), _): for shape in shapes { visit(value, as: shape) }
    case (.object(let object), .object):
      var inner = self
      inner.object = value
      for (key, member) in value.members {
        if let shape = object.shape(under: key) { inner.visit(member, as: shape) }
      }
    case (.map(let role, let shape), .object):
      for (key, member) in value.members {
        visit(key, as: .name(role))
        var inner = self
        inner.key = key
        inner.visit(member, as: shape)
      }
    case (.list(let shape), .array):
      for element in value.elements { visit(element, as: shape) }
    case (.name(let role), .string):
      name(NameLocation(role: role, value: value, parent: parent(of: role)))
    case (.blocker, .string): blocker(value)
    case (.object, _), (.map, _), (.list, _), (.name, _), (.blocker, _), (.words, _),
      (.boolean, _), (.anything, _):
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
