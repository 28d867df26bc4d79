package import FlintModel

extension Formula {
  /// Omits the tests inside referenced features, named conditions and assumptions.
  /// - Parameter body: `isImplied` is true for a test in ``Formula/implied(_:)``.
  package func forEachTest(
    in manifest: Manifest, _ body: (_ test: FactTest, _ isImplied: Bool) -> Void
  ) {
    switch self {
    case .constant: break
    case .test(let test): body(test, false)
    case .implied(let test): body(test, true)
    case .reference(let reference):
      switch reference {
      case .offered, .status, .holding, .app:
        manifest.meaning(of: reference).forEachTest(in: manifest, body)
      case .feature, .condition, .assumption: break
      }
    case .not(let formula): formula.forEachTest(in: manifest, body)
    case .all(let formulas), .any(let formulas):
      for formula in formulas { formula.forEachTest(in: manifest, body) }
    }
  }
}

extension Manifest {
  /// Visits tests outside blocks, then those of each block, its guard first. Omits the tests inside
  /// referenced features and named conditions.
  /// - Parameter body: `isImplied` is true for a test in ``Formula/implied(_:)``.
  package func forEachTest(
    of feature: Int, _ body: (_ test: FactTest, _ isImplied: Bool) -> Void
  ) {
    for constraint in features[feature].constraints {
      meaning(of: constraint, in: feature).forEachTest(in: self, body)
    }
    for block in features[feature].conditional {
      meaning(of: block.condition, in: feature).forEachTest(in: self, body)
      for constraint in block.constraints {
        meaning(of: constraint, in: feature).forEachTest(in: self, body)
      }
    }
  }

  /// Omits the tests inside referenced features, named conditions and assumptions.
  /// - Parameter body: `isImplied` is true for a test in ``Formula/implied(_:)``.
  package func forEachTest(
    of target: References.Target, _ body: (_ test: FactTest, _ isImplied: Bool) -> Void
  ) {
    switch target {
    case .feature(let feature): forEachTest(of: feature, body)
    case .condition, .assumption:
      meaning(of: FormulaReference(target)).forEachTest(in: self, body)
    }
  }

  /// Products whose status these declarations' constraints test.
  package func testedProducts(by targets: [References.Target]) -> Set<Int> {
    var products: Set<Int> = []
    for target in targets {
      forEachTest(of: target) { test, _ in
        if case .product(let product) = test.fact { products.insert(product) }
      }
    }
    return products
  }

  /// - Parameter body: `isImplied` is always false: the app has only platform constraints.
  package func forEachAppTest(_ body: (_ test: FactTest, _ isImplied: Bool) -> Void) {
    for constraint in app.constraints {
      meaning(of: constraint, in: nil).forEachTest(in: self, body)
    }
  }
}

/// Values of facts at which constraints' outcomes can change.
package struct Breakpoints: Sendable {
  package private(set) var systems = [[Version]](repeating: [], count: Platform.allCases.count)

  private var typed: [Fact: AttributeBreakpoints] = [:]

  package private(set) var percents: [Int: [Percent]] = [:]

  /// By raw value, whether a constraint names the permission.
  private var permissions = [Bool](repeating: false, count: SystemPermission.allCases.count)

  /// Permissions of which constraints name statuses, such as `limited`. Analyses try all their
  /// statuses, because unnamed ones differ from named ones.
  package private(set) var permissionsByStatus: Set<SystemPermission> = []

  /// Products of which, or of whose group, constraints name statuses. See ``permissionsByStatus``.
  package private(set) var productsByStatus: Set<Int> = []

  package private(set) var unlockableFeatures: Set<Int> = []

  package init() {}

  /// Whether a constraint names the permission. A constraint on `location.whenInUse` does not name
  /// `location.always`, which satisfies it.
  package func names(_ permission: SystemPermission) -> Bool {
    permissions[Int(permission.rawValue)]
  }

  package subscript(fact: Fact) -> AttributeBreakpoints { typed[fact] ?? AttributeBreakpoints() }

  /// Tested ages in seconds, by date attribute.
  package var ages: [Int: [Int64]] {
    var ages: [Int: [Int64]] = [:]
    for case (.attribute(let attribute), let cuts) in typed where !cuts.ages.isEmpty {
      ages[attribute] = cuts.ages
    }
    return ages
  }

  /// Adds the breakpoints of all constraints, conditions and assumptions.
  package mutating func add(_ manifest: Manifest) {
    // Equal constraints have equal breakpoints in every feature, and many features have equal constraints, so each is
    // added once.
    var known: Set<Constraint> = []
    for (index, feature) in manifest.features.enumerated() {
      feature.forEachOutermost { constraint in
        guard known.insert(constraint).inserted else { return }
        add(manifest.meaning(of: constraint, in: index), in: manifest)
      }
    }
    addStatuses(of: manifest) { for constraint in known { constraint.forEachPart($0) } }
    for condition in manifest.conditions.indices { add(.condition(condition), of: manifest) }
    for assumption in manifest.assumptions.indices { add(.assumption(assumption), of: manifest) }
    addApp(of: manifest)
    addUnlockableFeatures(of: manifest)
  }

  package mutating func addApp(of manifest: Manifest) {
    manifest.forEachAppTest { test, isImplied in add(test, isImplied: isImplied) }
  }

  package mutating func add(_ target: References.Target, of manifest: Manifest) {
    manifest.forEachTest(of: target) { test, isImplied in add(test, isImplied: isImplied) }
    addStatuses(of: manifest) { manifest.forEachPart(of: target, $0) }
  }

  /// Adds features that require a consumable.
  package mutating func addUnlockableFeatures(of manifest: Manifest) {
    guard manifest.products.contains(where: { $0.type == .consumable }) else { return }
    for feature in manifest.features.indices where manifest.features[feature].requiresConsumable {
      unlockableFeatures.insert(feature)
    }
  }

  /// Adds the statuses that any constraint names. Analyses of single features need them all.
  package mutating func addStatuses(of manifest: Manifest) {
    addStatuses(of: manifest, manifest.forEachRequirement)
  }

  /// Adds the unlockable features and named statuses of `other`. Analyses with either breakpoints
  /// then cover the same states.
  /// - Parameter other: Breakpoints of a manifest with the same indices.
  package mutating func addPossibleFacts(of other: Breakpoints) {
    unlockableFeatures.formUnion(other.unlockableFeatures)
    permissionsByStatus.formUnion(other.permissionsByStatus)
    productsByStatus.formUnion(other.productsByStatus)
  }

  private mutating func addStatuses(
    of manifest: Manifest, _ forEach: (_ body: (Constraint) -> Void) -> Void
  ) {
    func add(_ expression: PurchaseExpression) {
      for operand in expression.operands { add(operand) }
      if expression.statuses == nil { return }
      switch expression {
      case .product(let product, _): productsByStatus.insert(product)
      case .group(let group, _, _):
        productsByStatus.formUnion(manifest.products(of: group, atLeast: nil))
      default: break
      }
    }
    forEach { constraint in
      switch constraint {
      case .permission(let requirement):
        if requirement.statuses != nil { permissionsByStatus.insert(requirement.permission) }
      case .purchase(let expression): add(expression)
      default: break
      }
    }
  }

  /// Statuses that an analysis tries, with `notDetermined` first.
  package func statuses(of permission: SystemPermission) -> [SystemPermissionStatus] {
    let always: [SystemPermissionStatus] = [.notDetermined, .authorized, .denied, .restricted]
    guard permissionsByStatus.contains(permission) else { return always }
    return always
      + SystemPermissionStatus.allCases.filter {
        !always.contains($0) && $0 != .unsupported && permission.allows($0)
      }
  }

  /// Statuses that an analysis tries, with `notPurchased` first.
  ///
  /// - Parameter types: The product's types in the compared manifests.
  package func statuses(ofProduct product: Int, types: [ProductType]) -> [PurchaseStatus] {
    let always: [PurchaseStatus] = [.notPurchased, .purchased, .unknown]
    guard productsByStatus.contains(product) else { return always }
    return always
      + PurchaseStatus.allCases.filter { status in
        !always.contains(status) && types.contains { $0.allows(status) }
      }
  }

  package mutating func addStatuses(of permission: SystemPermission) {
    permissionsByStatus.insert(permission)
  }

  package mutating func addStatuses(ofProduct product: Int) { productsByStatus.insert(product) }

  /// - Parameter number: Translates an index of `other` to one of this manifest.
  package mutating func add(
    _ other: Breakpoints, number: (_ kind: StateSubject, _ index: Int) -> Int
  ) {
    unlockableFeatures.formUnion(other.unlockableFeatures.map { number(.feature, $0) })
    for platform in systems.indices { systems[platform] += other.systems[platform] }
    for (fact, cuts) in other.typed {
      typed[fact.renumbered(number), default: AttributeBreakpoints()].add(cuts)
    }
    for (index, values) in other.percents {
      percents[number(.bucket, index), default: []] += values
    }
    for permission in permissions.indices where other.permissions[permission] {
      permissions[permission] = true
    }
    permissionsByStatus.formUnion(other.permissionsByStatus)
    productsByStatus.formUnion(other.productsByStatus.map { number(.product, $0) })
  }

  package mutating func add(_ formula: Formula, in manifest: Manifest) {
    formula.forEachTest(in: manifest) { test, isImplied in add(test, isImplied: isImplied) }
  }

  package mutating func add(_ test: FactTest, isImplied: Bool) {
    switch test.predicate {
    case .system(let platform, let range):
      if let range { systems[Int(platform.rawValue)] += range.limits }
    case .permission:
      if !isImplied, case .permission(let permission) = test.fact {
        permissions[Int(permission.rawValue)] = true
      }
    case .accepted(let accepted): typed[test.fact, default: AttributeBreakpoints()].add(accepted)
    case .equal(let value): typed[test.fact, default: AttributeBreakpoints()].add(value)
    case .age(let range):
      // The ages of an attribute are stored with its values.
      let attribute = Fact.attribute(test.fact.location.index)
      typed[attribute, default: AttributeBreakpoints()].add(ages: range)
    case .bucket(let percent): percents[test.fact.location.index, default: []].append(percent)
    case .isGiven, .purchase, .flag: break
    }
  }
}

/// Breakpoints of an attribute, or of a fact such as the date. Lists are unsorted, perhaps with
/// repetitions.
package struct AttributeBreakpoints: Hashable, Sendable {
  /// Constraints' texts, limits and values, and the values after them.
  package private(set) var values: [AttributeValue] = []

  /// In seconds.
  package private(set) var ages: [Int64] = []
  package private(set) var patterns: [TextPattern] = []

  package init() {}

  package var integers: [Int64] {
    values.compactMap { if case .integer(let number) = $0 { number } else { nil } }
  }

  package var versions: [Version] {
    values.compactMap { if case .version(.version(let version)) = $0 { version } else { nil } }
  }

  package var dates: [DateTime] {
    values.compactMap { if case .date(let date) = $0 { date } else { nil } }
  }

  package var texts: [ExactText] {
    values.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  mutating func add(_ accepted: AttributeRequirement.Accepted) {
    switch accepted {
    case .values(let values), .otherValues(let values): for value in values { add(value) }
    case .range(let range): values += range.limits
    case .age(let range): add(ages: range)
    case .pattern(let pattern): patterns.append(pattern)
    }
  }

  mutating func add(ages range: Bounds<TimeSpan>) { ages += range.limits.map(\.seconds) }

  /// Adds the value. In an ordered type, adds the next one too: “exactly 3” ends at 4.
  mutating func add(_ value: AttributeValue) {
    switch value {
    case .unknown, .boolean, .choice, .version(.latest): break
    case .text: values.append(value)
    case .integer(let number): values += [value, .integer(number + 1)]
    case .version(.version(let version)):
      values.append(value)
      if let next = version.next { values.append(.version(.version(next))) }
    case .date(let date):
      values.append(value)
      if let next = DateTime(seconds: date.seconds + 1) { values.append(.date(next)) }
    }
  }

  mutating func add(_ other: AttributeBreakpoints) {
    values += other.values
    ages += other.ages
    patterns += other.patterns
  }
}
