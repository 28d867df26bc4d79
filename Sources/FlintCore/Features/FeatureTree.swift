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
