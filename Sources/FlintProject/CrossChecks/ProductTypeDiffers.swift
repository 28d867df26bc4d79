import FlintModel
import FlintManifest
internal import FlintText

enum ProductTypeDiffers {
  static let summary = "each product must have the same type as in the store configuration"

  /// Returns a finding for each product of the manifest that has another type in the store configurations. If several
  /// types occur there, one of them must be the type in the manifest.
  ///
  /// - Parameter sold: The products of the store configurations. The keys are the UTF-8 bytes of the products' ids. The
  ///   list under an id has several elements if several configurations contain the product.
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
