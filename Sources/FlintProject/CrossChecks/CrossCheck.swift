/// Compares a manifest with store configurations and property lists.
package enum CrossCheck {
  /// Products missing from all store configurations, or of another type there. Nothing without
  /// configurations.
  package static func findings(
    in file: ManifestFile, stores: [StoreConfiguration]
  ) -> [Diagnostic] {
    if stores.isEmpty { return [] }
    let sold = Dictionary(
      grouping: stores.flatMap(\.products).map(\.declaration), by: { ExactText($0.id) })
    let names = sold.values.compactMap { $0.first?.id }.sorted()
    let locations = ManifestLocations(file)
    var (missing, different): ([Diagnostic], [Diagnostic]) = ([], [])
    for (index, product) in file.manifest.products.enumerated() {
      guard let types = sold[ExactText(product.id)]?.map(\.type) else {
        let nearest = names.count <= 10_000 ? nearestName(to: product.id, among: names) : nil
        missing.append(
          CrossCheckRule.productNotInStore.diagnostic(
            "product '\(product.id)' is not in the store configuration",
            hint: nearest.map { "did you mean '\($0)'?" }, at: locations.value(of: .product, index))
        )
        continue
      }
      // One of several types in the configurations must be the manifest's.
      if types.contains(product.type) { continue }
      different.append(
        CrossCheckRule.productTypeDiffers.diagnostic(
          """
          product '\(product.id)' has type \(product.type.name), but \(types[0].name) in the store \
          configuration
          """, at: locations.value("type", of: .product, index)))
    }
    return missing + different
  }

  /// Required permissions without a usage description that the app's platforms read.
  ///
  /// Each is reported at its first requirement. All lists are read together, such as those of
  /// several targets. Without lists, there are no findings.
  package static func findings(
    in file: ManifestFile, propertyLists: [PropertyList]
  ) -> [Diagnostic] {
    if propertyLists.isEmpty { return [] }
    let keys = Set(propertyLists.flatMap(\.entries).filter(\.isText).map(\.key))
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

  /// Usage descriptions that no feature needs.
  package static func findings(
    in list: PropertyList, manifests: [ManifestFile]
  ) -> [Diagnostic] {
    var needed = Set(manifests.flatMap { $0.manifest.permissionUses.map(\.permission) })
    // Who asks for the location at all times must also describe the use of the app's.
    if needed.contains(.locationAlways) { needed.insert(.locationWhenInUse) }
    // The build settings of a project repeat a key for each configuration.
    var seen: Set<String> = []
    return list.entries.compactMap { entry in
      guard seen.insert(entry.key).inserted else { return nil }
      let served = SystemPermission.allCases.filter { permission in
        let descriptions = permission.usageDescriptions
        return (descriptions.current + descriptions.deprecated).contains(entry.key)
      }
      guard !served.isEmpty, needed.isDisjoint(with: served) else { return nil }
      return CrossCheckRule.unusedUsageDescription.diagnostic(
        "no feature requires the permission of '\(entry.key)'", at: entry.range)
    }
  }
}

package enum CrossCheckRule: String, CaseIterable, Sendable {
  case productNotInStore = "product-not-in-store"
  case productTypeDiffers = "product-type-differs"
  case missingUsageDescription = "missing-usage-description"
  case unusedUsageDescription = "unused-usage-description"
  case invalidPropertyList = "invalid-property-list"
  case featureNotInCode = "feature-not-in-code"
  case flagNotDeclared = "flag-not-declared"
  case invalidSwift = "invalid-swift"

  package var severity: Diagnostic.Severity {
    switch self {
    case .unusedUsageDescription: .note
    case .featureNotInCode, .flagNotDeclared, .invalidSwift: .warning
    default: .error
    }
  }

  /// A sentence without a full stop, for lists of rules.
  package var summary: String {
    switch self {
    case .productNotInStore: "each product of the manifest must be in a store configuration"
    case .productTypeDiffers: "each product must have the same type as in the store configuration"
    case .missingUsageDescription: "each required permission must have a usage description"
    case .unusedUsageDescription: "a usage description for a permission that no feature requires"
    case .invalidPropertyList: "a property list must be valid, in XML or binary form"
    case .featureNotInCode: "a feature whose 'code' no Swift file mentions"
    case .flagNotDeclared: "a flag in Swift code that no feature has as its 'code'"
    case .invalidSwift: "Swift code whose strings, comments, brackets or '#if' regions do not end"
    }
  }

  func diagnostic(
    _ message: String, hint: String? = nil, at range: Range<Int>?
  ) -> Diagnostic {
    Diagnostic(severity, rule: rawValue, message: message, hint: hint, range: range)
  }
}

extension UsageDescriptions {
  /// Keys of which the app's property lists need at least one.
  fileprivate struct Need {
    let keys: [String]

    /// Platforms that read the keys, such as “iOS below 17”. Nil if all do.
    let systems: String?
  }

  /// - Parameter isPartial: Whether any key of ``current`` is enough; otherwise, only the first is.
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
