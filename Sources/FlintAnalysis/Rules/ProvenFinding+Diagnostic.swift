package import FlintModel
package import FlintManifest
package import FlintText

extension ProvenFindings {
  package static func diagnostics(
    in file: ManifestFile, today: DateTime? = nil
  ) -> [Diagnostic] {
    diagnostics(of: find(in: file.manifest, today: today), in: file)
  }

  package static func diagnostics(
    of findings: [ProvenFinding], in file: ManifestFile
  ) -> [Diagnostic] {
    guard !findings.isEmpty else { return [] }
    let locations = ManifestLocations(file)
    return findings.map { finding in
      file.manifest.diagnostic(
        finding.rule.severity, rule: finding.rule.identifier,
        message: finding.message, hint: finding.hint ?? replacement(of: finding, in: locations),
        range: range(of: finding.location, in: locations),
        feature: finding.feature, platform: finding.platform?.name)
    }
  }

  /// What to write instead of a redundant platform constraint whose key must stay.
  private static func replacement(
    of finding: ProvenFinding, in locations: ManifestLocations
  ) -> String? {
    guard finding.rule == .redundantConstraint, case .constraint(let position) = finding.location
    else { return nil }
    return locations.platformKeyToKeep(
      ofFeature: position.feature, block: position.block, position.index
    ).map { "write \"\($0)\": \"any\"" }
  }

  private static func range(of location: FindingLocation, in locations: ManifestLocations) -> Range<
    Int
  > {
    switch location {
    case .feature(let feature): locations.feature(feature)
    case .until(let feature): locations.until(ofFeature: feature)
    case .isEnabled(let feature): locations.isEnabled(ofFeature: feature)
    case .product(let product): locations.product(product)
    case .attribute(let attribute): locations.attribute(attribute)
    case .group(let group): locations.group(group)
    case .condition(let condition): locations.condition(condition)
    case .assumption(let assumption): locations.assumption(assumption)
    case .state(let state): locations.state(state)
    case .within(let root, let path): locations.condition(at: root, path)
    case .block(let feature, let block): locations.guardRange(ofFeature: feature, block: block)
    case .constraint(let position):
      locations.constraint(ofFeature: position.feature, block: position.block, position.index)
    case .operand(let position, let path):
      locations.operand(
        ofFeature: position.feature, block: position.block, position.index, path: path)
    }
  }
}
