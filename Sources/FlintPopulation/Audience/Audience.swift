internal import FlintCore

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

  /// For each assumption, in the manifest's order, the states that break it; nil where the manifest has none.
  package var impossible: [BrokenAssumption]?
  package var features: [Feature]

  /// The changes of each feature against another manifest; nil where nothing is compared.
  package var against: [Comparison]?

  /// In how many states something changes; there exactly where ``against`` is.
  package var affected: Affected?

  /// The same totals of groups of the states; nil where these are not grouped.
  package var groups: [Group]?

  /// An assumption and the weight of the states in which it is false. They are counted like all others.
  package struct BrokenAssumption: Hashable, Sendable {
    package var id: String
    package var weight: Int64
  }

  package struct Feature: Hashable, Sendable {
    package var id: String
    package var available: Int64
    package var undetermined: Int64
    package var unavailable: Int64

    /// The feature's own, then its ancestors' from the nearest, then the app's.
    package var constraints: [Constraint]
  }

  package struct Constraint: AudienceConstraint {
    package var feature: String?
    package var constraint: String
    package var notSatisfied: Int64
    package var notDetermined: Int64

    /// Where the feature is not available and would be without this constraint.
    package var decisive: Int64
  }
}

/// A constraint that totals are of.
package protocol AudienceConstraint: Hashable, Sendable {
  /// The feature that declares it; nil for the app.
  var feature: String? { get }
  var constraint: String { get }
}

extension AudienceConstraint {
  /// The constraint's id, behind the declaring feature's where that is another, behind nothing but the stroke where it is
  /// the app's.
  package func name(seenFrom feature: String) -> String {
    self.feature == feature ? constraint : "\(self.feature ?? "")/\(constraint)"
  }

  func isSame(as other: some AudienceConstraint) -> Bool {
    feature == other.feature && constraint.isSame(as: other.constraint)
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
