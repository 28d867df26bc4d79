import FlintCore

/// A feature's declaration to be changed.
struct FeatureParts {
  var parent: Int?
  var constraints: [Constraint]
  var conditional: [ConditionalBlock]
  private let original: FeatureDeclaration

  init(_ feature: FeatureDeclaration) {
    (parent, constraints, conditional) = (feature.parent, feature.constraints, feature.conditional)
    original = feature
  }

  var declaration: FeatureDeclaration {
    FeatureDeclaration(
      id: original.id, name: original.name, description: original.description, parent: parent,
      isEnabled: original.isEnabled, actions: original.actions, constraints: constraints,
      conditional: conditional)
  }
}

extension Manifest {
  /// The manifest with other parts, and without named states.
  func with(
    app: App? = nil, products: [ProductDeclaration]? = nil,
    attributes: [AttributeDeclaration]? = nil, features: [FeatureDeclaration]? = nil
  ) -> Manifest {
    Manifest(
      app: app ?? self.app, products: products ?? self.products,
      attributes: attributes ?? self.attributes, features: features ?? self.features)
  }
}

// MARK: - Smaller parts

extension Constraint {
  /// The constraint with one thing less.
  var reductions: [Constraint] {
    switch self {
    case .platform(let platform, .versions(let range)):
      range.reductions.map { .platform(platform, .versions($0)) } + [.platform(platform, .any)]
    case .appVersion(let range): range.reductions.map { .appVersion($0) }
    case .purchase(let expression): expression.reductions.map { .purchase($0) }
    case .attribute(let requirement): requirement.reductions.map { .attribute($0) }
    case .platform, .runtimeEnabled, .userToggled, .permission: []
    }
  }
}

extension VersionRange {
  /// One limit where there are two.
  var reductions: [VersionRange] {
    guard let atLeast, let below else { return [] }
    return [.atLeast(atLeast), .below(below)]
  }
}

extension PurchaseExpression {
  /// An operand alone, one operand less, or a smaller operand.
  var reductions: [PurchaseExpression] {
    switch self {
    case .product: []
    case .credits(let product, let quantity):
      quantity > 1 ? [.credits(product, quantity: 1)] : []
    case .anyOf(let operands): operands + Self.smaller(operands).map { .anyOf($0) }
    case .allOf(let operands): operands + Self.smaller(operands).map { .allOf($0) }
    }
  }

  /// Whether no group names the same operand twice.
  func hasDistinctOperands(among products: [ProductDeclaration]) -> Bool {
    switch self {
    case .product, .credits: return true
    case .anyOf(let operands), .allOf(let operands):
      let names = operands.map { operand in
        var name = ""
        operand.write(to: &name, products: products)
        return name
      }
      return Set(names).count == names.count
        && operands.allSatisfy { $0.hasDistinctOperands(among: products) }
    }
  }

  private static func smaller(_ operands: [PurchaseExpression]) -> [[PurchaseExpression]] {
    var lists: [[PurchaseExpression]] = []
    for index in operands.indices {
      var less = operands
      let operand = less.remove(at: index)
      if !less.isEmpty { lists.append(less) }
      for reduced in operand.reductions {
        var list = operands
        list[index] = reduced
        lists.append(list)
      }
    }
    return lists
  }
}

extension AttributeRequirement {
  /// One of the accepted choices less.
  var reductions: [AttributeRequirement] {
    guard case .choices(let choices) = accepted, choices.count > 1 else { return [] }
    return choices.map { choice in
      AttributeRequirement(
        attribute: attribute, accepted: .choices(choices.filter { $0 != choice }))
    }
  }
}

extension ConditionalBlock {
  /// The block with a constraint less or a simpler guard; both stay.
  var reductions: [ConditionalBlock] {
    var blocks: [ConditionalBlock] = []
    for index in constraints.indices {
      var less = constraints
      let constraint = less.remove(at: index)
      if !less.isEmpty { blocks.append(ConditionalBlock(when: guardian, constraints: less)) }
      for reduced in constraint.reductions {
        var list = constraints
        list[index] = reduced
        blocks.append(ConditionalBlock(when: guardian, constraints: list))
      }
    }
    return blocks
      + guardian.reductions.map { ConditionalBlock(when: $0, constraints: constraints) }
  }
}

extension ConditionalBlock.Guard {
  fileprivate var reductions: [Self] {
    var guards: [Self] = []
    for index in platforms.indices {
      var (less, all) = (platforms, platforms)
      less.remove(at: index)
      guards.append(Self(platforms: less, appVersion: appVersion, attributes: attributes))
      if all[index].versions != nil {
        all[index].versions = nil
        guards.append(Self(platforms: all, appVersion: appVersion, attributes: attributes))
      }
    }
    if let appVersion {
      let ranges: [VersionRange?] = [nil] + appVersion.reductions
      guards += ranges.map { Self(platforms: platforms, appVersion: $0, attributes: attributes) }
    }
    for index in attributes.indices {
      var less = attributes
      let requirement = less.remove(at: index)
      guards.append(Self(platforms: platforms, appVersion: appVersion, attributes: less))
      for reduced in requirement.reductions {
        var list = attributes
        list[index] = reduced
        guards.append(Self(platforms: platforms, appVersion: appVersion, attributes: list))
      }
    }
    return guards.filter {
      !($0.platforms.isEmpty && $0.appVersion == nil && $0.attributes.isEmpty)
    }
  }
}

// MARK: - Renumbering

extension FeatureDeclaration {
  func renumbering(
    products: (Int) -> Int = { $0 }, attributes: (Int) -> Int = { $0 }
  ) -> FeatureDeclaration {
    var parts = FeatureParts(self)
    parts.constraints = constraints.map { $0.renumbering(products, attributes) }
    parts.conditional = conditional.map { block in
      ConditionalBlock(
        when: .init(
          platforms: block.guardian.platforms, appVersion: block.guardian.appVersion,
          attributes: block.guardian.attributes.map {
            AttributeRequirement(attribute: attributes($0.attribute), accepted: $0.accepted)
          }),
        constraints: block.constraints.map { $0.renumbering(products, attributes) })
    }
    return parts.declaration
  }
}

extension Constraint {
  fileprivate func renumbering(
    _ products: (Int) -> Int, _ attributes: (Int) -> Int
  ) -> Constraint {
    switch self {
    case .purchase(let expression): .purchase(expression.renumbering(products))
    case .attribute(let requirement):
      .attribute(
        AttributeRequirement(
          attribute: attributes(requirement.attribute), accepted: requirement.accepted))
    case .platform, .appVersion, .runtimeEnabled, .userToggled, .permission: self
    }
  }
}

extension PurchaseExpression {
  fileprivate func renumbering(_ products: (Int) -> Int) -> PurchaseExpression {
    switch self {
    case .product(let product): .product(products(product))
    case .credits(let product, let quantity): .credits(products(product), quantity: quantity)
    case .anyOf(let operands): .anyOf(operands.map { $0.renumbering(products) })
    case .allOf(let operands): .allOf(operands.map { $0.renumbering(products) })
    }
  }
}
