package import FlintCore

/// Everything suspicious that can be proven about a manifest.
package enum ProvenFindings {
  /// Findings on the features in their order, then those on the assumptions and the other declarations.
  ///
  /// - Parameter today: the day that tells what is over; nil where nobody has said.
  package static func find(in manifest: Manifest, today: DateTime? = nil) -> [ProvenFinding] {
    var search = FindingSearch(in: manifest, today: today)
    while search.proceed() {}
    return search.findings
  }
}

/// One feature under proof, and what was found in those before it.
struct FeatureProof: ~Copyable {
  let manifest: Manifest
  let today: DateTime?
  var space: StateSpace
  private(set) var findings: [ProvenFinding] = []

  /// Where the findings of each feature begin.
  private(set) var beginnings: [Int] = []

  /// Indexed by feature: whether it is never available, and on which platforms it is reported as never available.
  private(set) var isNeverAvailable: [Bool]
  private(set) var neverAvailableOn: [[Platform]]

  // The feature at hand.
  private(set) var feature = 0
  private(set) var status = Diagram.yes
  private(set) var parentStatus = Diagram.yes
  private(set) var places: [ConstraintPosition] = []
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

  /// Asks every rule about a feature, whose ancestors have been judged.
  mutating func judge(_ feature: Int) {
    begin(feature)
    places = manifest.places(of: feature)
    if case .noState = space.possibility {
      check { !$0.speaksOfEveryState }
      return
    }
    do throws(TooLarge) {
      try decide(about: [[feature]]) { (proof) throws(TooLarge) in try proof.prove() }
    } catch {
      TooLargeToProve.report(error, of: &self)
      check { !$0.needsStatus }
    }
  }

  /// Goes on to the next feature.
  mutating func begin(_ feature: Int) {
    self.feature = feature
    beginnings.append(findings.count)
  }

  /// Asks every rule; nothing is found where that takes too much work.
  private mutating func prove() throws(TooLarge) {
    let known = findings.count
    do throws(TooLarge) {
      try prepare()
      for rule in ProvenRule.allCases { try rule.checker.check(&self) }
    } catch {
      findings.removeSubrange(known...)
      isNeverAvailable[feature] = false
      neverAvailableOn[feature] = []
      throw error
    }
  }

  /// Asks some of the rules, each for itself.
  private mutating func check(_ isAsked: (ProvenRule) -> Bool) {
    for rule in ProvenRule.allCases where isAsked(rule) {
      let known = findings.count
      do throws(TooLarge) {
        try decide(about: [[feature]]) { (proof) throws(TooLarge) in
          proof.findings.removeSubrange(known...)
          try rule.checker.check(&proof)
        }
      } catch {
        findings.removeSubrange(known...)
      }
    }
  }

  private mutating func prepare() throws(TooLarge) {
    let whole = try space.composition(of: feature)
    space.beginStep()
    contributions = whole.contributions
    isRedundant = [Bool](repeating: false, count: contributions.count)
    let careSet = try space.careSet(
      for: [whole.status, whole.above] + contributions, factsOfParts())
    status = try space.store.and(whole.status, careSet)
    parentStatus = try space.store.and(whole.above, careSet)
    isNeverAvailable[feature] = !space.store.canBe(.yes, status)
  }

  /// The system's variable, for rules on single platforms, and those of the facts that the constraints ask: a part of a
  /// constraint may ask one that the whole does not.
  private mutating func factsOfParts() throws(TooLarge) -> [UInt32] {
    if space.isEveryCombinationPossible { return [] }
    var facts: [Fact] = []
    manifest.forEachTest(of: feature) { test, isImplied in
      if space.isVaried(test.fact, isImplied: isImplied) { facts.append(test.fact) }
    }
    var needed: [Diagram] = []
    for target in manifest.directNeeds(of: .feature(feature)) {
      needed.append(try space.value(of: MeaningReference(target), on: 0))
    }
    return [StateSpace.system] + facts.map { space.number(of: $0) }
      + space.store.variables(of: needed)
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

  /// The name of a constraint of the feature or an ancestor, in quotes.
  func name(_ place: ConstraintPosition) -> String {
    let name = place.constraint(in: manifest).name(block: place.block, in: manifest)
    return place.feature == feature
      ? "'\(name)'" : "'\(manifest.features[place.feature].id)/\(name)'"
  }
}

extension FeatureProof: StateSpaceEngine {
  mutating func dropFunctions() {}
}
