package import FlintModel

extension Audience {
  /// The changes of a feature's status between two manifests.
  package struct Comparison: Hashable, Sendable {
    package var id: String

    package var lost: Int64

    package var gained: Int64

    /// Also changes that are neither losses nor gains.
    package var moves = Moves()

    /// Constraints in the new manifest, own, ancestors', the app's, then those of the old one only.
    /// Empty if one side lacks the feature.
    package var causes: [Cause]
  }

  package struct Move: Hashable, Sendable {
    package var old: FeatureStatus
    package var new: FeatureStatus
    package var weight: Int64

    package init(old: FeatureStatus, new: FeatureStatus, weight: Int64) {
      self.old = old
      self.new = new
      self.weight = weight
    }
  }

  /// Users by pair of different statuses.
  package struct Moves: Hashable, Sendable {
    private static let statuses: [FeatureStatus] = [.available, .undetermined, .unavailable]

    /// In the order of results.
    package static let kinds: [(old: FeatureStatus, new: FeatureStatus)] = statuses.flatMap { old in
      statuses.filter { $0 != old }.map { (old, $0) }
    }

    /// Indices into ``kinds``.
    package static let kindsWithoutAvailable = kinds.indices.filter {
      kinds[$0].old != .available && kinds[$0].new != .available
    }

    /// In the order of ``kinds``.
    package var weights = [Int64](repeating: 0, count: kinds.count)

    package init() {}

    package var occurring: [Move] {
      zip(Self.kinds, weights).filter { $0.1 > 0 }.map { kind, weight in
        Move(old: kind.old, new: kind.new, weight: weight)
      }
    }
  }

  package struct Affected: Hashable, Sendable {
    package var lost: Int64

    package var gained: Int64

    package var changed: Int64

    package init(lost: Int64 = 0, gained: Int64 = 0, changed: Int64 = 0) {
      self.lost = lost
      self.gained = gained
      self.changed = changed
    }
  }

  package struct Cause: AudienceConstraint {
    package var feature: String?
    package var constraint: String

    /// Users who lose the feature and whom it blocks now.
    package var lost: Int64

    /// Users who gain the feature and whom it blocked before.
    package var gained: Int64
  }
}
