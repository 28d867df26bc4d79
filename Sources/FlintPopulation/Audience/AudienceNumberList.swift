extension Audience {
  /// The totals of an ``Audience`` as a flat list, in the order in which results list them.
  ///
  /// Each feature has the weights of its three statuses (available, undetermined, unavailable), then three numbers for
  /// each constraint. If two manifests are compared, the three numbers of ``Affected`` follow, then for each comparison
  /// lost, gained and the weights of its ``Moves``, and lost and gained of each cause.
  ///
  /// The list may be computed on access from the sums of a ``PopulationTally``. This halves the memory of groups,
  /// because the sums of a constraint are stored once for its feature and all features below it.
  package struct Numbers: RandomAccessCollection, Sendable {
    private let sums: [UInt64]

    /// The sums from which each number is computed; nil if `sums` already is the list.
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

    /// All numbers as an array. This is faster than reading them one by one.
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
