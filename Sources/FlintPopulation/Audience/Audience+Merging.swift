internal import FlintModel

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
    /// Other features, constraints or assumptions, or a comparison on one side only.
    case otherManifest
    case otherKeys
    /// A sum would exceed 2^63-1.
    case tooLarge
    case tooManyGroups
  }
}

struct AudienceSum {
  /// If true, the sums must not be used.
  private(set) var isTooLarge = false

  mutating func add(_ sum: inout Int64, _ part: Int64) {
    let (result, overflow) = sum.addingReportingOverflow(part)
    sum = result
    isTooLarge = isTooLarge || overflow
  }

  mutating func add(_ sums: inout Audience.Numbers, _ parts: Audience.Numbers) {
    var list = sums.list
    for (index, part) in parts.list.enumerated() { add(&list[index], part) }
    sums = Audience.Numbers(list)
  }
}
