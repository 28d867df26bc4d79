/// Whom each feature reaches in a population, and what holds the rest back. All numbers but ``states``, ``rejected`` and
/// ``ignored`` are weights.
package struct Audience: Hashable, Sendable {
  /// How many states were judged.
  package var states: Int64

  /// What they weigh together.
  package var weight: Int64

  /// How many lines could not be read.
  package var rejected: Int64

  /// How many lines name an id that the manifest does not declare.
  package var ignored: [UndeclaredID: Int64]
  package var features: [Feature]

  /// Who loses and who gains against another manifest; nil where nothing is compared.
  package var against: [Comparison]?

  /// The same totals of groups of the states; nil where these are not grouped.
  package var groups: [Group]?

  package init(
    states: Int64, weight: Int64, rejected: Int64, ignored: [UndeclaredID: Int64],
    features: [Feature], against: [Comparison]? = nil, groups: [Group]? = nil
  ) {
    self.states = states
    self.weight = weight
    self.rejected = rejected
    self.ignored = ignored
    self.features = features
    self.against = against
    self.groups = groups
  }

  package struct Feature: Hashable, Sendable {
    package var id: String
    package var available: Int64
    package var undetermined: Int64
    package var unavailable: Int64

    /// The feature's own, then its ancestors' from the nearest, then the app's.
    package var constraints: [Constraint]

    package init(
      id: String, available: Int64, undetermined: Int64, unavailable: Int64,
      constraints: [Constraint]
    ) {
      self.id = id
      self.available = available
      self.undetermined = undetermined
      self.unavailable = unavailable
      self.constraints = constraints
    }
  }

  package struct Constraint: Hashable, Sendable {
    /// The feature that declares it; nil for the app.
    package var feature: String?
    package var constraint: String
    package var notSatisfied: Int64
    package var notDetermined: Int64

    /// Where the feature is not available and would be without this constraint.
    package var decisive: Int64

    package init(
      feature: String?, constraint: String, notSatisfied: Int64, notDetermined: Int64,
      decisive: Int64
    ) {
      self.feature = feature
      self.constraint = constraint
      self.notSatisfied = notSatisfied
      self.notDetermined = notDetermined
      self.decisive = decisive
    }

    /// The constraint's id, behind the declaring feature's where that is another, behind nothing but the stroke where it is
    /// the app's.
    package func name(seenFrom feature: String) -> String {
      self.feature == feature ? constraint : "\(self.feature ?? "")/\(constraint)"
    }
  }
}

/// An id that a manifest does not declare, told apart and ordered by its code points.
package struct UndeclaredID: Hashable, Comparable, Sendable {
  private let utf8: [UInt8]

  package init(_ text: String) { utf8 = Array(text.utf8) }

  init(utf8 bytes: some Sequence<UInt8>) { utf8 = Array(bytes) }

  package var text: String { String(decoding: utf8, as: UTF8.self) }

  package static func < (one: UndeclaredID, other: UndeclaredID) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
  }
}
