package import FlintModel

/// The features whose status differs in some state, or that one side lacks.
package struct ManifestDifference: Hashable, Sendable {
  /// In NEW's order, then the removed ones in OLD's.
  package let features: [FeatureDifference]
  package let unchanged: Int

  /// Declares what either does; its indices are those of ``FeatureDifference/examples``.
  package let combinedManifest: Manifest

  package func count(of change: FeatureDifference.Change) -> Int {
    features.count { $0.change == change }
  }
}

package struct FeatureDifference: Hashable, Sendable {
  package let id: String

  /// In NEW, or in OLD if removed.
  package let name: String
  package let change: Change

  /// One for each pair of different statuses, sorted.
  package let examples: [Example]

  package enum Change: String, CaseIterable, Sendable {
    case added
    case removed

    /// Available in more states and in no fewer.
    case gained

    /// Available in fewer states and in no more.
    case lost

    /// Gained in some states and lost in others, or only unavailable and undetermined differ.
    case changed

    /// Beyond ``AnalysisLimits/steps``.
    case undecided
  }

  /// The nearest such state to a fresh install.
  package struct Example: Hashable, Sendable {
    package let state: DeviceState
    package let old: FeatureStatus
    package let new: FeatureStatus
  }
}
