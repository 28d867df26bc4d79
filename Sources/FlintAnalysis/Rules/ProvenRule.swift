import FlintModel
package import FlintText

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

/// A checker of one rule, with the rule's description. A rule about single features is a ``FeatureRuleChecker``. Every
/// other rule defines one of the two methods `check`: one for problems of the assumptions, and one for problems of
/// other declarations. By default, they find nothing. Both are called again after each edit of the manifest.
protocol RuleChecker: SendableMetatype {
  /// A noun phrase for lists of rules, such as “a feature that is never available”.
  static var summary: String { get }

  /// The severity of the rule's findings, by default a warning. A redundancy is a note. Assumptions that exclude every
  /// state are an error, because no query can be answered then.
  static var severity: Diagnostic.Severity { get }

  /// Returns the problems that this rule finds in the manifest's assumptions, such as assumptions that contradict each
  /// other. `assumptions` has the results of their analysis over all states.
  static func check(_ assumptions: borrowing AssumptionProof) -> [ProvenFinding]

  /// Returns the problems that this rule finds in the declarations of the whole manifest, except its assumptions: for
  /// example, products that no feature requires.
  static func check(_ checked: CheckedManifest) -> [ProvenFinding]
}

extension RuleChecker {
  static var severity: Diagnostic.Severity { .warning }
  static func check(_ assumptions: borrowing AssumptionProof) -> [ProvenFinding] { [] }
  static func check(_ checked: CheckedManifest) -> [ProvenFinding] { [] }
}

protocol FeatureRuleChecker: RuleChecker {
  static var basis: RuleBasis { get }

  /// Checks a feature. The check may read only the feature, its ancestors, and the declarations to which they refer. If
  /// none of these has changed since the previous search in an editor, ``FindingSearch`` copies the findings of that
  /// search instead of repeating the check.
  static func check(_ feature: inout FeatureProof) throws(LimitExceeded)
}

/// The information on which the findings of a rule are based.
enum RuleBasis {
  /// Only the declarations of the manifest, not the states that are possible. A rule that needs only these is checked
  /// even if the manifest's assumptions exclude every state.
  case declarations

  /// The set of possible states, for findings such as “its condition is never true”. A rule that needs this set is
  /// skipped if the manifest's assumptions exclude every state, because such a finding would then be true for every
  /// condition.
  case possibleStates

  /// The status of the feature in each possible state, as a function. A rule that needs this function is skipped if no
  /// state is possible, because there is no status then, or if the function takes too many steps to compute.
  case status
}

/// A manifest that is checked as a whole, with the date for findings about expiry, which is nil to skip these.
struct CheckedManifest {
  let manifest: Manifest
  let used: UsedDeclarations
  let today: DateTime?
}
