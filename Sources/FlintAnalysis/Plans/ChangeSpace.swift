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

  /// What the system would be with each value of its variable; the base alone where it cannot change.
  private(set) var systems: [ResolvedState] = []

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
    systems = [base]
    guard let system = variables[.system] else { return }
    for change in changes[Int(system)] {
      systems.append(ResolvedState(change.applied(to: base.given), in: manifest))
    }
  }

  /// Adds a fact's variable unless it exists; changes that are not the owner's are left out, and a variable without changes
  /// too.
  private mutating func add(_ fact: Fact, _ boundaries: VersionBoundaries) {
    guard variables[fact] == nil else { return }
    let possible = changes(of: fact, boundaries).filter {
      owner == nil || $0.owner(in: manifest) == owner
    }
    guard !possible.isEmpty else { return }
    variables[fact] = UInt32(changes.count)
    changes.append(possible)
  }

  /// What can be done about a fact.
  private func changes(of fact: Fact, _ boundaries: VersionBoundaries) -> [Change] {
    switch fact {
    case .system: return systemChanges(boundaries.systems[Int(base.platform.rawValue)])
    case .appVersion:
      return upgrades(boundaries.app, from: base.appVersion).map { .upgradeApp($0) }
    case .permission(let permission): return [.authorize(permission)]
    case .product(let product):
      return base.holding(of: product) == .status(.purchased) ? [] : [.purchase(product)]
    case .unlocked(let feature): return base.isUnlocked(feature) ? [] : [.unlock(feature)]
    case .toggle(let feature):
      let isOn = base.toggle(
        of: feature, defaultValue: manifest.features[feature].declaredToggle ?? true)
      return isOn ? [] : [.enableToggle(feature)]
    case .runtime(let feature):
      return base.runtimeFlag(of: feature) == .yes ? [] : [.enableRuntime(feature)]
    case .attribute(let attribute): return attributeChanges(attribute)
    case .permissionDefault, .purchaseDefault: return []
    }
  }

  private func attributeChanges(_ attribute: Int) -> [Change] {
    let declaration = manifest.attributes[attribute]
    if declaration.owner == .environment, !allowances.contains(.environment) { return [] }
    let values: [AttributeValue] =
      switch declaration.domain {
      case .boolean: [.boolean(true), .boolean(false)]
      case .choice(let texts): texts.indices.map { .choice($0) }
      }
    let others = values.filter { $0 != base.value(of: attribute) }
    return others.map { .setAttribute(attribute, $0) }
  }

  private func systemChanges(_ boundaries: [Version]) -> [Change] {
    var changes = upgrades(boundaries, from: base.osVersion).map {
      Change.upgradeOS(base.platform, $0)
    }
    if allowances.contains(.platform) {
      changes += Platform.allCases.filter { $0 != base.platform }.map { .changePlatform($0) }
    }
    return changes
  }

  /// The boundaries above a version, ascending: the lowest version of each class that can be reached.
  private func upgrades(_ boundaries: [Version], from version: InstalledVersion) -> [Version] {
    VersionScale(boundaries).boundaries.filter { !version.isAtLeast($0) }
  }
}
