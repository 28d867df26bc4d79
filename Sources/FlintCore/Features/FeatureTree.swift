/// Features as declared in code, and their manifest.
struct FeatureTree: Sendable {
  let manifest: Manifest

  /// In the order of `manifest.features`.
  let types: [any FeatureDefinition.Type]

  /// In the order of `manifest.products`.
  let products: [Product]

  /// In the order of `manifest.groups`.
  let groups: [SubscriptionGroup]

  /// In the order of `manifest.conditions`.
  let conditions: [FeatureCondition]

  private let roots: Set<ObjectIdentifier>
  private let indices: [ObjectIdentifier: Int]

  enum Position {
    /// In `manifest.features`.
    case feature(Int)

    /// A group without constraints that was passed to `Flint.setup`; the manifest does not list it.
    case root
  }

  func position(of feature: any FeatureDefinition.Type) -> Position? {
    let type = ObjectIdentifier(feature)
    if let index = indices[type] { return .feature(index) }
    return roots.contains(type) ? .root : nil
  }

  /// Names of actions follow by ``with(actions:)``.
  /// - Parameter products: Listed first, even if no feature requires them.
  init(
    _ groups: [any FeatureGroup.Type], app: Manifest.App, products: [Product],
    assumptions: [FeatureAssumption]
  ) throws(UsageError) {
    var reader = FeatureTreeReader()
    for group in groups {
      if group is any ConditionalFeatureDefinition.Type {
        try reader.read(group, parent: nil)
      } else {
        try reader.readRoot(group)
      }
    }
    for assumption in assumptions { try reader.read(assumption) }
    var model = ManifestBuilder(reader)
    manifest = try model.manifest(app: app, products: products)
    types = reader.types
    self.products = model.products
    self.groups = model.groups
    conditions = reader.conditions
    indices = reader.indices
    roots = reader.roots
  }

  private init(_ tree: FeatureTree, manifest: Manifest) {
    self.manifest = manifest
    types = tree.types
    products = tree.products
    groups = tree.groups
    conditions = tree.conditions
    indices = tree.indices
    roots = tree.roots
  }

  /// One list for each feature.
  func with(actions: [[String]]) -> FeatureTree {
    let features = zip(manifest.features, actions).map { feature, actions in
      FeatureDeclaration(
        id: feature.id, name: feature.name, description: feature.description,
        parent: feature.parent, isEnabled: feature.isEnabled, actions: actions,
        team: feature.team, until: feature.until, constraints: feature.constraints,
        conditional: feature.conditional)
    }
    return FeatureTree(
      self,
      manifest: Manifest(
        app: manifest.app, groups: manifest.groups, products: manifest.products,
        attributes: manifest.attributes, conditions: manifest.conditions,
        assumptions: manifest.assumptions, buckets: manifest.buckets, features: features))
  }
}

/// Visits types, groups first, and collects their constraints.
struct FeatureTreeReader {
  private(set) var types: [any FeatureDefinition.Type] = []
  private(set) var parents: [Int?] = []

  /// A top-level feature without one gets that of the group passed to `Flint.setup`, which is not
  /// in `types` itself.
  private(set) var teams: [String?] = []
  private(set) var declared: [ConstraintsCollector.Declarations] = []
  private(set) var indices: [ObjectIdentifier: Int] = [:]
  private(set) var roots: Set<ObjectIdentifier> = []

  private(set) var conditions: [FeatureCondition] = []
  private(set) var conditionIndices: [String: Int] = [:]
  private(set) var assumptions: [FeatureAssumption] = []
  private var featureIDs: [String: any FeatureDefinition.Type] = [:]

  mutating func readRoot(_ group: any FeatureGroup.Type) throws(UsageError) {
    guard roots.insert(ObjectIdentifier(group)).inserted else {
      throw .featureDeclaredTwice(feature: String(describing: group))
    }
    for subfeature in group.subfeatures {
      try read(subfeature, parent: nil, team: group.team)
    }
  }

  mutating func read(
    _ type: any FeatureDefinition.Type, parent: Int?, team: String? = nil
  ) throws(UsageError) {
    let typeName = String(describing: type)
    guard indices[ObjectIdentifier(type)] == nil, !roots.contains(ObjectIdentifier(type)) else {
      throw .featureDeclaredTwice(feature: typeName)
    }
    let id = type.featureID
    guard isIdentifier(id) else { throw .invalidFeatureID(id: id, feature: typeName) }
    if let other = featureIDs[id] {
      throw .featuresShareID(id: id, one: String(describing: other), other: typeName)
    }
    let index = types.count
    featureIDs[id] = type
    indices[ObjectIdentifier(type)] = index
    types.append(type)
    parents.append(parent)
    teams.append(type.team ?? team)
    var declared = ConstraintsCollector.Declarations()
    if let conditional = type as? any ConditionalFeatureDefinition.Type {
      declared = try ConstraintsCollector.collect(for: typeName, conditional.constraints)
    }
    self.declared.append(declared)
    try declared.forEachRequirement { constraint throws(UsageError) in try note(constraint) }
    if let group = type as? any FeatureGroup.Type {
      for subfeature in group.subfeatures { try read(subfeature, parent: index) }
    }
  }

  // MARK: Named conditions

  private mutating func note(_ constraint: FeatureConstraint) throws(UsageError) {
    if case .condition(let condition) = constraint { try note(condition) }
  }

  private mutating func note(_ condition: FeatureCondition) throws(UsageError) {
    if let known = conditionIndices[condition.id] {
      guard conditions[known] == condition else { throw .conditionsShareID(condition.id) }
      return
    }
    guard isIdentifier(condition.id) else { throw .invalidConditionID(condition.id) }
    try checkAndNote(condition.conditions, of: condition.id)
    conditionIndices[condition.id] = conditions.count
    conditions.append(condition)
  }

  private mutating func checkAndNote(
    _ conditions: FeatureConditions, of id: String
  ) throws(UsageError) {
    let check = ConditionCheck(declarationName: id, isOutsideFeature: true)
    try check(conditions, in: id, depth: 1)
    for constraint in conditions.constraints {
      try constraint.forEachRequirement { inner throws(UsageError) in try note(inner) }
    }
  }

  // MARK: Assumptions

  mutating func read(_ assumption: FeatureAssumption) throws(UsageError) {
    guard isIdentifier(assumption.id) else { throw .invalidAssumptionID(assumption.id) }
    if assumptions.contains(where: { $0.id == assumption.id }) {
      throw .assumptionsShareID(assumption.id)
    }
    try checkAndNote(assumption.conditions, of: assumption.id)
    assumptions.append(assumption)
  }
}

extension ConstraintsCollector.Declarations {
  /// At any depth, guards too, in the manifest's order.
  func forEachRequirement<Failure: Error>(
    _ body: (FeatureConstraint) throws(Failure) -> Void
  ) throws(Failure) {
    for constraint in constraints { try constraint.forEachRequirement(body) }
    for block in blocks {
      for constraint in block.conditions.constraints + block.constraints {
        try constraint.forEachRequirement(body)
      }
    }
  }
}

extension FeatureConstraint {
  func forEachRequirement<Failure: Error>(
    _ body: (FeatureConstraint) throws(Failure) -> Void
  ) throws(Failure) {
    try body(self)
    for conditions in operands {
      for constraint in conditions.constraints { try constraint.forEachRequirement(body) }
    }
  }
}
