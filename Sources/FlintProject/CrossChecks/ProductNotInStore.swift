import FlintModel
import FlintManifest
internal import FlintText

enum ProductNotInStore {
  static let summary = "each product of the manifest must be in a store configuration"

  static func check(
    _ file: ManifestFile, _ sold: [[UInt8]: [ProductDeclaration]]
  ) -> [Diagnostic] {
    let locations = ManifestLocations(file)
    let names = sold.values.compactMap { $0.first?.id }.sorted()
    return file.manifest.products.enumerated().compactMap { index, product in
      guard sold[Array(product.id.utf8)] == nil else { return nil }
      let nearest = names.count <= 10_000 ? nearestName(to: product.id, among: names) : nil
      return Diagnostic(
        CrossCheckRule.productNotInStore.severity, rule: CrossCheckRule.productNotInStore.rawValue,
        message: "product '\(product.id)' is not in the store configuration",
        hint: nearest.map { "did you mean '\($0)'?" }, range: locations.product(index))
    }
  }
}
