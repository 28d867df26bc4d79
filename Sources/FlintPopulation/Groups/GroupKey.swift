package import FlintModel

/// A property by which states are grouped: states with different values belong to different groups. If a state does not
/// contain the property, the property's default value is used.
package enum GroupKey: Hashable, Sendable {
  case platform

  /// The major version of the operating system, such as 17, or `latest`.
  case osVersion
  case appVersion

  case attribute(Int)

  case permission(SystemPermission)

  /// The product with this index in the manifest. States are grouped by its purchase status or, for a consumable, by
  /// the number of credits.
  case purchase(Int)

  /// The subscription group with this index in the manifest. States are grouped by the highest level (rank of a
  /// subscription) in it that the user has purchased or, if the subscription group has no levels, by the first of its
  /// products (in the manifest's order) that the user has purchased.
  case group(Int)

  /// The kinds of properties by which states can be grouped. The raw value begins the name of such a property on the
  /// command line and in results, such as `purchase:PRO`.
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

  /// Returns the name of this property (by which states are grouped) on the command line and in results, for example
  /// `platform` or `purchase:PRO`.
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
