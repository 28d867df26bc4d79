/// A manifest: an app's features and the products, attributes and conditions that they refer to. It comes from a
/// manifest file or from the app's Swift code.
public struct Manifest: Hashable, Sendable {
  public package(set) var app: App
  public let groups: [GroupDeclaration]
  public let products: [ProductDeclaration]
  public package(set) var attributes: [AttributeDeclaration]
  public package(set) var conditions: [ConditionDeclaration]

  /// The assumptions: conditions that are true on every real device. Proofs about all states ignore the states in which
  /// an assumption is false.
  public let assumptions: [AssumptionDeclaration]

  /// The names of the rollout buckets, in the order of their first use. In each bucket, a user has a position from 0 to
  /// below 100; a rollout of 10 % includes the users with positions below 10.
  public let buckets: [String]

  /// The features in pre-order: a parent before its children, in declared order.
  // INVARIANT: a feature's parent has a lower index, and all descendants of a feature directly follow it.
  public package(set) var features: [FeatureDeclaration]

  public let states: [NamedState]

  /// The name of the state in which features are evaluated if no other state is chosen; nil for a fresh install.
  public let defaultState: String?

  /// The features and named conditions that other declarations refer to, and their dependencies, in the order in which
  /// they can be evaluated: each comes after its own dependencies.
  ///
  /// This order is computed when the manifest is created, and is not updated. Code that later changes a declaration
  /// must therefore not let the declaration refer to more features or named conditions than before.
  package let references: References

  /// The products of each subscription group, as indices in ``products`` in declared order; the outer index is that of
  /// the group in ``groups``. The list ends with the last group that has products, so it can have fewer elements than
  /// there are groups.
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

  /// The properties of the app as a whole, such as its name, its version and its platforms.
  public struct App: Hashable, Sendable {
    public let name: String?

    /// The app's version in every state that does not set one. If this property is nil, ``versions`` contains the
    /// version for the state's platform; if it has no entry for that platform, the app's version is the latest.
    public let version: Version?

    /// The app's version on each platform, for an app whose version differs between platforms; nil if ``version``
    /// applies to all platforms. A platform that is not listed has ``InstalledVersion/latest``.
    public package(set) var versions: [Platform: Version]?

    /// The platforms on which the app runs, each with its versions, in written order; nil means all platforms.
    public package(set) var platforms: [SupportedPlatform]?

    public init() { self.init(name: nil, version: nil, versions: nil, platforms: nil) }

    /// Creates an app without checks.
    package init(
      name: String?, version: Version?, versions: [Platform: Version]?,
      platforms: [SupportedPlatform]?
    ) {
      self.name = name
      self.version = version
      self.versions = versions
      self.platforms = platforms
    }

    /// The platform constraints that apply to every feature. First come constraints that accept the versions in
    /// ``platforms``, then constraints that make all other platforms unsupported. The list is empty if ``platforms`` is
    /// nil.
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

    /// The platform of every state that does not set one: the first of the ``Platform`` cases on which the app runs.
    package var defaultPlatform: Platform {
      guard let platforms else { return .iOS }
      return Platform.allCases.first { platform in
        platforms.contains { $0.platform == platform }
      } ?? .iOS
    }
  }

  /// A state with a name, declared in the manifest.
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

  /// The state in which features are evaluated if no other state is chosen: the state named ``defaultState``, else a
  /// fresh install.
  package var initialState: DeviceState {
    defaultState.flatMap { state(named: $0) } ?? freshInstall
  }

  /// The state of a device on which the app was just installed: all facts have their default values, and the device
  /// runs the latest version of the app's default platform.
  public var freshInstall: DeviceState { DeviceState(platform: app.defaultPlatform) }

  /// Returns the indices of a feature's ancestors, the nearest first.
  package func ancestors(of feature: Int) -> some Sequence<Int> {
    sequence(state: feature) { [features] current in
      guard let parent = features[current].parent else { return nil }
      current = parent
      return parent
    }
  }

  /// Returns the team that is responsible for a feature: its own, or that of the nearest ancestor that names one.
  public func team(of feature: Int) -> String? {
    if let team = features[feature].team { return team }
    return ancestors(of: feature).lazy.compactMap { features[$0].team }.first
  }

  /// The teams of all features, without duplicates, in the order of their first occurrence.
  package var teams: [String] {
    var teams: [ExactText: Int] = [:]
    for feature in features {
      guard let team = feature.team else { continue }
      let name = ExactText(team)
      if teams[name] == nil { teams[name] = teams.count }
    }
    return teams.sorted { $0.value < $1.value }.map(\.key.text)
  }

  /// Calls `body` with every constraint of every feature and its conditional blocks, but not with those nested in an
  /// `allOf`, `anyOf` or `not`.
  package func forEachConstraint(_ body: (_ feature: Int, _ constraint: Constraint) -> Void) {
    for (index, feature) in features.enumerated() {
      for constraint in feature.constraints { body(index, constraint) }
      for block in feature.conditional {
        for constraint in block.constraints { body(index, constraint) }
      }
    }
  }

  /// Calls `body` with every constraint of the manifest at any depth: those of features, of the guards (conditions) of
  /// conditional blocks, of named conditions and of assumptions.
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

  /// Returns the indices of a subscription group's products at the given level or a higher one, in declared order.
  /// Without a level, the result has all products of the group.
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
