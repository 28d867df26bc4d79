extension Audience {
  /// All totals of this audience, which are numbers of users, as one flat list: those of each feature, then those in
  /// ``affected``, then those of each feature's comparison with an old manifest. The list contains no ids: the position
  /// of a number determines to which feature or constraint it belongs. ``Numbers`` describes the order.
  ///
  /// A ``Group`` (some states of the population, such as those on iOS) stores only such a list, because all groups have
  /// the same features and constraints as the whole population.
  package var numbers: Numbers {
    var copy = self
    var numbers: [Int64] = []
    copy.updateNumbers { numbers.append($0) }
    return Numbers(numbers)
  }

  /// Replaces all totals of this audience, which are the numbers of users in ``features``, ``affected`` and
  /// ``against``, with the given numbers. These must be in the order of ``Audience/numbers``. If there are fewer
  /// numbers than totals, the remaining totals become 0.
  package mutating func fill(_ numbers: some Sequence<Int64>) {
    var next = numbers.makeIterator()
    updateNumbers { $0 = next.next() ?? 0 }
  }

  private mutating func updateNumbers(_ update: (inout Int64) -> Void) {
    for feature in features.indices { features[feature].updateNumbers(update) }
    affected?.updateNumbers(update)
    for feature in against?.indices ?? 0..<0 { against?[feature].updateNumbers(update) }
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

  /// The ranges of indices of the sections of the flat list ``Audience/numbers``. The list has a section for each
  /// feature, one for the users for whom any feature changes, and one for each feature's comparison with an old
  /// manifest.
  package struct NumberRanges: Sendable {
    /// For each feature, the range of indices of its numbers in ``Audience/numbers``: the users for whom it is
    /// available, undetermined and unavailable, then for each of its constraints the numbers `notSatisfied`,
    /// `notDetermined` and `decisive` of ``Constraint``.
    package let features: [Range<Int>]

    /// A range of three indices. The elements of ``Audience/numbers`` at these indices are how many users lose a
    /// feature, gain a feature, and have a feature whose status changes. Nil if the audience does not compare two
    /// manifests.
    package let affected: Range<Int>?

    /// For each compared feature, the range of indices in ``Audience/numbers`` of the numbers about its changes from
    /// the old manifest to the new one: the users who lose and who gain the feature; the users for each status change
    /// in the order of ``Moves/kinds``; then, for each constraint in ``Comparison/causes``, those users who lose the
    /// feature and whom the constraint blocks now, and those who gain the feature and whom it blocked before.
    package let against: [Range<Int>]
  }

  /// Returns the totals of one group of this population as an audience of its own, so that code for whole populations
  /// can also be used for a group. Rejected lines and undeclared ids are not counted per group; the returned audience
  /// has none.
  package func audience(of group: Group) -> Audience {
    var audience = Audience(
      states: group.states, weight: group.weight, rejected: 0, ignored: [:], features: features,
      against: against, affected: affected)
    audience.fill(group.numbers)
    return audience
  }

  /// Removes from this audience all features except those with the given ids: their totals in ``features``, their
  /// changes in ``against``, and their numbers in each of the ``groups``.
  package mutating func keep(_ ids: [String]) {
    let kept = Set(ids)
    let ranges = numberRanges
    let listed = zip(features, ranges.features).filter { kept.contains($0.0.id) }.map(\.1)
    let compared = zip(against ?? [], ranges.against).filter { kept.contains($0.0.id) }.map(\.1)
    let rest = listed + (ranges.affected.map { [$0] } ?? []) + compared
    groups = groups?.map { group in
      var group = group
      group.numbers = Numbers(rest.flatMap { group.numbers[$0] })
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

extension Audience.Affected {
  fileprivate mutating func updateNumbers(_ update: (inout Int64) -> Void) {
    update(&lost)
    update(&gained)
    update(&changed)
  }
}
