package import FlintCore
package import FlintManifest
package import FlintText

extension ProvenFindings {
  /// Searches the manifest of a file for problems, and returns them as diagnostics, which have positions in the file's
  /// text.
  package static func diagnostics(
    in file: ManifestFile, today: DateTime? = nil
  ) -> [Diagnostic] {
    diagnostics(of: find(in: file.manifest, today: today), in: file)
  }

  /// Returns findings about the manifest of a file as diagnostics, which have positions in the file's text.
  package static func diagnostics(
    of findings: [ProvenFinding], in file: ManifestFile
  ) -> [Diagnostic] {
    guard !findings.isEmpty else { return [] }
    let places = ManifestLocations(file)
    return findings.map { finding in
      file.manifest.diagnostic(
        finding.rule.severity, rule: finding.rule.identifier,
        message: finding.message, hint: finding.hint, range: range(of: finding.place, in: places),
        feature: finding.feature, platform: finding.platform?.name)
    }
  }

  private static func range(of place: FindingLocation, in places: ManifestLocations) -> Range<Int> {
    switch place {
    case .feature(let feature): places.feature(feature)
    case .until(let feature): places.until(ofFeature: feature)
    case .isEnabled(let feature): places.isEnabled(ofFeature: feature)
    case .product(let product): places.product(product)
    case .attribute(let attribute): places.attribute(attribute)
    case .group(let group): places.group(group)
    case .condition(let condition): places.condition(condition)
    case .assumption(let assumption): places.assumption(assumption)
    case .state(let state): places.state(state)
    case .within(let root, let path): places.condition(at: root, path)
    case .block(let feature, let block): places.guardRange(ofFeature: feature, block: block)
    case .constraint(let place):
      places.constraint(ofFeature: place.feature, block: place.block, place.index)
    case .operand(let place, let path):
      places.operand(ofFeature: place.feature, block: place.block, place.index, path: path)
    }
  }
}
