import FlintModel
import FlintText

/// A warning about a store configuration (a `.storekit` file).
struct StoreWarning {
  enum Fact {
    case noID
    case unknownType(String, product: String)
    case twoTypes(product: String, first: ProductType)
  }

  var fact: Fact
  var range: Range<Int>

  var diagnostic: Diagnostic {
    switch fact {
    case .noID:
      Diagnostic(
        .warning, rule: "empty-value", message: "skipped a product without an id",
        range: range)
    case .unknownType(let type, let product):
      Diagnostic(
        .warning, rule: "unknown-value",
        message: "unknown product type '\(type)'; skipped product '\(product)'", range: range)
    case .twoTypes(let product, let first):
      Diagnostic(
        .warning, rule: "duplicate-id",
        message: "product '\(product)' is declared twice; using type \(first.name)", range: range)
    }
  }
}
