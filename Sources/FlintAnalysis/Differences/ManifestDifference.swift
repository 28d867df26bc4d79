package import FlintModel

/// The result of comparing two manifests: the features whose status differs in at least one state, the added features
/// and the removed ones.
package struct ManifestDifference: Hashable, Sendable {
  /// The features that differ or were added, in the order of the new manifest, followed by the removed ones in the
  /// order of the old manifest.
  package let features: [FeatureDifference]
  package let unchanged: Int

  /// A manifest that has the declarations of both compared manifests. In the states of ``FeatureDifference/examples``,
  /// products, features and attributes are given by their indices in this manifest. If no feature has examples, this is
  /// the new manifest.
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

  /// One state as an example for each pair of different statuses that the feature has with the old and with the new
  /// manifest, such as (available, unavailable). Sorted by the old status, then by the new one.
  package let examples: [Example]

  package enum Change: String, CaseIterable, Sendable {
    case added
    case removed

    /// The feature is available in additional states, and still available in all states in which it was available
    /// before.
    case gained

    /// The feature is no longer available in some states, and is available in no additional ones.
    case lost

    /// The feature became available in some states and unavailable in others, or its status differs only between
    /// unavailable and undetermined.
    case changed

    /// It is not known whether the feature's status differs: comparing the statuses with the old and the new manifest
    /// takes more steps than ``AnalysisLimits/steps`` permits.
    case undecided
  }

  /// A state in which a feature has the status `old` in the old manifest and the status `new` in the new one. Of all
  /// such states, it is one that differs least from a fresh install.
  package struct Example: Hashable, Sendable {
    package let state: DeviceState
    package let old: FeatureStatus
    package let new: FeatureStatus
  }
}
