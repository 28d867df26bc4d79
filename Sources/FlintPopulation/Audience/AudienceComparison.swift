extension Audience {
  /// Who has lost a feature, and who has gained it, from one manifest to another.
  package struct Comparison: Hashable, Sendable {
    package var id: String

    /// What those weigh who had the feature and have it no more.
    package var lost: Int64

    /// What those weigh who have it now and had not.
    package var gained: Int64

    /// The constraints of the feature in the new manifest, its own, then its ancestors' from the nearest, then the app's, and
    /// behind them those that it had in the old one alone. None where one of the manifests lacks the feature.
    package var causes: [Cause]
  }

  /// What a constraint has to do with it.
  package struct Cause: AudienceConstraint {
    package var feature: String?
    package var constraint: String

    /// Of those who have lost the feature, the ones in whose way it stands now.
    package var lost: Int64

    /// Of those who have gained it, the ones in whose way it stood.
    package var gained: Int64
  }
}
