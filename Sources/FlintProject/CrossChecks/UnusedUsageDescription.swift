import FlintModel
import FlintManifest
internal import FlintText

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
