/// All possible states of one or two manifests, and functions from them to truth values. Each fact
/// has a variable; every combination that ``consistent(_:)`` allows is a state, since values
/// without effect are ignored.
///
/// Variables are numbered by first occurrence: the system, the app's version, then the facts of
/// features, parents first and guards before their constraints. A conjunction of constraints on
/// neighbouring variables is then no larger than the sum of their diagrams.
struct StateSpace: ~Copyable {
  /// One manifest, with a numbering that both manifests share. A number is the first manifest's
  /// index or, of what only the second declares, a higher one.
  struct Side {
    let manifest: Manifest

    /// Numbers by kind and index. Empty if they equal the indices.
    private(set) var renumbered: [StateSubject: [Int]] = [:]

    func number(_ kind: StateSubject, _ index: Int) -> Int {
      renumbered.isEmpty ? index : renumbered[kind]?[index] ?? index
    }

    private let products: [Int: ProductDeclaration]

    /// Nil if this manifest lacks the product.
    func product(_ number: Int) -> ProductDeclaration? { products[number] }

    fileprivate init(_ manifest: Manifest) {
      self.manifest = manifest
      products = Dictionary(uniqueKeysWithValues: zip(0..., manifest.products))
    }

    fileprivate init(_ manifest: Manifest, after first: Manifest) {
      self.manifest = manifest
      for kind in [StateSubject.product, .feature, .attribute, .bucket] {
        func ids(_ manifest: Manifest) -> [String] {
          (0..<manifest.count(of: kind)).map { manifest.id(of: kind, at: $0) }
        }
        var names = NameIndex(ids(first))
        renumbered[kind] = ids(manifest).map { names.insert($0).index }
      }
      products = Dictionary(zip(renumbered[.product] ?? [], manifest.products)) { first, _ in first
      }
    }
  }

  let sides: [Side]

  let breakpoints: Breakpoints

  /// The part of ``breakpoints`` that a claim's condition or mutants add.
  let extraBreakpoints: Breakpoints

  /// Limits of steps here and in a separate space. See ``StateSpaceEngine/decide(about:_:)``.
  let budgets: StepBudgets
  var budget: Int

  var store = DiagramStore()

  /// Cheapest paths found so far, kept for later queries.
  var paths = CheapestPath()

  /// The number of nodes after the first query; nil until the second. Large first queries are kept
  /// longer; see ``AnalysisLimits/nodes``.
  var nodesOfFirst: Int?

  /// Each platform with an example of each class of its versions. The latest version of the default
  /// platform comes first.
  let systems: [(platform: Platform, version: InstalledVersion)]

  /// By platform, its indices in ``systems``.
  let platformValues: [ValueSpan]

  /// How far each of ``systems`` is from a fresh install.
  let systemDistances: [Distance]

  /// The classes of each platform's versions.
  let systemScales: [VersionScale]
  let appScale: VersionScale
  let dates: Intervals

  /// Intervals of the attribute's age in seconds, by date attribute.
  let ages: [Int: Intervals]
  let attributeValues: [TypedValues]

  private(set) var variables: [Fact] = []
  private(set) var domains: [VariableDomain] = []

  private var numbers: [UInt32]
  private let slots: Slots
  private var ageNumbers: [Fact: UInt32] = [:]

  var possibility = Possibility.notPrepared

  /// Whether some product belongs to a subscription group.
  let hasExclusions: Bool

  /// Whether both location permissions are tested, one of them for reduced accuracy.
  let hasAccuracies: Bool

  /// Functions that several constraints need. Without it, `validate` of 1,000 features takes 1.6
  /// times as long.
  var shared: [FunctionKey: Diagram] = [:]

  /// Functions that a ``ManifestVariant`` changes.
  var overridden: [References.Target: Diagram] = [:]

  /// Functions of features, by manifest, then by feature.
  var statuses: [[FeatureFunction]]

  /// Why a function is beyond the limit; nil if it is not.
  var failures: [LimitExceeded.Origin: LimitExceeded?] = [:]

  static let system: UInt32 = 0
  static let appVersion: UInt32 = 1

  /// - Parameter extra: Breakpoints beside the manifest's own.
  init(
    _ manifest: Manifest, condition extra: Breakpoints = Breakpoints(),
    budgets: StepBudgets = StepBudgets()
  ) {
    var breakpoints = extra
    breakpoints.add(manifest)
    self.init([Side(manifest)], breakpoints, extra: extra, budgets: budgets)
    numberFactsOfChains()
  }

  /// - Parameter breakpoints: By manifest, those of the features to compare and of their
  ///   dependencies. Other features cannot be queried.
  init(
    _ first: Manifest, _ second: Manifest, _ breakpoints: (Breakpoints, Breakpoints),
    budgets: StepBudgets = StepBudgets()
  ) {
    let sides = [Side(first), Side(second, after: first)]
    var all = breakpoints.0
    all.add(breakpoints.1, number: sides[1].number)
    self.init(sides, all, extra: Breakpoints(), budgets: budgets)
    numberFactsOfChains()
  }

  init(_ sides: [Side], _ breakpoints: Breakpoints, extra: Breakpoints, budgets: StepBudgets) {
    self.sides = sides
    self.breakpoints = breakpoints
    extraBreakpoints = extra
    self.budgets = budgets
    budget = budgets.shared
    let systemScales = zip(Platform.allCases, breakpoints.systems).map {
      VersionScale($0.1, of: $0.0)
    }
    self.systemScales = systemScales
    let apps = sides.map(\.manifest.app)
    let systems = Self.systems(of: apps, systemScales)
    self.systems = systems
    systemDistances = Self.distances(of: systems, for: apps)
    platformValues = Platform.allCases.map { platform in
      let first = systems.firstIndex { $0.platform == platform } ?? 0
      return ValueSpan(
        from: UInt32(first), to: UInt32(first + systems.count { $0.platform == platform }))
    }
    dates = .dates(breakpoints[.date].dates)
    ages = breakpoints.ages.mapValues { .ages($0) }
    appScale = VersionScale(breakpoints[.appVersion].versions)

    func count(of kind: StateSubject) -> Int {
      let last = sides.last.map { $0.renumbered[kind]?.max() ?? -1 } ?? -1
      return max(sides[0].manifest.count(of: kind), last + 1)
    }
    var attributes = [[AttributeDeclaration?]](
      repeating: sides.map { _ in nil }, count: count(of: .attribute))
    for (index, side) in sides.enumerated() {
      for (position, attribute) in side.manifest.attributes.enumerated() {
        attributes[side.number(.attribute, position)][index] = attribute
      }
    }
    attributeValues = attributes.enumerated().map {
      TypedValues(of: $0.element, breakpoints[.attribute($0.offset)])
    }
    hasExclusions = sides.contains { side in
      side.manifest.products.contains { $0.group != nil }
    }
    let locations = [SystemPermission.locationWhenInUse, .locationAlways]
    hasAccuracies =
      locations.allSatisfy { breakpoints.names($0) }
      && locations.contains { breakpoints.permissionsByStatus.contains($0) }
    statuses = sides.map {
      [FeatureFunction](repeating: .notComputed, count: $0.manifest.features.count)
    }
    slots = Slots(count)
    numbers = [UInt32](repeating: .max, count: slots.count)
    for fact in [Fact.system, .appVersion] { _ = number(of: fact) }
    store.grant(budget)
  }

  /// A feature's variables precede those of what it requires. Its diagram then contains the
  /// required ones unchanged.
  mutating func numberFactsOfChains() {
    for (index, side) in sides.enumerated() {
      let order = side.manifest.references.order
      guard order.count > AnalysisLimits.chain else { continue }
      let required = Set(order)
      let others = side.manifest.features.indices.lazy.map { References.Target.feature($0) }
        .filter { !required.contains($0) && !side.manifest.directNeeds(of: $0).isEmpty }
      for target in Array(others) + order.reversed() { numberFacts(of: target, on: index) }
    }
  }

  /// Gives tested facts variables in the order of the tests. Facts with a variable keep it.
  mutating func numberFacts(of target: References.Target, on side: Int) {
    sides[side].manifest.forEachTest(of: target) { test, isImplied in
      let fact = shared(test.fact, side)
      if isVaried(fact, isImplied: isImplied) { _ = number(of: fact) }
    }
  }

  /// Whether the fact needs a variable.
  /// - Parameter isImplied: Whether the constraint tests the permission only through another one.
  ///   It then needs a variable only if some constraint names it.
  func isVaried(_ fact: Fact, isImplied: Bool) -> Bool {
    let (section, index) = fact.location
    return switch section.subject {
    case .permission: !isImplied || breakpoints.names(SystemPermission(at: index))
    case .feature: section != .unlocked || breakpoints.unlockableFeatures.contains(index)
    case .product, .attribute, .bucket: true
    case nil: section != .defaults
    }
  }

  private static func systems(
    of apps: [Manifest.App], _ scales: [VersionScale]
  ) -> [(platform: Platform, version: InstalledVersion)] {
    let first = apps[0].defaultPlatform
    let order = [first] + Platform.allCases.filter { $0 != first }
    return order.flatMap { platform in
      let scale = scales[Int(platform.rawValue)]
      return (0..<scale.count).map { scale.example($0) }.filter { version in
        apps.contains { $0.runs(on: platform, version) }
      }.map { (platform, $0) }
    }
  }

  /// The fact's variable, created at the first call.
  mutating func number(of fact: Fact) -> UInt32 {
    guard let slot = slots[fact] else {
      if let known = ageNumbers[fact] { return known }
      let number = add(fact)
      ageNumbers[fact] = number
      return number
    }
    if numbers[slot] == .max { numbers[slot] = add(fact) }
    return numbers[slot]
  }

  private mutating func add(_ fact: Fact) -> UInt32 {
    variables.append(fact)
    domains.append(domain(of: fact))
    return UInt32(variables.count - 1)
  }

  func ages(of attribute: Int) -> Intervals { ages[attribute] ?? .ages([]) }

  func knownNumber(of fact: Fact) -> UInt32? {
    guard let slot = slots[fact] else { return ageNumbers[fact] }
    return numbers[slot] == .max ? nil : numbers[slot]
  }
}

/// Consecutive values of a variable. `to` is exclusive.
struct ValueSpan: Hashable {
  let from: UInt32

  let to: UInt32

  var isEmpty: Bool { from >= to }
}

/// Numbers all facts but ages without gaps, for arrays. Ages are few.
struct Slots {
  private let starts: [Int]
  let count: Int

  init(_ countOfKind: (StateSubject) -> Int) {
    var (starts, count) = ([Int](), 0)
    for section in StateSection.byIndex {
      starts.append(count)
      count += section.subject.map(countOfKind) ?? 1
    }
    (self.starts, self.count) = (starts, count)
  }

  subscript(fact: Fact) -> Int? {
    if case .age = fact { return nil }
    let (section, index) = fact.location
    precondition(section != .defaults, "\(fact) is the same in every state")
    return starts[section.index] + index
  }
}

extension Manifest {
  func count(of kind: StateSubject) -> Int {
    switch kind {
    case .permission: SystemPermission.allCases.count
    case .product: products.count
    case .feature: features.count
    case .attribute: attributes.count
    case .bucket: buckets.count
    }
  }
}

extension Manifest.App {
  func runs(on platform: Platform, _ version: InstalledVersion) -> Bool {
    guard let platforms else { return true }
    return platforms.contains {
      $0.platform == platform && $0.versions?.contains(version) != false
    }
  }
}

enum FeatureFunction {
  case notComputed
  case function(Diagram)
  case tooLarge(LimitExceeded)
}
