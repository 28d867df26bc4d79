extension Audience {
  /// The totals as a flat list: for each feature the three statuses, then `notSatisfied`,
  /// `notDetermined` and `decisive` of each constraint; for a comparison ``Affected``, then of each
  /// feature lost, gained, the ``Moves/kinds``, and two numbers of each cause. A list can store the
  /// sums of a ``PopulationTally`` instead, of which each number is a difference; this halves the
  /// memory of groups.
  package struct Numbers: RandomAccessCollection, Sendable {
    private let sums: [UInt64]

    private let listed: [ListedSum]?

    package init(_ numbers: some Sequence<Int64>) {
      sums = numbers.map { UInt64(bitPattern: $0) }
      listed = nil
    }

    init(_ sums: [UInt64], in listed: [ListedSum]) {
      self.sums = sums
      self.listed = listed
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { listed?.count ?? sums.count }

    package subscript(index: Int) -> Int64 {
      guard let listed else { return Int64(bitPattern: sums[index]) }
      return Int64(bitPattern: Self.number(listed[index], sums))
    }

    @inline(__always)
    private static func number(_ listed: ListedSum, _ sums: [UInt64]) -> UInt64 {
      sums[Int(listed.sum)] &- sums[Int(listed.less)]
    }

    /// Faster than reading each element.
    package var list: [Int64] {
      guard let listed else { return sums.map { Int64(bitPattern: $0) } }
      return listed.map { Int64(bitPattern: Self.number($0, sums)) }
    }
  }
}

extension Audience.Numbers: Hashable {
  package static func == (one: Self, other: Self) -> Bool { one.elementsEqual(other) }

  package func hash(into hasher: inout Hasher) { hasher.combine(list) }
}
