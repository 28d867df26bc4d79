/// Statuses of features in one state across versions, from the oldest. Indices and defaults depend
/// on the version, so each version has its own evaluator.
package struct StatusHistory: Sendable {
  package struct Feature: Equatable, Sendable {
    package let id: String

    package fileprivate(set) var name: String

    package fileprivate(set) var status: FeatureStatus?

    package fileprivate(set) var firstStatus: FeatureStatus?

    package fileprivate(set) var changes: [Change] = []
  }

  package struct Change: Equatable, Sendable {
    /// The number that the caller gave the version.
    package let version: Int

    /// Nil where the manifest lacks the feature. This also applies to ``new``.
    package let old: FeatureStatus?
    package let new: FeatureStatus?

    package let blockers: [BlockerName]

    /// A sentence about a blocker, without a full stop; nil if available or not declared.
    package let reason: String?
  }

  /// A blocker by ids, because indices differ between versions.
  package struct BlockerName: Equatable, Sendable {
    /// Nil for a constraint of the app.
    package let feature: String?
    package let constraint: String
  }

  package private(set) var features: [Feature]

  package init(of features: [(id: String, name: String)]) {
    self.features = features.map { Feature(id: $0.id, name: $0.name) }
  }

  /// Sets ``Feature/firstStatus`` to the status that `evaluator` finds.
  package mutating func recordFirstStatuses(with names: ManifestNames, _ evaluator: Evaluator) {
    for index in features.indices {
      guard let feature = names.features.index(of: features[index].id) else { continue }
      features[index].firstStatus = evaluator.status(of: feature)
    }
  }

  /// Records the statuses that changed, under the caller's number of the version. Without a number,
  /// sets the statuses with which the next version is compared.
  package mutating func add(version: Int?, with names: ManifestNames, _ evaluator: Evaluator) {
    // Evaluating all features together computes shared constraints once.
    let statuses = features.count > 1 ? evaluator.statuses() : nil
    for index in features.indices {
      let feature = names.features.index(of: features[index].id)
      let status = feature.map { statuses?[$0] ?? evaluator.status(of: $0) }
      if let feature { features[index].name = evaluator.manifest.features[feature].name }
      let old = features[index].status
      if status == old { continue }
      features[index].status = status
      if features[index].firstStatus == nil { features[index].firstStatus = status }
      guard let version else { continue }
      features[index].changes.append(
        Self.change(at: version, from: old, to: status, of: feature, by: evaluator))
    }
  }

  private static func change(
    at version: Int, from old: FeatureStatus?, to new: FeatureStatus?, of feature: Int?,
    by evaluator: Evaluator
  ) -> Change {
    guard let feature, new != .available else {
      return Change(version: version, old: old, new: new, blockers: [], reason: nil)
    }
    let evaluation = evaluator.evaluate(feature)
    let manifest = evaluator.manifest
    let blockers = evaluation.blockers.map { blocker in
      BlockerName(
        feature: blocker.feature.map { manifest.features[$0].id },
        constraint: blocker.constraint.constraint.name(
          block: blocker.constraint.block, in: manifest))
    }
    return Change(
      version: version, old: old, new: new, blockers: blockers,
      reason: evaluator.headline(of: evaluation))
  }
}

/// The declarations of several manifests, to look up ids. The first manifest keeps its indices, and
/// its declaration of an id wins. Features have no constraints.
package struct ManifestUnion {
  package private(set) var manifest: Manifest
  package private(set) var names: ManifestNames

  package init(_ first: ManifestFile) {
    let declared = first.manifest
    names = first.names
    manifest = Manifest(
      app: declared.app, groups: declared.groups, products: declared.products,
      attributes: declared.attributes, buckets: declared.buckets,
      features: declared.features.map { FeatureDeclaration(id: $0.id, name: $0.name) },
      states: declared.states)
  }

  package mutating func add(_ other: Manifest) {
    let products = other.products.filter { names.products.insert($0.id).isNew }
    let attributes = other.attributes.filter { names.attributes.insert($0.id).isNew }
    let features = other.features.filter { names.features.insert($0.id).isNew }
    let buckets = other.buckets.filter { names.buckets.insert($0).isNew }
    manifest = Manifest(
      app: manifest.app, groups: manifest.groups,
      products: manifest.products + products.map { $0.withoutGroup },
      attributes: manifest.attributes + attributes, buckets: manifest.buckets + buckets,
      features: manifest.features
        + features.map { FeatureDeclaration(id: $0.id, name: $0.name) }, states: manifest.states)
  }
}

extension ProductDeclaration {
  fileprivate var withoutGroup: ProductDeclaration {
    ProductDeclaration(id: id, name: name, type: type, description: description)
  }
}
