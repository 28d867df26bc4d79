/// A problem that `validate` reports for a manifest without errors.
package struct ProvenFinding: Hashable, Sendable {
  package let rule: ProvenRule
  package let location: FindingLocation

  /// Nil if not about a single platform.
  package let platform: Platform?

  /// Begins in lower case, with ids in single quotes and no full stop.
  package internal(set) var message: String
  package let hint: String?

  init(
    _ rule: ProvenRule, at location: FindingLocation, platform: Platform? = nil, _ message: String,
    hint: String? = nil
  ) {
    self.rule = rule
    self.location = location
    self.platform = platform
    self.message = message
    self.hint = hint
  }

  package var feature: Int? {
    switch location {
    case .feature(let feature), .key(_, let feature), .block(let feature, _):
      feature
    case .constraint(let position), .operand(let position, _): position.feature
    case .within(let root, _): root.feature
    case .declared, .state: nil
    }
  }
}

package enum FindingLocation: Hashable, Sendable {
  case feature(Int)
  case constraint(ConstraintPosition)

  /// Part of a purchase expression, with an index for each nesting level.
  case operand(ConstraintPosition, path: [Int])
  case block(feature: Int, Int)
  case key(String, feature: Int)

  /// Not a feature.
  case declared(NameKind, Int)

  case state(Int)

  /// Part of a condition, by its path from the outermost one.
  case within(ConditionRoot, path: [WrittenStep])
}

extension ConditionRoot {
  var feature: Int? {
    switch self {
    case .constraints(let feature, _), .guarding(let feature, _): feature
    case .named, .assumed: nil
    }
  }
}

extension ProvenFindings {
  package static func diagnostics(in file: ManifestFile, today: DateTime? = nil) -> [Diagnostic] {
    diagnostics(of: find(in: file.manifest, today: today), in: file)
  }

  package static func diagnostics(
    of findings: [ProvenFinding], in file: ManifestFile
  ) -> [Diagnostic] {
    guard !findings.isEmpty else { return [] }
    let locations = ManifestLocations(file)
    return findings.map { finding in
      file.manifest.diagnostic(
        finding.rule.severity, rule: finding.rule.rawValue,
        message: finding.message, hint: finding.hint ?? replacement(of: finding, in: locations),
        range: range(of: finding.location, in: locations),
        feature: finding.feature, platform: finding.platform?.name)
    }
  }

  /// The hint for a redundant platform constraint whose key must stay.
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
    case .key(let key, let feature): locations.key(key, feature)
    case .declared(let kind, let index): locations.value(of: kind, index)
    case .state(let state): locations.state(state)
    case .within(let root, let path): locations.condition(at: root, path)
    case .block(let feature, let block):
      locations.condition(at: .guarding(feature: feature, block: block), [])
    case .constraint(let position):
      locations.constraint(ofFeature: position.feature, block: position.block, position.index)
    case .operand(let position, let path):
      locations.constraint(
        ofFeature: position.feature, block: position.block, position.index, path: path)
    }
  }
}
