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

    package init(id: String, lost: Int64, gained: Int64, causes: [Cause]) {
      self.id = id
      self.lost = lost
      self.gained = gained
      self.causes = causes
    }
  }

  /// What a constraint has to do with it.
  package struct Cause: Hashable, Sendable {
    /// The feature that declares it; nil for the app.
    package var feature: String?
    package var constraint: String

    /// Of those who have lost the feature, the ones in whose way it stands now.
    package var lost: Int64

    /// Of those who have gained it, the ones in whose way it stood.
    package var gained: Int64

    package init(feature: String?, constraint: String, lost: Int64, gained: Int64) {
      self.feature = feature
      self.constraint = constraint
      self.lost = lost
      self.gained = gained
    }

    /// See ``Audience/Constraint/name(seenFrom:)``.
    package func name(seenFrom feature: String) -> String {
      self.feature == feature ? constraint : "\(self.feature ?? "")/\(constraint)"
    }
  }
}
