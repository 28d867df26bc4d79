/// How a product is bought, in StoreKit's terms.
public enum ProductType: UInt8, NamedCase {
  /// Bought once and kept.
  case nonConsumable

  /// Credits, bought and used up.
  case consumable

  /// Paid for again and again until cancelled.
  case autoRenewingSubscription

  /// Paid for once, for a season.
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

/// A subscription group of the store: somebody who has one of its products has no other.
public struct GroupDeclaration: Hashable, Sendable {
  public let id: String
  public let name: String
  public let description: String?

  /// From the lowest to the highest; empty: the products are not ranked.
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

/// A product as an app declares it.
public struct ProductDeclaration: Hashable, Sendable {
  /// The store's identifier: any text but the empty one.
  public let id: String
  public let name: String
  public let type: ProductType
  public let description: String?

  /// The subscription group, by its index in ``Manifest/groups``.
  public let group: Int?

  /// The level in the group, by its index in ``GroupDeclaration/levels``; there exactly where the group has levels.
  public let level: Int?

  /// The id as an operand of an expression: quoted where it could be read as anything else.
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

  /// Plain where the id is of `[A-Za-z0-9._-]` alone, is neither `and` nor `or` and does not look like a quantity
  /// (`5x…`); else a JSON string that escapes only what JSON must.
  private static func operand(for id: String) -> String {
    // Unlike other ids, a product's can begin with `.`, `_` or `-`.
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
