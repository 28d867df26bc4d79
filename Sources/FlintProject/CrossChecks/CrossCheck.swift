import FlintModel
package import FlintManifest
package import FlintText

/// Checks that compare a manifest with other files of the app's project: store configurations (`.storekit` files, which
/// list products) and property lists (`Info.plist` files).
package enum CrossCheck {
  /// Returns a finding for each product of the manifest that is in none of the store configurations (`.storekit`
  /// files), or that has another type there. Returns no findings if there are no store configurations.
  package static func findings(
    in file: ManifestFile, stores: [StoreConfiguration]
  ) -> [Diagnostic] {
    guard !stores.isEmpty else { return [] }
    let sold = Dictionary(
      grouping: stores.flatMap(\.products).map(\.declaration), by: { Array($0.id.utf8) })
    return ProductNotInStore.check(file, sold) + ProductTypeDiffers.check(file, sold)
  }

  /// Returns a finding for each permission that features require and that has no usage description (a text for the
  /// user) in any of the property lists. Returns no findings if there are no property lists.
  package static func findings(
    in file: ManifestFile, propertyLists: [PropertyList]
  ) -> [Diagnostic] {
    propertyLists.isEmpty ? [] : MissingUsageDescription.check(file, propertyLists)
  }

  /// Returns a finding for each usage description in a property list, such as `NSCameraUsageDescription`, whose
  /// permission no feature of the manifests requires.
  package static func findings(
    in list: PropertyList, manifests: [ManifestFile]
  ) -> [Diagnostic] {
    UnusedUsageDescription.check(list, manifests)
  }
}

/// The rules for a manifest and the other files of its app's project. For example, a product must have the same type in
/// the manifest and in a `.storekit` file.
package enum CrossCheckRule: String, CaseIterable, Sendable {
  case productNotInStore = "product-not-in-store"
  case productTypeDiffers = "product-type-differs"
  case missingUsageDescription = "missing-usage-description"
  case unusedUsageDescription = "unused-usage-description"
  case invalidPropertyList = "invalid-property-list"

  package var severity: Diagnostic.Severity { self == .unusedUsageDescription ? .note : .error }

  /// A short description of this rule, without a full stop, for lists of rules, such as “each product of the manifest
  /// must be in a store configuration”.
  package var summary: String {
    switch self {
    case .productNotInStore: ProductNotInStore.summary
    case .productTypeDiffers: ProductTypeDiffers.summary
    case .missingUsageDescription: MissingUsageDescription.summary
    case .unusedUsageDescription: UnusedUsageDescription.summary
    case .invalidPropertyList: "a property list must be valid, in XML or binary form"
    }
  }
}
