package import FlintManifest
import FlintModel
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

enum MissingUsageDescription {
  static let summary = "each required permission must have a usage description"

  /// Returns a finding for each required permission without a usage description that the app's platforms read, at the
  /// first place that requires the permission. The lists of several targets are read together.
  static func check(_ file: ManifestFile, _ lists: [PropertyList]) -> [Diagnostic] {
    let keys = Set(lists.flatMap(\.entries).filter(\.isText).map(\.key))
    let locations = ManifestLocations(file)
    let uses = file.manifest.permissionUses
    var seen: Set<SystemPermission> = []
    return uses.compactMap { use in
      let permission = use.permission
      guard seen.insert(permission).inserted else { return nil }
      let isPartial = uses.allSatisfy {
        $0.permission != permission || $0.statuses?.contains(.writeOnly) == true
      }
      let needs = permission.usageDescriptions.needs(
        of: permission, in: file.manifest.app, acceptingPartialAccess: isPartial)
      let missing = needs.filter { keys.isDisjoint(with: $0.keys) }
      if missing.isEmpty { return nil }
      let systems = missing.count == needs.count ? [] : missing.compactMap(\.systems)
      return file.manifest.diagnostic(
        CrossCheckRule.missingUsageDescription.severity,
        rule: CrossCheckRule.missingUsageDescription.rawValue,
        message:
          "permission '\(permission.name)' has no usage description"
          + (systems.isEmpty ? "" : " for \(listed(systems))")
          + ": the app would crash on requesting it",
        hint: hint(missing, permission.usageDescriptions, keys),
        range: locations.permission(permission, at: use.root, use.path), feature: use.feature)
    }
  }

  private static func hint(
    _ missing: [UsageDescriptions.Need], _ descriptions: UsageDescriptions, _ keys: Set<String>
  ) -> String {
    let wanted = listed(missing.map { "'\($0.keys[0])'" })
    guard missing.allSatisfy({ $0.systems == nil }),
      let old = descriptions.deprecated.first(where: keys.contains)
    else { return "add \(wanted) to the Info.plist" }
    return "add the key \(wanted); only earlier OS versions use '\(old)'"
  }
}

extension UsageDescriptions {
  /// Keys of which the app needs at least one.
  fileprivate struct Need {
    let keys: [String]

    /// The systems that read them, such as “iOS below 17”; nil if all do.
    let systems: String?
  }

  /// - Parameter isPartial: whether every requirement accepts access that a key after the first of ``current`` is
  ///   enough for.
  fileprivate func needs(
    of permission: SystemPermission, in app: Manifest.App, acceptingPartialAccess isPartial: Bool
  ) -> [Need] {
    let platforms =
      app.platforms ?? Platform.allCases.map { SupportedPlatform($0) }
    let asking = platforms.filter { permission.support.firstVersion(on: $0.platform) != nil }
    guard !current.isEmpty, !asking.isEmpty else { return [] }
    guard !currentSince.isEmpty else { return [Need(keys: current, systems: nil)] }
    let older = asking.compactMap { supported -> String? in
      guard let first = currentSince[supported.platform],
        supported.versions?.atLeast.map({ $0 < first }) != false
      else { return nil }
      return "\(supported.platform.name) below \(first)"
    }
    let newer = asking.map { supported in
      currentSince[supported.platform].map { "\(supported.platform.name) \($0)" }
        ?? supported.platform.name
    }
    return [Need(keys: isPartial ? current : [current[0]], systems: listed(newer))]
      + (older.isEmpty ? [] : [Need(keys: deprecated, systems: listed(older))])
  }
}

enum UnusedUsageDescription {
  static let summary = "a usage description for a permission that no feature requires"

  static func check(_ list: PropertyList, _ files: [ManifestFile]) -> [Diagnostic] {
    let needed = Set(files.flatMap { $0.manifest.permissionUses.map(\.permission) })
    // The build settings of a project repeat a key for each configuration.
    var seen: Set<String> = []
    return list.entries.compactMap { entry in
      guard seen.insert(entry.key).inserted else { return nil }
      let served = SystemPermission.allCases.filter { permission in
        let descriptions = permission.usageDescriptions
        return (descriptions.current + descriptions.deprecated).contains(entry.key)
      }
      guard !served.isEmpty, needed.isDisjoint(with: served) else { return nil }
      return Diagnostic(
        CrossCheckRule.unusedUsageDescription.severity,
        rule: CrossCheckRule.unusedUsageDescription.rawValue,
        message: "no feature requires the permission of '\(entry.key)'", range: entry.range)
    }
  }
}

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
