import FlintCore
package import FlintManifest
package import FlintText

/// Checks that a manifest agrees with the other files of its app's project.
package enum CrossCheck {
  /// Returns the products of the manifest that no store sells, or that the stores sell as another type. Returns no
  /// findings without stores.
  package static func findings(
    in file: ManifestFile, stores: [StoreConfiguration]
  ) -> [Diagnostic] {
    guard !stores.isEmpty else { return [] }
    let sold = Dictionary(
      grouping: stores.flatMap(\.products).map(\.declaration), by: { Array($0.id.utf8) })
    return ProductNotInStore.check(file, sold) + ProductTypeDiffers.check(file, sold)
  }

  /// Returns the permissions of the manifest that no property list describes. Returns no findings without property
  /// lists.
  package static func findings(
    in file: ManifestFile, propertyLists: [PropertyList]
  ) -> [Diagnostic] {
    propertyLists.isEmpty ? [] : MissingUsageDescription.check(file, propertyLists)
  }

  /// Returns the descriptions in a property list that no feature of the manifests needs.
  package static func findings(
    in list: PropertyList, manifests: [ManifestFile]
  ) -> [Diagnostic] {
    UnusedUsageDescription.check(list, manifests)
  }
}

/// A rule about the agreement of files.
package enum CrossCheckRule: String, CaseIterable, Sendable {
  case productNotInStore = "product-not-in-store"
  case productTypeDiffers = "product-type-differs"
  case missingUsageDescription = "missing-usage-description"
  case unusedUsageDescription = "unused-usage-description"
  case invalidPropertyList = "invalid-property-list"

  package var severity: Diagnostic.Severity { self == .unusedUsageDescription ? .note : .error }

  /// The rule in one sentence, for lists of rules.
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
