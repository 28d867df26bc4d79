/// A subscription group of the store, as code declares it. A user has at most one subscription of a group at a time.
///
/// ```swift
/// extension SubscriptionGroup {
///   static let membership = Self("membership", name: "Membership", levels: ["plus", "patron"])
/// }
///
/// static let plus = AutoRenewingSubscriptionProduct(
///   name: "Plus, yearly", productID: "PLUS.Y", group: .membership, level: "plus")
/// ```
public struct SubscriptionGroup: Hashable, Sendable {
  /// The id of the subscription group in manifests: letters, digits, `.`, `_` and `-`, beginning with a letter or a
  /// digit.
  public let id: String
  public let name: String
  public let description: String?

  /// The names of the subscription group's levels, from the lowest to the highest, such as “plus” and “patron”. The
  /// list is empty if the group's products are not ranked.
  public let levels: [String]

  public init(
    _ id: String, name: String? = nil, description: String? = nil, levels: [String] = []
  ) {
    self.id = id
    self.name = name ?? id
    self.description = description
    self.levels = levels
  }

  /// The declaration of this subscription group in a ``Manifest``, with the same id, name, description and levels.
  public var declaration: GroupDeclaration {
    GroupDeclaration(id: id, name: name, description: description, levels: levels)
  }
}
