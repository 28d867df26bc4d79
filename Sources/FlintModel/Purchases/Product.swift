/// A product of the app's store. Declare each once, as an instance of a subclass:
///
/// ```swift
/// enum Store {
///   static let premium = NonConsumableProduct(name: "Premium", productID: "PREM0001")
///   static let credits = ConsumableProduct(name: "Credit", productID: "CREDIT")
/// }
/// ```
///
/// A plain `Product` is a non-consumable.
// INVARIANT: every stored property is constant and no subclass adds one, so threads can share instances. The compiler
// checks `Sendable` only for final classes. This class has subclasses, but other modules cannot add any.
public class Product: @unchecked Sendable {
  public let name: String
  public let description: String?

  public let productID: String

  public let type: ProductType

  public let group: SubscriptionGroup?
  public let level: String?

  public convenience init(name: String, description: String? = nil, productID: String) {
    self.init(name: name, description: description, productID: productID, type: .nonConsumable)
  }

  fileprivate init(
    name: String, description: String?, productID: String, type: ProductType,
    group: SubscriptionGroup? = nil, level: String? = nil
  ) {
    self.group = group
    self.level = level
    self.name = name
    self.description = description
    self.productID = productID
    self.type = type
  }

  /// The product as a manifest declares it. Without group and level, which are indices in a
  /// manifest.
  public var declaration: ProductDeclaration {
    ProductDeclaration(id: productID, name: name, type: type, description: description)
  }
}

/// Equal if all declared properties are.
extension Product: Hashable {
  public static func == (one: Product, other: Product) -> Bool {
    one === other
      || one.productID.isSame(as: other.productID) && one.declaration == other.declaration
        && one.group == other.group && one.level == other.level
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(productID)
  }
}

extension Product: CustomDebugStringConvertible {
  public var debugDescription: String { "“\(name)” (\(type.name), '\(productID)')" }
}

public final class NonConsumableProduct: Product, @unchecked Sendable {
  public init(name: String, description: String? = nil, productID: String) {
    super.init(name: name, description: description, productID: productID, type: .nonConsumable)
  }
}

/// A product bought as credits, which the app spends to unlock features. See
/// ``PurchaseTracker/isUnlocked(featureID:)``.
public final class ConsumableProduct: Product, @unchecked Sendable {
  public init(name: String, description: String? = nil, productID: String) {
    super.init(name: name, description: description, productID: productID, type: .consumable)
  }
}

public class SubscriptionProduct: Product, @unchecked Sendable {}

public final class AutoRenewingSubscriptionProduct: SubscriptionProduct, @unchecked Sendable {
  /// `level` names a level of the group; nil without levels.
  public init(
    name: String, description: String? = nil, productID: String, group: SubscriptionGroup? = nil,
    level: String? = nil
  ) {
    super.init(
      name: name, description: description, productID: productID, type: .autoRenewingSubscription,
      group: group, level: level)
  }
}

public final class NonRenewingSubscriptionProduct: SubscriptionProduct, @unchecked Sendable {
  public init(name: String, description: String? = nil, productID: String) {
    super.init(
      name: name, description: description, productID: productID, type: .nonRenewingSubscription)
  }
}

/// The types of products in StoreKit.
public enum ProductType: String, NamedCase {
  case nonConsumable

  case consumable

  case autoRenewingSubscription

  /// A subscription for a fixed period, without renewal.
  case nonRenewingSubscription

}

/// A subscription group; a user has at most one subscription of it.
public typealias GroupDeclaration = SubscriptionGroup

/// A product of the store, with indices of a manifest.
public struct ProductDeclaration: Hashable, Sendable {
  /// Any nonempty text.
  public let id: String
  public let name: String
  public let type: ProductType
  public let description: String?

  /// An index in ``Manifest/groups``; nil if it belongs to none.
  public let group: Int?

  /// An index in ``SubscriptionGroup/levels``; nil without a group or its levels.
  public let level: Int?

  /// The id in an expression; in quotes if it could be misread.
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

  /// The id if unambiguous, otherwise a JSON string with only necessary escapes. Unambiguous ids
  /// consist of `[A-Za-z0-9._-]`, are neither `and` nor `or`, and do not look like credits (`5x…`).
  private static func operand(for id: String) -> String {
    // A product's id, unlike other ids, can begin with `.`, `_` or `-`. `isIdentifier` accepts these
    // only after another character, here the digit 0.
    let plain = isIdentifier("0" + id)
    let digits = id.utf8.prefix { "0"..."9" ~= Unicode.Scalar($0) }
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

/// Subscriptions of which a user has at most one.
///
/// ```swift
/// extension SubscriptionGroup {
///   static let membership = Self("membership", name: "Membership", levels: ["plus", "patron"])
/// }
/// static let plus = AutoRenewingSubscriptionProduct(
///   name: "Plus, yearly", productID: "PLUS.Y", group: .membership, level: "plus")
/// ```
public struct SubscriptionGroup: Hashable, Sendable {
  public let id: String
  public let name: String
  public let description: String?

  /// From the lowest; empty if not ranked.
  public let levels: [String]

  public init(
    _ id: String, name: String? = nil, description: String? = nil, levels: [String] = []
  ) {
    self.id = id
    self.name = name ?? id
    self.description = description
    self.levels = levels
  }
}

/// The status of a product, in Apple's terms.
public enum PurchaseStatus: UInt8, NamedCase {
  case purchased
  case notPurchased

  /// Not reported yet.
  case unknown

  /// Awaits approval, such as a parent's.
  case pending

  /// Refunded, or no longer shared by the family.
  case revoked

  /// A renewal failed; still counts as paid.
  case inGracePeriod

  /// A renewal failed; does not count as paid.
  case inBillingRetry

  /// Ended, without a billing retry.
  case expired

  public var name: String { Self.names[Int(rawValue)] }

  private static let names = allCases.map { "\($0)" }

  package var truth: Ternary {
    switch self {
    case .purchased, .inGracePeriod: .yes
    case .unknown, .pending: .unknown
    case .notPurchased, .revoked, .inBillingRetry, .expired: .no
    }
  }

  /// Whether the user counts as subscribed. At most one subscription of a group is active. Retries
  /// count, because they can still renew.
  package var isActive: Bool {
    switch self {
    case .purchased, .inGracePeriod, .inBillingRetry: true
    case .notPurchased, .unknown, .pending, .revoked, .expired: false
    }
  }

  /// Whether a renewal has failed. Updating the payment method pays for the subscription.
  package var isPaymentDue: Bool { self == .inGracePeriod || self == .inBillingRetry }

  /// The statuses that a state's `defaults` can give to products.
  package static let defaults: [PurchaseStatus] = [.purchased, .notPurchased, .unknown]
}

extension ProductType {
  /// Whether a product of this type can have the status. False for consumables: they have credits.
  package func allows(_ status: PurchaseStatus) -> Bool {
    switch status {
    case .purchased, .notPurchased, .unknown, .pending, .revoked: self != .consumable
    case .inGracePeriod, .inBillingRetry: self == .autoRenewingSubscription
    case .expired: self == .autoRenewingSubscription || self == .nonRenewingSubscription
    }
  }

  /// The reported status, or `notPurchased` if the type cannot have it.
  package func status(_ reported: PurchaseStatus) -> PurchaseStatus {
    allows(reported) ? reported : .notPurchased
  }

  package var isSubscription: Bool {
    switch self {
    case .autoRenewingSubscription, .nonRenewingSubscription: true
    case .nonConsumable, .consumable: false
    }
  }
}

extension DeviceState {
  /// The products whose status depends on the state's date.
  package var endingPurchases: [Int] {
    purchases.compactMap { product, holding in
      if case .until = holding { product } else { nil }
    }
  }
}

/// A product's status, credits or end date.
public enum ProductHolding: Hashable, Sendable {
  case status(PurchaseStatus)

  /// Credits satisfy nothing until the app spends them.
  case credits(Int64)

  /// `purchased` before the first date, then `expired`. With `graceUntil`, a later date for
  /// auto-renewing subscriptions, `inGracePeriod` between the two and then `inBillingRetry`.
  /// `unknown` without a current date.
  case until(DateTime, graceUntil: DateTime? = nil)

  /// The status at this date; nil for credits.
  package func status(at date: DateTime?) -> PurchaseStatus? {
    switch self {
    case .status(let status): status
    case .credits: nil
    case .until(let end, let graceEnd):
      switch (date, graceEnd) {
      case (nil, _): .unknown
      case (let date?, _) where date < end: .purchased
      case (_, nil): .expired
      case (let date?, let graceEnd?): date < graceEnd ? .inGracePeriod : .inBillingRetry
      }
    }
  }
}
