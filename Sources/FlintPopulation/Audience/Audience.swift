internal import FlintModel

/// The totals of a population. All numbers except ``states``, ``rejected`` and ``ignored`` are
/// weights.
package struct Audience: Hashable, Sendable {
  /// Of the manifest that was counted; see ``ManifestFile/fingerprint``.
  package var fingerprint = ""

  /// Of the old manifest with which it is compared; nil if there is none.
  package var againstFingerprint: String?

  /// The number of states that were evaluated, each from one line of the input.
  package var states: Int64 = 0

  /// The number of users: the sum of the weights of all states.
  package var weight: Int64 = 0

  /// The number of lines of the input that could not be read. They are not counted in the totals.
  package var rejected: Int64 = 0

  /// For each id in the input that the manifest does not declare, the number of lines that contain it.
  /// At most ``UndeclaredID/limit`` ids.
  package var ignored: [UndeclaredID: Int64] = [:]

  /// The lines from whose `id` no position in a rollout bucket could be computed. Not part of the JSON result.
  package var linesWithoutPosition: Int64 = 0

  /// The number of lines without a date that have a subscription with an end on which a constraint depends. It is
  /// reported on standard error only, so merged results lack it.
  package var undated: Int64 = 0

  /// In the manifest's order; nil if it declares none.
  package var impossible: [BrokenAssumption]?
  package var features: [Feature] = []

  /// Nil without a comparison.
  package var against: [Comparison]?

  /// Users for whom at least one feature changes; nil without a comparison.
  package var affected: Affected?

  /// Nil if states are not grouped.
  package var groups: [Group]?

  /// The names of the keys by which states are grouped. Empty also if a saved result has keys, but no group.
  package var keys: [String] = []

  /// The users in whose state an assumption is false. Other totals include them.
  package struct BrokenAssumption: Hashable, Sendable {
    package var id: String
    package var weight: Int64
  }

  package struct Feature: Hashable, Sendable {
    package var id: String
    package var available: Int64
    package var undetermined: Int64
    package var unavailable: Int64

    /// Its own, its ancestors' from the nearest, then the app's.
    package var constraints: [Constraint]
  }

  package struct Constraint: AudienceConstraint {
    package var feature: String?
    package var constraint: String
    package var notSatisfied: Int64
    package var notDetermined: Int64

    /// Users who lack the feature and would have it without this constraint.
    package var decisive: Int64
  }
}

package protocol AudienceConstraint: Hashable, Sendable {
  /// Nil for a constraint of the app.
  var feature: String? { get }
  var constraint: String { get }
}

extension AudienceConstraint {
  /// With the owner's id and a slash if it is another: `playback/iOS`, `/iOS` of the app.
  package func name(seenFrom feature: String) -> String {
    self.feature == feature ? constraint : "\(self.feature ?? "")/\(constraint)"
  }

  func isSame(as other: some AudienceConstraint) -> Bool {
    feature == other.feature && constraint.isSame(as: other.constraint)
  }
}

/// Compared by UTF-8, without normalization.
package struct UndeclaredID: Hashable, Comparable, Sendable {
  private let utf8: [UInt8]

  /// The number of different ids that are counted. Of more ids, the first ones in code point order are kept, which do
  /// not depend on how a population is divided.
  package static let limit = 10_000

  package init(_ text: String) { utf8 = Array(text.utf8) }

  init(utf8 bytes: some Sequence<UInt8>) { utf8 = Array(bytes) }

  package var text: String { String(decoding: utf8, as: UTF8.self) }

  package static func < (one: UndeclaredID, other: UndeclaredID) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
  }
}

extension [UndeclaredID: Int64] {
  /// Returns the last id that is kept, if the limit is reached: the count of no later one is needed.
  @discardableResult mutating func keepFirst() -> UndeclaredID? {
    guard count >= UndeclaredID.limit else { return nil }
    let sorted = keys.sorted()
    for id in sorted.dropFirst(UndeclaredID.limit) { self[id] = nil }
    return sorted[UndeclaredID.limit - 1]
  }
}
