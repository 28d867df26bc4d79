/// A subscription group of the store, of which a user has at most one.
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

  public var declaration: GroupDeclaration {
    GroupDeclaration(id: id, name: name, description: description, levels: levels)
  }
}
