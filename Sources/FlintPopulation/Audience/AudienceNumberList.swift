extension Audience {
  /// The totals of an ``Audience`` as a flat list of numbers.
  ///
  /// For each feature, the list has the weights of its three statuses (available, undetermined, unavailable), then
  /// three weights for each of its constraints. If two manifests are compared, the three numbers of ``Affected``
  /// follow. Then follow, for each comparison, the weights of the states that lose and gain the feature, the weights of
  /// its ``Moves``, and two weights for each cause: lost and gained.
  ///
  /// The list may be computed on access from the sums of a ``PopulationTally``. This halves the memory of groups,
  /// because a constraint's sums are stored once, although the list repeats them for its feature and all features below
  /// it.
  package struct Numbers: RandomAccessCollection, Sendable {
    private let sums: [UInt64]

    /// For each number of the list, the two elements of `sums` whose difference it is; nil if `sums` itself is the
    /// list.
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

    /// All numbers as an array. To create the array is faster than to read all numbers one by one.
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
