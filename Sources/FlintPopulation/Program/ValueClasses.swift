internal import FlintCore
import FlintLogic

/// A partition of ordered values, such as versions, into intervals. No constraint distinguishes two values of the same
/// interval. The intervals begin at the breakpoints: for example, the constraint “at least iOS 16” divides the versions
/// into those below 16 and those from 16 on.
struct Intervals<Value: Sendable>: Sendable {
  // INVARIANT: the breakpoints are in ascending order, without duplicates.
  let cuts: [Value]

  /// The lowest possible value, which is the example for the lowest interval. This interval contains the values below
  /// every breakpoint. If the lowest possible value is itself a breakpoint, the interval is empty, and no state has a
  /// value in it.
  private let lowest: Value

  /// The number of intervals, which is the number of breakpoints plus one.
  var count: Int { cuts.count + 1 }

  /// One value of each interval, in ascending order.
  var examples: [Value] { [lowest] + cuts }
}

extension Intervals where Value: Comparable & Hashable {
  init(_ cuts: some Sequence<Value>, lowest: Value) {
    self.cuts = Set(cuts).sorted()
    self.lowest = lowest
  }

  /// Returns the index of the interval that contains a value, found by binary search.
  func index(of value: Value) -> Int { cuts.indices.end { cuts[$0] <= value } }
}

extension Intervals<Version> {
  init(_ cuts: some Sequence<Version>) { self.init(cuts, lowest: Version(0)) }

  /// Returns the index of the interval that contains an installed version. The version `latest` is in the last
  /// interval.
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

/// A partition of statuses, such as those of a permission, into classes. No constraint distinguishes two statuses of
/// the same class. For example, if all constraints only test whether the status is `authorized`, the other statuses
/// form one class.
struct StatusClasses<Status: Sendable>: Sendable {
  /// For each status, the index of its class. The index in this array is the raw value of the status.
  let classes: [Int]

  /// One status of each class, in the order of the classes.
  let examples: [Status]

  var count: Int { examples.count }
}

extension StatusClasses
where Status: RawRepresentable & CaseIterable & Hashable, Status.RawValue == UInt8 {
  /// Divides the statuses into classes: two statuses are in the same class if every test has the same result for both.
  ///
  /// - Parameter tests: The truth tables of all tests of the status in constraints. A table has the result of the test
  ///   for each status.
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
