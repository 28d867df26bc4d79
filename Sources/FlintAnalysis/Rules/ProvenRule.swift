/// A rule that is checked for all possible states. The raw value is its id.
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

  package var severity: Diagnostic.Severity { row.severity }

  /// A noun phrase for lists of rules.
  package var summary: String { row.summary }

  private typealias Row = (severity: Diagnostic.Severity, summary: String)

  private var row: Row {
    func error(_ summary: String) -> Row { (.error, summary) }
    func warning(_ summary: String) -> Row { (.warning, summary) }
    func note(_ summary: String) -> Row { (.note, summary) }
    return switch self {
    case .neverAvailable: warning("a feature that is never available")
    case .neverAvailableOn:
      warning(
        "a feature that is never available on a platform, although it does not exclude the platform"
      )
    case .redundantConstraint: note("a constraint that can be removed without any effect")
    case .redundantProduct:
      note("a product in an 'anyOf' or 'allOf' that can be removed without any effect")
    case .redundantAlternative:
      note("a condition in an 'allOf' or 'anyOf' that can be removed without any effect")
    case .unreachableBlock: warning("a conditional block whose 'when' is never true")
    case .permissionNeverOffered:
      warning("a permission that is required only on platform versions that do not offer it")
    case .platformNotOfApp: warning("a constraint for a platform that the app does not run on")
    case .conflictingAssumptions: error("at least one state must satisfy all assumptions")
    case .platformWithoutStates:
      warning("a platform of the app on which assumptions exclude every state")
    case .redundantAssumption:
      note("an assumption that excludes only states that other assumptions exclude too")
    case .stateBreaksAssumption: warning("a named state in which an assumption is false")
    case .unusedProduct: warning("a product that no feature requires")
    case .unusedAttribute: warning("an attribute that no constraint or 'when' uses")
    case .unusedCondition: warning("a named condition that is not used")
    case .unusedGroup:
      warning(
        "a subscription group that no constraint requires, not even through one of its products")
    case .unusedIsEnabled:
      warning("an 'isEnabled' in a feature that has no 'runtimeEnabled' constraint")
    case .expiredFeature: warning("a feature whose 'until' is on or before '--today'")
    case .dateOver: note("a 'date' constraint whose range of dates ended on or before '--today'")
    case .tooLargeToProve:
      note("a feature or an assumption that is too complex to analyze within the limits")
    }
  }
}

// MARK: - Rules about declarations alone

extension FeatureProof {
  mutating func checkDeclaration() {
    checkForeignPlatforms()
    checkFlag()
    checkDates()
  }

  /// Reports an `isEnabled` without effect: without `runtimeEnabled`, nothing tests the flag.
  private mutating func checkFlag() {
    guard declaration.isEnabled != nil else { return }
    var isRequired = false
    declaration.forEachRequirement { if $0 == .runtimeEnabled { isRequired = true } }
    if isRequired { return }
    report(
      .unusedIsEnabled, at: .key("isEnabled", feature: feature),
      "'isEnabled' of '\(declaration.id)' has no effect",
      hint: "add \"runtimeEnabled\": true to the feature's constraints")
  }

  /// Reports a passed end date, and constraints on dates that are over. Also examines guards.
  private mutating func checkDates() {
    guard let today else { return }
    if let until = declaration.until, until <= today {
      report(
        .expiredFeature, at: .key("until", feature: feature),
        "feature '\(declaration.id)' was to be removed by \(until)",
        hint: "remove the feature, or change its 'until'")
    }
    manifest.forEachPart(of: feature) { constraint, location in
      findings += constraint.dateFindings(today, location)
    }
  }

  private mutating func checkForeignPlatforms() {
    manifest.forEachPart(of: feature) { constraint, location in
      findings += constraint.platformFindings(manifest.app, location)
    }
  }
}

extension Manifest {
  /// Problems of states, other declarations, named conditions and assumptions.
  func findings(today: DateTime?) -> [ProvenFinding] {
    let used = UsedDeclarations(in: self)
    var findings = states.enumerated().flatMap { index, named in
      let broken = assumptions.isEmpty ? [] : Evaluator(self, in: named.state).brokenAssumptions
      return broken.map { assumption in
        ProvenFinding(
          .stateBreaksAssumption, at: .state(index),
          "state '\(named.name)' breaks assumption '\(assumptions[assumption].id)'")
      }
    }
    func add(_ rule: ProvenRule, _ kind: NameKind, _ used: [Bool], _ message: (Int) -> String) {
      for index in used.indices where !used[index] {
        findings.append(ProvenFinding(rule, at: .declared(kind, index), message(index)))
      }
    }
    add(.unusedProduct, .product, used.products) {
      "product '\(products[$0].id)' is never required"
    }
    add(.unusedAttribute, .attribute, used.attributes) {
      "attribute '\(attributes[$0].id)' is never used"
    }
    add(.unusedCondition, .condition, used.conditions) {
      "condition '\(conditions[$0].id)' is never used"
    }
    add(.unusedGroup, .group, used.groups) {
      "neither group '\(groups[$0].id)' nor a product of it is ever required"
    }
    forEachPartOutsideFeatures { constraint, location in
      findings += constraint.platformFindings(app, location)
      if let today { findings += constraint.dateFindings(today, location) }
    }
    return findings
  }
}

/// By kind and index, whether a declaration is used.
private struct UsedDeclarations {
  private(set) var products: [Bool]
  private(set) var groups: [Bool]
  private(set) var attributes: [Bool]
  private(set) var conditions: [Bool]

  init(in manifest: Manifest) {
    func none(_ count: Int) -> [Bool] { [Bool](repeating: false, count: count) }
    products = none(manifest.products.count)
    groups = none(manifest.groups.count)
    attributes = none(manifest.attributes.count)
    conditions = none(manifest.conditions.count)
    manifest.forEachRequirement { constraint in
      switch constraint {
      case .purchase(let expression):
        expression.forEachProduct(in: manifest) { product, _ in
          products[product] = true
          if let group = manifest.products[product].group { groups[group] = true }
        }
      case .attribute(let requirement): attributes[requirement.attribute] = true
      case .condition(let condition): conditions[condition] = true
      default: break
      }
    }
  }
}

extension Constraint {
  fileprivate func dateFindings(
    _ today: DateTime, _ location: (WrittenStep) -> FindingLocation
  ) -> [ProvenFinding] {
    guard case .device(let requirement) = self, requirement.fact == .date,
      let end = requirement.accepted.dateRange?.below, end <= today
    else { return [] }
    return [
      ProvenFinding(
        .dateOver, at: location(.constraint(.device(.date), 0)),
        "'date' accepts only dates before \(end) and can no longer be satisfied")
    ]
  }

  fileprivate func platformFindings(
    _ app: Manifest.App, _ location: (WrittenStep) -> FindingLocation
  ) -> [ProvenFinding] {
    var platforms = [Platform]()
    if case .platforms(let listed) = self { platforms = listed.map(\.platform) }
    if case .platform(let platform, _) = self, isForeign(to: app) {
      platforms = [platform]
    }
    return platforms.enumerated().filter { !app.names($1) }.map { number, platform in
      ProvenFinding(
        .platformNotOfApp, at: location(.constraint(.platform, number)),
        "the app does not run on \(platform.name)",
        hint: "add the platform to the app's 'platforms', or remove it here")
    }
  }

  /// Whether the constraint names a platform that the app does not. False for `unsupported`.
  func isForeign(to app: Manifest.App) -> Bool {
    guard case .platform(let platform, let versions) = self else { return false }
    return versions != .unsupported && !app.names(platform)
  }
}

extension Manifest.App {
  fileprivate func names(_ platform: Platform) -> Bool {
    platforms?.contains { $0.platform == platform } ?? true
  }
}

/// Visits constraints at any depth. `location` returns where a part of the constraint is, given the
/// last step of its path.
extension Manifest {
  fileprivate typealias Visit = (
    _ constraint: Constraint, _ location: (WrittenStep) -> FindingLocation
  ) -> Void

  fileprivate func forEachPart(of feature: Int, _ body: Visit) {
    for position in constraintPositions(of: feature) {
      let constraint = position.constraint(in: self)
      body(constraint) { _ in .constraint(position) }
      let root = ConditionRoot.constraints(feature: feature, block: position.block)
      forEachPart(inside: constraint, root, [], body)
    }
    for (block, conditional) in features[feature].conditional.enumerated() {
      forEachPart(in: conditional.condition, .guarding(feature: feature, block: block), [], body)
    }
  }

  fileprivate func forEachPartOutsideFeatures(_ body: Visit) {
    for (index, condition) in conditions.enumerated() {
      forEachPart(in: condition.condition, .named(index), [], body)
    }
    for (index, assumption) in assumptions.enumerated() {
      forEachPart(in: assumption.condition, .assumed(index), [], body)
    }
  }

  private func forEachPart(
    in condition: Condition, _ root: ConditionRoot, _ path: [WrittenStep], _ body: Visit
  ) {
    for constraint in condition.constraints {
      body(constraint) { .within(root, path: path + [$0]) }
      forEachPart(inside: constraint, root, path, body)
    }
  }

  private func forEachPart(
    inside constraint: Constraint, _ root: ConditionRoot, _ path: [WrittenStep], _ body: Visit
  ) {
    for (number, operand) in constraint.operands.enumerated() {
      forEachPart(in: operand, root, path + constraint.path(to: number), body)
    }
  }
}
