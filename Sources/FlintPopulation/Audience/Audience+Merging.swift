internal import FlintCore

extension Audience {
  /// Adds the totals of another part of the population.
  package mutating func add(_ other: Audience) throws(MergeFailure) {
    guard hasSameShape(as: other) else { throw .otherManifest }
    guard hasSameKeys(as: other) else { throw .otherKeys }
    var sum = AudienceSum()
    sum.add(&states, other.states)
    sum.add(&weight, other.weight)
    sum.add(&rejected, other.rejected)
    for (id, lines) in other.ignored { sum.add(&ignored[id, default: 0], lines) }
    sum.add(&features, other.features)
    sum.add(&against, other.against)
    if let theirs = other.groups { addGroups(theirs, &sum) }
    if sum.isTooLarge { throw .tooLarge }
    if groups?.count ?? 0 > Self.mostGroups { throw .tooManyGroups }
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
      sum.add(&mine[number].features, group.features)
      sum.add(&mine[number].against, group.against)
    }
    groups = mine.sorted { $0.key.precedes($1.key) }
  }

  private func hasSameShape(as other: Audience) -> Bool {
    features.hasSameShape(as: other.features) && against.hasSameShape(as: other.against)
  }

  /// A part without any group goes with every part that is grouped.
  private func hasSameKeys(as other: Audience) -> Bool {
    guard let groups, let others = other.groups else { return groups == nil && other.groups == nil }
    guard let first = groups.first, let second = others.first else { return true }
    return first.key.map(\.name) == second.key.map(\.name)
  }

  package enum MergeFailure: Error {
    /// The parts have not the same features and constraints, or only some of them are comparisons.
    case otherManifest
    /// The parts are grouped by other keys, or only some of them are.
    case otherKeys
    /// A sum is more than 2^63-1.
    case tooLarge
    /// There are more than ``mostGroups`` together.
    case tooManyGroups
  }
}

extension [Audience.Feature] {
  package func hasSameShape(as other: [Audience.Feature]) -> Bool {
    elementsEqual(other) { one, another in
      one.id == another.id
        && one.constraints.elementsEqual(another.constraints) {
          $0.feature == $1.feature && $0.constraint.isSame(as: $1.constraint)
        }
    }
  }
}

extension [Audience.Comparison]? {
  package func hasSameShape(as other: [Audience.Comparison]?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.elementsEqual(other) { one, another in
      one.id == another.id
        && one.causes.elementsEqual(another.causes) {
          $0.feature == $1.feature && $0.constraint.isSame(as: $1.constraint)
        }
    }
  }
}

/// Adds up totals of the same shape.
package struct AudienceSum {
  /// Whether some sum is more than 2^63-1.
  package private(set) var isTooLarge = false

  package init() {}

  package mutating func add(_ sum: inout Int64, _ part: Int64) {
    let (result, overflow) = sum.addingReportingOverflow(part)
    sum = result
    isTooLarge = isTooLarge || overflow
  }

  package mutating func add(_ features: inout [Audience.Feature], _ parts: [Audience.Feature]) {
    for feature in features.indices {
      let part = parts[feature]
      add(&features[feature].available, part.available)
      add(&features[feature].undetermined, part.undetermined)
      add(&features[feature].unavailable, part.unavailable)
      for constraint in part.constraints.indices {
        let counts = part.constraints[constraint]
        add(&features[feature].constraints[constraint].notSatisfied, counts.notSatisfied)
        add(&features[feature].constraints[constraint].notDetermined, counts.notDetermined)
        add(&features[feature].constraints[constraint].decisive, counts.decisive)
      }
    }
  }

  package mutating func add(
    _ comparisons: inout [Audience.Comparison]?, _ parts: [Audience.Comparison]?
  ) {
    guard var sums = comparisons, let parts else { return }
    comparisons = nil
    for (feature, part) in parts.enumerated() {
      add(&sums[feature].lost, part.lost)
      add(&sums[feature].gained, part.gained)
      for (cause, counts) in part.causes.enumerated() {
        add(&sums[feature].causes[cause].lost, counts.lost)
        add(&sums[feature].causes[cause].gained, counts.gained)
      }
    }
    comparisons = sums
  }
}
