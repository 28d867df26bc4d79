import FlintCore
import FlintManifest
internal import FlintText

enum MissingUsageDescription {
  static let summary = "each required permission must have a usage description"

  /// Returns a finding for each required permission without a usage description, which is the text that the system
  /// shows when the app requests the permission. The finding is located at the first constraint that requires the
  /// permission.
  ///
  /// If there are several property lists, one for each target of the app, a description in one of them is enough.
  static func check(_ file: ManifestFile, _ lists: [PropertyList]) -> [Diagnostic] {
    let keys = Set(lists.flatMap(\.entries).filter(\.isText).map(\.key))
    let locations = ManifestLocations(file)
    var seen: Set<SystemPermission> = []
    return file.manifest.permissionLocations.compactMap { found in
      let permission = found.permission
      let descriptions = permission.usageDescriptions
      guard seen.insert(permission).inserted, let wanted = descriptions.current.first,
        keys.isDisjoint(with: descriptions.current)
      else { return nil }
      let old = descriptions.deprecated.first { keys.contains($0) }
      return file.manifest.diagnostic(
        CrossCheckRule.missingUsageDescription.severity,
        rule: CrossCheckRule.missingUsageDescription.rawValue,
        message:
          "permission '\(permission.name)' has no usage description: the app would crash on requesting it",
        hint: old.map { "add the key '\(wanted)'; only earlier OS versions use '\($0)'" }
          ?? "add '\(wanted)' to the Info.plist",
        range: locations.constraint(ofFeature: found.feature, block: found.block, found.number),
        feature: found.feature)
    }
  }
}

/// The location of a permission constraint in a manifest: the index of its feature, the index of its conditional block
/// (constraints that apply only under a condition; nil if it is in no block), and its index among the constraints of
/// the block or feature.
struct PermissionLocation {
  var permission: SystemPermission
  var feature: Int
  var block: Int?
  var number: Int
}

extension Manifest {
  /// The locations of all permission constraints of features and their conditional blocks, in the order of declaration.
  /// Permissions inside conditions, such as `anyOf`, are not included.
  var permissionLocations: [PermissionLocation] {
    var locations: [PermissionLocation] = []
    for (index, feature) in features.enumerated() {
      let blocks: [Int?] = [nil] + feature.conditional.indices.map(\.self)
      for block in blocks {
        let constraints = block.map { feature.conditional[$0].constraints } ?? feature.constraints
        for (number, constraint) in constraints.enumerated() {
          guard case .requirement(.permission(let requirement)) = constraint else { continue }
          locations.append(
            PermissionLocation(
              permission: requirement.permission, feature: index, block: block, number: number))
        }
      }
    }
    return locations
  }
}
