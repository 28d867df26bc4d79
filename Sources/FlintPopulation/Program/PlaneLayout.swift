internal import FlintCore

/// Where the facts that states give are kept: which plane says that a state gives `camera` as authorized, and so on.
///
/// Every fact has one plane a value, or a class of values that no constraint tells apart, side by side in the order of
/// ``values(of:)``; none of them is set where a state does not give the fact.
struct PlaneLayout: Sendable {
  /// Three planes that nobody reads, for facts that no constraint asks for.
  static let unread: Plane = 0

  /// What a fact can be, and its first plane.
  struct Place<Values: Sendable>: Sendable {
    let values: Values
    let first: Plane
  }

  typealias PermissionPlace = Place<StatusClasses<SystemPermissionStatus>>
  typealias PurchasePlace = Place<StatusClasses<PurchaseStatus>>

  /// The state's defaults.
  let permissionDefault: PermissionPlace
  let purchaseDefault: PurchasePlace

  /// In the order of ``SystemPermission``.
  let permissions: [PermissionPlace]

  /// For each platform: one plane for each class of its versions.
  let operatingSystems: [Place<Intervals<Version>>]

  /// One plane for each class of the app's versions.
  let app: Place<Intervals<Version>>

  /// One plane for each class of dates.
  let date: Place<Intervals<DateTime>>

  /// Nil for a consumable, whose credits decide nothing.
  let products: [PurchasePlace?]

  /// For each feature: off, on.
  let toggles: [Plane]

  /// For each feature: ``Ternary`` in its order.
  let runtimeFlags: [Plane]

  /// For each feature: unlocked.
  let unlocked: [Plane]

  /// For each attribute: unknown, then each class of its values.
  let attributes: [Place<AttributeClasses>]

  /// The attributes whose age is asked for: one plane for each class of ages.
  let ages: [Age]

  struct Age: Sendable {
    let attribute: Int

    /// The attribute's declared date.
    let declared: DateTime?

    /// In seconds.
    let place: Place<Intervals<Int64>>

    var fact: Fact { .age(attribute, default: declared) }
  }

  /// For each bucket: one plane for each class of places in it.
  let buckets: [Place<Intervals<Percent>>]

  /// How many planes hold facts.
  let count: Int

  /// - Parameter formulas: what will be asked for besides the constraints.
  init(_ manifest: Manifest, asking formulas: [Formula] = []) {
    var demands = Demands(featureCount: manifest.features.count)
    demands.add(manifest)
    for formula in formulas { formula.forEachTest(in: manifest) { demands.add($0, isImplied: $1) } }
    let boundaries = demands.boundaries
    var next = Self.unread + 3
    func take(_ count: Int) -> Plane {
      defer { next += Plane(count) }
      return next
    }
    func intervals<Value>(_ values: Intervals<Value>) -> Place<Intervals<Value>> {
      Place(values: values, first: take(values.count))
    }
    func statuses<Status>(
      _ tests: Set<Verdicts<Status>>?
    ) -> Place<StatusClasses<Status>> {
      let classes = StatusClasses(tests ?? [])
      return Place(values: classes, first: take(classes.count))
    }
    permissionDefault = statuses(demands.permissionDefaults)
    purchaseDefault = statuses(demands.purchaseDefaults)
    permissions = SystemPermission.allCases.map { statuses(demands.permissions[$0]) }
    operatingSystems = boundaries.systems.map { intervals(Intervals($0)) }
    app = intervals(Intervals(boundaries.app))
    date = intervals(Intervals(boundaries.dates))
    products = manifest.products.indices.map { product in
      manifest.products[product].type == .consumable ? nil : statuses(demands.products[product])
    }
    toggles = demands.toggles.map { $0 ? take(2) : Self.unread }
    runtimeFlags = demands.flags.map { $0 ? take(3) : Self.unread }
    unlocked = demands.unlocked.map { $0 ? take(1) : Self.unread }
    attributes = manifest.attributes.enumerated().map { index, attribute in
      let classes = AttributeClasses(attribute.domain, of: index, cutBy: boundaries)
      return Place(values: classes, first: take(1 + classes.count))
    }
    ages = boundaries.ages.sorted { $0.key < $1.key }.map { attribute, cuts in
      let declared: DateTime? =
        if case .date(let date) = manifest.attributes[attribute].declaredValue { date } else { nil }
      return Age(
        attribute: attribute, declared: declared, place: intervals(Intervals(cuts)))
    }
    buckets = manifest.buckets.indices.map { intervals(Intervals(boundaries.percents[$0] ?? [])) }
    count = Int(next)
  }
}

/// What constraints ask of facts.
private struct Demands {
  var boundaries = Boundaries()
  var permissionDefaults: Set<Verdicts<SystemPermissionStatus>> = []
  var purchaseDefaults: Set<Verdicts<PurchaseStatus>> = []
  var permissions: [SystemPermission: Set<Verdicts<SystemPermissionStatus>>] = [:]
  var products: [Int: Set<Verdicts<PurchaseStatus>>] = [:]

  /// For each feature, whether anything asks.
  var toggles: [Bool]
  var flags: [Bool]
  var unlocked: [Bool]

  init(featureCount: Int) {
    toggles = [Bool](repeating: false, count: featureCount)
    flags = toggles
    unlocked = toggles
  }

  mutating func add(_ manifest: Manifest) {
    for feature in manifest.features.indices {
      manifest.forEachTest(of: feature) { add($0, isImplied: $1) }
    }
    for condition in manifest.conditions.indices {
      manifest.forEachTest(ofCondition: condition) { add($0, isImplied: $1) }
    }
    manifest.forEachAppTest { add($0, isImplied: $1) }
  }

  mutating func add(_ test: FactTest, isImplied: Bool) {
    boundaries.add(test, isImplied: isImplied)
    switch test {
    case .permission(let permission, let verdicts):
      permissions[permission, default: []].insert(verdicts)
    case .permissionDefault(let verdicts): permissionDefaults.insert(verdicts)
    case .product(let product, let verdicts): products[product, default: []].insert(verdicts)
    case .purchaseDefault(let verdicts): purchaseDefaults.insert(verdicts)
    case .unlocked(let feature): unlocked[feature] = true
    case .toggle(let feature, _, _): toggles[feature] = true
    case .runtime(let feature, _, _): flags[feature] = true
    case .system, .appVersion, .date, .attribute, .attributeValue, .age, .bucket, .isGiven: break
    }
  }
}
