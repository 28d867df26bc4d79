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
  private var variables: [Variable: UInt32] = [:]

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

  func variable(_ variable: Variable) -> UInt32? { variables[variable] }

  /// The change that a value of a variable makes.
  func change(_ variable: UInt32, _ value: Int) -> Change { changes[Int(variable)][value - 1] }

  /// Adds a variable unless it exists; changes that are not the owner's are left out, and a variable without changes too.
  private mutating func add(_ variable: Variable, _ possible: [Change]) {
    guard variables[variable] == nil else { return }
    let possible = possible.filter { owner == nil || $0.owner(in: manifest) == owner }
    guard !possible.isEmpty else { return }
    variables[variable] = UInt32(changes.count)
    changes.append(possible)
  }

  // MARK: What can be changed

  /// Adds all that the constraints of a feature and its ancestors name.
  mutating func addChanges(for features: [Int]) {
    var boundaries = Boundaries()
    for feature in features { boundaries.add(manifest.features[feature]) }
    boundaries.addPermissions()
    let systemChanges = systemChanges(boundaries.systems[Int(base.platform.rawValue)])
    let appChanges = upgrades(boundaries.app, from: base.appVersion).map { Change.upgradeApp($0) }
    for feature in features {
      let declaration = manifest.features[feature]
      for constraint in declaration.constraints {
        add(constraint, of: feature, systemChanges, appChanges)
      }
      for block in declaration.conditional {
        if !block.guardian.platforms.isEmpty { add(.system, systemChanges) }
        if block.guardian.appVersion != nil { add(.appVersion, appChanges) }
        for requirement in block.guardian.attributes { addAttribute(requirement.attribute) }
        for constraint in block.constraints {
          add(constraint, of: feature, systemChanges, appChanges)
        }
      }
    }
    systems = [base]
    guard let system = variables[.system] else { return }
    for change in changes[Int(system)] {
      systems.append(ResolvedState(change.applied(to: base.given), in: manifest))
    }
  }

  private mutating func add(
    _ constraint: Constraint, of feature: Int, _ systemChanges: [Change], _ appChanges: [Change]
  ) {
    switch constraint {
    case .platform: add(.system, systemChanges)
    case .appVersion: add(.appVersion, appChanges)
    case .runtimeEnabled:
      if base.runtimeFlag(of: feature) != .yes { add(.runtime(feature), [.enableRuntime(feature)]) }
    case .userToggled(let value):
      if !base.toggle(of: feature, defaultValue: value) {
        add(.toggle(feature), [.enableToggle(feature)])
      }
    case .permission(let permission):
      add(.system, systemChanges)
      add(.permission(permission), [.authorize(permission)])
    case .purchase(let expression):
      expression.forEachProduct { product, quantity in
        if quantity != nil {
          if !base.isUnlocked(feature) { add(.unlocked(feature), [.unlock(feature)]) }
        } else if base.holding(of: product) != .status(.purchased) {
          add(.product(product), [.purchase(product)])
        }
      }
    case .attribute(let requirement): addAttribute(requirement.attribute)
    }
  }

  private mutating func addAttribute(_ attribute: Int) {
    let declaration = manifest.attributes[attribute]
    if declaration.owner == .environment, !allowances.contains(.environment) { return }
    let values: [AttributeValue] =
      switch declaration.domain {
      case .boolean: [.boolean(true), .boolean(false)]
      case .choice(let texts): texts.indices.map { .choice($0) }
      }
    let others = values.filter { $0 != base.value(of: attribute) }
    add(.attribute(attribute), others.map { .setAttribute(attribute, $0) })
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
