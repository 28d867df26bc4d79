package import FlintCore

/// Whose availability changes from one manifest to another, over every state.
package struct ManifestDifference: Hashable, Sendable {
  /// Those that are not unchanged: in the new manifest's order, the removed ones behind them in the old one's.
  package let features: [FeatureDifference]
  package let unchanged: Int

  /// What both manifests declare: the names for what the examples' states say.
  package let naming: Manifest

  package func count(of change: FeatureDifference.Change) -> Int {
    features.count { $0.change == change }
  }
}

package struct FeatureDifference: Hashable, Sendable {
  package let id: String

  /// The name in the new manifest, or in the old one where it is removed.
  package let name: String
  package let change: Change

  /// One for each pair of different statuses that occurs, ordered by the old one and then the new one.
  package let examples: [Example]

  package enum Change: String, CaseIterable, Sendable {
    case added
    case removed

    /// Available in more states and in no fewer.
    case gained

    /// Available in fewer states and in no more.
    case lost

    /// Some gained and some lost, or only what is not available differs.
    case changed

    /// Whether anything changes takes more work than ``AnalysisLimits/steps``.
    case undecided
  }

  /// A state nearest to a fresh install of the latest iOS in which both statuses hold.
  package struct Example: Hashable, Sendable {
    package let state: DeviceState
    package let old: FeatureStatus
    package let new: FeatureStatus
  }
}
