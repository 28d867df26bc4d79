/// Where each kind of sum begins in ``PopulationTally/sums``.
struct SumIndices: Sendable {
  /// An element that is always 0, for a ``ListedSum`` without subtraction.
  static let zero = 0

  static let weight = 1

  /// Users for whom a feature is not available, by feature.
  let notTrue: Int
  /// Users for whom a feature is unavailable, by feature.
  let no: Int

  /// Users for whom a plane is true, by ``PopulationProgram/countedPlanes``.
  let planes: Int

  /// Users for whom only the entry's constraint is not true, by entry.
  let decisive: Int

  /// Users for whom the entry's constraint is decisive, by ``ReconvergentEntry``.
  let reconvergent: Int

  /// Losses of each compared feature, then of each of ``ComparedProgram/causes``.
  let lost: Int
  /// Gains of each compared feature, then of each of ``ComparedProgram/causes``.
  let gained: Int

  /// Users with this change, by compared feature. The two changes without an index are differences
  /// of sums.
  let availableToUnavailable: Int
  let unavailableToAvailable: Int
  let undeterminedToUnavailable: Int
  let unavailableToUndetermined: Int

  /// Three sums, as in ``Audience/Affected``: lost, gained and changed.
  let affected: Int

  let count: Int

  init(
    _ planes: FeaturePlanes, countedPlanes: Int, reconvergent: Int, _ comparison: ComparedProgram?
  ) {
    let compared = comparison.map { $0.pairs.count + $0.causes.count } ?? 0
    var end = Self.weight + 1
    func take(_ count: Int) -> Int {
      defer { end += count }
      return end
    }
    notTrue = take(planes.featureCount)
    no = take(planes.featureCount)
    self.planes = take(countedPlanes)
    decisive = take(planes.entryCount)
    self.reconvergent = take(reconvergent)
    lost = take(compared)
    gained = take(compared)
    let pairs = comparison?.pairs.count ?? 0
    availableToUnavailable = take(pairs)
    unavailableToAvailable = take(pairs)
    undeterminedToUnavailable = take(pairs)
    unavailableToUndetermined = take(pairs)
    affected = take(3)
    count = end
  }
}

/// One sum minus another.
struct ListedSum: Hashable, Sendable {
  let sum: Int32
  let less: Int32

  init(_ sum: Int, less: Int = SumIndices.zero) {
    self.sum = Int32(sum)
    self.less = Int32(less)
  }

  func number(in sums: [UInt64]) -> Int64 {
    Int64(bitPattern: sums[Int(sum)] &- sums[Int(less)])
  }
}

extension PopulationProgram {
  /// For each of ``Audience/numbers``, which sums of a tally give it.
  func listedSums() -> [ListedSum] {
    var list: [ListedSum] = []
    list.reserveCapacity(3 * (featureCount + entryCount))
    var decisive = (0..<entryCount).map { sums.decisive + $0 }
    for (index, entry) in reconvergentEntries.enumerated() {
      decisive[entry.entry] = sums.reconvergent + index
    }
    for index in 0..<featureCount {
      let (notTrue, no) = (sums.notTrue + index, sums.no + index)
      list.append(ListedSum(SumIndices.weight, less: notTrue))
      list.append(ListedSum(notTrue, less: no))
      list.append(ListedSum(no))
      var entry = features[index].firstEntry
      for declaring in lineage(of: index) {
        for constraint in features[declaring].constraints {
          let counter = counters[Int(constraint)]
          let (no, notTrue) = (sums.planes + Int(counter.no), sums.planes + Int(counter.notTrue))
          list.append(ListedSum(no))
          list.append(ListedSum(notTrue, less: no))
          list.append(ListedSum(decisive[entry]))
          entry += 1
        }
      }
    }
    guard let comparison else { return list }
    for index in 0..<3 { list.append(ListedSum(sums.affected + index)) }
    func add(_ index: Int) {
      list.append(ListedSum(sums.lost + index))
      list.append(ListedSum(sums.gained + index))
    }
    for (number, pair) in comparison.pairs.enumerated() {
      add(number)
      // In the order of `Audience.Moves.kinds`.
      list += [
        ListedSum(sums.lost + number, less: sums.availableToUnavailable + number),
        ListedSum(sums.availableToUnavailable + number),
        ListedSum(sums.gained + number, less: sums.unavailableToAvailable + number),
        ListedSum(sums.undeterminedToUnavailable + number),
        ListedSum(sums.unavailableToAvailable + number),
        ListedSum(sums.unavailableToUndetermined + number),
      ]
      for cause in pair.causes { add(comparison.pairs.count + cause) }
    }
    return list
  }
}
