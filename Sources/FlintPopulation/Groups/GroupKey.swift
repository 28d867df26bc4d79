package import FlintCore

/// A property of states by whose values they are grouped. Values that a state does not give are the defaults.
package enum GroupKey: Hashable, Sendable {
  case platform

  /// The major version of the operating system, or `latest`.
  case osVersion
  case appVersion

  /// The attribute with this index in the manifest.
  case attribute(Int)

  /// The status of a permission.
  case permission(SystemPermission)

  /// The status of the product with this index in the manifest, or the credits of a consumable.
  case purchase(Int)

  /// The group of products with this index in the manifest. The value is the highest level that the user holds or, in a
  /// group without levels, the first product that the user holds.
  case group(Int)

  /// The kinds of keys. The raw value is the prefix of the key on the command line and in results.
  package enum Kind: String, CaseIterable, Sendable {
    case platform, osVersion, appVersion, attribute, permission, purchase, group
  }

  package var kind: Kind {
    switch self {
    case .platform: .platform
    case .osVersion: .osVersion
    case .appVersion: .appVersion
    case .attribute: .attribute
    case .permission: .permission
    case .purchase: .purchase
    case .group: .group
    }
  }

  /// Returns the key as written on the command line and in results, for example `platform` or `purchase:PRO`.
  package func name(in manifest: Manifest) -> String {
    let id: String? =
      switch self {
      case .platform, .osVersion, .appVersion: nil
      case .attribute(let attribute): manifest.attributes[attribute].id
      case .permission(let permission): permission.name
      case .purchase(let product): manifest.products[product].id
      case .group(let group): manifest.groups[group].id
      }
    return id.map { "\(kind.rawValue):\($0)" } ?? kind.rawValue
  }
}
