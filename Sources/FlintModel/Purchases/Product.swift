/// A product in the app's store that features can require.
///
/// Declare each product once, as an instance of one of the subclasses, which determine how the user buys it:
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
// checks `Sendable` only for final classes. This class has subclasses, but other modules cannot add any.
public class Product: @unchecked Sendable {
  public let name: String
  public let description: String?

  /// The identifier of the product in the store.
  public let productID: String

  public let type: ProductType

  /// The subscription group of the product; nil if it belongs to none.
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

  /// The product as a ``Manifest`` declares it, but without its subscription group and level, which are indices into
  /// lists of the manifest.
  public var declaration: ProductDeclaration {
    ProductDeclaration(id: productID, name: name, type: type, description: description)
  }
}

/// Products are equal if all of their declared properties are equal, even if they are different instances.
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

/// A product that is bought once and kept.
public final class NonConsumableProduct: Product, @unchecked Sendable {
  public init(name: String, description: String? = nil, productID: String) {
    super.init(name: name, description: description, productID: productID, type: .nonConsumable)
  }
}

/// A consumable: a product that is bought in units, the credits.
///
/// The app itself spends the credits for a feature and records that the feature is unlocked; see
/// ``PurchaseTracker/isUnlocked(featureID:)``.
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
  ///   - productID: The identifier of the product in the store.
  ///   - group: The subscription group of the product in the store; nil if it belongs to none.
  ///   - level: One of the group's levels, such as “plus”; nil if the group has no levels.
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
