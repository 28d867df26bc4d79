/// The features of an app as its code declares them, and the manifest they make.
struct FeatureTree: Sendable {
  let manifest: Manifest

  /// The type that declares each of the manifest's features.
  let types: [any FeatureDefinition.Type]

  /// The products of the manifest, as declared.
  let products: [Product]

  /// The groups that the tree was made of and that have no conditions: their subfeatures stand at the top.
  private let roots: Set<ObjectIdentifier>
  private let indices: [ObjectIdentifier: Int]

  /// Where a feature stands.
  enum Place {
    /// Index in the manifest's features.
    case feature(Int)

    /// A group without conditions at the root, which the manifest does not name.
    case root
  }

  func place(of feature: any FeatureDefinition.Type) -> Place? {
    let type = ObjectIdentifier(feature)
    if let index = indices[type] { return .feature(index) }
    return roots.contains(type) ? .root : nil
  }

  /// Reads the declarations of the groups and of all that they contain; actions are not in it yet.
  init(_ groups: [any FeatureGroup.Type], app: Manifest.App) throws(UsageError) {
    var reader = FeatureTreeReader()
    for group in groups {
      if group is any ConditionalFeatureDefinition.Type {
        try reader.read(group, parent: nil)
      } else {
        try reader.readRoot(group)
      }
    }
    manifest = Manifest(
      app: app, products: reader.products.map(\.declaration), attributes: reader.attributes,
      features: reader.features)
    types = reader.types
    products = reader.products
    indices = reader.indices
    roots = reader.roots
  }

  private init(_ tree: FeatureTree, manifest: Manifest) {
    self.manifest = manifest
    types = tree.types
    products = tree.products
    indices = tree.indices
    roots = tree.roots
  }

  /// The same tree with the actions that each feature has declared.
  func with(actions: [[String]]) -> FeatureTree {
    let features = zip(manifest.features, actions).map { feature, actions in
      FeatureDeclaration(
        id: feature.id, name: feature.name, description: feature.description,
        parent: feature.parent, isEnabled: feature.isEnabled, actions: actions,
        constraints: feature.constraints, conditional: feature.conditional)
    }
    return FeatureTree(
      self,
      manifest: Manifest(
        app: manifest.app, products: manifest.products, attributes: manifest.attributes,
        features: features))
  }
}

/// Walks the types of a feature tree in pre-order.
private struct FeatureTreeReader {
  var features: [FeatureDeclaration] = []
  var types: [any FeatureDefinition.Type] = []
  var indices: [ObjectIdentifier: Int] = [:]
  var roots: Set<ObjectIdentifier> = []
  var products: [Product] = []
  var attributes: [AttributeDeclaration] = []
  private var featureIDs: [String: any FeatureDefinition.Type] = [:]
  private var productIndices: [String: Int] = [:]
  private var attributeIndices: [String: Int] = [:]

  mutating func readRoot(_ group: any FeatureGroup.Type) throws(UsageError) {
    guard roots.insert(ObjectIdentifier(group)).inserted else {
      throw .featureDeclaredTwice(feature: String(describing: group))
    }
    for subfeature in group.subfeatures { try read(subfeature, parent: nil) }
  }

  mutating func read(_ type: any FeatureDefinition.Type, parent: Int?) throws(UsageError) {
    let typeName = String(describing: type)
    guard indices[ObjectIdentifier(type)] == nil, !roots.contains(ObjectIdentifier(type)) else {
      throw .featureDeclaredTwice(feature: typeName)
    }
    let id = type.featureID
    guard isIdentifier(id) else { throw .invalidFeatureID(id: id, feature: typeName) }
    if let other = featureIDs[id] {
      throw .featuresShareID(id: id, one: String(describing: other), other: typeName)
    }
    let index = features.count
    featureIDs[id] = type
    indices[ObjectIdentifier(type)] = index
    types.append(type)
    features.append(try declaration(of: type, parent: parent))
    if let group = type as? any FeatureGroup.Type {
      for subfeature in group.subfeatures { try read(subfeature, parent: index) }
    }
  }

  private mutating func declaration(
    of type: any FeatureDefinition.Type, parent: Int?
  ) throws(UsageError) -> FeatureDeclaration {
    var constraints: [Constraint] = []
    var blocks: [ConditionalBlock] = []
    var isEnabled: Bool?
    if let conditional = type as? any ConditionalFeatureDefinition.Type {
      let declared = try ConstraintsCollector.collect(
        for: String(describing: type), conditional.constraints)
      for constraint in declared.constraints { constraints.append(try model(constraint)) }
      for block in declared.blocks { blocks.append(try model(block)) }
      let all = constraints + blocks.flatMap(\.constraints)
      // True is what holds where nothing is said.
      if all.contains(.runtimeEnabled), conditional.isEnabled == false { isEnabled = false }
    }
    return FeatureDeclaration(
      id: type.featureID, name: type.name,
      description: type.description.isEmpty ? nil : type.description, parent: parent,
      isEnabled: isEnabled, constraints: constraints, conditional: blocks)
  }

  private mutating func model(_ constraint: FeatureConstraint) throws(UsageError) -> Constraint {
    switch constraint {
    case .platform(let constraint): .platform(constraint.platform, constraint.version)
    case .appVersion(let range): .appVersion(range)
    case .runtimeEnabled: .runtimeEnabled
    case .userToggled(let value): .userToggled(defaultValue: value)
    case .permission(let permission): .permission(PermissionRequirement(permission))
    case .purchase(let requirement): .purchase(try expression(requirement))
    case .attribute(let requirement): .attribute(try model(requirement))
    }
  }

  private mutating func model(
    _ block: ConstraintsCollector.Block
  ) throws(UsageError) -> ConditionalBlock {
    let platforms = block.conditions.platforms.map { constraint in
      let range: VersionRange? =
        if case .versions(let range) = constraint.version { range } else { nil }
      return SupportedPlatform(constraint.platform, range)
    }
    var condition: [Constraint] = platforms.isEmpty ? [] : [.platforms(platforms)]
    if let range = block.conditions.appVersion { condition.append(.appVersion(range)) }
    for requirement in block.conditions.attributes {
      condition.append(.attribute(try model(requirement)))
    }
    var constraints: [Constraint] = []
    for constraint in block.constraints { constraints.append(try model(constraint)) }
    return ConditionalBlock(when: Condition(condition), constraints: constraints)
  }

  private mutating func expression(
    _ requirement: PurchaseRequirement
  ) throws(UsageError) -> PurchaseExpression {
    for product in requirement.products {
      let declaration = product.declaration
      guard !declaration.id.isEmpty else { throw .emptyProductID(name: declaration.name) }
      guard let known = productIndices[declaration.id] else {
        productIndices[declaration.id] = products.count
        products.append(product)
        continue
      }
      guard products[known] == product else {
        throw .productsShareID(products[known].declaration, declaration)
      }
    }
    return requirement.expression { [productIndices] in productIndices[$0.productID]! }
  }

  private mutating func model(
    _ requirement: FeatureAttributeRequirement
  ) throws(UsageError) -> AttributeRequirement {
    let attribute = requirement.attribute
    guard let known = attributeIndices[attribute.id] else {
      guard isIdentifier(attribute.id) else { throw .invalidAttributeID(attribute.id) }
      if case .choice(let values) = attribute.domain,
        values.isEmpty || values.contains("") || Set(values).count != values.count
      {
        throw .invalidChoices(attribute)
      }
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
}
