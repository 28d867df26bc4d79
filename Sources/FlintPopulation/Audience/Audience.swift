internal import FlintCore

/// The totals of a population: how many users have each feature, and which constraints block it for the others.
///
/// Each line of the input is a state. Its weight is the number of users who are in that state. All numbers except
/// ``states``, ``rejected`` and ``ignored`` are sums of weights.
package struct Audience: Hashable, Sendable {
  /// The number of evaluated states.
  package var states: Int64

  /// The sum of the weights of all states.
  package var weight: Int64

  /// The number of lines that could not be read.
  package var rejected: Int64

  /// For each id that the manifest does not declare, the number of lines that name it.
  package var ignored: [UndeclaredID: Int64]

  /// For each assumption, in the manifest's order, the weight of the states that break it; nil if the manifest has no
  /// assumptions.
  package var impossible: [BrokenAssumption]?
  package var features: [Feature]

  /// The changes of each feature compared with another manifest; nil if no manifest is compared.
  package var against: [Comparison]?

  /// The weight of the states in which any feature changes; nil exactly if ``against`` is nil.
  package var affected: Affected?

  /// The same totals for groups of states; nil if the states are not grouped.
  package var groups: [Group]?

  /// An assumption, with the weight of the states in which it is false. The other totals include these states.
  package struct BrokenAssumption: Hashable, Sendable {
    package var id: String
    package var weight: Int64
  }

  package struct Feature: Hashable, Sendable {
    package var id: String
    package var available: Int64
    package var undetermined: Int64
    package var unavailable: Int64

    /// The feature's own constraints, then those of its ancestors from the nearest up, then the app's.
    package var constraints: [Constraint]
  }

  package struct Constraint: AudienceConstraint {
    package var feature: String?
    package var constraint: String
    package var notSatisfied: Int64
    package var notDetermined: Int64

    /// The weight of the states in which the feature is not available, but would be without this constraint.
    package var decisive: Int64
  }
}

/// A constraint that has totals in an ``Audience``.
package protocol AudienceConstraint: Hashable, Sendable {
  /// The id of the feature that declares the constraint; nil for the app.
  var feature: String? { get }
  var constraint: String { get }
}

extension AudienceConstraint {
  /// Returns the constraint's id. If another feature declares the constraint, that feature's id and a slash precede it;
  /// if the app does, only a slash.
  package func name(seenFrom feature: String) -> String {
    self.feature == feature ? constraint : "\(self.feature ?? "")/\(constraint)"
  }

  func isSame(as other: some AudienceConstraint) -> Bool {
    feature == other.feature && constraint.isSame(as: other.constraint)
  }
}

/// An id that a manifest does not declare. It is compared and ordered by its code points.
package struct UndeclaredID: Hashable, Comparable, Sendable {
  private let utf8: [UInt8]

  package init(_ text: String) { utf8 = Array(text.utf8) }

  init(utf8 bytes: some Sequence<UInt8>) { utf8 = Array(bytes) }

  package var text: String { String(decoding: utf8, as: UTF8.self) }

  package static func < (one: UndeclaredID, other: UndeclaredID) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
  }
}
