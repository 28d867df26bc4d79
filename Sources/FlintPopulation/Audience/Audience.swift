/// The totals of a population. Numbers are weights, except those of states, lines and ids.
package struct Audience: Hashable, Sendable {
  /// Identifies the counted manifest; see ``ManifestFile/fingerprint``.
  package var fingerprint = ""

  /// Identifies the old manifest; nil without a comparison.
  package var againstFingerprint: String?

  /// Evaluated states, each from one line of the input.
  package var states: Int64 = 0

  /// Users: the sum of the weights of all states.
  package var weight: Int64 = 0

  /// Lines that could not be read, which no total contains.
  package var rejected: Int64 = 0

  /// By undeclared id, the lines that contain it; at most ``UndeclaredID/limit`` ids.
  package var ignored: [UndeclaredID: Int64] = [:]

  /// Lines whose `id` gives no rollout position. Not part of the JSON result.
  package var linesWithoutPosition: Int64 = 0

  /// Lines without a date that have a subscription whose end a constraint tests. Reported on
  /// standard error only, so merged results lack it.
  package var undated: Int64 = 0

  /// Broken assumptions, in the manifest's order. Nil if it declares no assumption.
  package var impossible: [BrokenAssumption]?
  package var features: [Feature] = []

  /// The change of each feature; nil without a comparison.
  package var against: [Comparison]?

  /// Users for whom at least one feature changes; nil without a comparison.
  package var affected: Affected?

  /// The totals of each group; nil if states are not grouped.
  package var groups: [Group]?

  /// Names of the keys that group the states. Empty also if a saved result has keys, but no group.
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

    /// The feature's own constraints, its ancestors' from the nearest, then the app's.
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
  /// The feature that declares the constraint; nil for the app.
  var feature: String? { get }
  var constraint: String { get }
}

extension AudienceConstraint {
  /// The constraint's id, after its feature's id if that is another: `playback/iOS`. A constraint
  /// of the app is `/iOS`.
  package func name(seenFrom feature: String) -> String {
    self.feature == feature ? constraint : "\(self.feature ?? "")/\(constraint)"
  }

  func isSame(as other: some AudienceConstraint) -> Bool {
    feature == other.feature && constraint.isSame(as: other.constraint)
  }
}

/// An id in the input that the manifest does not declare. Compared by UTF-8, without normalization.
package struct UndeclaredID: Hashable, Comparable, Sendable {
  private let utf8: [UInt8]

  /// Maximum number of counted ids. They are the first in code point order, however a population is
  /// divided.
  package static let limit = 10_000

  package init(_ text: String) { utf8 = Array(text.utf8) }

  init(utf8 bytes: some Sequence<UInt8>) { utf8 = Array(bytes) }

  package var text: String { String(decoding: utf8, as: UTF8.self) }

  package static func < (one: UndeclaredID, other: UndeclaredID) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
  }
}

extension [UndeclaredID: Int64] {
  /// Keeps only the first ``UndeclaredID/limit`` ids. If it keeps that many, returns the last of
  /// them: ids after it need no count.
  @discardableResult mutating func keepFirst() -> UndeclaredID? {
    guard count >= UndeclaredID.limit else { return nil }
    let sorted = keys.sorted()
    for id in sorted.dropFirst(UndeclaredID.limit) { self[id] = nil }
    return sorted[UndeclaredID.limit - 1]
  }
}

extension Audience {
  /// The changes of a feature's status between two manifests.
  package struct Comparison: Hashable, Sendable {
    package var id: String

    package var lost: Int64

    package var gained: Int64

    /// All changes of the status, also those without loss or gain.
    package var moves = Moves()

    /// Constraints in the new manifest, then those in the old one only. The feature's own come
    /// first, then ancestors', then the app's. Empty if either manifest lacks the feature.
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

  /// Users by old and new status of a feature; only different statuses.
  package struct Moves: Hashable, Sendable {
    private static let statuses: [FeatureStatus] = [.available, .undetermined, .unavailable]

    /// Pairs of different statuses, in the order of results.
    package static let kinds: [(old: FeatureStatus, new: FeatureStatus)] = statuses.flatMap { old in
      statuses.filter { $0 != old }.map { (old, $0) }
    }

    /// Indices in ``kinds`` of changes between unavailable and undetermined.
    package static let kindsWithoutAvailable = kinds.indices.filter {
      kinds[$0].old != .available && kinds[$0].new != .available
    }

    /// Users with each change, in the order of ``kinds``.
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

    /// Users who lose the feature and whom the constraint blocks now.
    package var lost: Int64

    /// Users who gain the feature and whom the constraint blocked before.
    package var gained: Int64
  }
}

extension Audience {
  /// Adds the totals of another part of the population. After an error, `self` must not be used.
  package mutating func add(_ other: Audience) throws(MergeFailure) {
    guard fingerprint == other.fingerprint, againstFingerprint == other.againstFingerprint,
      hasSameShape(as: other), hasSameAssumptions(as: other)
    else { throw .otherManifest }
    guard hasSameKeys(as: other) else { throw .otherKeys }
    var sum = AudienceSum()
    sum.add(&states, other.states)
    sum.add(&weight, other.weight)
    sum.add(&rejected, other.rejected)
    for (id, lines) in other.ignored { sum.add(&ignored[id, default: 0], lines) }
    ignored.keepFirst()
    for (index, broken) in (other.impossible ?? []).enumerated() {
      sum.add(&impossible![index].weight, broken.weight)
    }
    var numbers = numbers
    sum.add(&numbers, other.numbers)
    fill(numbers)
    if let theirs = other.groups { addGroups(theirs, &sum) }
    if keys.isEmpty { keys = other.keys }
    if sum.isTooLarge { throw .tooLarge }
    if groups?.count ?? 0 > Self.maxGroups { throw .tooManyGroups }
  }

  private mutating func addGroups(_ theirs: [Group], _ sum: inout AudienceSum) {
    var mine = groups ?? []
    var numbers: [[Group.Member]: Int] = [:]
    for (number, group) in mine.enumerated() { numbers[group.key] = number }
    for group in theirs {
      guard let number = numbers[group.key] else {
        mine.append(group)
        continue
      }
      sum.add(&mine[number].states, group.states)
      sum.add(&mine[number].weight, group.weight)
      sum.add(&mine[number].numbers, group.numbers)
    }
    groups = mine.sorted { $0.key.precedes($1.key) }
  }

  func hasSameAssumptions(as other: Audience) -> Bool {
    impossible?.map(\.id) == other.impossible?.map(\.id)
  }

  func hasSameFeatures(as other: Audience) -> Bool {
    features.elementsEqual(other.features) { one, other in
      one.id == other.id && one.constraints.elementsEqual(other.constraints) { $0.isSame(as: $1) }
    }
  }

  func hasSameShape(as other: Audience) -> Bool {
    hasSameFeatures(as: other) && (affected == nil) == (other.affected == nil)
      && (against == nil) == (other.against == nil)
      && (against ?? []).elementsEqual(other.against ?? []) { one, other in
        one.id == other.id && one.causes.elementsEqual(other.causes) { $0.isSame(as: $1) }
      }
  }

  private func hasSameKeys(as other: Audience) -> Bool {
    (groups == nil) == (other.groups == nil)
      && (keys == other.keys || keys.isEmpty || other.keys.isEmpty)
  }

  package enum MergeFailure: Error {
    /// Features, constraints or assumptions differ, or only one has a comparison.
    case otherManifest
    case otherKeys
    /// A sum would exceed 2^63-1.
    case tooLarge
    case tooManyGroups
  }
}

struct AudienceSum {
  /// Whether a sum overflowed. If true, the sums must not be used.
  private(set) var isTooLarge = false

  mutating func add(_ sum: inout Int64, _ part: Int64) {
    let (result, overflow) = sum.addingReportingOverflow(part)
    sum = result
    isTooLarge = isTooLarge || overflow
  }

  mutating func add(_ sums: inout [Int64], _ parts: [Int64]) {
    for (index, part) in parts.enumerated() { add(&sums[index], part) }
  }
}

extension Audience {
  /// All totals without ids. Groups store only these: for each feature the three statuses, then
  /// `notSatisfied`, `notDetermined` and `decisive` of each constraint; for a comparison
  /// ``Affected``, then of each feature lost, gained, the ``Moves/kinds``, and two numbers of each
  /// cause.
  package var numbers: [Int64] {
    var copy = self
    var numbers: [Int64] = []
    copy.updateNumbers { numbers.append($0) }
    return numbers
  }

  /// Sets all totals, in the order of ``Audience/numbers``. Missing ones become 0.
  package mutating func fill(_ numbers: [Int64]) {
    var next = numbers.makeIterator()
    updateNumbers { $0 = next.next() ?? 0 }
  }

  private mutating func updateNumbers(_ update: (inout Int64) -> Void) {
    for index in features.indices { features[index].updateNumbers(update) }
    if affected != nil {
      update(&affected!.lost)
      update(&affected!.gained)
      update(&affected!.changed)
    }
    for index in against?.indices ?? 0..<0 { against?[index].updateNumbers(update) }
  }

  package var numberRanges: NumberRanges {
    var end = 0
    func next(_ count: Int) -> Range<Int> {
      defer { end += count }
      return end..<end + count
    }
    let features = features.map { next(3 + 3 * $0.constraints.count) }
    let affected = affected == nil ? nil : next(3)
    let against = (against ?? []).map { next(2 + Moves.kinds.count + 2 * $0.causes.count) }
    return NumberRanges(features: features, affected: affected, against: against)
  }

  /// The sections of ``Audience/numbers``.
  package struct NumberRanges: Sendable {
    /// Available, undetermined and unavailable, then three numbers for each constraint.
    package let features: [Range<Int>]

    /// Lost, gained and changed; nil without a comparison.
    package let affected: Range<Int>?

    /// Lost and gained, each of ``Moves/kinds``, then two numbers for each cause.
    package let against: [Range<Int>]
  }

  /// A group as an audience of its own, without rejected lines and undeclared ids.
  package func audience(of group: Group) -> Audience {
    var audience = Audience(
      states: group.states, weight: group.weight, rejected: 0, ignored: [:], features: features,
      against: against, affected: affected)
    audience.fill(group.numbers)
    return audience
  }

  /// Keeps only the features with these ids, in groups too.
  package mutating func keep(_ ids: [String]) {
    let kept = Set(ids)
    let ranges = numberRanges
    let listed = zip(features, ranges.features).filter { kept.contains($0.0.id) }.map(\.1)
    let compared = zip(against ?? [], ranges.against).filter { kept.contains($0.0.id) }.map(\.1)
    let rest = listed + (ranges.affected.map { [$0] } ?? []) + compared
    groups = groups?.map { group in
      var group = group
      group.numbers = rest.flatMap { group.numbers[$0] }
      return group
    }
    features.removeAll { !kept.contains($0.id) }
    against?.removeAll { !kept.contains($0.id) }
  }
}

extension Audience.Feature {
  fileprivate mutating func updateNumbers(_ update: (inout Int64) -> Void) {
    update(&available)
    update(&undetermined)
    update(&unavailable)
    for constraint in constraints.indices {
      update(&constraints[constraint].notSatisfied)
      update(&constraints[constraint].notDetermined)
      update(&constraints[constraint].decisive)
    }
  }
}

extension Audience.Comparison {
  fileprivate mutating func updateNumbers(_ update: (inout Int64) -> Void) {
    update(&lost)
    update(&gained)
    for kind in moves.weights.indices { update(&moves.weights[kind]) }
    for cause in causes.indices {
      update(&causes[cause].lost)
      update(&causes[cause].gained)
    }
  }
}

extension Audience.Comparison {
  /// Whether more than `percent` of `weight` users lose the feature. `percent` is a decimal number
  /// from 0 to 100. Exact: 1 of 3 is more than 33.3 percent, but not more than 33.4.
  package func isLost(byMoreThan percent: String, of weight: Int64) -> Bool {
    guard weight > 0 else { return false }
    // Also keeps the quotients below from overflowing.
    if lost >= weight { return Double(percent) ?? 0 < 100 }
    let parts = percent.split(separator: ".", omittingEmptySubsequences: false)
    var share = weight.dividingFullWidth(lost.multipliedFullWidth(by: 100))
    let whole = Int64(parts[0]) ?? 0
    if share.quotient != whole { return share.quotient > whole }
    for digit in parts.dropFirst().joined().utf8 {
      share = weight.dividingFullWidth(share.remainder.multipliedFullWidth(by: 10))
      let digit = Int64(digit & 0xF)
      if share.quotient != digit { return share.quotient > digit }
    }
    return share.remainder > 0
  }
}
