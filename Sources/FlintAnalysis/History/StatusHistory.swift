package import FlintCore
package import FlintManifest
internal import FlintText

/// How the statuses of features changed from one version of a manifest to the next, each in a state of its own.
///
/// Versions are added from the oldest to the newest. A version stays no longer than it takes to judge it.
package struct StatusHistory: Sendable {
  package struct Feature: Equatable, Sendable {
    package let id: String

    /// The name in the newest manifest that has the feature.
    package fileprivate(set) var name: String

    /// In the newest manifest; nil where that lacks the feature.
    package fileprivate(set) var status: FeatureStatus?

    /// In the first manifest that has the feature.
    package fileprivate(set) var firstStatus: FeatureStatus?

    /// From the oldest to the newest.
    package fileprivate(set) var changes: [Change] = []
  }

  package struct Change: Equatable, Sendable {
    /// Which version it was, as the caller numbers them.
    package let version: Int

    /// Nil where the manifest lacks the feature.
    package let old: FeatureStatus?
    package let new: FeatureStatus?

    /// The blockers of the feature since then.
    package let blockers: [BlockerName]

    /// One sentence on that, without a full stop; nil where nothing blocks it.
    package let reason: String?
  }

  /// A constraint by the ids of its manifest.
  package struct BlockerName: Equatable, Sendable {
    /// Nil for the app's.
    package let feature: String?
    package let constraint: String
  }

  package private(set) var features: [Feature]

  /// - Parameter features: ids, each with a name for the feature.
  package init(of features: [(id: String, name: String)]) {
    self.features = features.map { Feature(id: $0.id, name: $0.name) }
  }

  /// Takes the first statuses from a manifest, which need not be one of the versions.
  package mutating func start(with names: ManifestNames, _ evaluator: Evaluator) {
    for index in features.indices {
      guard let feature = names.features.index(of: features[index].id) else { continue }
      features[index].firstStatus = evaluator.status(of: feature)
    }
  }

  /// Takes the statuses before the first version from a manifest.
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

  /// Judges a version and notes what is not as it was.
  package mutating func add(version: Int, with names: ManifestNames, _ evaluator: Evaluator) {
    // All at once, for what features have in common is judged once then.
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
