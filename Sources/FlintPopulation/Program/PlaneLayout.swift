internal import FlintCore

/// The assignment of facts to planes: for example, the plane that is set if `camera` is authorized.
///
/// Each fact has one plane for each of its values, or for each class of values that no constraint distinguishes. The
/// planes of a fact are adjacent, in the order of ``values(of:)``, and none of them is set if a state does not give the
/// fact. Text patterns have their own planes, and one text may set several of them.
struct PlaneLayout: Sendable {
  /// The first of three planes that no step reads. Facts that no constraint uses share them.
  static let unread: Plane = 0

  /// The values or value classes of a fact, and its first plane.
  struct FactPlanes<Values: Sendable>: Sendable {
    let values: Values
    let first: Plane
  }

  typealias PermissionPlanes = FactPlanes<StatusClasses<SystemPermissionStatus>>
  typealias PurchasePlanes = FactPlanes<StatusClasses<PurchaseStatus>>

  /// The default statuses that a state gives for permissions and purchases.
  let permissionDefault: PermissionPlanes
  let purchaseDefault: PurchasePlanes

  /// The planes of each permission, in the order of ``SystemPermission``.
  let permissions: [PermissionPlanes]

  /// For each platform, one plane for each class of operating system versions.
  let operatingSystems: [FactPlanes<Intervals<Version>>]

  /// One plane for each class of app versions.
  let app: FactPlanes<Intervals<Version>>

  /// One plane for each class of dates.
  let date: FactPlanes<Intervals<DateTime>>

  /// The planes of each product; nil for a consumable, because no constraint depends on its credits.
  let products: [PurchasePlanes?]

  /// For each feature, the first of two planes: switched off, switched on.
  let toggles: [Plane]

  /// For each feature, the first of three planes, in the order of ``Ternary``.
  let runtimeFlags: [Plane]

  /// For each feature, the plane that is set if it is unlocked.
  let unlocked: [Plane]

  /// For each attribute, a plane for unknown and one for each class of its values.
  let attributes: [FactPlanes<AttributeClasses>]

  /// The attributes whose age some constraint tests, with one plane for each class of ages.
  let ages: [Age]

  struct Age: Sendable {
    let attribute: Int

    /// The default date that the attribute declares.
    let declared: DateTime?

    /// The planes of the age, which is in seconds.
    let place: FactPlanes<Intervals<Int64>>

    var fact: Fact { .age(attribute, default: declared) }
  }

  /// For each bucket, one plane for each class of positions in it.
  let buckets: [FactPlanes<Intervals<Percent>>]

  /// The platforms with an example of each class of their versions; see ``values(of:)``.
  let systems: [FactValue]

  /// The number of planes of facts.
  let count: Int

  /// Assigns planes to the facts that a manifest uses.
  ///
  /// - Parameter formulas: formulas to be compiled in addition to the constraints.
  init(_ manifest: Manifest, asking formulas: [Formula] = []) {
    var used = UsedFacts(manifest)
    for formula in formulas { used.add(formula, of: manifest) }
    let breakpoints = used.breakpoints
    var next = Self.unread + 3
    func take(_ count: Int) -> Plane {
      defer { next += Plane(count) }
      return next
    }
    func intervals<Value>(_ values: Intervals<Value>) -> FactPlanes<Intervals<Value>> {
      FactPlanes(values: values, first: take(values.count))
    }
    func statuses<Status: RawRepresentable & CaseIterable & Hashable>(
      _ tests: [TruthTable<Status>]
    ) -> FactPlanes<StatusClasses<Status>> where Status.RawValue == UInt8 {
      let classes = StatusClasses(tests)
      return FactPlanes(values: classes, first: take(classes.count))
    }
    permissionDefault = statuses(used.permissionDefaults)
    purchaseDefault = statuses(used.purchaseDefaults)
    permissions = SystemPermission.allCases.map { statuses(used.permissions[Int($0.rawValue)]) }
    operatingSystems = breakpoints.systems.map { intervals(Intervals($0)) }
    systems = zip(Platform.allCases, operatingSystems).flatMap { platform, system in
      system.values.examples.map { .system(platform, .version($0)) }
    }
    app = intervals(Intervals(breakpoints.app))
    date = intervals(Intervals(breakpoints.dates))
    products = manifest.products.indices.map { product in
      manifest.products[product].type == .consumable ? nil : statuses(used.products[product])
    }
    toggles = used.toggles.map { $0 ? take(2) : Self.unread }
    runtimeFlags = used.flags.map { $0 ? take(3) : Self.unread }
    unlocked = used.unlocked.map { $0 ? take(1) : Self.unread }
    attributes = manifest.attributes.enumerated().map { index, attribute in
      let classes = AttributeClasses(attribute.domain, cutBy: breakpoints.cuts(of: index))
      return FactPlanes(values: classes, first: take(1 + classes.count + classes.patterns.count))
    }
    ages = breakpoints.ages.sorted { $0.key < $1.key }.map { attribute, cuts in
      let declared: DateTime? =
        if case .date(let date) = manifest.attributes[attribute].declaredValue { date } else { nil }
      return Age(
        attribute: attribute, declared: declared, place: intervals(Intervals(cuts)))
    }
    buckets = manifest.buckets.indices.map { intervals(Intervals(breakpoints.percents[$0] ?? [])) }
    count = Int(next)
  }
}

/// The tests that constraints make of each fact.
private struct UsedFacts {
  var breakpoints = Breakpoints()

  /// The distinct truth tables by which statuses are tested. There are few of them.
  var permissionDefaults: [TruthTable<SystemPermissionStatus>] = []
  var purchaseDefaults: [TruthTable<PurchaseStatus>] = []

  /// The truth tables for each permission, in the order of ``SystemPermission``.
  var permissions: [[TruthTable<SystemPermissionStatus>]]
  var products: [[TruthTable<PurchaseStatus>]]

  /// For each feature, whether some constraint tests its toggle; in the next two lists, its runtime flag and whether it
  /// is unlocked.
  var toggles: [Bool]
  var flags: [Bool]
  var unlocked: [Bool]

  private var references: Set<MeaningReference> = []

  /// The constraints already added, of those that mean the same in every feature.
  private var constraints: Set<Constraint> = []

  init(_ manifest: Manifest) {
    permissions = Array(repeating: [], count: SystemPermission.allCases.count)
    products = Array(repeating: [], count: manifest.products.count)
    toggles = [Bool](repeating: false, count: manifest.features.count)
    flags = toggles
    unlocked = toggles
    for (index, feature) in manifest.features.enumerated() {
      for constraint in feature.constraints { add(constraint, of: index, in: manifest) }
      for block in feature.conditional {
        for constraint in block.condition.constraints + block.constraints {
          add(constraint, of: index, in: manifest)
        }
      }
    }
    for condition in manifest.conditions.indices {
      add(manifest.meaning(of: .condition(condition)), of: manifest)
    }
    for assumption in manifest.assumptions.indices {
      add(manifest.meaning(of: .assumption(assumption)), of: manifest)
    }
    add(manifest.meaning(of: .app), of: manifest)
  }

  private mutating func add(_ constraint: Constraint, of feature: Int, in manifest: Manifest) {
    if constraint.meansSameEverywhere, !constraints.insert(constraint).inserted { return }
    add(manifest.meaning(of: constraint, in: feature), of: manifest)
  }

  /// Adds the tests of a formula. Each reference is followed only once.
  mutating func add(_ formula: Formula, of manifest: Manifest) {
    switch formula {
    case .constant: break
    case .test(let test): add(test, isImplied: false)
    case .implied(let test): add(test, isImplied: true)
    case .reference(let reference):
      switch reference {
      case .offered, .status, .holding, .app:
        guard references.insert(reference).inserted else { return }
        add(manifest.meaning(of: reference), of: manifest)
      case .feature, .condition, .assumption: break
      }
    case .not(let formula): add(formula, of: manifest)
    case .all(let formulas), .any(let formulas):
      for formula in formulas { add(formula, of: manifest) }
    }
  }

  private mutating func add(_ test: FactTest, isImplied: Bool) {
    breakpoints.add(test, isImplied: isImplied)
    switch test {
    case .permission(let permission, let truths):
      permissions[Int(permission.rawValue)].note(truths)
    case .permissionDefault(let truths): permissionDefaults.note(truths)
    case .product(let product, let truths): products[product].note(truths)
    case .purchaseDefault(let truths): purchaseDefaults.note(truths)
    case .unlocked(let feature): unlocked[feature] = true
    case .toggle(let feature, _, _): toggles[feature] = true
    case .runtime(let feature, _, _): flags[feature] = true
    case .system, .appVersion, .date, .attribute, .attributeValue, .age, .bucket, .isGiven: break
    }
  }
}

extension Array where Element: Equatable {
  fileprivate mutating func note(_ element: Element) {
    if !contains(element) { append(element) }
  }
}
