extension Audience {
  /// All totals without ids, in the order of ``Numbers``. Groups store only these.
  package var numbers: Numbers {
    var copy = self
    var numbers: [Int64] = []
    copy.updateNumbers { numbers.append($0) }
    return Numbers(numbers)
  }

  /// In the order of ``Audience/numbers``; missing ones become 0.
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

  /// Removes all other features, in groups too.
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
