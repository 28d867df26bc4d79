internal import FlintText

/// The role of a name in a file: the kind of the name, such as a product's id, and whether the name is a declaration or
/// a reference.
package struct NameRole: Equatable, Sendable {
  package let kind: NameKind

  /// Whether the name is a declaration; otherwise it is a reference to a declaration elsewhere.
  package let declares: Bool
  package let scope: Scope

  /// The place in the JSON at which the parent of a name is written. Some names have a parent: the parent of a level is
  /// its subscription group, the parent of an attribute's value is the attribute, and the parent of an action is its
  /// feature.
  package enum Scope: Equatable, Sendable {
    case none

    /// The name belongs to another name, its parent, which is the value of another key in the same JSON object. The
    /// associated value is that key. For example, the parent of a product's `level` is the subscription group under the
    /// key `group`.
    case beside(String)

    /// The name belongs to another name, its parent, which is the JSON key under which the name is written. For
    /// example, the parent of the value `"pro"` in `{ "plan": "pro" }` is the attribute `plan`.
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
  /// The kind of a name that is the id of a level (a rank in a subscription group), such as `basic` or `pro`.
  case level
  case attribute
  /// The kind of a name that is a value of a choice attribute, such as `"pro"` for the attribute `plan`.
  case value
  case condition, assumption, bucket, state
  /// The kind of a name that is an action (an operation that a feature offers to the app), such as `setSpeed`.
  case action
  case team, permission, platform
  /// The kind of a name that is the path of an included file (a file with a part of a manifest).
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

  /// Whether names of this kind are declared by authors of manifests. If false, as for platforms and permissions, all
  /// manifests use the same fixed names.
  package var isDeclared: Bool {
    switch self {
    case .feature, .product, .group, .level, .attribute, .value, .condition, .assumption, .bucket,
      .state, .action, .team, .file:
      true
    case .permission, .platform: false
    }
  }
}
