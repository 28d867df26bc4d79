import FlintModel
import FlintLogic

/// The space of all possible states of one manifest, or of two manifests that are compared, with functions from these
/// states to truth values.
///
/// The space has a variable for each fact, such as the platform or a permission. A state is a combination of values of
/// the variables. Every combination is a state, except if ``consistent(_:)`` excludes it. Values without effect are
/// ignored: the status of a permission that the platform does not have, or the status of `location.whenInUse` if
/// `location.always` is authorized. If a function is true for some combination of values, it is therefore true in a
/// state.
///
/// Variables are numbered in the order of their first occurrence: the system (the platform and its version), the app's
/// version, then the facts of the features, parents before children. In a conditional block, the facts of the guard
/// (the block's condition) come before those of its constraints. With this order, the diagram of a conjunction of
/// constraints that each depend on a few neighbouring variables is no larger than the sum of their diagrams.
struct StateSpace: ~Copyable {
  /// One of the manifests that are analyzed (one manifest, or two that are compared), with a translation from the
  /// indices of its declarations to numbers that both manifests share.
  struct Side {
    let manifest: Manifest
    let products: SharedNumbering
    let attributes: SharedNumbering
    let features: SharedNumbering
    let buckets: SharedNumbering
  }

  let sides: [Side]

  /// The values that the state space distinguishes: those at which the outcome of a constraint can change, and the
  /// permission and purchase statuses that constraints name.
  let breakpoints: Breakpoints

  /// The breakpoints that do not come from the manifests, but from a query: from the condition of a claim, or from
  /// mutants (edited copies of the manifest).
  let extraBreakpoints: Breakpoints

  /// The maximum numbers of steps (visited edges of decision diagrams) for an operation in this state space, and for
  /// one in a separate state space. A separate one is made for only a few features, for instance if an operation
  /// exceeds the limit in this one; see ``StateSpaceEngine/decide(about:_:)``.
  let budgets: StepBudgets
  var budget: Int

  var store = DiagramStore()

  /// The number of times that the store of diagrams has been emptied. An object that caches diagrams outside the state
  /// space compares this number to find out whether its diagrams are still valid.
  var generation = 0

  /// The number of nodes that ``store`` (the store of decision diagrams) had after its first query since it was created
  /// or emptied; nil until the second query begins. If the first query was large, the store is emptied later, because
  /// the next queries would otherwise have to create the same nodes again; see ``AnalysisLimits/nodes``.
  var nodesOfFirst: Int?

  /// The platforms on which the app of the manifest (or, if two manifests are compared, of at least one of them) runs.
  /// Each platform occurs once for every class of versions that no constraint distinguishes, with one version as an
  /// example. The latest version of the default platform comes first.
  let systems: [(platform: Platform, version: InstalledVersion)]

  /// For each platform, in the order of `Platform.allCases`, the range of its indices in ``systems``.
  let platformValues: [ValueSpan]

  /// For each element of ``systems``, how much it differs from the system of a fresh install.
  let systemDistances: [Distance]

  /// For each platform, in the order of `Platform.allCases`, the classes of system versions that no constraint
  /// distinguishes.
  let systemScales: [VersionScale]
  let appScale: VersionScale
  let dates: Intervals

  /// For each date attribute, by its index, the intervals of ages (in seconds) that no constraint distinguishes.
  let ages: [Int: Intervals]
  let attributeValues: [TypedValues]

  private(set) var variables: [Fact] = []
  private(set) var domains: [VariableDomain] = []

  /// The number of each fact's variable, or `.max` if the fact has no variable yet. The index is the fact's number in
  /// ``Slots``.
  private var numbers: [UInt32]
  private let slots: Slots
  private var ageNumbers: [Fact: UInt32] = [:]

  var possibility = Possibility.notPrepared

  /// A cache for the functions that are true in the states in which ages agree with their dates; see
  /// ``consistent(_:)``. Without it, `validate` of 1,000 features takes 1.6 times as long.
  var consistentAges: [AgePair: Diagram] = [:]

  /// Whether a manifest has a product in a subscription group. A user has at most one product of each group, so that
  /// some combinations of purchase statuses are impossible.
  let hasExclusions: Bool

  /// Whether both permissions of the location are tested, and one of them for reduced accuracy.
  let hasAccuracies: Bool

  /// A cache for functions from states to truth values that several constraints or features need. Without it,
  /// `validate` of 1,000 features takes 1.6 times as long.
  var shared: [FunctionKey: Diagram] = [:]

  /// A cache for the statuses of the features, as functions of the state. The first index is that of the manifest (0,
  /// or 1 for the second one), and the second that of the feature.
  var statuses: [[FeatureFunction]]

  /// For each feature or condition that was examined, the reason why its function cannot be computed within the limit
  /// of steps; nil if the function can be computed.
  var failures: [LimitExceeded.Origin: LimitExceeded?] = [:]

  static let system: UInt32 = 0
  static let appVersion: UInt32 = 1

  /// Creates a state space for one manifest.
  ///
  /// - Parameter extra: Breakpoints that the state space must distinguish in addition to the manifest's own, such as
  ///   those of a claim's condition.
  init(
    _ manifest: Manifest, condition extra: Breakpoints = Breakpoints(),
    budgets: StepBudgets = StepBudgets()
  ) {
    var breakpoints = extra
    breakpoints.add(manifest)
    let side = Side(
      manifest: manifest, products: SharedNumbering(count: manifest.products.count),
      attributes: SharedNumbering(count: manifest.attributes.count),
      features: SharedNumbering(count: manifest.features.count),
      buckets: SharedNumbering(count: manifest.buckets.count))
    self.init([side], breakpoints, extra: extra, budgets: budgets)
    numberFactsOfChains()
  }

  /// Creates a state space for two manifests, whose states have the facts of both.
  ///
  /// - Parameter breakpoints: For each manifest, the breakpoints (values at which the outcome of a constraint can
  ///   change) of the features to compare and of their dependencies. The space cannot answer queries about other
  ///   features.
  init(
    _ first: Manifest, _ second: Manifest, _ breakpoints: (Breakpoints, Breakpoints),
    budgets: StepBudgets = StepBudgets()
  ) {
    let products = SharedNumbering(first.products, second.products) { $0.id }
    let attributes = SharedNumbering(first.attributes, second.attributes) { $0.id }
    let features = SharedNumbering(first.features, second.features) { $0.id }
    let buckets = SharedNumbering(first.buckets, second.buckets) { $0 }
    var all = breakpoints.0
    all.add(
      breakpoints.1, products: { products[$0] }, attributes: { attributes[$0] },
      buckets: { buckets[$0] }, features: { features[$0] })
    self.init(
      [
        Side(
          manifest: first,
          products: SharedNumbering(count: products.count, own: first.products.count),
          attributes: SharedNumbering(count: attributes.count, own: first.attributes.count),
          features: SharedNumbering(count: features.count, own: first.features.count),
          buckets: SharedNumbering(count: buckets.count, own: first.buckets.count)),
        Side(
          manifest: second, products: products, attributes: attributes, features: features,
          buckets: buckets),
      ], all, extra: Breakpoints(), budgets: budgets)
    numberFactsOfChains()
  }

  init(
    _ sides: [Side], _ breakpoints: Breakpoints, extra: Breakpoints, budgets: StepBudgets
  ) {
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

    let attributeCount = sides[0].attributes.count
    var attributes = [[AttributeDeclaration?]](
      repeating: [AttributeDeclaration?](repeating: nil, count: sides.count), count: attributeCount)
    for (index, side) in sides.enumerated() {
      for (position, attribute) in side.manifest.attributes.enumerated() {
        attributes[side.attributes[position]][index] = attribute
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
    slots = Slots(
      products: sides[0].products.count, attributes: attributeCount,
      buckets: sides[0].buckets.count, features: sides[0].features.count)
    numbers = [UInt32](repeating: .max, count: slots.count)
    for fact in [Fact.system, .appVersion] { _ = number(of: fact) }
    store.grant(budget)
  }

  /// Assigns numbers to the variables, which determine their order in decision diagrams, if features require each other
  /// in long chains: a feature's variables come before those of the features that it requires. A feature's diagram then
  /// contains the diagrams of the required features unchanged.
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

  /// Creates variables for all facts that a feature's own constraints, or a named condition or assumption, test. The
  /// variables are numbered in the order of these tests, which is their order in decision diagrams. Facts that already
  /// have a variable keep it.
  ///
  /// - Parameter side: The index of the declaration's manifest among those of the state space: 0, or 1 for the second
  ///   one.
  mutating func numberFacts(of target: References.Target, on side: Int) {
    sides[side].manifest.forEachTest(of: target) { test, isImplied in
      let fact = shared(test.fact, side)
      if isVaried(fact, isImplied: isImplied) { _ = number(of: fact) }
    }
  }

  /// Whether a fact has different values in different states, so that it needs a variable.
  ///
  /// - Parameter isImplied: Whether the fact is a permission that a constraint tests without naming it, because it
  ///   implies the named permission, as `location.always` implies `location.whenInUse`. It then needs a variable only
  ///   if another constraint names it.
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

  /// Returns the number of a fact's variable in decision diagrams, which is created at the first call.
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

/// A range of consecutive values of a variable, from `from` up to, but not including, `to`.
struct ValueSpan: Hashable {
  let from: UInt32

  let to: UInt32

  var isEmpty: Bool { from == to }
}

/// A numbering of all facts (such as permissions and toggles), from 0 on without gaps, for use as array indices. Ages
/// have no number here, because they are few.
struct Slots {
  /// The number of the first fact of each section of a state, such as the permissions, in the order of
  /// ``StateSection/byIndex``.
  private let starts: [Int]
  let count: Int

  init(products: Int, attributes: Int, buckets: Int, features: Int) {
    var (starts, count) = ([Int](), 0)
    for section in StateSection.byIndex {
      starts.append(count)
      switch section.subject {
      case .permission: count += SystemPermission.allCases.count
      case .product: count += products
      case .feature: count += features
      case .attribute: count += attributes
      case .bucket: count += buckets
      case nil: count += 1
      }
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

extension Manifest.App {
  func runs(on platform: Platform, _ version: InstalledVersion) -> Bool {
    guard let platforms else { return true }
    return platforms.contains {
      $0.platform == platform && $0.versions?.contains(version) != false
    }
  }
}

/// The cached result of computing a feature's status as a function of the state.
enum FeatureFunction {
  case notComputed
  case function(Diagram)
  case tooLarge(LimitExceeded)
}
