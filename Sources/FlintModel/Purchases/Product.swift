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

  /// Without group and level, which are indices of a manifest.
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

/// Bought in units, the credits, which the app spends to unlock a feature; see
/// ``PurchaseTracker/isUnlocked(featureID:)``.
public final class ConsumableProduct: Product, @unchecked Sendable {
  public init(name: String, description: String? = nil, productID: String) {
    super.init(name: name, description: description, productID: productID, type: .consumable)
  }
}

public class SubscriptionProduct: Product, @unchecked Sendable {}

public final class AutoRenewingSubscriptionProduct: SubscriptionProduct, @unchecked Sendable {
  /// - Parameter level: One of the group's; nil if it has none.
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
