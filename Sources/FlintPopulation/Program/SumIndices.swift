internal import FlintModel

/// Where each kind of sum begins in ``PopulationTally/sums``.
struct SumIndices: Sendable {
  /// Always 0, for a ``ListedSum`` without anything to subtract.
  static let zero = 0

  static let weight = 1

  /// By feature: it is not available.
  let notTrue: Int
  /// By feature: it is unavailable.
  let no: Int

  /// By ``PopulationProgram/countedPlanes``.
  let planes: Int

  /// By entry: the only constraint that is not true.
  let decisive: Int

  /// By ``ReconvergentEntry``.
  let reconvergent: Int

  /// By compared feature, then by ``ComparedProgram/causes``.
  let lost: Int
  /// By compared feature, then by ``ComparedProgram/causes``.
  let gained: Int

  /// By compared feature. Two of the six changes are differences and need no sums.
  let availableToUnavailable: Int
  let unavailableToAvailable: Int
  let undeterminedToUnavailable: Int
  let unavailableToUndetermined: Int

  /// Lost, gained and changed; see ``Audience/Affected``.
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
  /// In the order of ``Audience/numbers``.
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
