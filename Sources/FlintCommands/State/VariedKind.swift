internal import FlintAnalysis
internal import FlintCore

/// A kind of things that `--vary` takes, by its word.
enum VariedKind: String, CaseIterable {
  case platform, permission, purchase, toggle, runtime, attribute

  /// What stands behind the colon, where something does.
  var declared: Declared? {
    switch self {
    case .platform: nil
    case .permission: .permission
    case .purchase: .product
    case .toggle, .runtime: .feature
    case .attribute: .attribute
    }
  }

  /// How it is written: `toggle:FEATURE`.
  var form: String { declared.map { "\(rawValue):\($0.placeholder)" } ?? rawValue }

  func thing(_ index: Int) -> VariedThing {
    switch self {
    case .platform: .platform
    case .permission: .permission(.allCases[index])
    case .purchase: .purchase(index)
    case .toggle: .toggle(index)
    case .runtime: .runtime(index)
    case .attribute: .attribute(index)
    }
  }

  /// The numbers of what is worth varying in a manifest.
  func candidates(in manifest: Manifest) -> [Int] {
    switch self {
    case .platform: return []
    case .permission:
      var asked: Set<SystemPermission> = []
      manifest.forEachConstraint { _, constraint in
        if case .permission(let permission) = constraint { asked.insert(permission) }
      }
      return SystemPermission.allCases.indices.filter { asked.contains(.allCases[$0]) }
    case .purchase:
      return manifest.products.indices.filter { manifest.products[$0].type != .consumable }
    case .toggle: return manifest.featuresAsking { $0.kind == .userToggled }
    case .runtime: return manifest.featuresAsking { $0 == .runtimeEnabled }
    case .attribute: return Array(manifest.attributes.indices)
    }
  }
}

extension Manifest {
  /// What `permission:camera` and its like name.
  func variedThing(_ text: String, option: String) throws(ValueProblem) -> VariedThing {
    let parts = text.unicodeScalars.split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false
    ).map { String($0) }
    guard let kind = VariedKind(rawValue: parts[0]), (kind.declared == nil) == (parts.count == 1)
    else { throw .notVaried(text) }
    guard let declared = kind.declared else { return kind.thing(0) }
    let id = parts[1]
    let index = try find(id, declared, option: option)
    if kind == .purchase, products[index].type == .consumable { throw .variedConsumable(id) }
    return kind.thing(index)
  }

  /// The features with a constraint that is meant, in a block or not.
  func featuresAsking(_ isMeant: (Constraint) -> Bool) -> [Int] {
    var features: [Int] = []
    forEachConstraint { feature, constraint in
      if features.last != feature, isMeant(constraint) { features.append(feature) }
    }
    return features
  }
}
