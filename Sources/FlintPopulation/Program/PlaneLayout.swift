/// Planes of facts, as in a bitmap index. Each fact has adjacent planes: one for each class of
/// values that no test distinguishes (``FlintLogic/FactDomain``), then one for each text pattern. A
/// state that lacks the fact has no bit set.
struct PlaneLayout: Sendable {
  /// The first of three planes that no condition reads. Facts that no constraint tests are set
  /// there, so that scanning needs no special case.
  static let unread: Plane = 0

  /// A fact's planes from `first` on: classes of values, then patterns.
  struct FactPlanes: Sendable {
    let first: Plane
    let domain: FactDomain

    /// For facts on which no outcome depends, such as credits.
    static let none = FactPlanes(first: PlaneLayout.unread, domain: FactDomain([]))

    var firstPattern: Plane { first + Plane(domain.count) }

    var all: Range<Plane> { first..<firstPattern + Plane(domain.patterns.count) }

    /// The plane of the value's class. Nil if the value is of the wrong type or has no plane.
    func plane(of value: FactValue) -> Plane? { domain.index(of: value).map { first + Plane($0) } }

    /// Nil if no constraint has the pattern.
    func plane(of pattern: TextPattern) -> Plane? {
      domain.patterns.firstIndex(of: pattern).map { firstPattern + Plane($0) }
    }
  }

  private var planes = [[FactPlanes]](repeating: [], count: StateSection.allCases.count)

  private(set) var ages: [Age] = []

  struct Age: Sendable {
    let attribute: Int

    let fact: Fact

    /// The attribute's default.
    let declared: DateTime?

    /// A plane for each interval of seconds.
    let planes: FactPlanes
  }

  private(set) var count = Int(Self.unread) + 3

  /// - Parameter tests: Those of all constraints that are compiled.
  init(_ manifest: Manifest, _ tests: [UsedTest]) {
    let used = UsedFacts(tests)
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
      let fact = Fact.age(attribute, of: manifest.attributes[attribute])
      guard case .age(_, let declared, _) = fact else { continue }
      let domain = FactDomain.ages(cuts)
      let planes = FactPlanes(first: take(domain), domain: domain)
      ages.append(Age(attribute: attribute, fact: fact, declared: declared, planes: planes))
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

  private mutating func add(_ section: StateSection, _ domain: FactDomain) {
    planes[section.index].append(FactPlanes(first: take(domain), domain: domain))
  }

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
    if case .age(let attribute, _, _) = fact {
      return ages.first { $0.attribute == attribute }?.planes ?? .none
    }
    let (section, index) = fact.location
    return planes[section.index][index]
  }

  func firstPlanes(of section: StateSection) -> [Plane] {
    planes[section.index].map(\.first)
  }

  /// Passes the planes of the value and its patterns to `body`.
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

struct UsedTest: Hashable, Sendable {
  let test: FactTest

  /// Whether the constraint depends on the fact without naming it.
  let isImplied: Bool
}

extension Manifest {
  /// All tests of facts, without duplicates.
  var usedTests: [UsedTest] {
    var found = DistinctList<UsedTest>()
    func add(_ test: FactTest, _ isImplied: Bool) {
      found.append(UsedTest(test: test, isImplied: isImplied))
    }
    var known: Set<Constraint> = []
    for (index, feature) in features.enumerated() {
      feature.forEachOutermost { constraint in
        if constraint.meansSameEverywhere, !known.insert(constraint).inserted { return }
        meaning(of: constraint, in: index).forEachTest(in: self, add)
      }
    }
    for condition in conditions.indices { forEachTest(of: .condition(condition), add) }
    for assumption in assumptions.indices { forEachTest(of: .assumption(assumption), add) }
    forEachAppTest(add)
    return found.elements
  }
}

/// The tests of facts, which determine their classes of values.
private struct UsedFacts {
  private(set) var breakpoints = Breakpoints()

  /// For facts with few values, so that arrays suffice.
  private(set) var tests: [Fact: [FactTest.Predicate]] = [:]

  init(_ tests: [UsedTest]) {
    for used in tests {
      breakpoints.add(used.test, isImplied: used.isImplied)
      guard used.test.fact.location.section.hasFewValues else { continue }
      self.tests[used.test.fact, default: []].append(used.test.predicate)
    }
  }

  /// Classes of the statuses of `fact`, a permission or the permissions' default.
  func permissionStatuses(of fact: Fact) -> FactDomain {
    .statuses(
      tests[fact, default: []].compactMap {
        if case .permission(let table) = $0 { table } else { nil }
      }
    ) { .permission($0) }
  }

  /// Classes of the statuses of `fact`, a product or the products' default.
  func purchaseStatuses(of fact: Fact) -> FactDomain {
    .statuses(
      tests[fact, default: []].compactMap {
        if case .purchase(let table) = $0 { table } else { nil }
      }
    ) { .purchase($0) }
  }
}
