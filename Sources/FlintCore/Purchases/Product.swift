/// Something a store sells that features can require.
///
/// Declare each product once, as one of the four kinds, which say how it is bought:
///
/// ```swift
/// enum Store {
///   static let premium = NonConsumableProduct(name: "Premium", productID: "PREM0001")
///   static let credits = ConsumableProduct(name: "Credit", productID: "CREDIT")
/// }
/// ```
///
/// A plain `Product` is one that is bought once and kept.
// INVARIANT: every stored property is constant and no subclass adds one, so instances can be shared between threads;
// the class is not open, and the compiler checks `Sendable` for final classes alone.
public class Product: @unchecked Sendable {
  public let name: String
  public let description: String?

  /// The store's identifier.
  public let productID: String

  public let type: ProductType

  /// The subscription group, and the level in it where the group has levels.
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

  /// The product as manifests hold it, but for its group, which manifests number.
  public var declaration: ProductDeclaration {
    ProductDeclaration(id: productID, name: name, type: type, description: description)
  }
}

/// Products are equal when everything that is declared of them is.
extension Product: Hashable {
  public static func == (one: Product, other: Product) -> Bool {
    one === other
      || one.declaration == other.declaration && one.group == other.group
        && one.level == other.level
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(productID)
  }
}

extension Product: CustomDebugStringConvertible {
  public var debugDescription: String { "“\(name)” (\(type.name), '\(productID)')" }
}

/// A product that is bought once and kept.
public final class NonConsumableProduct: Product, @unchecked Sendable {
  public init(name: String, description: String? = nil, productID: String) {
    super.init(name: name, description: description, productID: productID, type: .nonConsumable)
  }
}

/// Credits: bought, and used up by the app.
///
/// Requirements say how many a feature costs. That informs the app's store; whether they were spent on the feature is
/// for the app to say, see ``PurchaseTracker/isUnlocked(featureID:)``.
public final class ConsumableProduct: Product, @unchecked Sendable {
  public init(name: String, description: String? = nil, productID: String) {
    super.init(name: name, description: description, productID: productID, type: .consumable)
  }
}

/// A product that is paid for by time, and counts as purchased while it is active.
public class SubscriptionProduct: Product, @unchecked Sendable {}

/// A subscription that goes on until it is cancelled.
public final class AutoRenewingSubscriptionProduct: SubscriptionProduct, @unchecked Sendable {
  /// A subscription of a group has a level exactly where the group has levels.
  public init(
    name: String, description: String? = nil, productID: String, group: SubscriptionGroup? = nil,
    level: String? = nil
  ) {
    super.init(
      name: name, description: description, productID: productID, type: .autoRenewingSubscription,
      group: group, level: level)
  }
}

/// A season pass: a subscription that ends by itself.
public final class NonRenewingSubscriptionProduct: SubscriptionProduct, @unchecked Sendable {
  public init(name: String, description: String? = nil, productID: String) {
    super.init(
      name: name, description: description, productID: productID, type: .nonRenewingSubscription)
  }
}
