internal import FlintModel
import FlintLogic

/// The assignment of facts to planes (see ``Lanes``), similar to a bitmap index of a database. For example, a plane has
/// the bits of the states in which `camera` is authorized.
///
/// Each fact has one plane for each class of values in its ``FlintLogic/FactDomain``. Values that no constraint
/// distinguishes share a plane: for example, all versions below iOS 16 if the only requirement is “at least iOS 16”.
/// The planes of a fact are adjacent, in the order of the classes. For a state that does not contain the fact, the bit
/// is 0 in all of them. Each text pattern, such as “begins with A”, has a plane of its own. The bit of a state can be 1
/// in the planes of several patterns, because one text can match several patterns.
struct PlaneLayout: Sendable {
  /// The first of three planes (bit vectors; see ``Lanes``) that no condition reads. A toggle, runtime flag or unlocked
  /// feature that no constraint uses has no planes of its own. If a state contains such a fact, the state's bit is set
  /// in one of these three planes instead, so that the code that reads states needs no special case. There are three
  /// because a runtime flag has three values; the other facts have fewer.
  static let unread: Plane = 0

  /// The planes of a fact (see ``Lanes``). Each belongs to a class of its values, which is a set of values that no
  /// constraint distinguishes, such as all versions below iOS 16. The plane `first` belongs to the first class. The
  /// planes of the other classes follow, then those of the patterns of a text attribute.
  struct FactPlanes: Sendable {
    let first: Plane
    let domain: FactDomain

    /// No planes (see ``Lanes``), for a fact on which the outcome of no constraint depends, such as the number of
    /// credits of a consumable. The values of such a fact need not be distinguished.
    static let none = FactPlanes(first: PlaneLayout.unread, domain: FactDomain([]))

    /// The plane (see ``Lanes``) of the first pattern, such as “begins with A”, that constraints require of a text. The
    /// planes of the other patterns follow in order.
    var firstPattern: Plane { first + Plane(domain.count) }

    /// Returns the plane (a bit vector; see ``Lanes``) in which a state's bit must be set if the fact has this value.
    /// Returns nil if the value has the wrong type, or if the fact has no plane.
    func plane(of value: FactValue) -> Plane? { domain.index(of: value).map { first + Plane($0) } }

    /// Returns the plane (a bit vector; see ``Lanes``) with the bits of the states in which the fact, a text, matches a
    /// pattern; nil if no constraint uses the pattern.
    func plane(of pattern: TextPattern) -> Plane? {
      domain.patterns.firstIndex(of: pattern).map { firstPattern + Plane($0) }
    }
  }

  /// The planes (see ``Lanes``) of the facts of each section of a state, by the index of the section. For example, the
  /// facts of the section `purchases` are the products, by their index in the manifest.
  private var planes = [[FactPlanes]](repeating: [], count: StateSection.allCases.count)

  /// The planes (see ``Lanes``) of the ages that constraints test. An age is the time since the date in an attribute.
  private(set) var ages: [Age] = []

  struct Age: Sendable {
    let attribute: Int

    /// The default value of the date attribute whose age is tested; nil if the manifest declares none.
    let declared: DateTime?

    /// The planes (see ``Lanes``) of this age, which is the time since the date in an attribute. The ages that
    /// constraints require, in seconds, divide all possible ages into intervals. Each interval has one plane, with the
    /// bits of the states whose age is in it.
    let planes: FactPlanes

    var fact: Fact { .age(attribute, default: declared) }
  }

  /// The number of planes (see ``Lanes``) that are assigned to facts. It includes the three planes from ``unread`` on,
  /// which take the toggles, runtime flags and unlocked features that no constraint uses.
  private(set) var count = Int(Self.unread) + 3

  /// Assigns planes (bit vectors, see ``Lanes``) to the facts that a manifest uses.
  ///
  /// - Parameter formulas: Formulas that the caller will compile in addition to the constraints. Their facts get planes
  ///   too.
  init(_ manifest: Manifest, asking formulas: [Formula] = []) {
    var used = UsedFacts(manifest)
    for formula in formulas { used.add(formula, of: manifest) }
    let breakpoints = used.breakpoints
    add(.defaults, used.permissionStatuses(of: .permissionDefault))
    add(.defaults, used.purchaseStatuses(of: .purchaseDefault))
    for permission in SystemPermission.allCases {
      add(.permissions, used.permissionStatuses(of: .permission(permission)))
    }
    add(.platform, .systems(breakpoints.systems))
    for device in DeviceFact.allCases {
      let cuts = breakpoints[.device(device)]
      add(.device(device), .typed(device.domain, cuts, hasUnknown: false))
    }
    for (index, product) in manifest.products.enumerated() {
      // No constraint depends on the credits of a consumable.
      add(
        .purchases,
        product.type == .consumable
          ? FactPlanes.none.domain : used.purchaseStatuses(of: .product(index)))
    }
    addFeatures(.toggles, .toggle, of: manifest, used)
    addFeatures(.runtime, .runtimeFlag, of: manifest, used)
    addFeatures(.unlocked, .unlocked, of: manifest, used)
    for (index, attribute) in manifest.attributes.enumerated() {
      add(
        .attributes,
        .typed(
          attribute.domain, breakpoints[.attribute(index)],
          hasUnknown: !attribute.isAlwaysKnown))
    }
    for (attribute, cuts) in breakpoints.ages.sorted(by: { $0.key < $1.key }) {
      let declared: DateTime? =
        if case .date(let date) = manifest.attributes[attribute].declaredValue { date } else { nil }
      let domain = FactDomain.ages(cuts)
      let planes = FactPlanes(first: take(domain), domain: domain)
      ages.append(Age(attribute: attribute, declared: declared, planes: planes))
    }
    for bucket in manifest.buckets.indices {
      add(.buckets, .positions(breakpoints.percents[bucket] ?? []))
    }
  }

  private mutating func take(_ domain: FactDomain) -> Plane {
    if domain.count == 0 { return Self.unread }
    defer { count += domain.count + domain.patterns.count }
    return Plane(count)
  }

  /// Adds the next fact of a section, such as the next product of the purchases, and assigns planes (see ``Lanes``) to
  /// its values.
  private mutating func add(_ section: StateSection, _ domain: FactDomain) {
    planes[section.index].append(FactPlanes(first: take(domain), domain: domain))
  }

  /// Assigns planes (see ``Lanes``) to a section of the state that has one fact for each feature, such as the toggles.
  /// A fact that no constraint tests gets the plane ``unread``, which no condition reads.
  private mutating func addFeatures(
    _ section: StateSection, _ domain: FactDomain, of manifest: Manifest, _ used: UsedFacts
  ) {
    for feature in manifest.features.indices {
      let isUsed = used.tests[section.fact(at: feature)] != nil
      let first = isUsed ? take(domain) : Self.unread
      planes[section.index].append(FactPlanes(first: first, domain: domain))
    }
  }

  // MARK: Facts

  subscript(fact: Fact) -> FactPlanes {
    if case .age(let attribute, _) = fact {
      return ages.first { $0.attribute == attribute }?.planes ?? .none
    }
    let (section, index) = fact.location
    return planes[section.index][index]
  }

  /// For each fact of a section (such as each product of the purchases), the plane (see ``Lanes``) of the fact's first
  /// value.
  func firstPlanes(of section: StateSection) -> [Plane] {
    planes[section.index].map(\.first)
  }

  /// Calls `body` with each plane (a bit vector; see ``Lanes``) in which a state's bit must be set if a fact has this
  /// value: the plane of the value and, for a text, also the planes of the patterns that the text matches.
  func forEachPlane(of fact: Fact, _ value: FactValue, _ body: (Plane) -> Void) {
    let planes = self[fact]
    guard let plane = planes.plane(of: value) else { return }
    body(plane)
    guard case .typed(.text(let text)) = value else { return }
    for (index, pattern) in planes.domain.patterns.enumerated() where pattern.matches(text) {
      body(planes.firstPattern + Plane(index))
    }
  }
}

/// The tests of facts that the constraints of a manifest contain. They determine which values of a fact must be
/// distinguished.
private struct UsedFacts {
  var breakpoints = Breakpoints()

  /// For each fact with few possible values, such as a permission, a product or a toggle, the different tests that
  /// constraints make of it. Arrays are fast enough, because a fact has few different tests.
  private(set) var tests: [Fact: [FactTest.Predicate]] = [:]

  /// Returns the statuses of a permission, divided into classes: no constraint distinguishes two statuses of the same
  /// class. The fact can also be the default status of the permissions that a state does not list.
  func permissionStatuses(of fact: Fact) -> FactDomain {
    .statuses(
      tests[fact, default: []].compactMap {
        if case .permission(let table) = $0 { table } else { nil }
      }
    ) { .permission($0) }
  }

  /// Returns the statuses of a product, divided into classes: no constraint distinguishes two statuses of the same
  /// class. The fact can also be the default status of the products that a state does not list.
  func purchaseStatuses(of fact: Fact) -> FactDomain {
    .statuses(
      tests[fact, default: []].compactMap {
        if case .purchase(let table) = $0 { table } else { nil }
      }
    ) { .purchase($0) }
  }

  private var references: Set<FormulaReference> = []

  /// The constraints whose tests of facts, such as whether the version is at least iOS 16, have already been added to
  /// ``tests`` and ``breakpoints``. If another feature has the same constraint, it is skipped. Constraints whose
  /// meaning depends on the feature that declares them, such as `userToggled`, are not stored here.
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

  /// Adds the tests of facts that a formula contains to ``tests`` and ``breakpoints``. A formula to which several
  /// others refer is visited only once.
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
