/// The tree of an app's features (groups with subfeatures), as declared in code, and the manifest built from it.
struct FeatureTree: Sendable {
  let manifest: Manifest

  /// The Swift types of the features, in the order of `manifest.features`.
  let types: [any FeatureDefinition.Type]

  /// The products, in the order of `manifest.products`.
  let products: [Product]

  /// The subscription groups, in the order of `manifest.groups`.
  let groups: [SubscriptionGroup]

  /// The named conditions, in the order of `manifest.conditions`.
  let conditions: [FeatureCondition]

  /// The types of the root groups: the groups without constraints that the app passed to setup. The manifest does not
  /// list them; their subfeatures are its top-level features.
  private let roots: Set<ObjectIdentifier>
  private let indices: [ObjectIdentifier: Int]

  /// The result of looking up the Swift type of a feature in the tree of features.
  enum Position {
    /// A feature with its index in `manifest.features`.
    case feature(Int)

    /// The root of the tree: a feature group without constraints that the app passed to `Flint.setup`. The manifest
    /// does not list this group.
    case root
  }

  func position(of feature: any FeatureDefinition.Type) -> Position? {
    let type = ObjectIdentifier(feature)
    if let index = indices[type] { return .feature(index) }
    return roots.contains(type) ? .root : nil
  }

  /// Creates the tree of the given groups and of all features in them. The names of the actions are added later, by
  /// ``with(actions:)``.
  ///
  /// - Parameter products: the products with which the manifest's list begins. They are listed even if no feature
  ///   requires them.
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

  /// Returns a copy of the tree with the names of the features' actions: one list for each feature, in the order of the
  /// features.
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
