internal import FlintText

/// The kind of a name, and whether it declares or refers.
package struct NameRole: Equatable, Sendable {
  package let kind: NameKind

  package let declares: Bool
  package let scope: Scope

  /// Where the parent of a name is written: a level's group, a value's attribute, an action's
  /// feature.
  package enum Scope: Equatable, Sendable {
    case none

    /// Under another key of the same object: `group` beside `level`.
    case beside(String)

    /// The key under which the name is written.
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
  /// A value of a choice.
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

  /// False where all manifests use the same names, such as platforms.
  package var isDeclared: Bool {
    switch self {
    case .feature, .product, .group, .level, .attribute, .value, .condition, .assumption, .bucket,
      .state, .action, .team, .file:
      true
    case .permission, .platform: false
    }
  }
}
