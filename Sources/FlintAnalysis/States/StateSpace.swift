import FlintCore

/// Every state that can exist, for one manifest or for two at once, and functions from these states to truth values.
///
/// A state is a value for each fact's variable; every combination of values means a state, and every state is meant by one:
/// what a combination says of a permission that the platform does not offer is not looked at, and a
/// `location.always` that is authorized outweighs what is said of `location.whenInUse`. So a function that can be true in
/// the diagram can be true for a state, and no diagram of consistent states is needed.
///
/// The variables' order is the order in which they are first met: the system, the app's version, then those of the features in
/// pre-order, a block's guard before its constraints. A conjunction of constraints that each ask a few variables next
/// to each other stays as small as their sum.
struct StateSpace: ~Copyable {
  /// What a manifest's indices mean in the space.
  struct Side {
    let manifest: Manifest
    let products: SharedNames
    let attributes: SharedNames
    let features: SharedNames
    let buckets: SharedNames
  }

  let sides: [Side]

  /// What values are cut by, and which statuses are tried.
  let breakpoints: Breakpoints

  /// Those of them that are not the manifests' own: of a claim's condition, of mutants.
  let extraBoundaries: Breakpoints

  /// In steps: what each function and each question may take here, and in a separate space.
  let budgets: StepBudgets
  var budget: Int

  var store = DiagramStore()

  /// How many times the store has been emptied.
  var generation = 0

  /// How many nodes the first question since then has taken; nil before it.
  var nodesOfFirst: Int?

  /// Every platform that an app runs on, with a version for each class: the default platform's latest first.
  let systems: [(platform: Platform, version: InstalledVersion)]

  /// Which of them are a platform's, for each in the order of its cases.
  let platformValues: [ValueSpan]

  /// What each of these costs.
  let systemDistances: [Distance]

  /// One for each platform, in the order of its cases.
  let systemScales: [VersionScale]
  let appScale: VersionScale
  let dates: Intervals

  /// Of the attributes whose age is tested, by attribute.
  let ages: [Int: Intervals]
  let attributeValues: [AttributeValues]

  /// The facts met so far and their values, by the number of their variable in diagrams.
  private(set) var variables: [Fact] = []
  private(set) var domains: [FactDomain] = []

  /// The number of each fact's variable by its slot, `.max` while it has not been met; ages by themselves.
  private var numbers: [UInt32]
  private let slots: Slots
  private var ageNumbers: [Fact: UInt32] = [:]

  /// What the assumptions of the manifests leave possible; see ``preparePossibleStates()``.
  var possibility = Possibility.notPrepared

  /// Where ages are the differences of their dates, as far as it has been asked; see ``existing(for:)``.
  var consistentAges: [AgePair: Diagram] = [:]

  /// Whether some products exclude each other.
  let hasExclusions: Bool

  /// What formulas share, as far as it has been worked out.
  var shared: [Shared: Diagram] = [:]

  /// The statuses found so far, of each side's features.
  var statuses: [[FeatureFunction]]

  /// Why the functions of some features and named conditions cannot be made, or nil, as far as it has been found out.
  var failures: [TooLarge.Origin: TooLarge?] = [:]

  static let system: UInt32 = 0
  static let appVersion: UInt32 = 1

  /// - Parameter boundaries: what a condition tells apart beside the manifest.
  init(
    _ manifest: Manifest, condition extra: Breakpoints = Breakpoints(),
    budgets: StepBudgets = StepBudgets()
  ) {
    var breakpoints = extra
    breakpoints.add(manifest)
    let side = Side(
      manifest: manifest, products: SharedNames(count: manifest.products.count),
      attributes: SharedNames(count: manifest.attributes.count),
      features: SharedNames(count: manifest.features.count),
      buckets: SharedNames(count: manifest.buckets.count))
    self.init([side], breakpoints, extra: extra, budgets: budgets)
    numberFactsOfChains()
  }

  /// The space that two manifests share: the values and ids of both.
  ///
  /// - Parameter boundaries: for each what the features in question and all that they depend on tell apart; no others may
  ///   be asked for.
  init(
    _ first: Manifest, _ second: Manifest, _ breakpoints: (Breakpoints, Breakpoints),
    budgets: StepBudgets = StepBudgets()
  ) {
    let products = SharedNames(first.products, second.products) { $0.id }
    let attributes = SharedNames(first.attributes, second.attributes) { $0.id }
    let features = SharedNames(first.features, second.features) { $0.id }
    let buckets = SharedNames(first.buckets, second.buckets) { $0 }
    var all = breakpoints.0
    all.add(
      breakpoints.1, products: { products[$0] }, attributes: { attributes[$0] },
      buckets: { buckets[$0] }, features: { features[$0] })
    self.init(
      [
        Side(
          manifest: first,
          products: SharedNames(count: products.count, own: first.products.count),
          attributes: SharedNames(count: attributes.count, own: first.attributes.count),
          features: SharedNames(count: features.count, own: first.features.count),
          buckets: SharedNames(count: buckets.count, own: first.buckets.count)),
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
    extraBoundaries = extra
    self.budgets = budgets
    budget = budgets.shared
    let systemScales = breakpoints.systems.map { VersionScale($0) }
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
    dates = .dates(breakpoints.dates)
    ages = breakpoints.ages.mapValues { .ages($0) }
    appScale = VersionScale(breakpoints.app)

    let attributeCount = sides[0].attributes.count
    var domains = [[AttributeDomain?]](
      repeating: [AttributeDomain?](repeating: nil, count: sides.count), count: attributeCount)
    for (index, side) in sides.enumerated() {
      for (position, attribute) in side.manifest.attributes.enumerated() {
        domains[side.attributes[position]][index] = attribute.domain
      }
    }
    attributeValues = domains.enumerated().map {
      AttributeValues($0.element, breakpoints.cuts(of: $0.offset))
    }
    hasExclusions = sides.contains { side in
      side.manifest.products.contains { $0.group != nil }
    }
    statuses = sides.map {
      [FeatureFunction](repeating: .notAsked, count: $0.manifest.features.count)
    }
    slots = Slots(
      products: sides[0].products.count, attributes: attributeCount,
      buckets: sides[0].buckets.count, features: sides[0].features.count)
    numbers = [UInt32](repeating: .max, count: slots.count)
    for fact in [Fact.system, .appVersion] { _ = number(of: fact) }
    store.grant(budget)
  }

  /// Numbers the facts of features that require each other in long chains: those of a feature before those of what it
  /// requires, whose functions then stay as they are where something is added.
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

  /// Numbers the facts that a feature's own constraints or a named condition test, unless they have a number.
  mutating func numberFacts(of target: References.Target, on side: Int) {
    sides[side].manifest.forEachTest(of: target) { test, isImplied in
      let fact = shared(test.fact, side)
      if isVaried(fact, isImplied: isImplied) { _ = number(of: fact) }
    }
  }

  /// Whether states of the space differ in a fact.
  func isVaried(_ fact: Fact, isImplied: Bool) -> Bool {
    switch fact {
    case .permissionDefault, .purchaseDefault: false
    case .permission(let permission): !isImplied || breakpoints.asks(for: permission)
    case .unlocked(let feature): breakpoints.unlockableFeatures.contains(feature)
    case .system, .appVersion, .date, .product, .toggle, .runtime, .attribute, .age, .bucket: true
    }
  }

  /// The platforms that one of the apps runs on, at the versions that it runs on.
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

  /// The number of a fact's variable, a new one where it has not been met yet.
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

  /// The number of a fact that has been met; nil for any other.
  func knownNumber(of fact: Fact) -> UInt32? {
    guard let slot = slots[fact] else { return ageNumbers[fact] }
    return numbers[slot] == .max ? nil : numbers[slot]
  }
}

/// Some neighbouring values of a variable.
struct ValueSpan: Hashable {
  let from: UInt32

  /// The first that is none of them any more.
  let to: UInt32

  var isEmpty: Bool { from == to }
}

/// A place for each fact but ages, of which there are few.
struct Slots {
  private let products: Int
  private let attributes: Int
  private let buckets: Int
  private let features: Int
  let count: Int

  init(products: Int, attributes: Int, buckets: Int, features: Int) {
    self.products = 3 + SystemPermission.allCases.count
    self.attributes = self.products + products
    self.buckets = self.attributes + attributes
    self.features = self.buckets + buckets
    count = self.features + 3 * features
  }

  subscript(fact: Fact) -> Int? {
    switch fact {
    case .system: 0
    case .appVersion: 1
    case .date: 2
    case .permission(let permission): 3 + Int(permission.rawValue)
    case .product(let product): products + product
    case .attribute(let attribute): attributes + attribute
    case .bucket(let bucket): buckets + bucket
    case .unlocked(let feature): features + 3 * feature
    case .toggle(let feature): features + 3 * feature + 1
    case .runtime(let feature): features + 3 * feature + 2
    case .age: nil
    case .permissionDefault, .purchaseDefault: preconditionFailure("\(fact) does not vary")
    }
  }
}

extension Manifest.App {
  /// Whether the app runs on a platform at that version.
  func runs(on platform: Platform, _ version: InstalledVersion) -> Bool {
    guard let platforms else { return true }
    return platforms.contains {
      $0.platform == platform && $0.versions?.contains(version) != false
    }
  }
}

/// What is known of a feature's status as a function.
enum FeatureFunction {
  case notAsked
  case function(Diagram)
  case tooLarge(TooLarge)
}
