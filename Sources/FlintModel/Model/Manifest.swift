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

  /// The references of all constraints. Computed once, so later changes must not add any.
  package private(set) var references = References()

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
    productsOfGroups = Self.productsOfGroups(products)
    references = References(of: self)
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

    /// The version on all platforms. Nil for the latest, or if ``versions`` has the versions.
    public let version: Version?

    /// Nil if ``version`` applies to all platforms. Unlisted platforms have
    /// ``InstalledVersion/latest``.
    public package(set) var versions: [Platform: Version]?

    /// In written order; nil means all platforms.
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

    /// Constraints that follow from ``platforms``; empty if it is nil. Accepted versions first,
    /// then `unsupported` for all other platforms.
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

  /// The named default state, or a fresh install.
  package var initialState: DeviceState {
    defaultState.flatMap { state(named: $0) } ?? freshInstall
  }

  /// On the latest version of the default platform.
  public var freshInstall: DeviceState { DeviceState(platform: app.defaultPlatform) }

  /// The feature's ancestors, the nearest first.
  package func ancestors(of feature: Int) -> some Sequence<Int> {
    sequence(state: feature) { [features] current in
      guard let parent = features[current].parent else { return nil }
      current = parent
      return parent
    }
  }

  /// The feature's own team, or the nearest ancestor's.
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

  /// Visits constraints at any depth, also in guards, named conditions and assumptions.
  package func forEachRequirement(_ body: (_ constraint: Constraint) -> Void) {
    for feature in features.indices { features[feature].forEachRequirement(body) }
    for declaration in conditions { declaration.condition.forEachPart(body) }
    for assumption in assumptions { assumption.condition.forEachPart(body) }
  }

  /// In declared order; all products of the group if `level` is nil.
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

/// A feature's constraints and place in the hierarchy.
public struct FeatureDeclaration: Hashable, Sendable {
  public let id: String
  public let name: String
  public let description: String?

  /// An index in ``Manifest/features``; nil at the top.
  public let parent: Int?

  /// The runtime flag where a state does not set it. Nil means `yes`.
  public package(set) var isEnabled: Ternary?

  public package(set) var actions: [String]

  /// Inherited by the features inside.
  public let team: String?

  /// When the feature must be removed; nil if never.
  public let until: DateTime?

  /// In the order of ``ConstraintKind``, else as written. `iOSOnly` becomes a constraint on iOS,
  /// then constraints that exclude the other platforms.
  public package(set) var constraints: [Constraint]

  public package(set) var conditional: [ConditionalBlock]

  public init(
    id: String, name: String? = nil, description: String? = nil, parent: Int? = nil,
    isEnabled: Ternary? = nil, actions: [String] = [], team: String? = nil, until: DateTime? = nil,
    constraints: [Constraint] = [], conditional: [ConditionalBlock] = []
  ) {
    self.id = id
    self.name = name ?? id
    self.description = description
    self.parent = parent
    self.isEnabled = isEnabled
    self.actions = actions
    self.team = team
    self.until = until
    self.constraints = constraints
    self.conditional = conditional
  }

  /// Whether the feature has no constraints.
  public var isGroup: Bool { constraints.isEmpty && conditional.isEmpty }

  /// The number of constraints, blocks included. Omits those in guards or other constraints.
  @usableFromInline package var constraintCount: Int {
    conditional.reduce(constraints.count) { $0 + $1.constraints.count }
  }

  /// Visits constraints at any depth, in guards too.
  package func forEachRequirement(_ body: (_ constraint: Constraint) -> Void) {
    forEachOutermost { $0.forEachPart(body) }
  }

  /// Whether any constraint names a consumable. The app can then unlock the feature for credits.
  package var requiresConsumable: Bool {
    var isRequired = false
    forEachRequirement { constraint in
      if case .purchase(let expression) = constraint, expression.namesConsumable {
        isRequired = true
      }
    }
    return isRequired
  }

  /// Visits constraints in blocks and guards too, but no nested ones.
  package func forEachOutermost(_ body: (_ constraint: Constraint) -> Void) {
    for constraint in constraints { body(constraint) }
    for block in conditional {
      for constraint in block.condition.constraints { body(constraint) }
      for constraint in block.constraints { body(constraint) }
    }
  }
}

/// Whether the id matches `[A-Za-z0-9][A-Za-z0-9._-]*`.
package func isIdentifier(_ id: String) -> Bool {
  var isFirst = true
  for byte in id.utf8 {
    switch Unicode.Scalar(byte) {
    case "a"..."z", "A"..."Z", "0"..."9":
      break
    case ".", "_", "-":
      if isFirst { return false }
    default: return false
    }
    isFirst = false
  }
  return !isFirst
}

/// A value of a declaration, to find its line in the file.
package enum WrittenLocation: Hashable, Sendable {
  case part(ConditionRoot, [WrittenStep])

  case isEnabled(feature: Int)

  case attributeDefault(Int)

  /// An index in ``Manifest/App/platforms``.
  case appPlatform(Int)
}

package enum WrittenStep: Hashable, Sendable {
  /// An index among constraints of this kind. Each key of `platforms` is a constraint.
  case constraint(ConstraintKind, Int)

  /// An index in an `allOf` or `anyOf` of conditions or purchases.
  case element(Int)

  /// An index in a list of accepted values, texts or statuses.
  case value(Int)

  /// An index in a condition's `platforms`.
  case platform(Int)

  /// A limit of a range.
  case bound(RangeEnd)

  case patternPart(TextPattern.Part)
}

package enum RangeEnd: CaseIterable, Sendable {
  case atLeast
  case below
}

extension Manifest.App {
  package func installedVersion(on platform: Platform) -> InstalledVersion {
    (version ?? versions?[platform]).map { .version($0) } ?? .latest
  }
}

extension FeatureDeclaration {
  /// The runtime flag where a state does not set it.
  package var declaredFlag: Ternary { isEnabled ?? .yes }

  /// Nil for a feature without a toggle.
  package var declaredToggle: Bool? {
    var toggle: Bool?
    forEachRequirement {
      if toggle == nil, case .userToggled(let isOn) = $0 { toggle = isOn }
    }
    return toggle
  }
}

extension AttributeDeclaration {
  package var declaredValue: AttributeValue { defaultValue ?? .unknown }
}
