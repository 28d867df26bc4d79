extension Audience {
  /// The totals of an ``Audience`` as a flat list of numbers of users (sums of weights), in this order:
  ///
  /// 1. For each feature, the users for whom it is available, undetermined and unavailable; then, for each of its
  ///    constraints, the numbers `notSatisfied`, `notDetermined` and `decisive` of ``Constraint``.
  /// 2. If two manifests are compared, the numbers `lost`, `gained` and `changed` of ``Affected``.
  /// 3. For each compared feature, the users who lose it and who gain it, the users for each of the six status changes
  ///    in the order of ``Moves/kinds``, and the numbers `lost` and `gained` of each cause (a constraint that can cause
  ///    the changes).
  ///
  /// To save memory, the list can instead store the sums of weights that a ``PopulationTally`` has added up, such as
  /// the number of users for whom a feature is not available. Each number is then computed, when it is read, as one sum
  /// minus another; for example, all users minus those for whom the feature is not available. This halves the memory of
  /// groups: several numbers are computed from the same sum. The numbers of the app's constraints, for example, are
  /// listed again for each feature, but their sums are stored only once.
  package struct Numbers: RandomAccessCollection, Sendable {
    private let sums: [UInt64]

    /// For each number of users in this collection, the indices of two elements of `sums`: the number is the first
    /// element minus the second. For example, the users who have a feature are all users minus those who do not have
    /// it. Nil if `sums` contains the numbers themselves.
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

    /// The elements of this collection, which are numbers of users, as an array. Creating the array is faster than
    /// reading each element with the subscript.
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
