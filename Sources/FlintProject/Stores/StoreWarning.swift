import FlintCore
import FlintText

/// A warning about a store configuration, or about a difference between its products and those of a manifest.
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
        .warning, rule: "empty-value", message: "a product without an id is passed over",
        range: range)
    case .unknownType(let type, let product):
      Diagnostic(
        .warning, rule: "unknown-value",
        message: "unknown product type '\(type)'; '\(product)' is passed over", range: range)
    case .twoTypes(let product, let first):
      Diagnostic(
        .warning, rule: "duplicate-id",
        message: "'\(product)' is declared twice; the \(first.name) counts", range: range)
    case .typeDiffers(let product, let declared, let sold):
      Diagnostic(
        .warning, rule: "product-type-differs",
        message: "'\(product)' is declared as \(declared.name), but is sold as \(sold.name)",
        range: range)
    case .noLevel(let product, let group):
      Diagnostic(
        .warning, rule: "unknown-level",
        message: "no level of group '\(group)' is the one of '\(product)' in the store; "
          + "it stays without a group",
        hint: "add its level to 'levels', and 'group' and 'level' to the product", range: range)
    case .nameDiffers(let product, let declared, let sold):
      Diagnostic(
        .note, rule: "product-name-differs",
        message: "'\(product)' is called '\(declared)' here, but '\(sold)' in the store",
        range: range)
    }
  }
}
