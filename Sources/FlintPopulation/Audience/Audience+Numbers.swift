extension Audience {
  /// The totals as plain numbers.
  ///
  /// Groups hold no more than these: what they are numbers of stands once, in the whole.
  package var numbers: Numbers {
    var copy = self
    var numbers: [Int64] = []
    copy.updateNumbers { numbers.append($0) }
    return Numbers(numbers)
  }

  /// Puts numbers in their places.
  package mutating func fill(_ numbers: some Sequence<Int64>) {
    var next = numbers.makeIterator()
    updateNumbers { $0 = next.next() ?? 0 }
  }

  private mutating func updateNumbers(_ update: (inout Int64) -> Void) {
    for feature in features.indices { features[feature].updateNumbers(update) }
    for feature in against?.indices ?? 0..<0 { against?[feature].updateNumbers(update) }
  }

  /// Where among the numbers those of each feature stand, and those of each comparison.
  package var places: (features: [Range<Int>], against: [Range<Int>]) {
    var end = 0
    func next(_ count: Int) -> Range<Int> {
      defer { end += count }
      return end..<end + count
    }
    return (
      features.map { next(3 + 3 * $0.constraints.count) },
      (against ?? []).map { next(2 + 2 * $0.causes.count) }
    )
  }

  /// What a group comes to, as if there were no other states.
  package func alone(_ group: Group) -> Audience {
    var audience = Audience(
      states: group.states, weight: group.weight, rejected: 0, ignored: [:], features: features,
      against: against)
    audience.fill(group.numbers)
    return audience
  }

  /// Leaves out all features but those of some ids.
  package mutating func keep(_ ids: [String]) {
    let kept = Set(ids)
    let places = places
    let named = zip(
      features.map(\.id) + (against ?? []).map(\.id), places.features + places.against)
    let rest = named.filter { kept.contains($0.0) }.map(\.1)
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
    for cause in causes.indices {
      update(&causes[cause].lost)
      update(&causes[cause].gained)
    }
  }
}
