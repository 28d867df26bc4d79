package import FlintCore

/// The features whose availability differs between two manifests, over every state.
package struct ManifestDifference: Hashable, Sendable {
  /// The features that differ, in the new manifest's order, followed by the removed ones in the old manifest's order.
  package let features: [FeatureDifference]
  package let unchanged: Int

  /// The declarations of both manifests, whose indices the examples' states use.
  package let naming: Manifest

  package func count(of change: FeatureDifference.Change) -> Int {
    features.count { $0.change == change }
  }
}

package struct FeatureDifference: Hashable, Sendable {
  package let id: String

  /// The name in the new manifest, or in the old one if the feature is removed.
  package let name: String
  package let change: Change

  /// An example for each pair of different statuses that occurs, ordered by the old status, then the new one.
  package let examples: [Example]

  package enum Change: String, CaseIterable, Sendable {
    case added
    case removed

    /// Available in additional states, and still available in all previous ones.
    case gained

    /// Available in fewer states, and in no additional ones.
    case lost

    /// Available in some additional states and lost in others, or different only in states where it is not available.
    case changed

    /// The comparison exceeds ``AnalysisLimits/steps``.
    case undecided
  }

  /// The state nearest to a fresh install of the latest iOS in which the feature has both statuses.
  package struct Example: Hashable, Sendable {
    package let state: DeviceState
    package let old: FeatureStatus
    package let new: FeatureStatus
  }
}
