package import FlintCore
package import FlintManifest
internal import FlintText

/// The history of feature statuses across the versions of a manifest; each version is evaluated in a state of its own.
///
/// Versions are added from the oldest to the newest. Each manifest is needed only while it is evaluated.
package struct StatusHistory: Sendable {
  package struct Feature: Equatable, Sendable {
    package let id: String

    /// The name in the newest manifest that has the feature.
    package fileprivate(set) var name: String

    /// The status in the newest manifest; nil if that lacks the feature.
    package fileprivate(set) var status: FeatureStatus?

    /// The status in the first manifest that has the feature.
    package fileprivate(set) var firstStatus: FeatureStatus?

    /// The changes, from the oldest to the newest.
    package fileprivate(set) var changes: [Change] = []
  }

  package struct Change: Equatable, Sendable {
    /// The number of the version, assigned by the caller.
    package let version: Int

    /// The status before the change; nil if the manifest lacks the feature.
    package let old: FeatureStatus?
    package let new: FeatureStatus?

    /// The blockers of the feature after the change.
    package let blockers: [BlockerName]

    /// One sentence about the blockers, without a full stop; nil if there are none.
    package let reason: String?
  }

  /// The name of a blocking constraint, with the ids of its manifest.
  package struct BlockerName: Equatable, Sendable {
    /// The id of the feature that declares the constraint; nil for a constraint of the app.
    package let feature: String?
    package let constraint: String
  }

  package private(set) var features: [Feature]

  /// - Parameter features: The ids, each with a name for the feature.
  package init(of features: [(id: String, name: String)]) {
    self.features = features.map { Feature(id: $0.id, name: $0.name) }
  }

  /// Records the first statuses from a manifest, which need not be one of the versions.
  package mutating func start(with names: ManifestNames, _ evaluator: Evaluator) {
    for index in features.indices {
      guard let feature = names.features.index(of: features[index].id) else { continue }
      features[index].firstStatus = evaluator.status(of: feature)
    }
  }

  /// Records the statuses before the first version from a manifest.
  package mutating func begin(with names: ManifestNames, _ evaluator: Evaluator) {
    for index in features.indices {
      guard let feature = names.features.index(of: features[index].id) else { continue }
      features[index].name = evaluator.manifest.features[feature].name
      set(evaluator.status(of: feature), of: index)
    }
  }

  private mutating func set(_ status: FeatureStatus?, of index: Int) {
    features[index].status = status
    if features[index].firstStatus == nil { features[index].firstStatus = status }
  }

  /// Evaluates a version and records the statuses that changed.
  package mutating func add(version: Int, with names: ManifestNames, _ evaluator: Evaluator) {
    // Evaluating all features together computes shared constraints once.
    let statuses = features.count > 1 ? evaluator.statuses() : nil
    for index in features.indices {
      let feature = names.features.index(of: features[index].id)
      let status = feature.map { statuses?[$0] ?? evaluator.status(of: $0) }
      if let feature { features[index].name = evaluator.manifest.features[feature].name }
      let old = features[index].status
      if status == old { continue }
      features[index].changes.append(
        Self.change(at: version, from: old, to: status, of: feature, by: evaluator))
      set(status, of: index)
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
      reason: Sentences(evaluator).headline(of: evaluation))
  }
}
