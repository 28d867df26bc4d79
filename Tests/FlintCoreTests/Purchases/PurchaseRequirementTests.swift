import FlintCore
import FlintModel
import Testing

@Suite("Purchase requirements")
struct PurchaseRequirementTests {
  private let a = NonConsumableProduct(name: "A", productID: "A")
  private let b = AutoRenewingSubscriptionProduct(name: "B", productID: "B")
  private let c = NonRenewingSubscriptionProduct(name: "C", productID: "C")
  private let coin = ConsumableProduct(name: "Coin", productID: "COIN")

  @Test("Products and requirements can be combined in every form")
  func forms() {
    let forms: [(PurchaseRequirement, String)] = [
      (PurchaseRequirement(a), "A"),
      (PurchaseRequirement(coin, quantity: 5), "5 × Coin"),
      (PurchaseRequirement(anyOf: a, b), "A or B"),
      (PurchaseRequirement(allOf: a, b), "A and B"),
      (PurchaseRequirement(a, dependencies: [.init(b), .init(c)]), "A and B and C"),
      (
        PurchaseRequirement(
          products: [a, b], matchingCriteria: .any, dependencies: [.init(coin, quantity: 2)]),
        "(A or B) and 2 × Coin"
      ),
      (PurchaseRequirement(products: [], matchingCriteria: .any, dependencies: [.init(a)]), "A"),
      (
        PurchaseRequirement(
          products: [a, b], matchingCriteria: .any,
          dependencies: [.init(products: [b, c], matchingCriteria: .any, dependencies: [.init(a)])]),
        "(A or B) and ((B or C) and A)"
      ),
      (PurchaseRequirement(anyOf: .init(a), .init(allOf: b, c)), "A or (B and C)"),
      (PurchaseRequirement(anyOf: a), "A"),
      (PurchaseRequirement(anyOf: a, a), "A"),
      (PurchaseRequirement(allOf: .init(anyOf: b), .init(a)), "B and A"),
    ]
    for (requirement, text) in forms { #expect(requirement.description == text) }
  }

  @Test("A requirement returns its products, criteria and quantity")
  func parts() {
    let nested = PurchaseRequirement(anyOf: .init(coin, quantity: 3), .init(allOf: b, a), .init(a))
    let (credits, both) = (PurchaseRequirement(coin, quantity: 3), PurchaseRequirement(allOf: a, b))
    #expect(nested.products == [coin, b, a])
    #expect(nested.matchingCriteria == .any && both.matchingCriteria == .all)
    #expect(nested.quantity == nil && credits.quantity == 3)
  }

  @Test("A product's kind describes how it is purchased")
  func kinds() {
    let cases: [(product: Product, type: ProductType)] = [
      (a, .nonConsumable), (b, .autoRenewingSubscription), (c, .nonRenewingSubscription),
      (coin, .consumable), (Product(name: "Plain", productID: "P"), .nonConsumable),
    ]
    for (product, type) in cases { #expect(product.type == type, "\(product.name)") }
  }

  @Test("Products with the same id are equal only if their declarations are")
  func equality() {
    #expect(Product(name: "A", productID: "A") == a)
    #expect(Product(name: "Other", productID: "A") != a)
  }

  @Test("An invalid requirement terminates the program with the reason")
  func mistakes() async {
    let empty = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = PurchaseRequirement(products: [], matchingCriteria: .all)
    }
    checkOutput(of: empty, contains: "a purchase requirement has no product")
    let none = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = PurchaseRequirement(ConsumableProduct(name: "Coin", productID: "COIN"), quantity: 0)
    }
    checkOutput(of: none, contains: "0 × “Coin” is not a requirement")
    let hidden = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let product: Product = ConsumableProduct(name: "Coin", productID: "COIN")
      _ = PurchaseRequirement(anyOf: product)
    }
    checkOutput(of: hidden, contains: "“Coin” is a consumable: give the number of credits")
  }
}
