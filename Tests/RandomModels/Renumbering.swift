public import FlintModel

/// The new numbers of the declarations of a manifest.
public struct Renumbering {
  public var products: (Int) -> Int
  public var groups: (Int) -> Int
  public var attributes: (Int) -> Int
  public var buckets: (Int) -> Int
  public var features: (Int) -> Int
  public var conditions: (Int) -> Int

  public init(
    products: @escaping (Int) -> Int = { $0 }, groups: @escaping (Int) -> Int = { $0 },
    attributes: @escaping (Int) -> Int = { $0 }, buckets: @escaping (Int) -> Int = { $0 },
    features: @escaping (Int) -> Int = { $0 }, conditions: @escaping (Int) -> Int = { $0 }
  ) {
    self.products = products
    self.groups = groups
    self.attributes = attributes
    self.buckets = buckets
    self.features = features
    self.conditions = conditions
  }

  public func callAsFunction(_ constraint: Constraint) -> Constraint {
    switch constraint {
    case .purchase(let expression): .purchase(self(expression))
    case .attribute(let requirement):
      .attribute(
        AttributeRequirement(
          attribute: attributes(requirement.attribute), accepted: requirement.accepted))
    case .rollout(let requirement):
      .rollout(
        RolloutRequirement(percent: requirement.percent, bucket: buckets(requirement.bucket)))
    case .feature(let feature): .feature(features(feature))
    case .condition(let condition): .condition(conditions(condition))
    case .allOf(let operands): .allOf(operands.map { self($0) })
    case .anyOf(let operands): .anyOf(operands.map { self($0) })
    case .not(let condition): .not(self(condition))
    default: constraint
    }
  }

  public func callAsFunction(_ condition: Condition) -> Condition {
    Condition(condition.constraints.map { self($0) })
  }

  public func callAsFunction(_ expression: PurchaseExpression) -> PurchaseExpression {
    switch expression {
    case .product(let product, let statuses): .product(products(product), in: statuses)
    case .credits(let product, let quantity): .credits(products(product), quantity: quantity)
    case .group(let group, let level, let statuses):
      .group(groups(group), atLeast: level, in: statuses)
    case .anyOf(let operands): .anyOf(operands.map { self($0) })
    case .allOf(let operands): .allOf(operands.map { self($0) })
    }
  }

  public func callAsFunction(_ feature: FeatureDeclaration) -> FeatureDeclaration {
    FeatureDeclaration(
      id: feature.id, name: feature.name, description: feature.description,
      parent: feature.parent.map(features), isEnabled: feature.isEnabled, actions: feature.actions,
      team: feature.team, until: feature.until,
      constraints: feature.constraints.map { self($0) },
      conditional: feature.conditional.map { block in
        ConditionalBlock(
          when: self(block.condition), constraints: block.constraints.map { self($0) })
      })
  }

  public func callAsFunction(_ declaration: ConditionDeclaration) -> ConditionDeclaration {
    ConditionDeclaration(
      id: declaration.id, name: declaration.name, description: declaration.description,
      is: self(declaration.condition))
  }
}

extension Renumbering {
}

extension Manifest {
  /// The manifest with only the buckets that rollouts use, in the order of their first use: in named conditions, then
  /// in assumptions, then in features, where a block's guard comes before its constraints.
  public var withBucketsInOrderOfUse: Manifest {
    var met: [Int] = []
    func note(_ constraint: Constraint) {
      constraint.forEachPart { constraint in
        if case .rollout(let requirement) = constraint,
          !met.contains(requirement.bucket)
        {
          met.append(requirement.bucket)
        }
      }
    }
    for declaration in conditions { declaration.condition.constraints.forEach(note) }
    for assumption in assumptions { assumption.condition.constraints.forEach(note) }
    for feature in features {
      feature.constraints.forEach(note)
      for block in feature.conditional {
        block.condition.constraints.forEach(note)
        block.constraints.forEach(note)
      }
    }
    let renumber = Renumbering(buckets: { met.firstIndex(of: $0) ?? 0 })
    return Manifest(
      app: app, groups: groups, products: products, attributes: attributes,
      conditions: conditions.map { renumber($0) }, assumptions: assumptions.map { renumber($0) },
      buckets: met.map { buckets[$0] },
      features: features.map { renumber($0) }, states: states, defaultState: defaultState)
  }
}
