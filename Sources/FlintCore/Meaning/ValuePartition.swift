/// The values of a fact in an engine's order, indexed to find the positions at which the result of a test changes.
///
/// A manifest may name thousands of values and have thousands of tests. A scan of all values for each test would take
/// time proportional to the product of both, although most tests separate only a few values. For a long list, the
/// partition therefore looks up only the values that a test names.
package struct ValuePartition: Sendable {
  package typealias Answer = (from: Int, truth: Ternary)

  // INVARIANT: the choices and texts that a test can name occur only once.
  package let values: [FactValue]

  /// Runs of neighbouring values that can be searched together, in order; empty for a short list.
  private let runs: [Run]

  /// The positions of the values without an order; empty for a short list.
  private let positions: [FactValue: Int]

  /// The maximum length of a short list. Scanning it is faster than building an index.
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

  /// Whether the partition has an index that is worth caching for further tests.
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

  /// Returns the order of two neighbours; nil for values of different kinds.
  private static func order(_ one: FactValue, _ next: FactValue) -> Order? {
    // Choices and texts form separate runs, because a test that names texts rejects all choices, and vice versa.
    if let kind = one.kindWithoutOrder, kind == next.kindWithoutOrder { return Order.none }
    if one == next { return .same }
    guard let place = one.place, let next = next.place, place.scale == next.scale else {
      return nil
    }
    return place < next ? .rising : .falling
  }

  // MARK: Queries

  /// Returns the results of a test, each with the first position to which it applies. A result applies up to the
  /// position of the next. The first position is 0, and neighbouring results differ.
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

  /// Returns the position of a value in a run, or its insertion position if the run is sorted. With `beyondIt`, returns
  /// the first position of the values on the other side of the limit instead.
  private func position(
    of value: FactValue, in run: Run, beyondIt isLimit: Bool = false
  ) -> Int? {
    let range = run.range
    switch run.order {
    case .same: return range.lowerBound
    case .none: return positions[value]
    case .rising, .falling:
      guard let place = value.place, place.scale == values[range.lowerBound].place?.scale else {
        return nil
      }
      // A limit belongs to the values above it.
      let isStrict = run.order == .falling && !isLimit
      return range.end { position in
        guard let other = values[position].place else { return false }
        if run.order == .rising { return other < place }
        return isStrict ? place < other : !(other < place)
      }
    }
  }
}

// MARK: - Values in order

/// The sort key of a value among those of its kind.
private struct SortKey: Comparable {
  /// The kind of the value. Only keys with the same scale can be compared.
  let scale: Int
  private let high: Int64
  private let low: Int64

  init(_ scale: Int, _ number: Int64) { (self.scale, high, low) = (scale, number, 0) }

  init(_ scale: Int, _ version: InstalledVersion) {
    self.scale = scale
    switch version {
    case .latest: (high, low) = (.max, 0)
    case .version(let version):
      high = Int64(version.major) << 32 | Int64(version.minor)
      low = Int64(version.patch)
    }
  }

  static func < (one: SortKey, other: SortKey) -> Bool {
    one.high != other.high ? one.high < other.high : one.low < other.low
  }
}

extension FactValue {
  /// The sort key of the value, or nil for values that have no order.
  fileprivate var place: SortKey? {
    switch self {
    case .notGiven, .permission, .purchase, .flag: nil
    case .date(let date): SortKey(0, date.seconds)
    case .age(let seconds): SortKey(1, seconds)
    case .bucket(let percent): SortKey(2, Int64(percent.tenThousandths))
    case .version(let version): SortKey(3, version)
    case .attribute(let value):
      switch value {
      case .unknown, .boolean, .choice, .text: nil
      case .integer(let number): SortKey(4, number)
      case .version(let version): SortKey(5, version)
      case .date(let date): SortKey(6, date.seconds)
      }
    case .system(let platform, let version): SortKey(7 + Int(platform.rawValue), version)
    }
  }

  fileprivate enum KindWithoutOrder {
    case choice, text
  }

  /// The kind of a choice or a text, of which there can be many without an order; nil for all other values.
  fileprivate var kindWithoutOrder: KindWithoutOrder? {
    switch self {
    case .attribute(.choice): .choice
    case .attribute(.text): .text
    case .notGiven, .system, .version, .date, .permission, .purchase, .flag, .attribute, .age,
      .bucket:
      nil
    }
  }
}

// MARK: - Distinguished values

extension FactTest {
  /// The values of a fact that a test of the fact can distinguish.
  fileprivate enum Distinction {
    /// All values from each other.
    case each

    /// The values below each limit from those at or above it, and values of different kinds.
    case limits([FactValue])

    /// The listed values from all other values of their kind.
    case values([FactValue])
  }

  fileprivate var distinction: Distinction {
    switch self {
    case .system(let platform, let range):
      .limits((range?.limits ?? []).map { .system(platform, .version($0)) })
    case .appVersion(let range, _): .limits(range.limits.map { .version(.version($0)) })
    case .date(let range): .limits(range.limits.map { .date($0) })
    case .age(_, let range, _): .limits(range.limits.map { .age($0.seconds) })
    case .bucket(_, let percent): .limits([.bucket(percent)])
    case .isGiven: .limits([])
    case .attributeValue(_, let value, _): .values([.attribute(value)])
    case .attribute(let requirement, _):
      switch requirement.accepted {
      case .values(let values), .otherValues(let values): .values(values.map { .attribute($0) })
      case .range(let range): .limits(range.limits.map { .attribute($0) })
      case .age, .pattern: .each
      }
    case .permission, .permissionDefault, .product, .purchaseDefault, .unlocked, .toggle,
      .runtime:
      .each
    }
  }
}
