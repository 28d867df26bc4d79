import FlintModel
import FlintManifest
internal import FlintText

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
