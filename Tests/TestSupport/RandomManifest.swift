public import FlintCore

/// How large a random manifest is, and which ids it has.
public struct RandomManifestShape: Sendable {
  public var features: Int
  public var products: Int
  public var attributes: Int

  /// Most constraints of each kind that can repeat, and most conditional blocks.
  public var width: Int

  /// Ids that want quoting, emoji and CJK among them.
  public var hasOddIDs: Bool

  /// Ids and values among the odd ones that only Unicode normalisation makes equal. In a manifest they are two; in an app,
  /// whose strings `==` compares, they are one.
  public var hasEquivalentIDs: Bool

  public init(
    features: Int = 6, products: Int = 4, attributes: Int = 3, width: Int = 2,
    hasOddIDs: Bool = true, hasEquivalentIDs: Bool = false
  ) {
    self.hasEquivalentIDs = hasEquivalentIDs
    self.features = features
    self.products = products
    self.attributes = attributes
    self.width = width
    self.hasOddIDs = hasOddIDs
  }

  /// Few enough variables to try every state.
  public static let tiny = RandomManifestShape(
    features: 2, products: 2, attributes: 1, width: 1, hasOddIDs: false)
}

extension SeededGenerator {
  /// A legal manifest with everything in it that the model can say.
  public mutating func manifest(_ shape: RandomManifestShape = RandomManifestShape()) -> Manifest {
    let products = (0..<int(0...shape.products)).map { index in
      ProductDeclaration(
        id: productID(index, shape),
        name: oneIn(4) ? nil : "Product \(index)", type: pick(ProductType.allCases))
    }
    let attributes = (0..<int(0...shape.attributes)).map { index in
      attribute(index, shape)
    }
    var maker = FeatureMaker(shape: shape, products: products, attributes: attributes)
    let count = int(1...max(1, shape.features))
    let features = (0..<count).map { maker.feature($0, using: &self) }
    let version = oneIn(2) ? nil : version()
    return Manifest(
      app: Manifest.App(name: oneIn(2) ? nil : "Random", version: version), products: products,
      attributes: attributes, features: features)
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
    let isBoolean = oneIn(2)
    var odd: [String] = []
    if shape.hasOddIDs, oneIn(3) {
      let pairs = [["null", "true"], ["a=b", "a"], [",", "p q"], ["\u{E9}", "e\u{301}"]]
      odd = pick(pairs.dropLast(shape.hasEquivalentIDs ? 0 : 1))
    }
    let values = odd + (0..<int(1...3)).map { "v\($0)" }
    let defaultValue: AttributeValue? =
      oneIn(2) ? nil : isBoolean ? .boolean(oneIn(2)) : .choice(int(0...values.count - 1))
    return AttributeDeclaration(
      id: "attr\(index)", name: oneIn(2) ? nil : "Attribute \(index)",
      domain: isBoolean ? .boolean : .choice(values), owner: pick(Owner.allCases),
      defaultValue: defaultValue)
  }

  /// One of few versions, so that boundaries meet, the permission table's among them.
  public mutating func version() -> Version {
    pick([
      "1", "2", "2.0.1", "2.1", "2.10", "9", "10", "10.14", "10.15", "11", "13.1", "14", "17.0",
      "17.4",
    ])
  }

  public mutating func versionRange() -> VersionRange {
    let (one, other) = (version(), version())
    switch int(0...2) {
    case 0: return .atLeast(one)
    case 1: return .below(one)
    default:
      return VersionRange(atLeast: min(one, other), below: max(one, other)) ?? .atLeast(one)
    }
  }
}

/// Makes features one after the other, each below one of those on the path to the last.
private struct FeatureMaker {
  let shape: RandomManifestShape
  let products: [ProductDeclaration]
  let attributes: [AttributeDeclaration]

  /// The last feature and its ancestors, the nearest last.
  var path: [Int] = []

  mutating func feature(_ index: Int, using random: inout SeededGenerator) -> FeatureDeclaration {
    path = Array(path.prefix(random.int(0...path.count)))
    defer { path.append(index) }
    let defaultValue = random.oneIn(2)
    let constraints = constraints(toggledTo: defaultValue, using: &random)
    let blocks = (0..<random.int(0...shape.width)).compactMap { _ in
      block(toggledTo: defaultValue, using: &random)
    }
    return FeatureDeclaration(
      id: "f\(index)", name: random.oneIn(3) ? nil : "Feature \(index)", parent: path.last,
      isEnabled: random.pick([nil, nil, true, false]), actions: random.oneIn(3) ? ["go"] : [],
      constraints: constraints, conditional: blocks)
  }

  private func constraints(
    toggledTo defaultValue: Bool, using random: inout SeededGenerator
  ) -> [Constraint] {
    var constraints: [Constraint] = []
    for platform in random.oneIn(2) ? random.few(shape.width + 1, of: Platform.allCases) : [] {
      let versions: PlatformVersionConstraint =
        switch random.int(0...3) {
        case 0: .any
        case 1: .unsupported
        default: .versions(random.versionRange())
        }
      constraints.append(.platform(platform, versions))
    }
    if random.oneIn(4) { constraints.append(.appVersion(random.versionRange())) }
    if random.oneIn(3) { constraints.append(.runtimeEnabled) }
    if random.oneIn(3) { constraints.append(.userToggled(defaultValue: defaultValue)) }
    if random.oneIn(2) {
      constraints += random.few(shape.width, of: SystemPermission.allCases).map { .permission($0) }
    }
    if !products.isEmpty, random.oneIn(2) {
      var names: Set<String> = []
      for _ in 0..<random.int(0...shape.width) {
        let expression = expression(depth: 2, using: &random)
        var name = ""
        expression.write(to: &name, products: products)
        if names.insert(name).inserted { constraints.append(.purchase(expression)) }
      }
    }
    for index in random.oneIn(2) ? random.few(shape.width, of: attributes.indices) : [] {
      constraints.append(.attribute(requirement(index, using: &random)))
    }
    return constraints
  }

  private func block(
    toggledTo defaultValue: Bool, using random: inout SeededGenerator
  ) -> ConditionalBlock? {
    let platforms =
      random.oneIn(2)
      ? []
      : random.few(2, of: Platform.allCases).map { platform in
        (platform: platform, versions: random.oneIn(2) ? random.versionRange() : nil)
      }
    let appVersion = random.oneIn(3) ? random.versionRange() : nil
    let requirements = random.few(shape.width, of: attributes.indices).map {
      requirement($0, using: &random)
    }
    let constraints = constraints(toggledTo: defaultValue, using: &random)
    guard !constraints.isEmpty, !(platforms.isEmpty && appVersion == nil && requirements.isEmpty)
    else { return nil }
    return ConditionalBlock(
      when: .init(platforms: platforms, appVersion: appVersion, attributes: requirements),
      constraints: constraints)
  }

  private func requirement(
    _ index: Int, using random: inout SeededGenerator
  ) -> AttributeRequirement {
    switch attributes[index].domain {
    case .boolean: AttributeRequirement(attribute: index, accepted: .boolean(random.oneIn(2)))
    case .choice(let values):
      AttributeRequirement(
        attribute: index,
        accepted: .choices(
          Array(values.indices.shuffled(using: &random).prefix(random.int(1...values.count)))))
    }
  }

  private func expression(
    depth: Int, using random: inout SeededGenerator
  ) -> PurchaseExpression {
    if depth == 0 || random.oneIn(2) {
      let product = random.pick(products.indices)
      return products[product].type == .consumable
        ? .credits(product, quantity: Int64(random.int(1...5))) : .product(product)
    }
    var names: Set<String> = []
    let operands = (0..<random.int(1...3)).map { _ in expression(depth: depth - 1, using: &random) }
      .filter { operand in
        var name = ""
        operand.write(to: &name, products: products)
        return names.insert(name).inserted
      }
    return random.oneIn(2) ? .anyOf(operands) : .allOf(operands)
  }
}
