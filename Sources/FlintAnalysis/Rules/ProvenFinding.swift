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

  func moved(to feature: Int) -> ProvenFinding {
    self.feature == feature ? self : ProvenFinding(self, at: location.moved(to: feature))
  }

  private init(_ finding: ProvenFinding, at location: FindingLocation) {
    (rule, platform, message, hint) =
      (finding.rule, finding.platform, finding.message, finding.hint)
    self.location = location
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

  fileprivate func moved(to feature: Int) -> FindingLocation {
    func moved(_ position: ConstraintPosition) -> ConstraintPosition {
      ConstraintPosition(feature: feature, block: position.block, index: position.index)
    }
    return switch self {
    case .feature: .feature(feature)
    case .constraint(let position): .constraint(moved(position))
    case .operand(let position, let path): .operand(moved(position), path: path)
    case .block(_, let block): .block(feature: feature, block)
    case .isEnabled: .isEnabled(feature)
    case .until: .until(feature)
    case .within(let root, let path): .within(root.moved(to: feature), path: path)
    case .product, .attribute, .group, .condition, .assumption, .state: self
    }
  }
}

extension ConditionRoot {
  var feature: Int? {
    switch self {
    case .constraints(let feature, _), .guarding(let feature, _): feature
    case .named, .assumed: nil
    }
  }

  fileprivate func moved(to feature: Int) -> ConditionRoot {
    switch self {
    case .constraints(_, let block): .constraints(feature: feature, block: block)
    case .guarding(_, let block): .guarding(feature: feature, block: block)
    case .named, .assumed: self
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

  package var severity: Diagnostic.Severity { checker.severity }
  package var summary: String { checker.summary }

  var checker: any RuleChecker.Type {
    switch self {
    case .neverAvailable: NeverAvailable.self
    case .neverAvailableOn: NeverAvailableOn.self
    case .redundantConstraint: RedundantConstraint.self
    case .redundantProduct: RedundantProduct.self
    case .redundantAlternative: RedundantAlternative.self
    case .unreachableBlock: UnreachableBlock.self
    case .permissionNeverOffered: PermissionNeverOffered.self
    case .platformNotOfApp: PlatformNotOfApp.self
    case .conflictingAssumptions: ConflictingAssumptions.self
    case .platformWithoutStates: PlatformWithoutStates.self
    case .redundantAssumption: RedundantAssumption.self
    case .stateBreaksAssumption: StateBreaksAssumption.self
    case .unusedProduct: UnusedProduct.self
    case .unusedAttribute: UnusedAttribute.self
    case .unusedCondition: UnusedCondition.self
    case .unusedGroup: UnusedGroup.self
    case .unusedIsEnabled: UnusedIsEnabled.self
    case .expiredFeature: ExpiredFeature.self
    case .dateOver: DateOver.self
    case .tooLargeToProve: TooLargeToProve.self
    }
  }

  static let featureCheckers = allCases.compactMap { $0.checker as? any FeatureRuleChecker.Type }
}

/// One rule and its description. A rule about single features is a ``FeatureRuleChecker``; others
/// define one of the methods `check`.
protocol RuleChecker: SendableMetatype {
  /// A noun phrase for lists of rules.
  static var summary: String { get }

  /// By default a warning.
  static var severity: Diagnostic.Severity { get }

  static func check(_ assumptions: borrowing AssumptionProof) -> [ProvenFinding]

  static func check(_ checked: CheckedManifest) -> [ProvenFinding]
}

extension RuleChecker {
  static var severity: Diagnostic.Severity { .warning }
  static func check(_ assumptions: borrowing AssumptionProof) -> [ProvenFinding] { [] }
  static func check(_ checked: CheckedManifest) -> [ProvenFinding] { [] }
}

protocol FeatureRuleChecker: RuleChecker {
  static var basis: RuleBasis { get }

  /// May read only the feature, its ancestors and what they refer to, since ``FindingSearch``
  /// copies findings while these are unchanged.
  static func check(_ feature: inout FeatureProof) throws(LimitExceeded)
}

enum RuleBasis {
  /// Checked even if the assumptions exclude every state.
  case declarations

  /// Skipped if the assumptions exclude every state.
  case possibleStates

  /// Skipped without a possible state, or if the status is too complex.
  case status
}

/// `today` is nil to skip findings about expiry.
struct CheckedManifest {
  let manifest: Manifest
  let used: UsedDeclarations
  let today: DateTime?
}

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
