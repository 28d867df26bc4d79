/// StoreKit's types.
public enum ProductType: UInt8, NamedCase {
  case nonConsumable

  case consumable

  case autoRenewingSubscription

  /// A subscription for a fixed period, without renewal.
  case nonRenewingSubscription

  public var name: String {
    switch self {
    case .nonConsumable: "nonConsumable"
    case .consumable: "consumable"
    case .autoRenewingSubscription: "autoRenewingSubscription"
    case .nonRenewingSubscription: "nonRenewingSubscription"
    }
  }
}

/// A subscription group of the store, as a manifest declares it. A user has at most one subscription of a group at a
/// time.
public struct GroupDeclaration: Hashable, Sendable {
  public let id: String
  public let name: String
  public let description: String?

  /// The names of the group's levels, from the lowest to the highest, such as “plus” and “patron”. The list is empty if
  /// the products are not ranked.
  public let levels: [String]

  public init(
    id: String, name: String? = nil, description: String? = nil, levels: [String] = []
  ) {
    self.id = id
    self.name = name ?? id
    self.description = description
    self.levels = levels
  }
}

/// A product of the store, such as a subscription, as a manifest declares it.
public struct ProductDeclaration: Hashable, Sendable {
  /// The identifier of the product in the store: any nonempty text.
  public let id: String
  public let name: String
  public let type: ProductType
  public let description: String?

  /// The product's subscription group, by its index in ``Manifest/groups``; nil if it belongs to none.
  public let group: Int?

  /// The product's level in its group, by its index in ``GroupDeclaration/levels``; nil if the product has no group, or
  /// the group has no levels.
  public let level: Int?

  /// The id as it is written in a purchase expression such as `A or B`: in quotes if it could be misread, for example
  /// as a number of credits.
  package let operand: String

  public init(
    id: String, name: String? = nil, type: ProductType, description: String? = nil,
    group: Int? = nil, level: Int? = nil
  ) {
    self.group = group
    self.level = level
    self.id = id
    self.name = name ?? id
    self.type = type
    self.description = description
    self.operand = Self.operand(for: id)
  }

  /// Returns an id as it is written in a purchase expression: the id itself if it consists of `[A-Za-z0-9._-]`, is
  /// neither `and` nor `or` and does not look like a number of credits (`5x…`), otherwise a JSON string with only the
  /// necessary escapes.
  private static func operand(for id: String) -> String {
    // A product's id, unlike other ids, can begin with `.`, `_` or `-`. `isIdentifier` accepts these
    // only after another character, here the digit 0.
    let plain = isIdentifier("0" + id)
    let digits = id.utf8.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    let looksLikeQuantity =
      !digits.isEmpty && id.utf8.dropFirst(digits.count).first == UInt8(ascii: "x")
    if plain && !looksLikeQuantity && !id.isEmpty && id != "and" && id != "or" { return id }

    var quoted = "\""
    for scalar in id.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\u{8}": quoted += "\\b"
      case "\u{c}": quoted += "\\f"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\0"..<" ":
        let hex = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - hex.utf8.count) + hex
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
