import FlintCore
import FlintText

/// A warning about a store configuration (a `.storekit` file), or about a product that differs between it and a
/// manifest.
struct StoreWarning {
  enum Fact {
    case noID
    case unknownType(String, product: String)
    case twoTypes(product: String, first: ProductType)
    case typeDiffers(product: String, declared: ProductType, sold: ProductType)
    case noLevel(product: String, group: String)
    case nameDiffers(product: String, declared: String, sold: String)
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
    case .typeDiffers(let product, let declared, let sold):
      Diagnostic(
        .warning, rule: "product-type-differs",
        message: """
          product '\(product)' has type \(declared.name), but \(sold.name) in the store \
          configuration
          """,
        range: range)
    case .noLevel(let product, let group):
      Diagnostic(
        .warning, rule: "unknown-level",
        message:
          "product '\(product)' is written without a group: group '\(group)' of the manifest has no level for it",
        hint: "add a level to the group, and 'group' and 'level' to the product", range: range)
    case .nameDiffers(let product, let declared, let sold):
      Diagnostic(
        .note, rule: "product-name-differs",
        message: """
          product '\(product)' has the name '\(declared)', but '\(sold)' in the store \
          configuration
          """,
        range: range)
    }
  }
}
