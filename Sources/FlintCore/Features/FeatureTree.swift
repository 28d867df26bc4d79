/// The features of an app as its code declares them, and the manifest they make.
struct FeatureTree: Sendable {
  let manifest: Manifest

  /// The type that declares each of the manifest's features.
  let types: [any FeatureDefinition.Type]

  /// The products, groups and named conditions of the manifest, as declared.
  let products: [Product]
  let groups: [SubscriptionGroup]
  let conditions: [FeatureCondition]

  /// The groups that the tree was made of and that have no conditions: their subfeatures stand at the top.
  private let roots: Set<ObjectIdentifier>
  private let indices: [ObjectIdentifier: Int]

  /// Where a feature stands.
  enum Position {
    /// Index in the manifest's features.
    case feature(Int)

    /// A group without conditions at the root, which the manifest does not name.
    case root
  }

  func place(of feature: any FeatureDefinition.Type) -> Position? {
    let type = ObjectIdentifier(feature)
    if let index = indices[type] { return .feature(index) }
    return roots.contains(type) ? .root : nil
  }

  /// Reads the declarations of the groups and of all that they contain; actions are not in it yet.
  ///
  /// - Parameter products: Those that the manifest lists first, whether or not a feature requires them.
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

  /// The same tree with the actions that each feature has declared.
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
