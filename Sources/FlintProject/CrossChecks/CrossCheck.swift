import FlintModel
package import FlintManifest
package import FlintText

/// Compares a manifest with store configurations and property lists.
package enum CrossCheck {
  /// Products in no store configuration, or of another type there. None without configurations.
  package static func findings(
    in file: ManifestFile, stores: [StoreConfiguration]
  ) -> [Diagnostic] {
    guard !stores.isEmpty else { return [] }
    let sold = Dictionary(
      grouping: stores.flatMap(\.products).map(\.declaration), by: { Array($0.id.utf8) })
    return ProductNotInStore.check(file, sold) + ProductTypeDiffers.check(file, sold)
  }

  /// Required permissions without a usage description. None without property lists.
  package static func findings(
    in file: ManifestFile, propertyLists: [PropertyList]
  ) -> [Diagnostic] {
    propertyLists.isEmpty ? [] : MissingUsageDescription.check(file, propertyLists)
  }

  /// Usage descriptions that no feature needs.
  package static func findings(
    in list: PropertyList, manifests: [ManifestFile]
  ) -> [Diagnostic] {
    UnusedUsageDescription.check(list, manifests)
  }
}

package enum CrossCheckRule: String, CaseIterable, Sendable {
  case productNotInStore = "product-not-in-store"
  case productTypeDiffers = "product-type-differs"
  case missingUsageDescription = "missing-usage-description"
  case unusedUsageDescription = "unused-usage-description"
  case invalidPropertyList = "invalid-property-list"

  package var severity: Diagnostic.Severity { self == .unusedUsageDescription ? .note : .error }

  /// Without a full stop, for lists of rules.
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
