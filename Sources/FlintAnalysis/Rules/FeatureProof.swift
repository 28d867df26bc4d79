import FlintModel
import FlintLogic

/// Finds the problems of features, one at a time.
struct FeatureProof: ~Copyable {
  let manifest: Manifest
  let today: DateTime?
  var space: StateSpace
  var findings: [ProvenFinding] = []

  private(set) var beginnings: [Int] = []

  private(set) var isNeverAvailable: [Bool]
  private(set) var neverAvailableOn: [[Platform]]
  var hasPossibleState = true

  // The following properties belong to the current feature.
  private(set) var feature = 0
  private(set) var status = Diagram.yes
  private(set) var parentStatus = Diagram.yes
  private(set) var positions: [ConstraintPosition] = []
  private(set) var contributions: [Diagram] = []

  private(set) var isRedundant: [Bool] = []

  init(of manifest: Manifest, today: DateTime?, budgets: StepBudgets = StepBudgets()) {
    self.manifest = manifest
    self.today = today
    space = StateSpace(manifest, budgets: budgets)
    isNeverAvailable = [Bool](repeating: false, count: manifest.features.count)
    neverAvailableOn = [[Platform]](repeating: [], count: manifest.features.count)
  }

  var declaration: FeatureDeclaration { manifest.features[feature] }

  /// Ancestors must have been analyzed before, so that their findings are not repeated.
  mutating func analyze(_ feature: Int) {
    begin(feature)
    positions = manifest.constraintPositions(of: feature)
    guard hasPossibleState else {
      check { $0.basis == .declarations }
      return
    }
    do throws(LimitExceeded) {
      try decide(about: [[feature]]) { (proof) throws(LimitExceeded) in try proof.prove() }
    } catch {
      TooLargeToProve.report(error, of: &self)
      check { $0.basis != .status }
    }
  }

  mutating func begin(_ feature: Int) {
    self.feature = feature
    beginnings.append(findings.count)
  }

  private mutating func prove() throws(LimitExceeded) {
    let known = findings.count
    do throws(LimitExceeded) {
      try prepare()
      for rule in ProvenRule.featureCheckers { try rule.check(&self) }
      try adviseOnRedundancies(from: known)
    } catch {
      findings.removeSubrange(known...)
      isNeverAvailable[feature] = false
      neverAvailableOn[feature] = []
      throw error
    }
  }

  private mutating func check(_ isAsked: (any FeatureRuleChecker.Type) -> Bool) {
    for rule in ProvenRule.featureCheckers where isAsked(rule) {
      let known = findings.count
      do throws(LimitExceeded) {
        try decide(about: [[feature]]) { (proof) throws(LimitExceeded) in
          proof.findings.removeSubrange(known...)
          try rule.check(&proof)
        }
      } catch {
        findings.removeSubrange(known...)
      }
    }
  }

  private mutating func prepare() throws(LimitExceeded) {
    let whole = try space.composition(of: feature)
    space.resetBudget()
    contributions = whole.contributions
    isRedundant = [Bool](repeating: false, count: contributions.count)
    let careSet = try space.careSet(
      for: [whole.status, whole.inheritedStatus] + contributions, factsOfParts())
    status = try space.store.and(whole.status, careSet)
    parentStatus = try space.store.and(whole.inheritedStatus, careSet)
    isNeverAvailable[feature] = !space.store.canBe(.yes, status)
  }

  /// Variables that rules need beyond those of the status: the system, and facts without an effect
  /// on a whole constraint.
  private mutating func factsOfParts() throws(LimitExceeded) -> [UInt32] {
    if space.isEveryCombinationPossible { return [] }
    var facts: [Fact] = []
    manifest.forEachTest(of: feature) { test, isImplied in
      if space.isVaried(test.fact, isImplied: isImplied) { facts.append(test.fact) }
    }
    var needed: [Diagram] = []
    for target in manifest.directNeeds(of: .feature(feature)) {
      needed.append(try space.value(of: FormulaReference(target), on: 0))
    }
    return [StateSpace.system] + facts.map { space.number(of: $0) }
      + space.store.variables(of: needed)
  }

  /// Without redundant ones and unreachable blocks, which other rules report.
  mutating func constraints(
    where isSearched: (Constraint) -> Bool
  ) throws(LimitExceeded) -> [Int] {
    var found: [Int] = []
    for (index, position) in positions.enumerated()
    where !isRedundant[index] && isSearched(position.constraint(in: manifest)) {
      if let block = position.block, try !UnreachableBlock.canApply(block, of: &self) { continue }
      found.append(index)
    }
    return found
  }

  mutating func report(_ finding: ProvenFinding) { findings.append(finding) }

  mutating func setRedundant(_ constraint: Int) { isRedundant[constraint] = true }

  mutating func setNeverAvailable(on platform: Platform) {
    neverAvailableOn[feature].append(platform)
  }

  mutating func setNeverAvailable(_ isNeverAvailable: Bool, on platforms: [Platform]) {
    self.isNeverAvailable[feature] = isNeverAvailable
    neverAvailableOn[feature] = platforms
  }

  /// With the feature's id if it is an ancestor's.
  func name(_ position: ConstraintPosition) -> String {
    let name = position.constraint(in: manifest).name(block: position.block, in: manifest)
    return position.feature == feature
      ? "'\(name)'" : "'\(manifest.features[position.feature].id)/\(name)'"
  }
}

extension FeatureProof: StateSpaceEngine {
  mutating func dropFunctions() {}
}
