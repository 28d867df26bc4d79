/// An app's features, and the products, attributes and conditions that they refer to.
public struct Manifest: Hashable, Sendable {
  public package(set) var app: App
  public let groups: [GroupDeclaration]
  public let products: [ProductDeclaration]
  public package(set) var attributes: [AttributeDeclaration]
  public package(set) var conditions: [ConditionDeclaration]

  public let assumptions: [AssumptionDeclaration]

  /// In the order of their first use.
  public let buckets: [String]

  /// In pre-order.
  // INVARIANT: a feature's parent has a lower index, and all descendants of a feature directly follow it.
  public package(set) var features: [FeatureDeclaration]

  public let states: [NamedState]

  /// Nil for a fresh install.
  public let defaultState: String?

  /// Computed once: a later change must not add references.
  package let references: References

  private let productsOfGroups: [[Int]]

  public init(
    app: App = App(), groups: [GroupDeclaration] = [], products: [ProductDeclaration] = [],
    attributes: [AttributeDeclaration] = [], conditions: [ConditionDeclaration] = [],
    assumptions: [AssumptionDeclaration] = [],
    buckets: [String] = [], features: [FeatureDeclaration] = [], states: [NamedState] = [],
    defaultState: String? = nil
  ) {
    self.app = app
    self.groups = groups
    self.products = products
    self.attributes = attributes
    self.conditions = conditions
    self.assumptions = assumptions
    self.buckets = buckets
    self.features = features
    self.states = states
    self.defaultState = defaultState
    references = References(
      features: features, conditions: conditions, assumptions: assumptions)
    productsOfGroups = Self.productsOfGroups(products)
  }

  private static func productsOfGroups(_ products: [ProductDeclaration]) -> [[Int]] {
    var all: [[Int]] = []
    for index in products.indices {
      guard let group = products[index].group else { continue }
      while all.count <= group { all.append([]) }
      all[group].append(index)
    }
    return all
  }

  public struct App: Hashable, Sendable {
    public let name: String?

    /// Nil for ``versions``, or the latest.
    public let version: Version?

    /// The app's version on each platform, for an app whose version differs between platforms; nil if ``version``
    /// applies to all platforms. A platform that is not listed has ``InstalledVersion/latest``.
    public package(set) var versions: [Platform: Version]?

    /// The platforms on which the app runs, each with its versions, in written order; nil means all platforms.
    public package(set) var platforms: [SupportedPlatform]?

    public init() { self.init(name: nil, version: nil, versions: nil, platforms: nil) }

    /// Creates an app without checks.
    package init(
      name: String? = nil, version: Version? = nil, versions: [Platform: Version]? = nil,
      platforms: [SupportedPlatform]? = nil
    ) {
      self.name = name
      self.version = version
      self.versions = versions
      self.platforms = platforms
    }

    /// Accepted versions of ``platforms``, then `unsupported` for the others. Empty without them.
    public var constraints: [Constraint] {
      guard let platforms else { return [] }
      let named = platforms.map { supported in
        Constraint.platform(
          supported.platform, supported.versions.map { .versions($0) } ?? .any)
      }
      let others = Platform.allCases.filter { platform in
        !platforms.contains { $0.platform == platform }
      }
      return named + others.map { .platform($0, .unsupported) }
    }

    /// The first ``Platform`` on which the app runs.
    package var defaultPlatform: Platform {
      guard let platforms else { return .iOS }
      return Platform.allCases.first { platform in
        platforms.contains { $0.platform == platform }
      } ?? .iOS
    }
  }

  public struct NamedState: Hashable, Sendable {
    public let name: String
    public let state: DeviceState

    public init(name: String, state: DeviceState) {
      self.name = name
      self.state = state
    }
  }

  public func state(named name: String) -> DeviceState? {
    states.first { $0.name.isSame(as: name) }?.state
  }

  /// The default state, else a fresh install.
  package var initialState: DeviceState {
    defaultState.flatMap { state(named: $0) } ?? freshInstall
  }

  /// On the latest version of the default platform.
  public var freshInstall: DeviceState { DeviceState(platform: app.defaultPlatform) }

  /// The nearest first.
  package func ancestors(of feature: Int) -> some Sequence<Int> {
    sequence(state: feature) { [features] current in
      guard let parent = features[current].parent else { return nil }
      current = parent
      return parent
    }
  }

  /// Its own, else the nearest ancestor's.
  public func team(of feature: Int) -> String? {
    if let team = features[feature].team { return team }
    return ancestors(of: feature).lazy.compactMap { features[$0].team }.first
  }

  /// In the order of first occurrence.
  package var teams: [String] {
    var teams: [ExactText: Int] = [:]
    for feature in features {
      guard let team = feature.team else { continue }
      let name = ExactText(team)
      if teams[name] == nil { teams[name] = teams.count }
    }
    return teams.sorted { $0.value < $1.value }.map(\.key.text)
  }

  /// Of blocks too, without nested ones.
  package func forEachConstraint(_ body: (_ feature: Int, _ constraint: Constraint) -> Void) {
    for (index, feature) in features.enumerated() {
      for constraint in feature.constraints { body(index, constraint) }
      for block in feature.conditional {
        for constraint in block.constraints { body(index, constraint) }
      }
    }
  }

  /// At any depth, with guards, named conditions and assumptions.
  package func forEachRequirement(_ body: (_ constraint: Constraint) -> Void) {
    // The loop copies only the lists of constraints, because copying a whole declaration retains each of its
    // properties.
    for feature in features.indices {
      for constraint in features[feature].constraints { constraint.forEachPart(body) }
      for block in features[feature].conditional {
        for constraint in block.condition.constraints { constraint.forEachPart(body) }
        for constraint in block.constraints { constraint.forEachPart(body) }
      }
    }
    for declaration in conditions { declaration.condition.forEachPart(body) }
    for assumption in assumptions { assumption.condition.forEachPart(body) }
  }

  /// In declared order; all without a level.
  public func products(of group: Int, atLeast level: Int?) -> [Int] {
    guard productsOfGroups.indices.contains(group) else { return [] }
    guard let level else { return productsOfGroups[group] }
    return productsOfGroups[group].filter { products[$0].level ?? -1 >= level }
  }

  package func otherProductsInGroup(of product: Int) -> [Int] {
    guard let group = products[product].group else { return [] }
    return productsOfGroups[group].filter { $0 != product }
  }
}
