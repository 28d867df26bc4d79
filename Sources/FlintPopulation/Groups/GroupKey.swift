package import FlintModel

/// A property by which states are grouped; defaults stand in for what a state lacks.
package enum GroupKey: Hashable, Sendable {
  case platform

  /// The first number, or `latest`.
  case osVersion
  case appVersion

  case attribute(Int)

  case permission(SystemPermission)

  /// The status, or a consumable's credits.
  case purchase(Int)

  /// The highest level held or, without levels, the first product held.
  case group(Int)

  /// Raw values begin names such as `purchase:PRO`.
  package enum Kind: String, CaseIterable, Sendable {
    case platform, osVersion, appVersion, attribute, permission, purchase, group
  }

  /// The value of a subscription group in which no purchase is certain, and one is possible.
  package static let unknown = "unknown"

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

  /// As on the command line: `purchase:PRO`.
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
