import FlintCore
import FlintManifest
internal import FlintText

enum ProductTypeDiffers {
  static let summary = "each product must have the same type as in the store configuration"

  /// Returns a finding for each product of the manifest whose type differs from that in the store configurations. If
  /// the store configurations have different types for a product, the manifest may have any of these types.
  ///
  /// - Parameter sold: The products of the store configurations, by the UTF-8 bytes of their ids. An id has several
  ///   elements if several configurations contain the product.
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
          "product '\(product.id)' has type \(product.type.name), but \(types[0].name) in the store",
        range: locations.productType(index))
    }
  }
}
