package import FlintCore

/// A value of a state by which states are grouped, defaults included.
package enum GroupKey: Hashable, Sendable {
  case platform

  /// The first number of the version, or `latest`.
  case osVersion
  case appVersion

  /// Index in the manifest's attributes.
  case attribute(Int)

  /// The permission's status.
  case permission(SystemPermission)

  /// Index in the manifest's products: its status, or the credits of a consumable.
  case purchase(Int)

  /// Index in the manifest's groups: the highest level that is held, or in a group without levels the first product that is.
  case group(Int)

  /// What keys are called on the command line and in results, in front of the id of a thing.
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

  /// The key as it is written on the command line and in results: `platform`, `purchase:PRO`.
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
