internal import FlintCore

/// Turns a manifest's constraints into planes, as the evaluator judges them; ``FlintCore/Evaluator`` is the truth.
struct ConstraintCompiler {
  let manifest: Manifest
  let layout: PlaneLayout
  var circuit: PlaneCircuit

  /// For each platform and class of versions: where that version or a higher one of that platform is installed.
  private var osAtLeast: [[Plane]] = []
  private var appAtLeast: [Plane] = []

  init(_ manifest: Manifest) {
    self.manifest = manifest
    layout = PlaneLayout(manifest)
    circuit = PlaneCircuit(factCount: layout.count)
    for system in layout.operatingSystems {
      osAtLeast.append(sums(from: system.first, count: system.classes.count))
    }
    appAtLeast = sums(from: layout.app.first, count: layout.app.classes.count)
  }

  /// For each of the planes side by side: where it or one behind it holds.
  private mutating func sums(from first: Plane, count: Int) -> [Plane] {
    var sums = [Plane](repeating: circuit.never, count: count)
    var sum = circuit.never
    for index in (0..<count).reversed() {
      sum = circuit.or(first + Plane(index), sum)
      sums[index] = sum
    }
    return sums
  }

  // MARK: Versions

  private func isCurrent(_ platform: Platform) -> Plane { osAtLeast[Int(platform.rawValue)][0] }

  private func isAtLeast(_ version: Version, on platform: Platform) -> Plane {
    let index = layout.operatingSystems[Int(platform.rawValue)].classes.index(ofCut: version)
    return osAtLeast[Int(platform.rawValue)][index]
  }

  private mutating func isCurrent(_ platform: Platform, within range: VersionRange) -> Plane {
    let low = range.atLeast.map { isAtLeast($0, on: platform) } ?? isCurrent(platform)
    guard let below = range.below else { return low }
    return circuit.and(low, not: isAtLeast(below, on: platform))
  }

  private mutating func appVersion(within range: VersionRange) -> Plane {
    func isAtLeast(_ version: Version) -> Plane {
      appAtLeast[layout.app.classes.index(ofCut: version)]
    }
    let low = range.atLeast.map(isAtLeast) ?? circuit.always
    guard let below = range.below else { return low }
    return circuit.and(low, not: isAtLeast(below))
  }

  // MARK: Facts

  private mutating func truth(of permission: SystemPermission) -> LaneTruth {
    let (authorized, notDetermined) = PlaneLayout.permissionDefaults
    func given(_ permission: SystemPermission, _ status: SystemPermissionStatus) -> Plane {
      PlaneLayout.permission(permission) + Plane(status.rawValue)
    }
    let isGiven = circuit.or(SystemPermissionStatus.allCases.lazy.map { given(permission, $0) })
    var yes = given(permission, .authorized)
    var isSettled = isGiven
    if permission == .locationWhenInUse {
      let always = given(.locationAlways, .authorized)
      yes = circuit.or(yes, circuit.and(always, not: isGiven))
      isSettled = circuit.or(isGiven, always)
    }
    let offered = circuit.or(
      Platform.allCases.compactMap { platform in
        permission.support.firstVersion(on: platform).map { isAtLeast($0, on: platform) }
      })
    let isDefault = circuit.and(offered, not: isSettled)
    yes = circuit.or(yes, circuit.and(isDefault, authorized))
    let unknown = circuit.or(
      given(permission, .notDetermined), circuit.and(isDefault, notDetermined))
    return circuit.truth(yes: yes, unknown: unknown)
  }

  private mutating func truth(of expression: PurchaseExpression) -> LaneTruth {
    switch expression {
    case .credits: return circuit.no
    case .product(let product):
      guard let first = layout.products[product] else { return circuit.no }
      let isGiven = circuit.or([first, first + 1, first + 2])
      let defaults = PlaneLayout.purchaseDefaults
      let yes = circuit.or(first, circuit.and(defaults.purchased, not: isGiven))
      let unknown = circuit.or(first + 2, circuit.and(defaults.unknown, not: isGiven))
      return circuit.truth(yes: yes, unknown: unknown)
    case .anyOf(let operands):
      var truth = circuit.no
      for operand in operands { truth = circuit.or(truth, self.truth(of: operand)) }
      return truth
    case .allOf(let operands):
      var truth = circuit.yes
      for operand in operands { truth = circuit.and(truth, self.truth(of: operand)) }
      return truth
    }
  }

  private mutating func truth(of requirement: AttributeRequirement) -> LaneTruth {
    let attribute = manifest.attributes[requirement.attribute]
    let first = layout.attributes[requirement.attribute]
    let isGiven = circuit.or((0...Plane(attribute.valueCount)).lazy.map { first + $0 })
    let values: [AttributeValue] =
      switch attribute.domain {
      case .boolean: [.boolean(false), .boolean(true)]
      case .choice(let values): values.indices.map { .choice($0) }
      }
    let accepted = values.filter { requirement.truth(of: $0) == .yes }
    var yes = circuit.or(accepted.lazy.map { first + $0.planeOffset })
    var unknown = first
    switch requirement.truth(of: attribute.defaultValue ?? .unknown) {
    case .yes: yes = circuit.or(yes, circuit.not(isGiven))
    case .unknown: unknown = circuit.or(unknown, circuit.not(isGiven))
    case .no: break
    }
    return circuit.truth(yes: yes, unknown: unknown)
  }

  private mutating func runtimeFlag(of feature: Int) -> LaneTruth {
    let first = layout.runtimeFlags[feature]
    var yes = first + 2
    if manifest.features[feature].isEnabled ?? true {
      yes = circuit.or(yes, circuit.not(circuit.or([first, first + 1, first + 2])))
    }
    return circuit.truth(yes: yes, unknown: first + 1)
  }

  // MARK: Constraints

  /// The truth of a guard, as of all that it names.
  mutating func truth(of guardian: ConditionalBlock.Guard) -> LaneTruth {
    var truth = circuit.yes
    if !guardian.platforms.isEmpty {
      var listed = circuit.never
      for (platform, versions) in guardian.platforms {
        let current = versions.map { isCurrent(platform, within: $0) } ?? isCurrent(platform)
        listed = circuit.or(listed, current)
      }
      truth = circuit.truth(no: circuit.not(listed))
    }
    if let versions = guardian.appVersion {
      let outside = circuit.not(appVersion(within: versions))
      truth = circuit.and(truth, circuit.truth(no: outside))
    }
    for requirement in guardian.attributes {
      truth = circuit.and(truth, self.truth(of: requirement))
    }
    return truth
  }

  /// Where the constraint stands in the feature's way, by its status under the guard.
  mutating func truth(
    of constraint: Constraint, in feature: Int, guardedBy guardian: LaneTruth
  ) -> LaneTruth {
    let truth = truth(of: constraint, in: feature)
    return LaneTruth(
      no: circuit.and(truth.no, not: guardian.open),
      open: circuit.and(truth.open, not: guardian.no))
  }

  private mutating func truth(of constraint: Constraint, in feature: Int) -> LaneTruth {
    switch constraint {
    case .platform(_, .any): return circuit.yes
    case .platform(let platform, .unsupported): return circuit.truth(no: isCurrent(platform))
    case .platform(let platform, .versions(let range)):
      let within = isCurrent(platform, within: range)
      return circuit.truth(no: circuit.and(isCurrent(platform), not: within))
    case .appVersion(let range): return circuit.truth(no: circuit.not(appVersion(within: range)))
    case .runtimeEnabled: return runtimeFlag(of: feature)
    case .userToggled(let value):
      let first = layout.toggles[feature]
      return circuit.truth(no: value ? first : circuit.not(first + 1))
    case .permission(let permission): return truth(of: permission)
    case .purchase(let expression):
      let truth = truth(of: expression)
      let unlocked = layout.unlocked[feature]
      return LaneTruth(
        no: circuit.and(truth.no, not: unlocked), open: circuit.and(truth.open, not: unlocked))
    case .attribute(let requirement): return truth(of: requirement)
    }
  }
}
