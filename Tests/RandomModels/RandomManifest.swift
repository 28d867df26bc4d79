public import FlintModel
public import TestSupport

/// The size limits of a random manifest, and the kinds of ids in it.
public struct RandomManifestShape: Sendable {
  public var features: Int
  public var products: Int
  public var attributes: Int

  /// The maximum number of subscription groups, and of named conditions.
  public var groups: Int
  public var conditions: Int

  /// The maximum number of assumptions.
  public var assumptions: Int

  /// The maximum number of constraints of each kind that can repeat, and of conditional blocks.
  public var width: Int

  /// The maximum depth of nested conditions.
  public var depth: Int

  public var language: Language

  /// Whether ids include ones that need quoting, emoji and CJK.
  public var hasOddIDs: Bool

  /// Whether the unusual ids and values include ones that are equal only after Unicode normalization. A manifest
  /// distinguishes them; an app, which compares strings with `==`, does not.
  public var hasEquivalentIDs: Bool

  /// The part of the manifest format that is used.
  public enum Language: Sendable {
    /// Only platforms, versions, flags, toggles, permissions, purchases, Boolean attributes and choices, in features
    /// and in guards, with their plain statuses.
    case plain

    case whole
  }

  public init(
    features: Int = 6, products: Int = 4, attributes: Int = 3, groups: Int = 2,
    conditions: Int = 2, assumptions: Int = 3, width: Int = 2, depth: Int = 2,
    language: Language = .whole,
    hasOddIDs: Bool = true, hasEquivalentIDs: Bool = false
  ) {
    self.features = features
    self.products = products
    self.attributes = attributes
    self.groups = groups
    self.conditions = conditions
    self.assumptions = assumptions
    self.width = width
    self.depth = depth
    self.language = language
    self.hasOddIDs = hasOddIDs
    self.hasEquivalentIDs = hasEquivalentIDs
  }

  /// A manifest with few enough variables to evaluate every state.
  public static let tiny = RandomManifestShape(
    features: 2, products: 2, attributes: 1, groups: 1, conditions: 1, width: 1, depth: 1,
    hasOddIDs: false)

  /// A manifest with as few variables, in the plain part of the format.
  public static let tinyAndPlain: RandomManifestShape = {
    var shape = tiny
    shape.language = .plain
    return shape
  }()
}

extension SeededGenerator {
  /// Returns a valid manifest that can contain every part of the format.
  public mutating func manifest(_ shape: RandomManifestShape = RandomManifestShape()) -> Manifest {
    let isWhole = shape.language == .whole
    let groups = isWhole ? (0..<int(0...shape.groups)).map { group($0) } : []
    let products = (0..<int(0...shape.products)).map { product($0, groups, shape) }
    let attributes = (0..<int(0...shape.attributes)).map { attribute($0, shape) }
    let maker = ConstraintMaker(
      shape: shape, groups: groups, products: products, attributes: attributes,
      features: int(1...max(1, shape.features)),
      conditions: isWhole ? int(0...shape.conditions) : 0, using: &self)
    let conditions = maker.conditions(using: &self)
    let features = maker.features(using: &self)
    let app = app(isWhole: isWhole)
    let assumptions =
      isWhole && oneIn(2)
      ? maker.assumptions(int(0...shape.assumptions), using: &self) : []
    return Manifest(
      app: app, groups: groups, products: products, attributes: attributes, conditions: conditions,
      assumptions: assumptions, buckets: maker.bucketNames, features: features
    ).withBucketsInOrderOfUse
  }

  private mutating func app(isWhole: Bool) -> Manifest.App {
    let name = oneIn(2) ? nil : "Random"
    var versions: [Platform: Version]?
    if isWhole, oneIn(4) {
      versions = [:]
      for platform in Platform.allCases where oneIn(2) { versions?[platform] = version() }
      if versions == [:] { versions = nil }
    }
    var platforms: [SupportedPlatform]?
    if isWhole, oneIn(3) {
      let named = Platform.allCases.shuffled(using: &self).prefix(int(1...4))
      platforms = named.map { SupportedPlatform($0, oneIn(2) ? nil : .atLeast(self.version())) }
    }
    let version = versions != nil || oneIn(2) ? nil : self.version()
    return Manifest.App(name: name, version: version, versions: versions, platforms: platforms)
  }

  private mutating func group(_ index: Int) -> GroupDeclaration {
    GroupDeclaration(
      "group\(index)", name: oneIn(2) ? nil : "Group \(index)",
      levels: oneIn(3) ? [] : ["low", "middle", "high"].prefix(int(1...3)).map { $0 })
  }

  private mutating func product(
    _ index: Int, _ groups: [GroupDeclaration], _ shape: RandomManifestShape
  ) -> ProductDeclaration {
    let type = pick(ProductType.allCases)
    var group: Int?
    switch type {
    case .autoRenewingSubscription: if !groups.isEmpty, !oneIn(3) { group = pick(groups.indices) }
    case .nonConsumable, .consumable, .nonRenewingSubscription: break
    }
    let levels = group.map { groups[$0].levels } ?? []
    return ProductDeclaration(
      id: productID(index, shape), name: oneIn(4) ? nil : "Product \(index)", type: type,
      group: group, level: levels.isEmpty ? nil : pick(levels.indices))
  }

  private mutating func productID(_ index: Int, _ shape: RandomManifestShape) -> String {
    guard shape.hasOddIDs, oneIn(3) else { return "PROD\(index)" }
    if shape.hasEquivalentIDs, oneIn(3) {
      return index % 2 == 0 ? "\u{E9}\(index)" : "e\u{301}\(index - 1)"
    }
    return pick([
      "\(index)xPROD", "💎 pro \(index)", "k=v\(index)", #"a"b\c\#(index)"#, "商品\(index)",
      "a,b\(index)",
      "__proto__\(index)", "<\(index)>&", "P\(index)=unknown",
    ])
  }

  private mutating func attribute(
    _ index: Int, _ shape: RandomManifestShape
  ) -> AttributeDeclaration {
    let types: [AttributeType] =
      shape.language == .whole ? AttributeType.allCases : AttributeType.plain
    let domain = domain(of: pick(types), shape)
    let defaultValue = oneIn(2) ? nil : value(of: domain)
    return AttributeDeclaration(
      id: "attr\(index)", name: oneIn(2) ? nil : "Attribute \(index)", domain: domain,
      owner: pick(Owner.allCases), defaultValue: defaultValue,
      alwaysKnown: defaultValue != nil && oneIn(3))
  }

  private mutating func domain(of type: AttributeType, _ shape: RandomManifestShape)
    -> AttributeDomain
  {
    guard type == .choice else { return AttributeDomain(type, choices: []) }
    var odd: [String] = []
    if shape.hasOddIDs, oneIn(3) {
      let pairs = [["null", "true"], ["a=b", "a"], [",", "p q"], ["\u{E9}", "e\u{301}"]]
      odd = pick(pairs.dropLast(shape.hasEquivalentIDs ? 0 : 1))
    }
    return .choice(odd + (0..<int(1...3)).map { "v\($0)" })
  }
}

extension AttributeType {
  static let plain: [AttributeType] = [.boolean, .choice]
}
