package import FlintCore
package import FlintText

/// A problem in a manifest that `validate` reports. It was either proven by an analysis of all possible states, or
/// found by comparing declarations, such as a product that no feature requires.
package struct ProvenFinding: Hashable, Sendable {
  package let rule: ProvenRule
  package let location: FindingLocation

  /// The platform that the finding is about; nil if it is not about a single platform.
  package let platform: Platform?

  /// The message of the finding. It begins in lower case, has ids in single quotes, and has no full stop at the end.
  package let message: String
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

  /// The index of the feature that the finding is about; nil if it is not about a feature.
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

  /// Returns the same finding with a new index for its feature, because an edit of the manifest has changed the index.
  func moved(to feature: Int) -> ProvenFinding {
    self.feature == feature ? self : ProvenFinding(self, at: location.moved(to: feature))
  }

  private init(_ finding: ProvenFinding, at location: FindingLocation) {
    (rule, platform, message, hint) =
      (finding.rule, finding.platform, finding.message, finding.hint)
    self.location = location
  }
}

/// The location of a finding: indices into the manifest's lists of features, products and other declarations.
package enum FindingLocation: Hashable, Sendable {
  case feature(Int)
  case constraint(ConstraintPosition)

  /// An operand of a purchase expression such as `anyOf`. The path has the index of an operand for each nesting level,
  /// from the outermost one on.
  case operand(ConstraintPosition, path: [Int])
  case block(feature: Int, Int)
  case isEnabled(Int)
  case until(Int)
  case product(Int)
  case attribute(Int)
  case group(Int)

  /// A named condition, by its index.
  case condition(Int)
  case assumption(Int)

  /// A named state, by its index.
  case state(Int)

  /// A constraint or condition nested in another condition. The path leads to it from the outermost condition, the
  /// root.
  case within(ConditionRoot, path: [ConditionStep])

  /// Returns the same location with another index of the feature that contains it. A location outside features is
  /// unchanged.
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
  /// The index of the feature that contains the condition; nil for a named condition or an assumption.
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

/// A rule by which `validate` finds problems in a manifest that was read without errors. The raw value is the rule's id
/// in messages.
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

  /// The checkers of the rules about features, in the order of the rules.
  static let featureCheckers = allCases.compactMap { $0.checker as? any FeatureRuleChecker.Type }
}

/// A checker of one rule, with the rule's description. A rule about features is a ``FeatureRuleChecker``. Other rules
/// define one of the two checks below, which run again after each edit of the manifest.
protocol RuleChecker: SendableMetatype {
  /// The description of the rule, for lists of rules: a noun phrase such as “a feature that is never available”.
  static var summary: String { get }

  /// The severity of the rule's findings, by default a warning. A redundancy is a note. Assumptions that exclude every
  /// state are an error, because no query can be answered then.
  static var severity: Diagnostic.Severity { get }

  /// Checks the assumptions, with the results of their analysis over all possible states.
  static func check(_ assumptions: borrowing AssumptionProof) -> [ProvenFinding]

  /// Checks the other declarations, such as products, and features if the rule compares several of them.
  static func check(_ checked: CheckedManifest) -> [ProvenFinding]
}

extension RuleChecker {
  static var severity: Diagnostic.Severity { .warning }
  static func check(_ assumptions: borrowing AssumptionProof) -> [ProvenFinding] { [] }
  static func check(_ checked: CheckedManifest) -> [ProvenFinding] { [] }
}

/// A checker of a rule that can be checked for each feature alone.
protocol FeatureRuleChecker: RuleChecker {
  static var basis: RuleBasis { get }

  /// Checks a feature. The check may read only the feature, its ancestors, and the declarations to which they refer: if
  /// none of these has changed since the previous search in an editor, ``FindingSearch`` copies the findings from there.
  static func check(_ feature: inout FeatureProof) throws(LimitExceeded)
}

/// The information on which the findings of a rule about features are based.
enum RuleBasis {
  /// Only the declarations of the manifest. The rule is always checked.
  case declarations

  /// The set of possible states: “its condition is never true”. The rule is skipped if no state is possible, because
  /// every statement about all states would then be true.
  case possibleStates

  /// The function that maps each possible state to the feature's status. The rule is also skipped if this function is
  /// too complex to compute.
  case status
}
