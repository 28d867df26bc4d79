/// An app's features and all that they refer to: what a manifest file or the app's Swift code declares.
public struct Manifest: Hashable, Sendable {
  public let app: App
  public let groups: [GroupDeclaration]
  public let products: [ProductDeclaration]
  public package(set) var attributes: [AttributeDeclaration]
  public package(set) var conditions: [ConditionDeclaration]

  /// What every state that can exist satisfies.
  public let assumptions: [AssumptionDeclaration]

  /// The names of the buckets that rollouts draw from, in the order in which they are first met.
  public let buckets: [String]

  /// In pre-order: a parent before its children, in declared order.
  // INVARIANT: a feature's parent has a lower index, and descendants follow their ancestor without a gap.
  public package(set) var features: [FeatureDeclaration]

  public let states: [NamedState]

  /// The name of the state that holds where none is asked for.
  public let defaultState: String?

  /// What features, named conditions and assumptions refer to.
  ///
  /// It stays as it is where a declaration is changed in place, and so serves only changes that add nothing to what is
  /// asked for.
  package let references: References

  /// For each group its products, in declared order.
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

  /// The app itself.
  public struct App: Hashable, Sendable {
    public let name: String?

    /// The version that holds where a state does not say.
    public let version: Version?

    /// The version for each platform, where they differ; a platform that is not named has the latest.
    public let versions: [Platform: Version]?

    /// Where the app runs, and from which version on, in the order in which it is written; nil: everywhere.
    public let platforms: [SupportedPlatform]?

    public init(
      name: String? = nil, version: Version? = nil, versions: [Platform: Version]? = nil,
      platforms: [SupportedPlatform]? = nil
    ) {
      self.name = name
      self.version = version
      self.versions = versions
      self.platforms = platforms
    }

    /// What ``platforms`` demands of every feature: a constraint for each platform that is named, then one for each of the
    /// others.
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

    /// The platform that a state has where it does not say.
    package var defaultPlatform: Platform {
      guard let platforms else { return .iOS }
      return Platform.allCases.first { platform in
        platforms.contains { $0.platform == platform }
      } ?? .iOS
    }
  }

  /// A state that the manifest gives a name.
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

  /// The state that ``defaultState`` names, else a fresh install.
  package var initialState: DeviceState {
    defaultState.flatMap { state(named: $0) } ?? freshInstall
  }

  /// Nothing given: the latest version of the app's first platform.
  public var freshInstall: DeviceState { DeviceState(platform: app.defaultPlatform) }

  /// The ancestors of a feature, the nearest first.
  package func ancestors(of feature: Int) -> some Sequence<Int> {
    sequence(state: feature) { [features] current in
      guard let parent = features[current].parent else { return nil }
      current = parent
      return parent
    }
  }

  /// Who answers for a feature: its own team, else that of the nearest ancestor that has one.
  public func team(of feature: Int) -> String? {
    if let team = features[feature].team { return team }
    return ancestors(of: feature).lazy.compactMap { features[$0].team }.first
  }

  /// The teams of all features, each once, in the order in which they are met.
  package var teams: [String] {
    var teams: [ExactText: Int] = [:]
    for feature in features {
      guard let team = feature.team else { continue }
      let name = ExactText(team)
      if teams[name] == nil { teams[name] = teams.count }
    }
    return teams.sorted { $0.value < $1.value }.map(\.key.text)
  }

  /// Every constraint of every feature, those of conditional blocks too, without what is inside conditions.
  package func forEachConstraint(_ body: (_ feature: Int, _ constraint: Constraint) -> Void) {
    for (index, feature) in features.enumerated() {
      for constraint in feature.constraints { body(index, constraint) }
      for block in feature.conditional {
        for constraint in block.constraints { body(index, constraint) }
      }
    }
  }

  /// Calls `body` with every constraint of the manifest, however deep: of features, guards, named conditions and
  /// assumptions.
  package func forEachDemand(_ body: (_ constraint: Constraint) -> Void) {
    // Only the lists are taken out, for a declaration counts many owners.
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

  /// A group's products, at a level or above, in declared order.
  public func products(of group: Int, atLeast level: Int?) -> [Int] {
    guard productsOfGroups.indices.contains(group) else { return [] }
    guard let level else { return productsOfGroups[group] }
    return productsOfGroups[group].filter { products[$0].level ?? -1 >= level }
  }

  /// The products that nobody has beside one: the others of its group.
  package func otherProductsInGroup(of product: Int) -> [Int] {
    guard let group = products[product].group else { return [] }
    return productsOfGroups[group].filter { $0 != product }
  }
}
