internal import FlintText

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

  /// The JSON Schema of names of this kind.
  var schema: Schema {
    switch self {
    case .feature, .group, .level, .attribute, .condition, .assumption, .bucket: .id
    case .product, .value, .action, .file: .nonEmptyText
    case .state, .team: .text
    case .permission: .permission
    case .platform: .platform
    }
  }

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
