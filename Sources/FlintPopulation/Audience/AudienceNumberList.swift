extension Audience {
  /// Totals as plain numbers, in the order in which a result lists them: of each feature who have it, for whom it is undetermined,
  /// and who have it not, then three of each of its constraints; after all features, where two manifests are compared, the three of
  /// ``Affected``, then of each comparison who lose and who gain, the weights of its ``Moves``, and who lose and who gain because
  /// of each of its causes.
  ///
  /// What was counted is kept as it was counted, for all groups to take half the memory: a constraint's sums stand once, and
  /// among the numbers of its feature and of every feature below it.
  package struct Numbers: RandomAccessCollection, Sendable {
    private let sums: [UInt64]

    /// What each of the numbers is; nil where the sums are the numbers.
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

    /// All of them, which costs less than one after the other.
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
