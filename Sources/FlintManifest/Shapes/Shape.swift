package import FlintText

/// The structure of a value in a file: an object, a list, a name or a keyword. A reader checks whether a value is
/// valid; a shape describes its meaning, for example for completion and renaming.
package indirect enum Shape: Sendable {
  /// An object with a fixed set of keys.
  case object(ObjectShape)

  /// An object whose keys are names, such as the ids of products. All values have the same shape.
  case map(NameRole, Shape)
  case list(Shape)

  /// A string that is a name.
  case name(NameRole)

  /// A string that is one of these keywords.
  case words([String])
  case boolean

  /// A string that is a blocker as printed in results, such as `purchase:SUB0001`. It contains names.
  case blocker

  /// A number or free text.
  case anything

  /// Any one of several shapes. Only the shapes that allow the value's JSON type are tried.
  case oneOf([Shape])
}

/// The keys of an object, each with the shape of its value.
package struct ObjectShape: Sendable {
  package let keys: [any ShapedKey]
  private let find: @Sendable (JSONValue) -> (any ShapedKey)?

  package init<Key: ShapedKey>(_ keys: [Key]) {
    self.keys = keys
    find = { Key(key: $0) }
  }

  /// Returns the shape of the value under a key; nil for an unknown key.
  package func shape(under key: JSONValue) -> Shape? { find(key)?.shape }
}

/// A key of an object, with the shape (structure and meaning) of its value.
package protocol ShapedKey: ObjectKey {
  init?(key: JSONValue)

  var shape: Shape { get }
}

extension Shape {
  package static func object<Key: ShapedKey>(of keys: Key.Type) -> Shape {
    .object(ObjectShape(Array(Key.allCases)))
  }

  /// The shapes in this `oneOf`, including nested ones; for any other shape, the shape itself.
  package var alternatives: [Shape] {
    if case .oneOf(let shapes) = self { shapes.flatMap(\.alternatives) } else { [self] }
  }
}

/// The kind of a name, and whether it is a declaration or a reference.
package struct NameRole: Equatable, Sendable {
  package let kind: NameKind

  /// Whether the name is a declaration; otherwise it is a reference.
  package let declares: Bool
  package let scope: Scope

  /// The location of the id of the declaration to which a name belongs. A level belongs to its subscription group, the
  /// value of a choice to its attribute, and an action to its feature.
  package enum Scope: Equatable, Sendable {
    /// Names of this kind belong to no other declaration.
    case none

    /// The id of the declaration is the value of another key, given here, in the same object. For example, the
    /// subscription group of a product's `level` is the value of `group`.
    case beside(String)

    /// The id of the declaration is the key whose value is the name. For example, the value `"pro"` in `{ "plan": "pro"
    /// }` belongs to the attribute `plan`.
    case key
  }

  package static func declared(_ kind: NameKind, in scope: Scope = .none) -> NameRole {
    NameRole(kind: kind, declares: true, scope: scope)
  }

  package static func of(_ kind: NameKind, in scope: Scope = .none) -> NameRole {
    NameRole(kind: kind, declares: false, scope: scope)
  }
}

/// The kinds of names that files declare or refer to.
package enum NameKind: String, Sendable, CaseIterable {
  case feature, product, group
  /// A level of a subscription group.
  case level
  case attribute
  /// A value of a choice attribute.
  case value
  case condition, assumption, bucket, state
  /// An action of a feature.
  case action
  case team, permission, platform
  /// The path of an included file.
  case file

  /// Whether a manifest declares names of this kind. The other kinds have the same names in all manifests.
  package var isDeclared: Bool {
    switch self {
    case .feature, .product, .group, .level, .attribute, .value, .condition, .assumption, .bucket,
      .state, .action, .team, .file:
      true
    case .permission, .platform: false
    }
  }
}
