internal import FlintCore

/// The positions of the sums in ``PopulationTally/sums``. Each property is the position of the first of its sums.
struct SumIndices: Sendable {
  /// The position of a sum that is always 0.
  static let nothing = 0

  /// The position of the weight of all states.
  static let weight = 1

  /// For each feature, the weight of the states in which it is not available (`open`), and in which it is unavailable
  /// (`no`).
  let open: Int
  let no: Int

  /// For each of the program's counted planes, the weight of the states in which it is set.
  let planes: Int

  /// For each entry, the weight of the states in which it is the feature's only constraint that is not true.
  let decisive: Int

  /// For each ``ReconvergentEntry``, the weight of the states in which the feature is not available only because of its
  /// constraint.
  let entangled: Int

  /// For each pair of a comparison, then for each cause, the weight of the states that lose and that gain the feature.
  let lost: Int
  let gained: Int

  /// For each pair of a comparison, the weights of four of the status changes. The other two are the remainders of
  /// `lost` and `gained`.
  let availableToUnavailable: Int
  let unavailableToAvailable: Int
  let undeterminedToUnavailable: Int
  let unavailableToUndetermined: Int

  /// The three sums of ``Audience/Affected``.
  let affected: Int

  /// The number of positions.
  let count: Int

  init(_ planes: FeaturePlanes, countedPlanes: Int, entangled: Int, _ comparison: ComparedProgram?)
  {
    let compared = comparison.map { $0.pairs.count + $0.causes.count } ?? 0
    var end = Self.weight + 1
    func place(of count: Int) -> Int {
      defer { end += count }
      return end
    }
    open = place(of: planes.featureCount)
    no = place(of: planes.featureCount)
    self.planes = place(of: countedPlanes)
    decisive = place(of: planes.entryCount)
    self.entangled = place(of: entangled)
    lost = place(of: compared)
    gained = place(of: compared)
    let pairs = comparison?.pairs.count ?? 0
    availableToUnavailable = place(of: pairs)
    unavailableToAvailable = place(of: pairs)
    undeterminedToUnavailable = place(of: pairs)
    unavailableToUndetermined = place(of: pairs)
    affected = place(of: 3)
    count = end
  }
}

/// A number of a result, as the difference of the sums at the positions `sum` and `less`.
struct ListedSum: Hashable, Sendable {
  let sum: Int32
  let less: Int32

  init(_ sum: Int, less: Int = SumIndices.nothing) {
    self.sum = Int32(sum)
    self.less = Int32(less)
  }
}

extension PopulationProgram {
  /// Returns the sums from which each of ``Audience/numbers`` is computed.
  func listedSums() -> [ListedSum] {
    var list: [ListedSum] = []
    list.reserveCapacity(3 * (featureCount + entryCount))
    var decisive = (0..<entryCount).map { sums.decisive + $0 }
    for (index, entry) in entangled.enumerated() { decisive[entry.entry] = sums.entangled + index }
    for index in 0..<featureCount {
      let (open, no) = (sums.open + index, sums.no + index)
      list.append(ListedSum(SumIndices.weight, less: open))
      list.append(ListedSum(open, less: no))
      list.append(ListedSum(no))
      var entry = features[index].firstEntry
      for declaring in lineage(of: index) {
        for constraint in features[declaring].constraints {
          let counter = counters[Int(constraint)]
          let (no, open) = (sums.planes + Int(counter.no), sums.planes + Int(counter.open))
          list.append(ListedSum(no))
          list.append(ListedSum(open, less: no))
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
      for kind in Audience.Moves.kinds { list.append(sum(of: kind, ofPair: number)) }
      for cause in pair.causes { add(comparison.pairs.count + cause) }
    }
    return list
  }

  private func sum(
    of move: (old: FeatureStatus, new: FeatureStatus), ofPair pair: Int
  ) -> ListedSum {
    switch (move.old, move.new) {
    case (.available, .undetermined):
      ListedSum(sums.lost + pair, less: sums.availableToUnavailable + pair)
    case (.available, .unavailable): ListedSum(sums.availableToUnavailable + pair)
    case (.undetermined, .available):
      ListedSum(sums.gained + pair, less: sums.unavailableToAvailable + pair)
    case (.undetermined, .unavailable): ListedSum(sums.undeterminedToUnavailable + pair)
    case (.unavailable, .available): ListedSum(sums.unavailableToAvailable + pair)
    case (.unavailable, .undetermined): ListedSum(sums.unavailableToUndetermined + pair)
    case (.available, .available), (.undetermined, .undetermined), (.unavailable, .unavailable):
      ListedSum(SumIndices.nothing)
    }
  }
}
