/// Whether a product is paid for. A subscription is purchased while it is active.
public enum PurchaseStatus: UInt8, NamedCase {
  case purchased
  case notPurchased

  /// The store has not answered yet.
  case unknown

  public var name: String {
    switch self {
    case .purchased: "purchased"
    case .notPurchased: "notPurchased"
    case .unknown: "unknown"
    }
  }

  package var truth: Ternary {
    switch self {
    case .purchased: .yes
    case .notPurchased: .no
    case .unknown: .unknown
    }
  }
}

extension PurchaseStatus: CustomStringConvertible {
  public var description: String { name }
}

/// What a customer has of one product.
public enum ProductHolding: Hashable, Sendable {
  case status(PurchaseStatus)

  /// Credits of a consumable, which inform and do not unlock by themselves.
  case credits(Int64)
}
