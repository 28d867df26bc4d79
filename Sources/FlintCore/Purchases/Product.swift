/// A product of the store that features can require.
///
/// Declare each product once, with one of the four subclasses, which determine how the user buys it:
///
/// ```swift
/// enum Store {
///   static let premium = NonConsumableProduct(name: "Premium", productID: "PREM0001")
///   static let credits = ConsumableProduct(name: "Credit", productID: "CREDIT")
/// }
/// ```
///
/// A plain `Product` is a non-consumable: it is bought once and kept.
// INVARIANT: every stored property is constant and no subclass adds one, so threads can share instances. The compiler
// checks `Sendable` only for final classes; this class has subclasses, but is not open to those of other modules.
public class Product: @unchecked Sendable {
  public let name: String
  public let description: String?

  /// The store's identifier.
  public let productID: String

  public let type: ProductType

  /// The subscription group of the product, if any.
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

  /// The product's declaration in the ``Manifest``, except for its group, which the manifest refers to by index.
  public var declaration: ProductDeclaration {
    ProductDeclaration(id: productID, name: name, type: type, description: description)
  }
}

/// Two products are equal if all of their declared properties are equal.
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

/// A consumable: credits that the user buys and the app spends.
///
/// A requirement states the number of credits that a feature costs, for the app's store to show. The app itself decides
/// whether the credits were spent on the feature; see ``PurchaseTracker/isUnlocked(featureID:)``.
public final class ConsumableProduct: Product, @unchecked Sendable {
  public init(name: String, description: String? = nil, productID: String) {
    super.init(name: name, description: description, productID: productID, type: .consumable)
  }
}

/// A subscription. It counts as purchased while it is active.
public class SubscriptionProduct: Product, @unchecked Sendable {}

/// A subscription that renews itself until the user cancels it.
public final class AutoRenewingSubscriptionProduct: SubscriptionProduct, @unchecked Sendable {
  /// Creates a subscription product.
  ///
  /// - Parameters:
  ///   - name: The display name.
  ///   - description: A description of the product, if the name is not enough.
  ///   - productID: The store's identifier.
  ///   - group: The store's subscription group, if any.
  ///   - level: One of the group's levels; nil if the group has none.
  public init(
    name: String, description: String? = nil, productID: String, group: SubscriptionGroup? = nil,
    level: String? = nil
  ) {
    super.init(
      name: name, description: description, productID: productID, type: .autoRenewingSubscription,
      group: group, level: level)
  }
}

/// A subscription that ends without renewal, such as a season pass.
public final class NonRenewingSubscriptionProduct: SubscriptionProduct, @unchecked Sendable {
  public init(name: String, description: String? = nil, productID: String) {
    super.init(
      name: name, description: description, productID: productID, type: .nonRenewingSubscription)
  }
}
