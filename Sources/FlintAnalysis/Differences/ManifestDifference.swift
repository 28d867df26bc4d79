package import FlintCore

/// The features whose availability differs between two manifests in at least one state, and the added and removed ones.
package struct ManifestDifference: Hashable, Sendable {
  /// The features that differ, in the new manifest's order, followed by the removed ones in the old manifest's order.
  package let features: [FeatureDifference]
  package let unchanged: Int

  /// A manifest with the declarations of both manifests. The indices in the examples' states refer to it.
  package let combinedManifest: Manifest

  package func count(of change: FeatureDifference.Change) -> Int {
    features.count { $0.change == change }
  }
}

package struct FeatureDifference: Hashable, Sendable {
  package let id: String

  /// The feature's name in the new manifest, or in the old one if the feature was removed.
  package let name: String
  package let change: Change

  /// One example for each pair of an old and a different new status that occurs, ordered by the old status, then by the
  /// new one.
  package let examples: [Example]

  package enum Change: String, CaseIterable, Sendable {
    case added
    case removed

    /// The feature is available in additional states, and still available in all previous ones.
    case gained

    /// The feature is available in fewer states, and in no additional ones.
    case lost

    /// The feature became available in some states and unavailable in others, or its status differs only between
    /// unavailable and undetermined.
    case changed

    /// The comparison takes more than ``AnalysisLimits/steps``.
    case undecided
  }

  /// The state nearest to a fresh install in which a feature has the status `old` in the old manifest and the status
  /// `new` in the new one.
  package struct Example: Hashable, Sendable {
    package let state: DeviceState
    package let old: FeatureStatus
    package let new: FeatureStatus
  }
}
