import FlintModel
import FlintLogic

/// An analysis that finds the problems of the features of a manifest. It analyzes one feature at a time.
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

  /// Checks every rule for a feature. Its ancestors must have been analyzed before, so that findings about them are not
  /// repeated.
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

  /// Checks every rule for the feature that is being analyzed. If this exceeds the limit of steps, discards the
  /// feature's findings and throws.
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

  /// Checks the rules for which `isAsked` returns true. Each rule has its own limit of steps; a rule that exceeds it
  /// reports nothing.
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

  /// Returns the numbers of further variables to consider when impossible states are excluded; see
  /// ``StateSpace/careSet(for:_:)``. They are the system (the platform and its version), because some rules are about
  /// single platforms, and the facts that the feature's constraints and dependencies test. Even if such a fact has no
  /// effect on a whole constraint, it can have an effect on a part of the constraint, such as one operand of an
  /// `anyOf`, and some rules examine such parts.
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

  /// Returns the indices of the constraints in which a rule searches for redundant parts: those that `isSearched`
  /// accepts, except redundant ones and those of conditional blocks that never apply, because other rules report these.
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

  /// Returns the quoted name of a constraint, preceded by the feature's id if the constraint belongs to an ancestor.
  func name(_ position: ConstraintPosition) -> String {
    let name = position.constraint(in: manifest).name(block: position.block, in: manifest)
    return position.feature == feature
      ? "'\(name)'" : "'\(manifest.features[position.feature].id)/\(name)'"
  }
}

extension FeatureProof: StateSpaceEngine {
  mutating func dropFunctions() {}
}
