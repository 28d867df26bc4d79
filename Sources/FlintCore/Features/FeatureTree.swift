/// The features of an app as declared in code, and the manifest built from them.
struct FeatureTree: Sendable {
  let manifest: Manifest

  /// The type that declares each of the manifest's features, in the same order.
  let types: [any FeatureDefinition.Type]

  /// The products, groups and named conditions of the manifest, as declared.
  let products: [Product]
  let groups: [SubscriptionGroup]
  let conditions: [FeatureCondition]

  /// The root groups without constraints. The manifest does not list them; their subfeatures are top-level features.
  private let roots: Set<ObjectIdentifier>
  private let indices: [ObjectIdentifier: Int]

  /// The position of a feature in the tree.
  enum Position {
    /// A feature of the manifest, by its index.
    case feature(Int)

    /// A root group without constraints, which the manifest does not list.
    case root
  }

  func place(of feature: any FeatureDefinition.Type) -> Position? {
    let type = ObjectIdentifier(feature)
    if let index = indices[type] { return .feature(index) }
    return roots.contains(type) ? .root : nil
  }

  /// Reads the declarations of the groups and of all features in them, but not yet their actions.
  ///
  /// - Parameter products: the products that the manifest lists first, even if no feature requires them.
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

  /// Returns the same tree with the actions that each feature declares.
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
