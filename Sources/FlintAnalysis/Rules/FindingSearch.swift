import FlintLogic
package import FlintModel
import FlintText

package enum ProvenFindings {
  /// Problems of features, then of assumptions, then of other declarations.
  /// - Parameter today: For findings about expiry; nil to skip them.
  package static func find(in manifest: Manifest, today: DateTime? = nil) -> [ProvenFinding] {
    var search = FindingSearch(in: manifest, today: today)
    while search.proceed() {}
    return search.findings
  }
}

/// Analyzes one feature for each ``proceed()``, so that the caller can do other work.
package struct FindingSearch: ~Copyable {
  private var proof: FeatureProof
  private let assumptions: AssumptionProof
  private var analyzed = 0

  private var kept: KeptProofs?

  /// - Parameters:
  /// - today: For findings about expiry; nil to skip them.
  /// - earlier: Results before the last edit, which save time.
  package init(
    in manifest: Manifest, today: DateTime? = nil, after earlier: ProvenFeatures? = nil
  ) {
    proof = FeatureProof(of: manifest, today: today)
    assumptions = AssumptionProof(of: manifest, in: &proof.space)
    proof.hasPossibleState = assumptions.conflict == nil
    kept = earlier.flatMap { KeptProofs(of: $0, in: manifest, proof.space.breakpoints) }
  }

  /// False if no feature is left or the search was canceled.
  package mutating func proceed() -> Bool {
    if Cancellation.isRequested { return false }
    let count = proof.manifest.features.count
    if let kept {
      while analyzed < count, let counterpart = kept.counterpart(of: analyzed) {
        proof.take(analyzed, as: counterpart, of: kept.proven)
        analyzed += 1
      }
    }
    guard analyzed < count else { return false }
    proof.analyze(analyzed)
    analyzed += 1
    return true
  }

  package var findings: [ProvenFinding] {
    let checked = CheckedManifest(
      manifest: proof.manifest, used: UsedDeclarations(in: proof.manifest), today: proof.today)
    var findings = proof.findings
    for rule in ProvenRule.allCases { findings += rule.checker.check(assumptions) }
    for rule in ProvenRule.allCases { findings += rule.checker.check(checked) }
    return findings
  }

  /// For the search after the next edit; nil until complete, or with a date.
  package var proven: ProvenFeatures? {
    analyzed == proof.manifest.features.count ? ProvenFeatures(proof) : nil
  }
}

/// Results by feature, to be copied after an edit that does not affect them.
package struct ProvenFeatures: Sendable {
  fileprivate let manifest: Manifest
  fileprivate let breakpoints: Breakpoints
  fileprivate let findings: [ProvenFinding]

  private let beginnings: [Int]
  fileprivate let isNeverAvailable: [Bool]
  fileprivate let neverAvailableOn: [[Platform]]

  /// Nil with a date, on which findings about expiry depend.
  init?(_ proof: borrowing FeatureProof) {
    guard proof.today == nil else { return nil }
    manifest = proof.manifest
    breakpoints = proof.space.breakpoints
    findings = proof.findings
    beginnings = proof.beginnings
    isNeverAvailable = proof.isNeverAvailable
    neverAvailableOn = proof.neverAvailableOn
  }

  fileprivate func findings(of feature: Int) -> ArraySlice<ProvenFinding> {
    let end = feature + 1 < beginnings.count ? beginnings[feature + 1] : findings.count
    return findings[beginnings[feature]..<end]
  }
}

private struct KeptProofs {
  let proven: ProvenFeatures
  private let inputs: UnchangedInputs

  /// Nil if the edit may affect every feature.
  init?(of proven: ProvenFeatures, in manifest: Manifest, _ breakpoints: Breakpoints) {
    guard breakpoints.triesTheSame(as: proven.breakpoints) else { return nil }
    inputs = UnchangedInputs(proven.manifest, manifest)
    // Findings contain the names of declarations, so even changes that do not affect a status matter.
    guard inputs.declarationsMatch, inputs.assumptionsMatch else { return nil }
    self.proven = proven
  }

  /// Nil if its findings may have changed.
  func counterpart(of feature: Int) -> Int? {
    guard inputs.isKept[feature], let counterpart = inputs.counterparts[feature],
      // A rule may check the texts of a feature too, such as its name.
      inputs.haveSameTexts(feature, counterpart)
    else { return nil }
    return counterpart
  }
}

extension FeatureProof {
  fileprivate mutating func take(
    _ feature: Int, as earlier: Int, of proven: borrowing ProvenFeatures
  ) {
    begin(feature)
    for finding in proven.findings(of: earlier) { report(finding.moved(to: feature)) }
    setNeverAvailable(proven.isNeverAvailable[earlier], on: proven.neverAvailableOn[earlier])
  }
}

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

/// The rule for a feature whose analysis exceeds the limit of steps, or for assumptions whose analysis does. The rules
/// that need the feature's status in every state, or the states that are possible, then report nothing.
enum TooLargeToProve: RuleChecker {
  static let summary = "a feature or an assumption that is too complex to analyze within the limits"
  static let severity = Diagnostic.Severity.note

  static func check(_ assumptions: borrowing AssumptionProof) -> [ProvenFinding] {
    guard let error = assumptions.failure else { return [] }
    let unknown = NoPossibleState(unknown: error, in: assumptions.manifest)
    return unknown.assumption.map {
      [ProvenFinding(.tooLargeToProve, at: .assumption($0), unknown.message)]
    } ?? []
  }

  static func report(_ error: LimitExceeded, of proof: inout FeatureProof) {
    let reason = error.reason(of: proof.declaration.id, in: proof.manifest)
    proof.report(
      ProvenFinding(
        .tooLargeToProve, at: .feature(proof.feature),
        "feature '\(proof.declaration.id)' is too complex to analyze: \(reason)"))
  }
}

extension LimitExceeded {
  /// A clause: `condition 'c' exceeds the limit of 1048576 steps`.
  package func reason(of feature: String, in manifest: Manifest) -> String {
    let origin = origin?.name(in: manifest)
    let other = origin == "'\(feature)'" ? nil : origin
    let subject = other ?? "it"
    return "\(subject) exceeds the limit of \(budget) \(unit)"
  }
}

extension LimitExceeded.Origin {
  /// Returns the name of the feature or condition for messages, such as `condition 'c'`, `assumption 'a'` or
  /// `'feature'`.
  func name(in manifest: Manifest) -> String {
    switch target {
    case .feature(let feature): "'\(manifest.features[feature].id)'"
    case .condition(let condition): "condition '\(manifest.conditions[condition].id)'"
    case .assumption(let assumption): "assumption '\(manifest.assumptions[assumption].id)'"
    }
  }
}
