package import FlintCore

extension Audience {
  /// How the status of a feature changes from one manifest to another.
  package struct Comparison: Hashable, Sendable {
    package var id: String

    /// Weight of the states in which the feature was available and is not any more.
    package var lost: Int64

    /// Weight of the states in which the feature is available and was not before.
    package var gained: Int64

    /// Weights of all changes of status, those without loss or gain included.
    package var moves = Moves()

    /// The constraints of the feature in the new manifest, its own, then its ancestors' from the nearest, then the app's, and
    /// after them those that it had in the old one alone. Empty where one of the manifests lacks the feature.
    package var causes: [Cause]
  }

  /// The states that went from one status of a feature to another.
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

  /// One weight for each pair of different statuses.
  package struct Moves: Hashable, Sendable {
    /// The statuses from the best to the worst, which is the order of ``kinds``.
    private static let statuses: [FeatureStatus] = [.available, .undetermined, .unavailable]

    /// All pairs of different statuses, in the order in which results list them.
    package static let kinds: [(old: FeatureStatus, new: FeatureStatus)] = statuses.flatMap { old in
      statuses.filter { $0 != old }.map { (old, $0) }
    }

    /// Indices of the pairs that are neither a loss nor a gain.
    package static let kindsWithoutAvailable = kinds.indices.filter {
      kinds[$0].old != .available && kinds[$0].new != .available
    }

    /// In the order of ``kinds``.
    package var weights = [Int64](repeating: 0, count: kinds.count)

    package init() {}

    /// The pairs that occur.
    package var occurring: [Move] {
      zip(Self.kinds, weights).filter { $0.1 > 0 }.map { kind, weight in
        Move(old: kind.old, new: kind.new, weight: weight)
      }
    }
  }

  /// Weights of the states in which at least one feature changes.
  package struct Affected: Hashable, Sendable {
    /// At least one feature is lost.
    package var lost: Int64

    /// At least one feature is gained.
    package var gained: Int64

    /// At least one feature has another status.
    package var changed: Int64

    package init(lost: Int64 = 0, gained: Int64 = 0, changed: Int64 = 0) {
      self.lost = lost
      self.gained = gained
      self.changed = changed
    }
  }

  /// A constraint's share in losses and gains.
  package struct Cause: AudienceConstraint {
    package var feature: String?
    package var constraint: String

    /// Weight of the states that lost the feature and in which this constraint blocks it now.
    package var lost: Int64

    /// Weight of the states that gained the feature and in which this constraint blocked it before.
    package var gained: Int64
  }
}
