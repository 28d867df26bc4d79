import FlintCore

/// What can be changed about a state, in declared order, and functions of the choices made.
///
/// Each variable is a thing that can be changed: 0 keeps it, every other value is one change. The order is that in which
/// the constraints concerned are listed, the feature's own first.
struct ChangeSpace: ~Copyable {
  let manifest: Manifest
  let base: ResolvedState
  let allowances: PlanAllowances
  let owner: Owner?
  var store = DiagramStore()

  /// The changes of each variable, from value 1 on.
  private(set) var changes: [[Change]] = []

  /// The variable of each thing that some change concerns.
  private var variables: [Fact: UInt32] = [:]

  /// What formulas share, as far as it has been worked out.
  var meanings: [MeaningReference: Diagram] = [:]

  /// What the state would be with each value of the system's variable; the base alone where it cannot change.
  private(set) var systems: [DeviceState] = []

  init(
    _ manifest: Manifest, _ state: DeviceState, _ allowances: PlanAllowances, by owner: Owner?
  ) {
    self.manifest = manifest
    base = ResolvedState(state, in: manifest)
    self.allowances = allowances
    self.owner = owner
    store.grant(AnalysisLimits.work)
  }

  func variable(_ fact: Fact) -> UInt32? { variables[fact] }

  /// The change that a value of a variable makes.
  func change(_ variable: UInt32, _ value: Int) -> Change { changes[Int(variable)][value - 1] }

  // MARK: What can be changed

  /// Adds all that the constraints of a feature and its ancestors name.
  mutating func addChanges(for features: [Int]) {
    var boundaries = VersionBoundaries()
    for feature in features { boundaries.add(feature, of: manifest) }
    for feature in features {
      manifest.forEachTest(of: feature) { test, isImplied in
        if !isImplied { add(test.fact, boundaries) }
      }
    }
    systems = [base.given]
    guard let system = variables[.system] else { return }
    for change in changes[Int(system)] {
      systems.append(change.applied(to: base.given))
    }
  }

  /// Adds a fact's variable unless it exists; changes that are not the owner's are left out, and a variable without changes
  /// too.
  private mutating func add(_ fact: Fact, _ boundaries: VersionBoundaries) {
    guard variables[fact] == nil else { return }
    let truths = StateTruths(base.given, in: manifest)
    let possible = Change.changes(of: fact, in: manifest, boundaries, allowing: allowances).filter {
      if let owner, $0.owner(in: manifest) != owner { return false }
      return $0.waitsForSystem || truths.truth(of: isPossible($0)) == .yes
    }
    guard !possible.isEmpty else { return }
    variables[fact] = UInt32(changes.count)
    changes.append(possible)
  }

  /// Where a change can be made; see ``Change/isPossible(in:allowing:)``.
  func isPossible(_ change: Change) -> Formula {
    change.isPossible(in: manifest, allowing: allowances)
  }
}
