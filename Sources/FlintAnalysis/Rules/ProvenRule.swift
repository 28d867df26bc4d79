import FlintModel
package import FlintText

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
