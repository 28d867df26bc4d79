internal import FlintModel

/// The indices of the sums in ``PopulationTally/sums``, each of which is a number of users. If there are several sums
/// of one kind, such as one for each feature, they are adjacent, and the property for this kind is the index of the
/// first sum.
struct SumIndices: Sendable {
  /// The index in ``PopulationTally/sums`` of a sum that is always 0. Each number of an ``Audience`` is computed as one
  /// sum minus another (see ``ListedSum``). If nothing is to be subtracted, this sum is subtracted.
  static let zero = 0

  /// The index in ``PopulationTally/sums`` of the number of all users, which is the sum of the weights of all states.
  static let weight = 1

  /// The index in ``PopulationTally/sums`` of the first of a series of sums, one for each feature: the number of users
  /// for whom the feature is not available (undetermined or unavailable).
  let notTrue: Int
  /// The index in ``PopulationTally/sums`` of the first of a series of sums, one for each feature: the number of users
  /// for whom the feature is unavailable. The difference from the sum at ``notTrue`` is the number of users for whom
  /// the feature is undetermined.
  let no: Int

  /// The index in ``PopulationTally/sums`` of the first of a series of sums, one for each element of
  /// ``PopulationProgram/countedPlanes``: the number of users in the states whose bits are set in that plane (bit
  /// vector; see ``Lanes``), such as the users for whom a constraint is false.
  let planes: Int

  /// The index in ``PopulationTally/sums`` of the first of a series of sums, one for each pair of a feature and a
  /// constraint that applies to it: the number of users for whom this constraint is the only one of the feature that is
  /// not true.
  let decisive: Int

  /// The index in ``PopulationTally/sums`` of the first of a series of sums, one for each pair of a feature and a
  /// constraint that affects it in two ways (see ``ReconvergentEntry``): the number of users who do not have the
  /// feature, but would have it without the constraint.
  let reconvergent: Int

  /// The index in ``PopulationTally/sums`` of the first of a series of sums about the users who lose a feature. First
  /// comes one sum for each compared feature: the number of users who lose it. Then comes one sum for each constraint
  /// in ``ComparedProgram/causes``: the number of users who lose the feature, and for whom the constraint blocks it
  /// with the new manifest.
  let lost: Int
  /// The index in ``PopulationTally/sums`` of the first of a series of sums about the users who gain a feature. First
  /// comes one sum for each compared feature: the number of users who gain it. Then comes one sum for each constraint
  /// in ``ComparedProgram/causes``: the number of users who gain the feature, and for whom the constraint blocked it
  /// with the old manifest.
  let gained: Int

  /// The index in ``PopulationTally/sums`` of the first of a series of sums, one for each compared feature: the number
  /// of users for whom its status changes from available to unavailable. Two of the six possible status changes need no
  /// sums, because they are differences: a feature that is lost but does not become unavailable becomes undetermined,
  /// and a feature that is gained but was not unavailable was undetermined.
  let availableToUnavailable: Int
  /// The index in ``PopulationTally/sums`` of the first of a series of sums, one for each compared feature: the number
  /// of users for whom its status changes from unavailable to available.
  let unavailableToAvailable: Int
  /// The index in ``PopulationTally/sums`` of the first of a series of sums, one for each compared feature: the number
  /// of users for whom its status changes from undetermined to unavailable.
  let undeterminedToUnavailable: Int
  /// The index in ``PopulationTally/sums`` of the first of a series of sums, one for each compared feature: the number
  /// of users for whom its status changes from unavailable to undetermined.
  let unavailableToUndetermined: Int

  /// The index in ``PopulationTally/sums`` of the first of three sums: the numbers of users who lose at least one
  /// feature, who gain at least one, and for whom at least one feature changes in any way; see ``Audience/Affected``.
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

/// A number of an ``Audience``, computed as the difference of two sums of a ``PopulationTally``: the sum at the index
/// `sum` minus the sum at the index `less`.
struct ListedSum: Hashable, Sendable {
  let sum: Int32
  let less: Int32

  init(_ sum: Int, less: Int = SumIndices.zero) {
    self.sum = Int32(sum)
    self.less = Int32(less)
  }
}

extension PopulationProgram {
  /// Returns, for each number of users in ``Audience/numbers``, the indices in ``PopulationTally/sums`` of two sums:
  /// the number is the first sum minus the second. For example, the users who have a feature are all users minus those
  /// who do not have it. If a number is itself a sum, the second one is the sum that is always 0.
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
      ListedSum(SumIndices.zero)
    }
  }
}
