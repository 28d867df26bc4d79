/// Makes a manifest from declarations, with indices in place of types and names.
struct ManifestBuilder {
  private let reader: FeatureTreeReader
  private(set) var products: [Product] = []
  private(set) var groups: [SubscriptionGroup] = []
  private var attributes: [AttributeDeclaration] = []
  private var buckets: [String] = []
  private var productIndices: [ExactText: Int] = [:]
  private var groupIndices: [String: Int] = [:]
  private var attributeIndices: [String: Int] = [:]
  private var bucketIndices: [String: Int] = [:]

  init(_ reader: FeatureTreeReader) { self.reader = reader }

  mutating func manifest(
    app: Manifest.App, products: [Product]
  ) throws(UsageError) -> Manifest {
    for product in products { try note(product) }
    noteBuckets()
    var conditions: [ConditionDeclaration] = []
    for condition in reader.conditions {
      conditions.append(
        ConditionDeclaration(
          id: condition.id, name: condition.name, description: condition.description,
          is: try converted(condition.conditions, of: nil, named: condition.id)))
    }
    var assumptions: [AssumptionDeclaration] = []
    for assumption in reader.assumptions {
      assumptions.append(
        AssumptionDeclaration(
          id: assumption.id, name: assumption.name, description: assumption.description,
          that: try converted(assumption.conditions, of: nil, named: assumption.id)))
    }
    var features: [FeatureDeclaration] = []
    for index in reader.types.indices { features.append(try declaration(index)) }
    let manifest = Manifest(
      app: app, groups: groups.map(\.declaration), products: productDeclarations(),
      attributes: attributes, conditions: conditions, assumptions: assumptions, buckets: buckets,
      features: features)
    try checkGroups(of: manifest)
    if let cycle = manifest.references.cycles.first {
      throw .cycle(
        cycle.map { target in
          switch target {
          case .feature(let feature): String(describing: reader.types[feature])
          case .condition(let condition): conditions[condition].id
          case .assumption(let assumption): assumptions[assumption].id
          }
        })
    }
    return manifest
  }

  private mutating func noteBuckets() {
    func note(_ constraint: FeatureConstraint, _ feature: Int?) {
      guard case .rollout(let rollout) = constraint, let bucket = name(of: rollout, feature),
        bucketIndices[bucket] == nil
      else { return }
      bucketIndices[bucket] = buckets.count
      buckets.append(bucket)
    }
    let unowned = reader.conditions.map(\.conditions) + reader.assumptions.map(\.conditions)
    for conditions in unowned {
      for constraint in conditions.constraints { constraint.forEachPart { note($0, nil) } }
    }
    for (feature, declared) in reader.declared.enumerated() {
      declared.forEachRequirement { note($0, feature) }
    }
  }

  private func name(of rollout: FeatureRollout, _ feature: Int?) -> String? {
    rollout.bucket ?? feature.map { reader.types[$0].featureID }
  }

  // MARK: Features

  private mutating func declaration(_ index: Int) throws(UsageError) -> FeatureDeclaration {
    let type = reader.types[index]
    let declared = reader.declared[index]
    let name = String(describing: type)
    var constraints: [Constraint] = []
    for constraint in declared.constraints {
      constraints.append(try converted(constraint, of: index, named: name))
    }
    var blocks: [ConditionalBlock] = []
    for block in declared.blocks {
      let condition = try converted(block.conditions, of: index, named: name)
      var guarded: [Constraint] = []
      for constraint in block.constraints {
        guarded.append(try converted(constraint, of: index, named: name))
      }
      blocks.append(ConditionalBlock(when: condition, constraints: guarded))
    }
    var isEnabled: Ternary?
    if let conditional = type as? any ConditionalFeatureDefinition.Type {
      var requiresFlag = false
      try declared.forEachRequirement { constraint throws(UsageError) in
        if constraint == .runtimeEnabled { requiresFlag = true }
      }
      // True is the default of a runtime flag, so the manifest does not contain it.
      if requiresFlag, conditional.isEnabled != true {
        isEnabled = conditional.isEnabled == nil ? .unknown : .no
      }
    }
    return FeatureDeclaration(
      id: type.featureID, name: type.name,
      description: type.description.isEmpty ? nil : type.description,
      parent: reader.parents[index], isEnabled: isEnabled, team: reader.teams[index],
      until: type.until, constraints: constraints, conditional: blocks)
  }

  // MARK: Constraints

  private mutating func converted(
    _ conditions: FeatureConditions, of feature: Int?, named name: String
  ) throws(UsageError) -> Condition {
    var constraints: [Constraint] = []
    for constraint in conditions.constraints {
      constraints.append(try converted(constraint, of: feature, named: name))
    }
    return Condition(constraints)
  }

  private mutating func converted(
    _ list: [FeatureConditions], of feature: Int?, named name: String
  ) throws(UsageError) -> [Condition] {
    var conditions: [Condition] = []
    var known: Set<Condition> = []
    for element in list {
      let condition = try converted(element, of: feature, named: name)
      if list.count == 1 || known.insert(condition.normalizedOrder).inserted {
        conditions.append(condition)
      }
    }
    return conditions
  }

  private mutating func converted(
    _ constraint: FeatureConstraint, of feature: Int?, named name: String
  ) throws(UsageError) -> Constraint {
    switch constraint {
    case .platform(let constraint): return .platform(constraint.platform, constraint.version)
    case .platforms(let platforms):
      return .platforms(
        platforms.map { constraint in
          let range: VersionRange? =
            if case .versions(let range) = constraint.version { range } else { nil }
          return SupportedPlatform(constraint.platform, range)
        })
    case .device(let requirement): return .requirement(.device(requirement))
    case .runtimeEnabled: return .runtimeEnabled
    case .userToggled(let value): return .userToggled(defaultValue: value)
    case .permission(let permission, let statuses):
      return .permission(PermissionRequirement(permission, in: statuses))
    case .purchase(let requirement): return .purchase(try expression(requirement))
    case .attribute(let requirement): return .attribute(try converted(requirement))
    case .rollout(let rollout):
      // INVARIANT: all buckets have been recorded, and a rollout outside a feature names its bucket, so the index is
      // never missing and the default 0 is not used.
      let bucket = self.name(of: rollout, feature).flatMap { bucketIndices[$0] } ?? 0
      return .rollout(RolloutRequirement(percent: rollout.percent, bucket: bucket))
    case .feature(let reference):
      guard let index = reader.indices[ObjectIdentifier(reference.feature)] else {
        throw .unknownFeature(feature: String(describing: reference.feature), askedBy: name)
      }
      return .feature(index)
    case .condition(let condition): return .condition(reader.conditionIndices[condition.id] ?? 0)
    case .allOf(let operands): return .allOf(try converted(operands, of: feature, named: name))
    case .anyOf(let operands): return .anyOf(try converted(operands, of: feature, named: name))
    case .not(let conditions): return .not(try converted(conditions, of: feature, named: name))
    }
  }

  private mutating func converted(
    _ requirement: FeatureAttributeRequirement
  ) throws(UsageError) -> AttributeRequirement {
    let attribute = requirement.attribute
    for case .integer(let number) in requirement.accepted.namedValues
    where !AttributeDomain.integers.contains(number) {
      throw .integerTooLarge(attribute)
    }
    guard let known = attributeIndices[attribute.id] else {
      try check(attribute)
      attributeIndices[attribute.id] = attributes.count
      attributes.append(attribute)
      return AttributeRequirement(
        attribute: attributes.count - 1, accepted: requirement.accepted)
    }
    guard attributes[known] == attribute else {
      throw .attributesShareID(attributes[known], attribute)
    }
    return AttributeRequirement(attribute: known, accepted: requirement.accepted)
  }

  private func check(_ attribute: AttributeDeclaration) throws(UsageError) {
    guard isIdentifier(attribute.id) else { throw .invalidAttributeID(attribute.id) }
    if case .choice(let values) = attribute.domain,
      values.isEmpty || values.contains("")
        || Set(values.map { ExactText($0) }).count != values.count
    {
      throw .invalidChoices(attribute)
    }
    if let value = attribute.defaultValue, !attribute.domain.has(value) {
      throw value.type == .integer ? .integerTooLarge(attribute) : .invalidChoices(attribute)
    }
  }
}

// MARK: - Products

extension ManifestBuilder {
  private mutating func expression(
    _ requirement: PurchaseRequirement
  ) throws(UsageError) -> PurchaseExpression {
    for product in requirement.products { try note(product) }
    var named: [SubscriptionGroup] = []
    requirement.forEachOperand { operand in
      if case .subscription(let subscription) = operand { named.append(subscription.group) }
    }
    for group in named { try note(group) }
    return requirement.expression(
      products: { [productIndices] in productIndices[ExactText($0.productID)] ?? 0 },
      groups: { [groupIndices] in groupIndices[$0.id] ?? 0 })
  }

  private mutating func note(_ product: Product) throws(UsageError) {
    let declaration = product.declaration
    let id = ExactText(declaration.id)
    if let known = productIndices[id] {
      guard products[known] == product else {
        throw .productsShareID(products[known].declaration, declaration)
      }
      return
    }
    guard !declaration.id.isEmpty else { throw .emptyProductID(name: declaration.name) }
    if let group = product.group {
      try note(group)
      guard group.levels.isEmpty == (product.level == nil) else {
        if let level = product.level { throw .levelNotInGroup(level, group: group.id) }
        throw .productWithoutLevel(declaration, group: group.id)
      }
      if let level = product.level, !group.levels.contains(level) {
        throw .levelNotInGroup(level, group: group.id)
      }
    } else if let level = product.level {
      throw .levelNotInGroup(level, group: "")
    }
    productIndices[id] = products.count
    products.append(product)
  }

  private mutating func note(_ group: SubscriptionGroup) throws(UsageError) {
    if let known = groupIndices[group.id] {
      guard groups[known] == group else { throw .groupsShareID(group.id) }
      return
    }
    let names = [group.id] + group.levels
    guard names.allSatisfy({ isIdentifier($0) }), Set(group.levels).count == group.levels.count
    else { throw .invalidGroup(group.id) }
    groupIndices[group.id] = groups.count
    groups.append(group)
  }

  private func productDeclarations() -> [ProductDeclaration] {
    products.map { product in
      let declaration = product.declaration
      return ProductDeclaration(
        id: declaration.id, name: declaration.name, type: declaration.type,
        description: declaration.description, group: product.group.flatMap { groupIndices[$0.id] },
        level: product.level.flatMap { product.group?.levels.firstIndex(of: $0) })
    }
  }

  private func checkGroups(of manifest: Manifest) throws(UsageError) {
    var asked: [(group: Int, level: Int?)] = []
    func note(_ expression: PurchaseExpression) {
      switch expression {
      case .group(let group, let level, _): asked.append((group, level))
      case .anyOf(let operands), .allOf(let operands): for operand in operands { note(operand) }
      case .product, .credits: break
      }
    }
    manifest.forEachRequirement { constraint in
      if case .requirement(.purchase(let expression)) = constraint { note(expression) }
    }
    for (group, level) in asked where manifest.products(of: group, atLeast: level).isEmpty {
      throw .groupWithoutProducts(
        group: groups[group].id, level: level.map { groups[group].levels[$0] })
    }
  }
}
