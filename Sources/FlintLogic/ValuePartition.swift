package import FlintModel

/// Finds at which values of a fact a test's result changes. Without it, `validate` takes 1.3 times
/// as long for 2,000 features with ranges of app versions.
package struct ValuePartition: Sendable {
  package typealias Answer = (from: Int, truth: Ternary)

  // INVARIANT: each choice or text that a test can name occurs only once after the first value, which can be a default.
  package let values: [FactValue]

  /// Adjacent values in one order, searched together. Empty if there are at most 16 values.
  private let runs: [Run]

  private let positions: [FactValue: Int]

  private static let short = 16

  private struct Run {
    let range: Range<Int>
    let order: Order
  }

  private enum Order {
    case same, none, rising, falling
  }

  package init(_ values: [FactValue]) {
    self.values = values
    var runs: [Run] = []
    var positions: [FactValue: Int] = [:]
    if values.count > Self.short {
      var start = 0
      while start < values.count {
        let run = Self.run(from: start, in: values)
        runs.append(run)
        start = run.range.upperBound
        if case .none = run.order {
          for position in run.range { positions[values[position]] = position }
        }
      }
    }
    self.runs = runs
    self.positions = positions
  }

  /// Whether there are more than 16 values. Callers should then keep the instance.
  package var isLong: Bool { !runs.isEmpty }

  private static func run(from start: Int, in values: [FactValue]) -> Run {
    var end = start + 1
    guard start > 0, end < values.count, let order = order(values[start], values[end]) else {
      return Run(range: start..<end, order: .same)
    }
    repeat {
      end += 1
    } while end < values.count && order == self.order(values[end - 1], values[end])
    return Run(range: start..<end, order: order)
  }

  /// How adjacent values are ordered. Nil if they cannot be in one run, such as versions of
  /// different platforms.
  private static func order(_ one: FactValue, _ next: FactValue) -> Order? {
    switch (one, next) {
    // Choices and texts are in separate runs, because a test that names texts is false for all choices, and vice versa.
    case (.typed(.choice), .typed(.choice)), (.typed(.text), .typed(.text)): return Order.none
    case _ where one == next: return .same
    default:
      guard let place = one.place, let next = next.place, place.kind == next.kind else {
        return nil
      }
      return place.position < next.position ? .rising : .falling
    }
  }

  // MARK: Queries

  /// Each run of equal results, with the index of its first value. “At least 3” for 1, 2, 3, 4
  /// gives `(0, .no)`, `(2, .yes)`.
  package func answers(to test: FactTest) -> [Answer] {
    var answers: [Answer] = []
    func add(_ position: Int, _ truth: Ternary) {
      if answers.last?.truth != truth { answers.append((position, truth)) }
    }
    let distinction = isLong ? test.distinction : .each
    switch distinction {
    case .each:
      for (position, value) in values.enumerated() { add(position, test.truth(of: value)) }
    case .limits(let limits):
      for run in runs {
        let positions = limits.compactMap { position(of: $0, in: run, beyondIt: true) }
        for position in [run.range.lowerBound] + positions.sorted()
        where run.range.contains(position) {
          add(position, test.truth(of: values[position]))
        }
      }
    case .values(let named):
      for run in runs {
        let positions = Set(
          named.compactMap { value in
            position(of: value, in: run).flatMap {
              run.range.contains($0) && values[$0] == value ? $0 : nil
            }
          })
        // The test has the same result for all named values, and the same for all others.
        var truths: [Bool: Ternary] = [:]
        for position in positions.union(positions.map { $0 + 1 }).union([run.range.lowerBound])
          .sorted() where run.range.contains(position)
        {
          let isNamed = positions.contains(position)
          let truth = truths[isNamed] ?? test.truth(of: values[position])
          truths[isNamed] = truth
          add(position, truth)
        }
      }
    }
    return answers
  }

  /// Index of the greatest value that is not above an ordered `value`. For other kinds of `value`,
  /// index of an equal one. Nil if there is none. Ordered values must be ascending and come last.
  func index(ofIntervalWith value: FactValue) -> Int? {
    guard let place = value.place else { return positions[value] ?? values.firstIndex(of: value) }
    let end = values.indices.end { values[$0].place.map { $0 <= place } ?? true }
    return end > 0 && values[end - 1].place?.kind == place.kind ? end - 1 : nil
  }

  /// The index of `value` in the run of sorted values, or where it would be inserted.
  /// - Parameter isLimit: Whether `value` is a limit; an equal value counts as above it.
  private func position(
    of value: FactValue, in run: Run, beyondIt isLimit: Bool = false
  ) -> Int? {
    let range = run.range
    switch run.order {
    case .same: return range.lowerBound
    case .none: return positions[value]
    case .rising, .falling:
      guard let place = value.place, place.kind == values[range.lowerBound].place?.kind else {
        return nil
      }
      return range.end { position in
        guard let other = values[position].place else { return false }
        if run.order == .rising { return other < place }
        // A value equal to the limit belongs to the values above the limit.
        return isLimit ? place <= other : place < other
      }
    }
  }
}

// MARK: - Values in order

extension FactValue {
  package enum Position: Comparable, Sendable {
    case number(Int64)
    case version(InstalledVersion)
  }

  /// Nil for a value without an order. Only positions of equal kinds can be compared.
  fileprivate var place: (kind: Int, position: Position)? {
    switch self {
    case .age(let seconds): (0, .number(seconds))
    case .bucket(let percent): (1, .number(Int64(percent.tenThousandths)))
    case .typed(.integer(let number)): (2, .number(number))
    case .typed(.version(let version)): (3, .version(version))
    case .typed(.date(let date)): (4, .number(date.seconds))
    case .system(let platform, let version): (5 + Int(platform.rawValue), .version(version))
    case .notGiven, .permission, .purchase, .flag, .typed: nil
    }
  }

  /// The value's place among those that it can be compared with. Nil for a value without an order,
  /// such as a text.
  package var position: Position? { place?.position }

  /// Whether this value precedes `other`. False if they cannot be ordered, such as texts or values
  /// of different types.
  package func isBelow(_ other: FactValue) -> Bool {
    guard let place, let other = other.place, place.kind == other.kind else { return false }
    return place.position < other.position
  }
}

// MARK: - Distinguished values

extension FactTest {
  fileprivate enum Distinction {
    /// The result can differ for every value, as for a pattern.
    case each

    /// The result changes only at these limits. A value equal to a limit counts as above it.
    case limits([FactValue])

    /// One result for these values, another for all other values of the type.
    case values([FactValue])
  }

  fileprivate var distinction: Distinction {
    switch predicate {
    case .system(let platform, let range):
      .limits((range?.limits ?? []).map { .system(platform, .version($0)) })
    case .age(let range): .limits(range.limits.map { .age($0.seconds) })
    case .bucket(let percent): .limits([.bucket(percent)])
    case .isGiven: .limits([])
    case .equal(let value): .values([.typed(value)])
    case .accepted(let accepted):
      switch accepted {
      case .values(let values), .otherValues(let values): .values(values.map { .typed($0) })
      case .range(let range): .limits(range.limits.map { .typed($0) })
      case .age, .pattern: .each
      }
    case .permission, .purchase, .flag: .each
    }
  }
}
