internal import FlintCore

/// The intervals into which the values that a manifest names cut a line; no constraint tells two values of one interval apart.
struct Intervals<Value: Sendable>: Sendable {
  // INVARIANT: ascending, none twice.
  let cuts: [Value]

  /// Stands for the values below every cut; there are none where it is a cut itself.
  private let lowest: Value

  /// One interval more than there are cuts: the lowest has none below it.
  var count: Int { cuts.count + 1 }

  /// A value in each interval, in their order.
  var examples: [Value] { [lowest] + cuts }
}

extension Intervals where Value: Comparable & Hashable {
  init(_ cuts: some Sequence<Value>, lowest: Value) {
    self.cuts = Set(cuts).sorted()
    self.lowest = lowest
  }

  /// The interval of a value.
  func index(of value: Value) -> Int { cuts.indices.end { cuts[$0] <= value } }
}

extension Intervals<Version> {
  init(_ cuts: some Sequence<Version>) { self.init(cuts, lowest: Version(0)) }

  /// The interval of an installed version.
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

/// Statuses, those together that no constraint tells apart.
struct StatusClasses<Status: Sendable>: Sendable {
  /// The class of each status, by its raw value.
  let classes: [Int]

  /// A status of each class, in their order.
  let examples: [Status]

  var count: Int { examples.count }
}

extension StatusClasses
where Status: RawRepresentable & CaseIterable & Hashable, Status.RawValue == UInt8 {
  /// - Parameter tests: all that is asked of the status.
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
