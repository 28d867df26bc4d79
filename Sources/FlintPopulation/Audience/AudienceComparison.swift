package import FlintCore

extension Audience {
  /// The changes of a feature's status from an old manifest to a new one.
  package struct Comparison: Hashable, Sendable {
    package var id: String

    /// The weight of the states in which the feature was available and no longer is.
    package var lost: Int64

    /// The weight of the states in which the feature is available and was not before.
    package var gained: Int64

    /// The weights of all status changes, including those that are neither a loss nor a gain.
    package var moves = Moves()

    /// The feature's constraints in the new manifest (its own, then those of its ancestors from the nearest up, then
    /// the app's), followed by those that only the old manifest has. Empty if one of the manifests lacks the feature.
    package var causes: [Cause]
  }

  /// A change from one status of a feature to another, with the weight of the states in which it happens.
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

  /// The weights of all possible status changes of a feature.
  package struct Moves: Hashable, Sendable {
    /// The statuses from best to worst. They determine the order of ``kinds``.
    private static let statuses: [FeatureStatus] = [.available, .undetermined, .unavailable]

    /// All pairs of different statuses, in the order in which results list them.
    package static let kinds: [(old: FeatureStatus, new: FeatureStatus)] = statuses.flatMap { old in
      statuses.filter { $0 != old }.map { (old, $0) }
    }

    /// The indices in ``kinds`` of the changes that are neither a loss nor a gain.
    package static let kindsWithoutAvailable = kinds.indices.filter {
      kinds[$0].old != .available && kinds[$0].new != .available
    }

    /// The weight of each change, in the order of ``kinds``.
    package var weights = [Int64](repeating: 0, count: kinds.count)

    package init() {}

    /// The changes with a weight above 0.
    package var occurring: [Move] {
      zip(Self.kinds, weights).filter { $0.1 > 0 }.map { kind, weight in
        Move(old: kind.old, new: kind.new, weight: weight)
      }
    }
  }

  /// The weights of the states in which at least one feature changes.
  package struct Affected: Hashable, Sendable {
    /// The weight of the states that lose at least one feature.
    package var lost: Int64

    /// The weight of the states that gain at least one feature.
    package var gained: Int64

    /// The weight of the states in which at least one feature has another status.
    package var changed: Int64

    package init(lost: Int64 = 0, gained: Int64 = 0, changed: Int64 = 0) {
      self.lost = lost
      self.gained = gained
      self.changed = changed
    }
  }

  /// A constraint, with its share in the losses and gains of a feature.
  package struct Cause: AudienceConstraint {
    package var feature: String?
    package var constraint: String

    /// The weight of the states that lost the feature and in which this constraint blocks it now.
    package var lost: Int64

    /// The weight of the states that gained the feature and in which this constraint blocked it before.
    package var gained: Int64
  }
}
