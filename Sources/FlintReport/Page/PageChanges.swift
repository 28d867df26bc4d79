internal import FlintAnalysis
internal import FlintCore

/// Every change that a plan can make to something a manifest names, from whatever state.
struct PageChanges {
  /// For each thing that can change its changes, in the order in which plans take them; the system stands first.
  private(set) var changes: [[Change]] = []

  private let manifest: Manifest

  /// The number of a thing's first change among those of all things.
  private var firsts: [Fact: Int] = [:]
  private var variables: [Fact: Int] = [:]

  init(_ manifest: Manifest) {
    self.manifest = manifest
    var boundaries = VersionBoundaries()
    boundaries.add(manifest)
    var count = 0
    func add(_ fact: Fact) {
      if variables[fact] != nil { return }
      let possible = Change.changes(of: fact, in: manifest, boundaries)
      variables[fact] = changes.count
      firsts[fact] = count
      changes.append(possible)
      count += possible.count
    }
    add(.system)
    for feature in manifest.features.indices {
      manifest.forEachTest(of: feature) { test, isImplied in
        if !isImplied { add(test.fact) }
      }
    }
  }

  /// The changes that can make a constraint another truth, by number, in the order in which it names what they change; what
  /// guards it comes first. An empty range stands for what it names though no change of that concerns it.
  func ranges(of constraint: Constraint, block: Int?, in feature: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    func add(_ test: FactTest) {
      guard let variable = variables[test.fact], let first = firsts[test.fact] else { return }
      let all = changes[variable]
      func add(_ range: Range<Int>) {
        let numbers = first + range.lowerBound..<first + range.upperBound
        if !ranges.contains(numbers) { ranges.append(numbers) }
      }
      func addUpgrades(_ isUpgrade: (Change) -> Bool) {
        add(0..<0)
        for (index, change) in all.enumerated() where isUpgrade(change) { add(index..<index + 1) }
      }
      if all.isEmpty { return }
      switch test {
      case .system(let platform, let range):
        let limits = range?.limits ?? []
        addUpgrades { change in limits.contains { change == .upgradeOS(platform, $0) } }
      case .appVersion(let range, _):
        addUpgrades { change in range.limits.contains { change == .upgradeApp($0) } }
      case .permission, .permissionDefault, .product, .credits, .purchaseDefault, .unlocked,
        .toggle, .runtime, .attribute, .attributeValue, .isGiven:
        add(all.indices)
      }
    }
    for formula in formulas(of: constraint, block: block, in: feature) {
      formula.forEachTest(in: manifest) { test, isImplied in if !isImplied { add(test) } }
    }
    return ranges
  }

  /// The first changes of what decides about a constraint without being named by it.
  func implied(by constraint: Constraint, block: Int?, in feature: Int) -> [Int] {
    var found: [Int] = []
    for formula in formulas(of: constraint, block: block, in: feature) {
      formula.forEachTest(in: manifest) { test, isImplied in
        guard isImplied, let variable = variables[test.fact], let first = firsts[test.fact] else {
          return
        }
        if !changes[variable].isEmpty, !found.contains(first) { found.append(first) }
      }
    }
    return found
  }

  private func formulas(of constraint: Constraint, block: Int?, in feature: Int) -> [Formula] {
    let guardian = block.map { manifest.features[feature].conditional[$0].guardian }
    return (guardian.map { [manifest.meaning(of: $0)] } ?? [])
      + [manifest.meaning(of: constraint, in: feature)]
  }
}

extension Manifest {
  /// Calls `body` with every constraint of a feature, in the order in which they are listed.
  func forEachConstraint(
    of feature: Int, _ body: (_ constraint: Constraint, _ block: Int?) -> Void
  ) {
    for constraint in features[feature].constraints { body(constraint, nil) }
    for (index, block) in features[feature].conditional.enumerated() {
      for constraint in block.constraints { body(constraint, index) }
    }
  }
}
