package import FlintManifest
package import FlintModel
package import FlintText

/// A problem that `validate` reports for a manifest without errors.
package struct ProvenFinding: Hashable, Sendable {
  package let rule: ProvenRule
  package let location: FindingLocation

  /// Nil if not about a single platform.
  package let platform: Platform?

  /// The text that describes the problem. It begins in lower case, has ids in single quotes, and has no full stop at
  /// the end.
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
    case .feature(let feature), .isEnabled(let feature), .until(let feature),
      .block(let feature, _):
      feature
    case .constraint(let position), .operand(let position, _): position.feature
    case .within(let root, _): root.feature
    case .product, .attribute, .group, .condition, .assumption, .state: nil
    }
  }
}

package enum FindingLocation: Hashable, Sendable {
  case feature(Int)
  case constraint(ConstraintPosition)

  /// An index for each level of nesting in the expression.
  case operand(ConstraintPosition, path: [Int])
  case block(feature: Int, Int)
  case isEnabled(Int)
  case until(Int)
  case product(Int)
  case attribute(Int)
  case group(Int)

  case condition(Int)
  case assumption(Int)

  case state(Int)

  /// A path from the outermost condition.
  case within(ConditionRoot, path: [ConditionStep])
}

extension ConditionRoot {
  var feature: Int? {
    switch self {
    case .constraints(let feature, _), .guarding(let feature, _): feature
    case .named, .assumed: nil
    }
  }
}

/// A rule of `validate`. The raw value is its name in messages.
package enum ProvenRule: String, CaseIterable, Sendable {
  case neverAvailable = "never-available"
  case neverAvailableOn = "never-available-on"
  case redundantConstraint = "redundant-constraint"
  case redundantProduct = "redundant-product"
  case redundantAlternative = "redundant-alternative"
  case unreachableBlock = "unreachable-block"
  case permissionNeverOffered = "permission-never-offered"
  case platformNotOfApp = "platform-not-of-app"
  case conflictingAssumptions = "conflicting-assumptions"
  case platformWithoutStates = "platform-without-states"
  case redundantAssumption = "redundant-assumption"
  case stateBreaksAssumption = "state-breaks-assumption"
  case unusedProduct = "unused-product"
  case unusedAttribute = "unused-attribute"
  case unusedCondition = "unused-condition"
  case unusedGroup = "unused-group"
  case unusedIsEnabled = "unused-is-enabled"
  case expiredFeature = "expired-feature"
  case dateOver = "date-over"
  case tooLargeToProve = "too-large-to-prove"

  package var identifier: String { rawValue }

  package var severity: Diagnostic.Severity {
    switch self {
    case .conflictingAssumptions: .error
    case .redundantConstraint, .redundantProduct, .redundantAlternative, .redundantAssumption,
      .dateOver, .tooLargeToProve:
      .note
    default: .warning
    }
  }

  /// A noun phrase for lists of rules.
  package var summary: String {
    switch self {
    case .neverAvailable: "a feature that is never available"
    case .neverAvailableOn:
      "a feature that is never available on a platform, although it does not exclude the platform"
    case .redundantConstraint: "a constraint that can be removed without any effect"
    case .redundantProduct:
      "a product in an 'anyOf' or 'allOf' that can be removed without any effect"
    case .redundantAlternative:
      "a condition in an 'allOf' or 'anyOf' that can be removed without any effect"
    case .unreachableBlock: "a conditional block whose 'when' is never true"
    case .permissionNeverOffered:
      "a permission that is required only on platform versions that do not offer it"
    case .platformNotOfApp: "a constraint for a platform that the app does not run on"
    case .conflictingAssumptions: "at least one state must satisfy all assumptions"
    case .platformWithoutStates: "a platform of the app on which assumptions exclude every state"
    case .redundantAssumption:
      "an assumption that excludes only states that other assumptions exclude too"
    case .stateBreaksAssumption: "a named state in which an assumption is false"
    case .unusedProduct: "a product that no feature requires"
    case .unusedAttribute: "an attribute that no constraint or 'when' uses"
    case .unusedCondition: "a named condition that is not used"
    case .unusedGroup:
      "a subscription group that no constraint requires, not even through one of its products"
    case .unusedIsEnabled: "an 'isEnabled' in a feature that has no 'runtimeEnabled' constraint"
    case .expiredFeature: "a feature whose 'until' is on or before '--today'"
    case .dateOver: "a 'date' constraint whose range of dates ended on or before '--today'"
    case .tooLargeToProve:
      "a feature or an assumption that is too complex to analyze within the limits"
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
