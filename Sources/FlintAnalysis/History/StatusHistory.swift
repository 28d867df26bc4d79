package import FlintModel
package import FlintManifest
internal import FlintText

/// A history of the statuses that features had in one state, across the versions of a manifest.
///
/// Versions are added from the oldest to the newest. For each version, the caller passes an evaluator for the state,
/// because the indices and default values in a state depend on the version.
package struct StatusHistory: Sendable {
  package struct Feature: Equatable, Sendable {
    package let id: String

    /// The feature's name in the newest manifest that has the feature.
    package fileprivate(set) var name: String

    /// The feature's status in the newest manifest; nil if that manifest does not declare the feature.
    package fileprivate(set) var status: FeatureStatus?

    /// The feature's status in the oldest recorded manifest that declares the feature; nil if no manifest does.
    package fileprivate(set) var firstStatus: FeatureStatus?

    package fileprivate(set) var changes: [Change] = []
  }

  package struct Change: Equatable, Sendable {
    /// The version of the manifest in which the status changed, as a number that the caller assigned.
    package let version: Int

    /// The feature's status before the change; nil if the manifest did not declare the feature. Likewise, ``new`` is
    /// nil if the changed manifest does not declare the feature.
    package let old: FeatureStatus?
    package let new: FeatureStatus?

    package let blockers: [BlockerName]

    /// The reason why the feature is not available after the change: a sentence, without a full stop, about a
    /// constraint that blocks it. Nil if the feature is available, or if the changed manifest does not declare it.
    package let reason: String?
  }

  /// The name of a constraint that blocks the feature. It contains ids instead of indices, because the index of a
  /// declaration can differ between versions of the manifest.
  package struct BlockerName: Equatable, Sendable {
    /// The id of the feature that declares the constraint; nil for a constraint of the app.
    package let feature: String?
    package let constraint: String
  }

  package private(set) var features: [Feature]

  package init(of features: [(id: String, name: String)]) {
    self.features = features.map { Feature(id: $0.id, name: $0.name) }
  }

  /// Records each feature's status at the beginning of the history, as ``Feature/firstStatus``. The evaluator computes
  /// it with the manifest at this time, in the one state that the history is about. For example, this manifest is that
  /// of the last release if the history covers all commits since then.
  package mutating func recordFirstStatuses(with names: ManifestNames, _ evaluator: Evaluator) {
    for index in features.indices {
      guard let feature = names.features.index(of: features[index].id) else { continue }
      features[index].firstStatus = evaluator.status(of: feature)
    }
  }

  /// Records the names and statuses of features in a manifest that is older than all recorded versions. The first call
  /// of ``add(version:with:_:)`` finds the statuses that have changed since this manifest.
  package mutating func recordBaseline(with names: ManifestNames, _ evaluator: Evaluator) {
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

  /// Evaluates the features in the next version of the manifest, and records the statuses that changed. `version` is a
  /// number that the caller assigns to this version.
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
