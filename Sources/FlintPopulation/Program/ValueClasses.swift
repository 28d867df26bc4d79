internal import FlintCore

/// The partition of an ordered range of values into intervals at the breakpoints that a manifest names. No constraint
/// distinguishes two values of one interval.
struct Intervals<Value: Sendable>: Sendable {
  // INVARIANT: in ascending order, without duplicates.
  let cuts: [Value]

  /// An example of the values below every breakpoint. If it is a breakpoint itself, there are no such values and the
  /// lowest interval is empty.
  private let lowest: Value

  /// The number of intervals, which is one more than the number of breakpoints.
  var count: Int { cuts.count + 1 }

  /// A value in each interval, in order.
  var examples: [Value] { [lowest] + cuts }
}

extension Intervals where Value: Comparable & Hashable {
  init(_ cuts: some Sequence<Value>, lowest: Value) {
    self.cuts = Set(cuts).sorted()
    self.lowest = lowest
  }

  /// Returns the interval of a value.
  func index(of value: Value) -> Int { cuts.indices.end { cuts[$0] <= value } }
}

extension Intervals<Version> {
  init(_ cuts: some Sequence<Version>) { self.init(cuts, lowest: Version(0)) }

  /// Returns the interval of an installed version.
  func index(of version: InstalledVersion) -> Int {
    cuts.indices.end { version.isAtLeast(cuts[$0]) }
  }
}

extension Intervals<DateTime> {
  init(_ cuts: some Sequence<DateTime>) { self.init(cuts, lowest: .first) }
}

extension Intervals<Int64> {
  init(_ cuts: some Sequence<Int64>) { self.init(cuts, lowest: .min) }
}

extension Intervals<Percent> {
  init(_ cuts: some Sequence<Percent>) { self.init(cuts, lowest: .zero) }
}

/// A partition of the statuses into classes that no constraint distinguishes.
struct StatusClasses<Status: Sendable>: Sendable {
  /// The class of each status, by its raw value.
  let classes: [Int]

  /// A status of each class, in the order of the classes.
  let examples: [Status]

  var count: Int { examples.count }
}

extension StatusClasses
where Status: RawRepresentable & CaseIterable & Hashable, Status.RawValue == UInt8 {
  /// Computes the classes.
  ///
  /// - Parameter tests: all truth tables by which the status is tested.
  init(_ tests: [TruthTable<Status>]) {
    var examples: [Status] = []
    classes = Status.allCases.map { status in
      let like = examples.firstIndex { example in tests.allSatisfy { $0[example] == $0[status] } }
      if let like { return like }
      examples.append(status)
      return examples.count - 1
    }
    self.examples = examples
  }

  func index(of status: Status) -> Int { classes[Int(status.rawValue)] }
}

extension DateTime {
  fileprivate static let first: DateTime = "1970-01-01"
}
