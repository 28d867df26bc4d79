package import FlintText

/// The structure of a JSON value in a file, and the meaning of its strings: for example, an object with certain keys,
/// or a string that is a feature's id. Editor functions such as completion and renaming use shapes. Whether a value is
/// valid is checked elsewhere, by the reader of the file.
package indirect enum Shape: Sendable {
  /// An object with a fixed set of keys, each of which has its own shape.
  case object(ObjectShape)

  /// An object whose keys are names, such as the ids of products. The values of all keys have the given shape.
  case map(NameRole, Shape)
  case list(Shape)

  /// A string that is a name, such as a feature's id.
  case name(NameRole)

  /// A string that is one of the given keywords, such as the name of a status.
  case words([String])
  case boolean

  /// A string that is a blocker (a constraint that keeps a feature from being available) as results print it, such as
  /// `purchase:SUB0001`. It can contain several names.
  case blocker

  /// A value without names, such as a number or a free text.
  case anything

  /// A value that has one of several shapes. Only the shapes that fit the JSON type of the value are used.
  case oneOf([Shape])
}

/// The structure of a JSON object: its possible keys, each with the shape of its value.
package struct ObjectShape: Sendable {
  package let keys: [any ShapedKey]
  private let find: @Sendable (JSONValue) -> (any ShapedKey)?

  package init<Key: ShapedKey>(_ keys: [Key]) {
    self.keys = keys
    find = { Key(key: $0) }
  }

  /// Returns the shape of the value that belongs to a key; nil if an object of this shape cannot have the key.
  package func shape(under key: JSONValue) -> Shape? { find(key)?.shape }
}

/// A key of a JSON object that has a shape: a description of the structure and the meaning of its value.
package protocol ShapedKey: ObjectKey {
  init?(key: JSONValue)

  var shape: Shape { get }
}

extension Shape {
  package static func object<Key: ShapedKey>(of keys: Key.Type) -> Shape {
    .object(ObjectShape(Array(Key.allCases)))
  }

  /// The shapes that are possible for a value: for `oneOf`, all its shapes, including those of a `oneOf` inside it;
  /// otherwise, this shape alone.
  package var alternatives: [Shape] {
    if case .oneOf(let shapes) = self { shapes.flatMap(\.alternatives) } else { [self] }
  }
}

/// The kind of a name in a file, such as the id of a feature, and whether the name is declared there or only referred
/// to.
package struct NameRole: Equatable, Sendable {
  package let kind: NameKind

  /// Whether the name is declared here, as the id of a feature is in its declaration. If false, the name refers to a
  /// declaration.
  package let declares: Bool
  package let scope: Scope

  /// The place in a file that shows to which declaration a name belongs. A level belongs to its subscription group, the
  /// value of a choice to its attribute, and an action to its feature.
  package enum Scope: Equatable, Sendable {
    /// The name belongs to no other declaration.
    case none

    /// The id of the declaration is in the same object, under the key that is the associated value. For example, the
    /// subscription group of a product's `level` is the value of its key `group`.
    case beside(String)

    /// The id of the declaration is the key to which the name is the value. For example, the value `"pro"` in `{
    /// "plan": "pro" }` belongs to the attribute `plan`.
    case key
  }

  package static func declared(_ kind: NameKind, in scope: Scope = .none) -> NameRole {
    NameRole(kind: kind, declares: true, scope: scope)
  }

  package static func of(_ kind: NameKind, in scope: Scope = .none) -> NameRole {
    NameRole(kind: kind, declares: false, scope: scope)
  }
}

/// The kinds of names that files declare or refer to, such as the ids of features.
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

  /// Whether manifests declare names of this kind. Names of the other kinds, permissions and platforms, are the same
  /// for all manifests.
  package var isDeclared: Bool {
    switch self {
    case .feature, .product, .group, .level, .attribute, .value, .condition, .assumption, .bucket,
      .state, .action, .team, .file:
      true
    case .permission, .platform: false
    }
  }
}
