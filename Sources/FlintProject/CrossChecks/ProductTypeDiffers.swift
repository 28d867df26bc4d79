import FlintModel
import FlintManifest
internal import FlintText

enum ProductTypeDiffers {
  static let summary = "each product must have the same type as in the store configuration"

  /// One of several types in the configurations must be the manifest's.
  /// - Parameter sold: By UTF-8 of the id.
  static func check(
    _ file: ManifestFile, _ sold: [[UInt8]: [ProductDeclaration]]
  ) -> [Diagnostic] {
    let locations = ManifestLocations(file)
    return file.manifest.products.enumerated().compactMap { index, product in
      guard let types = sold[Array(product.id.utf8)]?.map(\.type), !types.contains(product.type)
      else { return nil }
      return Diagnostic(
        CrossCheckRule.productTypeDiffers.severity,
        rule: CrossCheckRule.productTypeDiffers.rawValue,
        message:
          """
          product '\(product.id)' has type \(product.type.name), but \(types[0].name) in the store \
          configuration
          """,
        range: locations.productType(index))
    }
  }
}
