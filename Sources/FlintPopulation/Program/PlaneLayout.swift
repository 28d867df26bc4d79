internal import FlintCore
import FlintLogic

/// The assignment of facts to planes (bit vectors with one bit per state), similar to a bitmap index of a database. For
/// example, one plane is set for the states in which `camera` is authorized.
///
/// Each fact has one plane for each of its values. Values that no constraint distinguishes share a plane: for example,
/// all versions below iOS 16 if the only requirement is “at least iOS 16”. The planes of a fact are adjacent, in the
/// order of ``values(of:)``. For a state that does not contain the fact, none of them is set. Text patterns, such as
/// “begins with A”, have planes of their own, and one text may set several of them.
struct PlaneLayout: Sendable {
  /// The first of three planes (bit vectors with one bit per state) that no condition reads. A toggle, runtime flag or
  /// unlocked feature that no constraint uses has no planes of its own. If a state contains such a fact, one of these
  /// planes is set instead, so that the code that reads states needs no special case. There are three because a runtime
  /// flag has three values, each of which needs a plane. Toggles and unlocked features have fewer values.
  static let unread: Plane = 0

  /// The values of a fact, divided into intervals or classes, and the plane (bit vector with one bit per state) of the
  /// first interval or class. The other planes of the fact follow. No constraint distinguishes two values of the same
  /// interval or class, so that they share a plane. For an attribute, the first plane is that of the value unknown, and
  /// those of the classes follow.
  struct FactPlanes<Values: Sendable>: Sendable {
    let values: Values
    let first: Plane
  }

  typealias PermissionPlanes = FactPlanes<StatusClasses<SystemPermissionStatus>>
  typealias PurchasePlanes = FactPlanes<StatusClasses<PurchaseStatus>>

  /// The planes (bit vectors with one bit per state) of two facts: the default status of permissions
  /// (`permissionDefault`), and that of products (`purchaseDefault`). A default status applies to all permissions or
  /// products to which a state assigns no status of their own.
  let permissionDefault: PermissionPlanes
  let purchaseDefault: PurchasePlanes

  /// For each permission, in the order of ``SystemPermission``, the planes (bit vectors with one bit per state) of its
  /// statuses. Statuses that no constraint distinguishes share a plane.
  let permissions: [PermissionPlanes]

  /// For each platform, the planes (bit vectors with one bit per state) of the operating system's version. The versions
  /// that constraints mention divide all versions into intervals, and each interval has one plane.
  let operatingSystems: [FactPlanes<Intervals<Version>>]

  /// The planes (bit vectors with one bit per state) of the app's version. The versions that constraints mention divide
  /// all versions into intervals, and each interval has one plane.
  let app: FactPlanes<Intervals<Version>>

  /// The planes (bit vectors with one bit per state) of the date. The dates that constraints mention divide time into
  /// intervals, and each interval has one plane.
  let date: FactPlanes<Intervals<DateTime>>

  /// For each product, the planes (bit vectors with one bit per state) of its purchase statuses. Nil for a consumable,
  /// because no constraint depends on the number of its credits.
  let products: [PurchasePlanes?]

  /// For each feature, the first of two planes (bit vectors with one bit per state) of its toggle: the first plane is
  /// set for the states in which the user has switched the feature off, the second for those in which the user has
  /// switched it on.
  let toggles: [Plane]

  /// For each feature, the first of three planes (bit vectors with one bit per state) of its runtime flag. They are set
  /// for the states in which the flag is off, unknown or on, in this order.
  let runtimeFlags: [Plane]

  /// For each feature, the plane (bit vector with one bit per state) that is set for the states in which the user has
  /// unlocked the feature with credits.
  let unlocked: [Plane]

  /// For each attribute, its planes (bit vectors with one bit per state): one for the value unknown, and then one for
  /// each class of values. No constraint distinguishes two values of the same class.
  let attributes: [FactPlanes<AttributeClasses>]

  /// The planes (bit vectors with one bit per state) of the ages that constraints test. An age is the time that has
  /// passed since the date in an attribute, such as the date of the installation.
  let ages: [Age]

  struct Age: Sendable {
    let attribute: Int

    /// The attribute's default value, if the manifest declares one.
    let declared: DateTime?

    /// The planes (bit vectors with one bit per state) of the age. The ages, in seconds, that constraints mention
    /// divide all ages into intervals, and each interval has one plane.
    let planes: FactPlanes<Intervals<Int64>>

    var fact: Fact { .age(attribute, default: declared) }
  }

  /// For each rollout bucket, the planes (bit vectors with one bit per state) of the user's position in the bucket,
  /// which is a number from 0 to below 100. The percentages of the rollouts divide the positions into intervals, and
  /// each interval has one plane.
  let buckets: [FactPlanes<Intervals<Percent>>]

  /// The values of the fact `.system`, each of which is a platform with a version. The versions that constraints
  /// mention divide the versions of a platform into intervals, and the list has one version of each interval as an
  /// example.
  let systems: [FactValue]

  /// The number of planes (bit vectors with one bit per state) that are assigned to facts, including the three that no
  /// condition reads.
  let count: Int

  /// Assigns planes (bit vectors with one bit per state) to the facts that a manifest uses.
  ///
  /// - Parameter formulas: Formulas that the caller will compile in addition to the constraints. Their facts get planes
  ///   too.
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
    permissionDefault = statuses(used.permissionTables(of: .permissionDefault))
    purchaseDefault = statuses(used.purchaseTables(of: .purchaseDefault))
    permissions = SystemPermission.allCases.map {
      statuses(used.permissionTables(of: .permission($0)))
    }
    operatingSystems = breakpoints.systems.map { intervals(Intervals($0)) }
    systems = zip(Platform.allCases, operatingSystems).flatMap { platform, system in
      system.values.examples.map { .system(platform, .version($0)) }
    }
    app = intervals(Intervals(breakpoints.app))
    date = intervals(Intervals(breakpoints.dates))
    products = manifest.products.indices.map { product in
      manifest.products[product].type == .consumable
        ? nil : statuses(used.purchaseTables(of: .product(product)))
    }
    func planes(_ count: Int, of fact: (_ feature: Int) -> Fact) -> [Plane] {
      manifest.features.indices.map { used.tests[fact($0)] == nil ? Self.unread : take(count) }
    }
    toggles = planes(2) { .toggle($0) }
    runtimeFlags = planes(3) { .runtime($0) }
    unlocked = planes(1) { .unlocked($0) }
    attributes = manifest.attributes.enumerated().map { index, attribute in
      let classes = AttributeClasses(
        attribute.domain, cutBy: breakpoints.attributeBreakpoints(of: index))
      return FactPlanes(values: classes, first: take(1 + classes.count + classes.patterns.count))
    }
    ages = breakpoints.ages.sorted { $0.key < $1.key }.map { attribute, cuts in
      let declared: DateTime? =
        if case .date(let date) = manifest.attributes[attribute].declaredValue { date } else { nil }
      return Age(
        attribute: attribute, declared: declared, planes: intervals(Intervals(cuts)))
    }
    buckets = manifest.buckets.indices.map { intervals(Intervals(breakpoints.percents[$0] ?? [])) }
    count = Int(next)
  }
}

/// The tests of facts that the constraints of a manifest contain. They determine which values of a fact must be
/// distinguished.
private struct UsedFacts {
  var breakpoints = Breakpoints()

  /// For each fact with few possible values, such as a permission, a product or a toggle, the different tests that
  /// constraints make of it. Arrays are fast enough, because a fact has few different tests.
  private(set) var tests: [Fact: [FactTest.Predicate]] = [:]

  /// Returns the truth tables with which constraints test a status: that of a permission, or that of all permissions to
  /// which a state assigns no other status. A table has the result of the test for each status.
  func permissionTables(of fact: Fact) -> [TruthTable<SystemPermissionStatus>] {
    tests[fact, default: []].compactMap {
      if case .permission(let table) = $0 { table } else { nil }
    }
  }

  /// Returns the truth tables with which constraints test a status: that of a product, or that of all products to which
  /// a state assigns no other status. A table has the result of the test for each status.
  func purchaseTables(of fact: Fact) -> [TruthTable<PurchaseStatus>] {
    tests[fact, default: []].compactMap { if case .purchase(let table) = $0 { table } else { nil } }
  }

  private var references: Set<FormulaReference> = []

  /// The constraints whose tests have already been added, so that the same constraint of another feature can be
  /// skipped. It contains only constraints that mean the same in every feature. For example, it does not contain
  /// `userToggled`, which tests the toggle of the feature that declares it.
  private var constraints: Set<Constraint> = []

  init(_ manifest: Manifest) {
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

  /// Adds the tests that a formula contains. A formula to which several others refer is visited only once.
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
    guard test.fact.location.section.hasFewValues else { return }
    tests[test.fact, default: []].note(test.predicate)
  }
}

extension Array where Element: Equatable {
  fileprivate mutating func note(_ element: Element) {
    if !contains(element) { append(element) }
  }
}
