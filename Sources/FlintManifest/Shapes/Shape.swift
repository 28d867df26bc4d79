package import FlintText

/// What stands in a place of a file: keys of its own, names of things, or one of a few words. Readers know what is right
/// there; shapes know what it is about.
package indirect enum Shape: Sendable {
  /// An object with keys of its own.
  case object(ObjectShape)

  /// An object with a key for each of what its keys name.
  case map(NameRole, Shape)
  case list(Shape)

  /// A string that names something.
  case name(NameRole)

  /// One of these.
  case words([String])
  case boolean

  /// A blocker as results print it, in which ids stand.
  case blocker

  /// A number, or text of the author's own.
  case anything

  /// Each holds for values of its own kind.
  case oneOf([Shape])
}

/// The keys of a kind of object, each with the shape of what stands under it.
package struct ObjectShape: Sendable {
  package let keys: [any ShapedKey]
  private let find: @Sendable (JSONValue) -> (any ShapedKey)?

  package init<Key: ShapedKey>(_ keys: [Key]) {
    self.keys = keys
    find = { Key(key: $0) }
  }

  /// The shape of what stands under a key; nil for one that the object cannot have.
  package func shape(under key: JSONValue) -> Shape? { find(key)?.shape }
}

/// A key that knows what stands under it.
package protocol ShapedKey: ObjectKey {
  init?(key: JSONValue)

  var shape: Shape { get }
}

extension Shape {
  package static func object<Key: ShapedKey>(of keys: Key.Type) -> Shape {
    .object(ObjectShape(Array(Key.allCases)))
  }

  /// The shapes that this may be.
  package var alternatives: [Shape] {
    if case .oneOf(let shapes) = self { shapes.flatMap(\.alternatives) } else { [self] }
  }
}

/// What a name is the name of, and what it says there.
package struct NameRole: Equatable, Sendable {
  package let kind: NameKind

  /// Whether the thing comes to be there; elsewhere it is referred to.
  package let declares: Bool
  package let scope: Scope

  /// Where it stands what the thing belongs to.
  package enum Scope: Equatable, Sendable {
    case none

    /// Under another key of the same object.
    case beside(String)

    /// In the key of the map around it.
    case key
  }

  package static func declared(_ kind: NameKind, in scope: Scope = .none) -> NameRole {
    NameRole(kind: kind, declares: true, scope: scope)
  }

  package static func of(_ kind: NameKind, in scope: Scope = .none) -> NameRole {
    NameRole(kind: kind, declares: false, scope: scope)
  }
}

/// Kinds of things with names.
package enum NameKind: String, Sendable, CaseIterable {
  case feature, product, group
  /// Of a group.
  case level
  case attribute
  /// Of an attribute.
  case value
  case condition, assumption, bucket, state
  /// Of a feature.
  case action
  case team, permission, platform
  /// An included file.
  case file

  /// Whether a manifest says what there is of it; the others are the same for all.
  package var isDeclared: Bool {
    switch self {
    case .feature, .product, .group, .level, .attribute, .value, .condition, .assumption, .bucket,
      .state, .action, .team, .file:
      true
    case .permission, .platform: false
    }
  }
}
