extension Audience {
  /// Adds the totals of another part of the population.
  package mutating func add(_ other: Audience) throws(MergeFailure) {
    guard hasSameShape(as: other) else { throw .otherManifest }
    var isTooLarge = false
    func add(_ sum: inout Int64, _ part: Int64) {
      let (result, overflow) = sum.addingReportingOverflow(part)
      sum = result
      isTooLarge = isTooLarge || overflow
    }
    add(&states, other.states)
    add(&weight, other.weight)
    add(&rejected, other.rejected)
    for (id, lines) in other.ignored { add(&ignored[id, default: 0], lines) }
    for feature in features.indices {
      let part = other.features[feature]
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
    if isTooLarge { throw .tooLarge }
  }

  private func hasSameShape(as other: Audience) -> Bool {
    features.elementsEqual(other.features) { one, another in
      one.id == another.id
        && one.constraints.elementsEqual(another.constraints) {
          $0.feature == $1.feature && $0.constraint == $1.constraint
        }
    }
  }

  package enum MergeFailure: Error {
    /// The parts have not the same features and constraints.
    case otherManifest
    /// A sum is more than 2^63-1.
    case tooLarge
  }
}
