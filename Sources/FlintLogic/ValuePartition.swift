package import FlintModel

/// A list of values of one fact, such as dates, to which tests of the fact can be applied quickly. For a test such as
/// “at or after 2026-12-01”, ``answers(to:)`` returns the positions in the list at which the result of the test
/// changes.
///
/// Applying thousands of tests to each of thousands of values would be slow. Because most tests distinguish only a few
/// values, such as the limits of a range, a long list is searched only for these values. Without that, `validate` takes
/// 1.3 times as long for 2,000 features with ranges of app versions.
package struct ValuePartition: Sendable {
  package typealias Answer = (from: Int, truth: Ternary)

  // INVARIANT: each choice or text that a test can name occurs only once in the list.
  package let values: [FactValue]

  /// The list ``values``, divided into runs in order. A run is a range of neighbouring values that can be searched
  /// together, such as ascending dates, in which a binary search is possible. A list of at most 16 values is not
  /// divided, and `runs` is empty.
  private let runs: [Run]

  /// The positions of choices and texts in the list ``values``, by value: they have no order, so a binary search is not
  /// possible. The dictionary is empty for a list of at most 16 values, which is searched value by value.
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

  /// Whether the list ``values`` has more than 16 elements. The initializer has then built an index of the list, with
  /// which ``answers(to:)`` need not apply a test, such as “at least iOS 16”, to every element. Building the index
  /// takes time, so a caller should keep this instance and apply several tests to it.
  package var isLong: Bool { !runs.isEmpty }

  private static func run(from start: Int, in values: [FactValue]) -> Run {
    var end = start + 1
    guard end < values.count, let order = order(values[start], values[end]) else {
      return Run(range: start..<end, order: .same)
    }
    repeat {
      end += 1
    } while end < values.count && order == self.order(values[end - 1], values[end])
    return Run(range: start..<end, order: order)
  }

  /// Returns the order of two neighbouring values: equal, ascending, descending, or none (for choices or texts). The
  /// result is nil if the values cannot be in the same run (a range of values that can be searched together), such as
  /// versions of different platforms.
  private static func order(_ one: FactValue, _ next: FactValue) -> Order? {
    // Choices and texts are in separate runs, because a test that names texts is false for all choices, and vice versa.
    if let kind = one.kindWithoutOrder, kind == next.kindWithoutOrder { return Order.none }
    if one == next { return .same }
    guard let key = one.sortKey, let nextKey = next.sortKey, key.kind == nextKey.kind else {
      return nil
    }
    return key < nextKey ? .rising : .falling
  }

  // MARK: Queries

  /// Returns the results of a test of a fact for all values in the list ``values``, in a compact form. Each answer is a
  /// position in this list, and the result for the values from there to the position of the next answer. For example,
  /// the answers to “at least 3” for the values 1, 2, 3 and 4 are `(0, .no)` and `(2, .yes)`.
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
        let positions = named.compactMap { value in
          position(of: value, in: run).flatMap {
            run.range.contains($0) && values[$0] == value ? $0 : nil
          }
        }
        // The test has the same result for all named values, and the same for all others.
        let truthOfNamed = positions.first.map { test.truth(of: values[$0]) }
        var truthOfOthers: Ternary?
        var next = run.range.lowerBound
        func addOthers(upTo end: Int) {
          guard next < end else { return }
          let truth = truthOfOthers ?? test.truth(of: values[next])
          truthOfOthers = truth
          add(next, truth)
        }
        for position in positions.sorted() {
          addOthers(upTo: position)
          if let truthOfNamed { add(position, truthOfNamed) }
          next = position + 1
        }
        addOthers(upTo: run.range.upperBound)
      }
    }
    return answers
  }

  /// Returns the position of the element of ``values`` that represents a value. A number, a date or a version is
  /// represented by the greatest element of the same kind that is not greater: in the list 0, 10, 20, the value 15 is
  /// represented by 10, at position 1. Any other value is represented only by an equal element. The result is nil if no
  /// element represents the value.
  ///
  /// Elements with an order must be ascending, and must come after those without an order.
  func index(ofIntervalWith value: FactValue) -> Int? {
    guard let key = value.sortKey else { return positions[value] ?? values.firstIndex(of: value) }
    let end = values.indices.end { position in
      guard let other = values[position].sortKey else { return true }
      return other.kind == key.kind ? !(key < other) : other.kind < key.kind
    }
    return end > 0 && values[end - 1].sortKey?.kind == key.kind ? end - 1 : nil
  }

  /// Returns the position of a value in a run: a range of neighbouring elements of ``values`` that are all equal, all
  /// ascending, all descending, or all without an order (choices or texts). In an ascending or descending run, the
  /// position is found by binary search. If the run does not contain the value, the result is nil or a position,
  /// possibly outside the run, that the caller has to check.
  ///
  /// - Parameter isLimit: whether `value` is a limit, such as the minimum 5 of a range, at which the result of a test
  ///   changes. The function then returns the position in the run at which the values cross the limit. A value equal to
  ///   the limit counts as above it, so for the limit 5 the position is 1 in `3, 5, 7` and 2 in `7, 5, 3`.
  private func position(
    of value: FactValue, in run: Run, beyondIt isLimit: Bool = false
  ) -> Int? {
    let range = run.range
    switch run.order {
    case .same: return range.lowerBound
    case .none: return positions[value]
    case .rising, .falling:
      guard let key = value.sortKey, key.kind == values[range.lowerBound].sortKey?.kind else {
        return nil
      }
      // A value equal to the limit belongs to the values above the limit.
      let isStrict = run.order == .falling && !isLimit
      return range.end { position in
        guard let other = values[position].sortKey else { return false }
        if run.order == .rising { return other < key }
        return isStrict ? key < other : !(other < key)
      }
    }
  }
}

// MARK: - Values in order

private struct SortKey: Comparable {
  /// A number for the kind of the value, such as a date or a version of iOS. Only two sort keys with the same number
  /// can be compared.
  let kind: Int
  private let high: Int64
  private let low: Int64

  init(_ kind: Int, _ position: FactValue.Position) {
    self.kind = kind
    switch position {
    case .number(let number): (high, low) = (number, 0)
    case .version(.latest): (high, low) = (.max, 0)
    case .version(.version(let version)):
      high = Int64(version.major) << 32 | Int64(version.minor)
      low = Int64(version.patch)
    }
  }

  static func < (one: SortKey, other: SortKey) -> Bool {
    one.high != other.high ? one.high < other.high : one.low < other.low
  }
}

extension FactValue {
  /// A value in a form in which it can be compared with other values of its kind, such as the seconds of a date or an
  /// age.
  package enum Position: Sendable {
    case number(Int64)
    case version(InstalledVersion)
  }

  private enum Order {
    /// Values with an order, such as dates, in which a binary search is possible. The associated ``Position`` is the
    /// value in a form that can be compared, such as the seconds of a date. Only values with the same number `kind` can
    /// be compared, such as two dates, or two versions of the same platform.
    case sorted(kind: Int, Position)

    /// Choices and texts, which have no order, so that a binary search is not possible. A ``ValuePartition`` of more
    /// than 16 values has a dictionary with their positions instead.
    case choice, text

    /// Values of a kind that has only a few values, such as the statuses of a permission. They need no order, because a
    /// ``ValuePartition`` tests them one by one.
    case few
  }

  private var order: Order {
    switch self {
    case .notGiven, .permission, .purchase, .flag: .few
    case .age(let seconds): .sorted(kind: 0, .number(seconds))
    case .bucket(let percent): .sorted(kind: 1, .number(Int64(percent.tenThousandths)))
    case .typed(let value):
      switch value {
      case .unknown, .boolean: .few
      case .choice: .choice
      case .text: .text
      case .integer(let number): .sorted(kind: 2, .number(number))
      case .version(let version): .sorted(kind: 3, .version(version))
      case .date(let date): .sorted(kind: 4, .number(date.seconds))
      }
    case .system(let platform, let version):
      .sorted(kind: 5 + Int(platform.rawValue), .version(version))
    }
  }

  fileprivate var sortKey: SortKey? {
    if case .sorted(let kind, let position) = order { SortKey(kind, position) } else { nil }
  }

  /// This value in a form in which it can be compared with other values of its kind, such as the seconds of a date; nil
  /// if its kind has no order.
  package var position: Position? {
    if case .sorted(_, let position) = order { position } else { nil }
  }

  /// Whether the value is less than another one of the same kind; false if they have different kinds or no order.
  package func isBelow(_ other: FactValue) -> Bool {
    guard let key = sortKey, let other = other.sortKey, key.kind == other.kind else { return false }
    return key < other
  }

  fileprivate enum KindWithoutOrder {
    case choice, text
  }

  /// Whether the value is a choice or a text; nil if it is neither.
  fileprivate var kindWithoutOrder: KindWithoutOrder? {
    switch order {
    case .choice: .choice
    case .text: .text
    case .few, .sorted: nil
    }
  }
}

// MARK: - Distinguished values

extension FactTest {
  /// The values of a fact at which the result of a test, such as “at least iOS 16”, can change. In a list of more than
  /// 16 values of the fact, a ``ValuePartition`` finds the positions of only these values and applies the test there,
  /// instead of to every element of the list.
  fileprivate enum Distinction {
    /// The test of the fact, such as a text pattern, can have a different result for each value of the fact, so it is
    /// applied to every value.
    case each

    /// The result of the test, such as “at least iOS 16”, changes only at these limits, such as the lowest accepted
    /// version. A value equal to a limit counts as above it.
    case limits([FactValue])

    /// The values that the test names, as “is `en` or `de`” names two texts. The test has the same result for all
    /// values in this list, and the same result for all other values of the same type, such as all other texts.
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
