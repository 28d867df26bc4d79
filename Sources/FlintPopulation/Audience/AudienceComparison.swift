package import FlintModel

extension Audience {
  /// The changes of a feature's status from an old manifest to a new one, counted over a population.
  package struct Comparison: Hashable, Sendable {
    package var id: String

    /// The number of users for whom the feature was available with the old manifest and is not available with the new
    /// one.
    package var lost: Int64

    /// The number of users for whom the feature is available with the new manifest and was not available with the old
    /// one.
    package var gained: Int64

    /// For each possible change of the status, the number of users for whom it happens. A change from undetermined to
    /// unavailable, for example, is neither a loss nor a gain.
    package var moves = Moves()

    /// The constraints that can cause users to lose or gain the feature. First come those that apply to the feature in
    /// the new manifest: its own, then those of its ancestors (the nearest first), then the app's. The constraints that
    /// only the old manifest has follow. Empty if one of the manifests does not have the feature.
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

  /// The numbers of users for the six possible changes of a feature's status: each of the three statuses can change to
  /// two others.
  package struct Moves: Hashable, Sendable {
    private static let statuses: [FeatureStatus] = [.available, .undetermined, .unavailable]

    /// All pairs of different statuses, in the order in which results list them.
    package static let kinds: [(old: FeatureStatus, new: FeatureStatus)] = statuses.flatMap { old in
      statuses.filter { $0 != old }.map { (old, $0) }
    }

    /// The changes between undetermined and unavailable, as indices into ``kinds``. They are neither a loss nor a gain.
    package static let kindsWithoutAvailable = kinds.indices.filter {
      kinds[$0].old != .available && kinds[$0].new != .available
    }

    /// For each change of a feature's status from the old manifest to the new one, such as from available to
    /// undetermined, the number of users for whom it happens. The changes are in the order of ``kinds``.
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

    /// The number of users who lose the feature and for whom this constraint blocks it with the new manifest.
    package var lost: Int64

    /// The number of users who gain the feature and for whom this constraint blocked it with the old manifest.
    package var gained: Int64
  }
}
