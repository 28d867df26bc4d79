/// Restrictions on values that occur together, apart from assumptions.
///
/// A user has at most one active subscription of a group, an age is the time from an attribute's
/// date to the state's, and the location permissions are not granted with different accuracy.
extension StateSpace {
  /// Whether all values can occur together.
  var isUnconstrained: Bool { !hasExclusions && ages.isEmpty && !hasAccuracies }

  /// The location permissions. Once a state is resolved, all their statuses can occur together,
  /// except with different accuracies.
  static let locations = [Fact.permission(.locationWhenInUse), .permission(.locationAlways)]

  mutating func consistent(with functions: [Diagram]) -> Diagram {
    isUnconstrained ? .yes : consistent(store.variables(of: functions))
  }

  /// True where the values of these variables can occur together.
  mutating func consistent(_ numbers: [UInt32]) -> Diagram {
    if isUnconstrained { return .yes }
    let asked = numbers.map { variables[Int($0)] }
    var conditions: [Diagram] = []
    for side in sides.indices { conditions += atMostOneOfEachGroup(asked, side) }
    if hasAccuracies, Self.locations.allSatisfy(asked.contains) {
      for (one, other) in [(0, 1), (1, 0)] {
        let precise = holds(Self.locations[one]) { $0.permission == .authorized }
        let reduced = holds(Self.locations[other]) { $0.permission == .reducedAccuracy }
        conditions.append(store.not(store.and(precise, reduced)))
      }
    }
    let ages = asked.filter { if case .age = $0 { true } else { false } }
    for (index, age) in ages.enumerated() {
      for other in [nil] + ages[..<index].map(Optional.some) {
        // Without it, `validate` of 1,000 features takes 1.6 times as long.
        conditions.append(
          kept(FunctionKey(side: 0, .ages(age, other))) { space in
            other.map { space.consistent(age, $0) } ?? space.consistent(age)
          })
      }
    }
    return store.join(.and, conditions[...])
  }

  /// Tests the fact's value with `truth`. The fact's indices are those of ``combinedManifest``.
  mutating func holds(_ fact: Fact, where truth: (FactValue) -> Ternary) -> Diagram {
    let number = number(of: fact)
    return store.node(
      number,
      domains[Int(number)].values.enumerated().map {
        DiagramStore.Edge(from: UInt32($0.offset), child: Diagram(truth($0.element)))
      })
  }

  mutating func holds(_ fact: Fact, where isWanted: (FactValue) -> Bool) -> Diagram {
    holds(fact) { Ternary(isWanted($0)) }
  }

  // MARK: Groups

  private mutating func atMostOneOfEachGroup(_ asked: [Fact], _ side: Int) -> [Diagram] {
    var groups: [Int: [Fact]] = [:]
    for case .product(let shared) in asked {
      if let group = sides[side].product(shared)?.group {
        groups[group, default: []].append(.product(shared))
      }
    }
    var conditions: [Diagram] = []
    for (_, products) in groups.sorted(by: { $0.key < $1.key }) where products.count > 1 {
      let active = products.map { product in
        holds(product) { value in
          switch value {
          case .purchase(let status): status.isActive
          default: false
          }
        }
      }
      conditions.append(store.atMostOne(of: active[...]))
    }
    return conditions
  }

  // MARK: Ages

  /// Ranges of an age, its attribute and the state's date, in seconds. Nil for an unknown value.
  private struct AgeRanges {
    let attribute: Fact
    let declared: DateTime?
    let isAlwaysKnown: Bool
    let values: TypedValues
    let allDates: Intervals
    let allAges: Intervals

    var dates: Range<Int> { 0..<allDates.count + 1 }
    var ages: Range<Int> { 0..<allAges.count + 1 }
    var begins: Range<Int> { 0..<values.count }

    func date(_ value: Int) -> Range<Int64>? { value == 0 ? nil : allDates[value - 1] }

    func age(_ value: Int) -> Range<Int64>? { value == 0 ? nil : allAges[value - 1] }

    func begin(_ value: Int) -> Range<Int64>? {
      if values.isUnknown(value), !isAlwaysKnown { return nil }
      return values.moment(value) ?? declared.map { $0.seconds..<$0.seconds + 1 }
    }
  }

  private func spans(_ age: Fact) -> AgeRanges {
    guard case .age(let attribute, let declared, let isAlwaysKnown) = age else {
      preconditionFailure("not an age")
    }
    return AgeRanges(
      attribute: .attribute(attribute), declared: declared, isAlwaysKnown: isAlwaysKnown,
      values: attributeValues[attribute], allDates: dates, allAges: ages(of: attribute))
  }

  /// True where the age is the time between its two dates. It must be unknown if either date is.
  private mutating func consistent(_ age: Fact) -> Diagram {
    let spans = spans(age)
    var alternatives: [Diagram] = []
    for begin in spans.begins {
      let beginSpan = spans.begin(begin)
      var fits: [Diagram] = []
      for date in spans.dates {
        let dateSpan = spans.date(date)
        guard store.spend(spans.ages.count) else { return .no }
        let possible = spans.ages.filter { index in
          guard let beginSpan, let dateSpan else { return spans.age(index) == nil }
          guard let span = spans.age(index) else { return false }
          return beginSpan.sum(span).overlaps(dateSpan)
        }
        fits.append(store.and(isOne(of: [date], .date), isOne(of: possible, age)))
      }
      alternatives.append(
        store.and(isOne(of: [begin], spans.attribute), store.join(.or, fits[...])))
    }
    return store.join(.or, alternatives[...])
  }

  /// True where some date of the state suits both ages. Pairs suffice for more ages, because
  /// intervals that overlap pairwise have a common element (Helly's theorem).
  private mutating func consistent(_ one: Fact, _ other: Fact) -> Diagram {
    let (first, second) = (spans(one), spans(other))
    var impossible: [Diagram] = []
    for begin in first.begins {
      for age in first.ages {
        guard let beginSpan = first.begin(begin), let ageSpan = first.age(age) else { continue }
        let date = beginSpan.sum(ageSpan)
        var excluded: [Diagram] = []
        for otherBegin in second.begins {
          guard let otherBeginSpan = second.begin(otherBegin) else { continue }
          guard store.spend(second.ages.count) else { return .no }
          let isSame =
            first.attribute == second.attribute && begin == otherBegin
            && first.values.moment(begin) != nil
          let apart = second.ages.filter { index in
            // The state has the date from which both ages are counted, so they are equal. A default
            // for a missing date does not apply.
            if isSame { return index != age }
            return second.age(index).map { !otherBeginSpan.sum($0).overlaps(date) } ?? false
          }
          excluded.append(
            store.and(isOne(of: [otherBegin], second.attribute), isOne(of: apart, other)))
        }
        let here = store.and(isOne(of: [begin], first.attribute), isOne(of: [age], one))
        impossible.append(store.and(here, store.join(.or, excluded[...])))
      }
    }
    return store.not(store.join(.or, impossible[...]))
  }

  private mutating func isOne(of values: [Int], _ fact: Fact) -> Diagram {
    let (number, wanted) = (number(of: fact), Set(values))
    return store.node(
      number,
      domains[Int(number)].values.indices.map {
        DiagramStore.Edge(from: UInt32($0), child: Diagram(Ternary(wanted.contains($0))))
      })
  }

  /// Sets dates that agree with the ages, as near as possible to those in the state.
  /// - Parameter values: By variable, an index into ``VariableDomain/values``; 0 is an unknown age.
  func settleAges(_ values: [UInt32: UInt32], in state: inout DeviceState) {
    struct Age {
      let attribute: Int
      let begins: Range<Int64>
      let ages: Range<Int64>
      let isGiven: Bool
    }
    var settled: [Age] = []
    var dates = 0..<DateTime.end
    if let number = knownNumber(of: .date), let value = values[number], value > 0 {
      dates = self.dates[Int(value) - 1]
    }
    for (number, value) in values.sorted(by: { $0.key < $1.key }) where value > 0 {
      guard case .age(let attribute, _, _) = variables[Int(number)] else { continue }
      let spans = spans(variables[Int(number)])
      let begin = knownNumber(of: spans.attribute).flatMap { values[$0] } ?? 0
      guard let begins = spans.begin(Int(begin)), let ages = spans.age(Int(value)) else {
        continue
      }
      settled.append(
        Age(
          attribute: attribute, begins: begins, ages: ages,
          isGiven: spans.values.moment(Int(begin)) != nil))
      dates = dates.clamped(to: begins.sum(ages))
    }
    guard !settled.isEmpty, !dates.isEmpty else { return }
    let date = dates.nearest(to: state.date?.seconds ?? dates.lowerBound)
    state.date = DateTime(seconds: date)
    for age in settled where age.isGiven {
      let possible = age.begins.clamped(
        to: date - age.ages.upperBound + 1..<date - age.ages.lowerBound + 1)
      guard !possible.isEmpty else { continue }
      let current: Int64? =
        if case .date(let date) = state.attributes[age.attribute] { date.seconds } else { nil }
      let begin = possible.nearest(to: current ?? possible.lowerBound)
      state.attributes[age.attribute] = DateTime(seconds: begin).map { .date($0) }
    }
  }
}

extension Range<Int64> {
  fileprivate func sum(_ other: Range<Int64>) -> Range<Int64> {
    lowerBound + other.lowerBound..<upperBound + other.upperBound - 1
  }

  fileprivate func nearest(to number: Int64) -> Int64 {
    Swift.min(Swift.max(number, lowerBound), upperBound - 1)
  }
}
