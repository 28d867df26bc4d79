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

  /// - Parameter today: For findings about expiry; nil to skip them.
  package init(in manifest: Manifest, today: DateTime? = nil) {
    proof = FeatureProof(of: manifest, today: today)
    assumptions = AssumptionProof(of: manifest, in: &proof.space)
    proof.hasPossibleState = assumptions.conflict == nil
  }

  /// False if no feature is left or the search was canceled.
  package mutating func proceed() -> Bool {
    if Cancellation.isRequested { return false }
    guard analyzed < proof.manifest.features.count else { return false }
    proof.analyze(analyzed)
    analyzed += 1
    return true
  }

  package var findings: [ProvenFinding] {
    proof.findings + assumptions.findings + proof.manifest.findings(today: proof.today)
  }
}

/// Finds what is proven to be a mistake in a feature, one feature after the other.
struct FeatureProof: ~Copyable {
  let manifest: Manifest
  let today: DateTime?
  var space: StateSpace
  var findings: [ProvenFinding] = []

  private(set) var isNeverAvailable: [Bool]
  private(set) var neverAvailableOn: [[Platform]]
  var hasPossibleState = true

  // The following properties belong to the current feature.
  private(set) var feature = 0
  private(set) var status = Diagram.yes
  private(set) var parentStatus = Diagram.yes
  private(set) var positions: [ConstraintPosition] = []
  private(set) var contributions: [Diagram] = []

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
    self.feature = feature
    positions = manifest.constraintPositions(of: feature)
    guard hasPossibleState else { return check { $0 == .declarations } }
    do {
      try prove { proof in
        proof.prepare()
        for rule in Self.rules where proof.space.store.failure == nil { rule.check(&proof) }
      }
    } catch {
      isNeverAvailable[feature] = false
      neverAvailableOn[feature] = []
      let reason = error.reason(of: declaration.id, in: manifest)
      report(
        .tooLargeToProve, at: .feature(feature),
        "feature '\(declaration.id)' is too complex to analyze: \(reason)")
      check { $0 != .status }
    }
  }

  private enum RuleBasis {
    /// Checked even if the assumptions exclude every state.
    case declarations

    /// Skipped if the assumptions exclude every state.
    case possibleStates

    /// Skipped without a possible state, or if the status is too complex.
    case status
  }

  private static let rules: [(basis: RuleBasis, check: @Sendable (inout FeatureProof) -> Void)] = [
    (.status, { $0.checkAvailability() }), (.status, { $0.checkPlatforms() }),
    (.status, { $0.checkRedundancy() }), (.possibleStates, { $0.checkBlocks() }),
    (.possibleStates, { $0.checkOfferedPermissions() }),
    (.declarations, { $0.checkDeclaration() }),
  ]

  private mutating func check(_ isAsked: (RuleBasis) -> Bool) {
    for rule in Self.rules where isAsked(rule.basis) { try? prove { rule.check(&$0) } }
  }

  /// Adds the findings of `body`. Discards findings of attempts that exceed their limit.
  private mutating func prove(_ body: (inout FeatureProof) -> Void) throws(LimitExceeded) {
    let known = findings.count
    do {
      try decide(about: [[feature]]) { proof in
        proof.findings.removeSubrange(known...)
        proof.neverAvailableOn[proof.feature] = []
        body(&proof)
      }
    } catch {
      findings.removeSubrange(known...)
      throw error
    }
  }

  private mutating func prepare() {
    let whole = space.composition(of: feature)
    space.resetBudget()
    contributions = whole.contributions
    let careSet = space.careSet(
      for: [whole.status, whole.inheritedStatus] + contributions, factsOfParts())
    status = space.store.and(whole.status, careSet)
    parentStatus = space.store.and(whole.inheritedStatus, careSet)
    isNeverAvailable[feature] = !space.store.canBe(.yes, status)
  }

  /// Variables of the system, the feature's tested facts and its dependencies. Rules need them even
  /// if they do not affect the status. Empty if all combinations are possible.
  private mutating func factsOfParts() -> [UInt32] {
    if space.isEveryCombinationPossible { return [] }
    var facts: [Fact] = []
    manifest.forEachTest(of: feature) { test, isImplied in
      if space.isVaried(test.fact, isImplied: isImplied) { facts.append(test.fact) }
    }
    let needed = manifest.directNeeds(of: .feature(feature)).map {
      space.value(of: FormulaReference($0), on: 0)
    }
    return [StateSpace.system] + facts.map { space.number(of: $0) }
      + space.store.variables(of: needed)
  }

  mutating func report(
    _ rule: ProvenRule, at location: FindingLocation, platform: Platform? = nil,
    _ message: String, hint: String? = nil
  ) {
    findings.append(ProvenFinding(rule, at: location, platform: platform, message, hint: hint))
  }

  mutating func setNeverAvailable(on platform: Platform) {
    neverAvailableOn[feature].append(platform)
  }

  /// For an ancestor's constraint, includes the ancestor's id.
  func name(_ position: ConstraintPosition) -> String {
    let name = position.constraint(in: manifest).name(block: position.block, in: manifest)
    return position.feature == feature
      ? "'\(name)'" : "'\(manifest.features[position.feature].id)/\(name)'"
  }
}

extension FeatureProof: StateSpaceEngine {}

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
  /// `condition 'c'`, `assumption 'a'` or `'feature'`.
  func name(in manifest: Manifest) -> String {
    switch target {
    case .feature(let feature): "'\(manifest.features[feature].id)'"
    case .condition(let condition): "condition '\(manifest.conditions[condition].id)'"
    case .assumption(let assumption): "assumption '\(manifest.assumptions[assumption].id)'"
    }
  }
}
