import FlintCore
package import FlintManifest
package import FlintText

/// Holds a manifest to the other files of its app's project.
package enum CrossCheck {
  /// What the stores together do not sell as it is declared. Without stores, nothing.
  package static func findings(
    in file: ManifestFile, stores: [StoreConfiguration]
  ) -> [Diagnostic] {
    guard !stores.isEmpty else { return [] }
    let sold = Dictionary(
      grouping: stores.flatMap(\.products).map(\.declaration), by: { Array($0.id.utf8) })
    return ProductNotInStore.check(file, sold) + ProductTypeDiffers.check(file, sold)
  }

  /// What none of the targets' property lists describes. Without property lists, nothing.
  package static func findings(
    in file: ManifestFile, propertyLists: [PropertyList]
  ) -> [Diagnostic] {
    propertyLists.isEmpty ? [] : MissingUsageDescription.check(file, propertyLists)
  }

  /// What a property list describes and no feature of any of the manifests needs.
  package static func findings(
    in list: PropertyList, manifests: [ManifestFile]
  ) -> [Diagnostic] {
    UnusedUsageDescription.check(list, manifests)
  }
}

/// A kind of finding between files.
package enum CrossCheckRule: String, CaseIterable, Sendable {
  case productNotInStore = "product-not-in-store"
  case productTypeDiffers = "product-type-differs"
  case missingUsageDescription = "missing-usage-description"
  case unusedUsageDescription = "unused-usage-description"
  case invalidPropertyList = "invalid-property-list"

  package var severity: Diagnostic.Severity { self == .unusedUsageDescription ? .note : .error }

  /// One sentence for lists of rules.
  package var summary: String {
    switch self {
    case .productNotInStore: ProductNotInStore.summary
    case .productTypeDiffers: ProductTypeDiffers.summary
    case .missingUsageDescription: MissingUsageDescription.summary
    case .unusedUsageDescription: UnusedUsageDescription.summary
    case .invalidPropertyList: "property lists are valid, in XML or binary form"
    }
  }
}
