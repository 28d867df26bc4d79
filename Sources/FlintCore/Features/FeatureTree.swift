/// Features as declared in code, and their manifest.
struct FeatureTree: Sendable {
  var manifest: Manifest

  /// In the order of `manifest.features`.
  let types: [any FeatureDefinition.Type]

  /// In the order of `manifest.products`.
  let products: [Product]

  /// In the order of `manifest.groups`.
  let groups: [SubscriptionGroup]
  private let roots: Set<ObjectIdentifier>
  private let indices: [ObjectIdentifier: Int]

  enum Position {
    /// An index in `manifest.features`.
    case feature(Int)

    /// A group that was passed to `Flint.setup`. Without constraints, so it is not in the manifest.
    case root
  }

  func position(of feature: any FeatureDefinition.Type) -> Position? {
    let type = ObjectIdentifier(feature)
    if let index = indices[type] { return .feature(index) }
    return roots.contains(type) ? .root : nil
  }

  /// Reads the declarations. The manifest lacks the actions.
  /// - Parameter products: Listed first, even if no feature requires them.
  init(
    _ groups: [any FeatureGroup.Type], app: Manifest.App, products: [Product],
    assumptions: [FeatureAssumption]
  ) throws(UsageError) {
    var read = FeatureTypes()
    for group in groups {
      if group is any ConditionalFeatureDefinition.Type {
        try read.add(group, parent: nil)
      } else {
        try read.addRoot(group)
      }
    }
    // A manifest lists conditions before features, which are read once more to find them.
    let draft = ManifestBuilder(read)
    _ = try draft.manifest(
      app: app, products: products, conditions: [], assumptions: assumptions)
    let model = ManifestBuilder(read)
    manifest = try model.manifest(
      app: app, products: products, conditions: draft.conditions, assumptions: assumptions)
    types = read.types
    self.products = model.names.products.values
    self.groups = model.names.groups.values
    indices = read.indices
    roots = read.roots
  }
}

/// The types of a feature tree, each group before its features.
struct FeatureTypes {
  private(set) var types: [any FeatureDefinition.Type] = []
  private(set) var parents: [Int?] = []

  /// By index in `types`. A top-level feature without a team has its setup group's team.
  private(set) var teams: [String?] = []
  private(set) var indices: [ObjectIdentifier: Int] = [:]
  private(set) var roots: Set<ObjectIdentifier> = []
  private var typesByID: [String: any FeatureDefinition.Type] = [:]

  mutating func addRoot(_ group: any FeatureGroup.Type) throws(UsageError) {
    guard roots.insert(ObjectIdentifier(group)).inserted else {
      throw .featureDeclaredTwice(group)
    }
    for subfeature in group.subfeatures { try add(subfeature, parent: nil, team: group.team) }
  }

  mutating func add(
    _ type: any FeatureDefinition.Type, parent: Int?, team: String? = nil
  ) throws(UsageError) {
    guard indices[ObjectIdentifier(type)] == nil, !roots.contains(ObjectIdentifier(type)) else {
      throw .featureDeclaredTwice(type)
    }
    let id = type.featureID
    guard isIdentifier(id) else {
      throw
        "'\(id)' is not a valid id for '\(type)': declare a featureID of letters, digits, '.', '_' and '-'"
    }
    if let other = typesByID.updateValue(type, forKey: id) {
      throw
        "'\(other)' and '\(type)' have the same id '\(id)': declare a different featureID for one of them"
    }
    let index = types.count
    indices[ObjectIdentifier(type)] = index
    types.append(type)
    parents.append(parent)
    teams.append(type.team ?? team)
    if let group = type as? any FeatureGroup.Type {
      for subfeature in group.subfeatures { try add(subfeature, parent: index) }
    }
  }
}
