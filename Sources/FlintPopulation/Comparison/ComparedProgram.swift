/// The old manifest, compiled for a comparison in a ``PopulationProgram``.
struct ComparedProgram: Sendable {
  let names: CombinedDeclarations
  let planes: FeaturePlanes

  /// By feature, then the app: the index of its results in ``StateBatch/no`` and
  /// ``StateBatch/one``. A feature that is the same in both manifests is not evaluated twice; see
  /// ``steps``.
  let vectorIndices: [Int32]

  /// A feature of the old manifest, or its app, that must be evaluated separately.
  struct Step: Sendable {
    let constraints: Range<Int32>

    /// The parent's index in ``StateBatch/no``. -1 for the app, and for a top-level feature if the
    /// app has no constraints.
    let parent: Int32
  }

  /// Parents first. Their results follow the new manifest's.
  let steps: [Step]

  /// A feature's index in each manifest; -1 where the manifest lacks it.
  struct Pair: Sendable {
    let new: Int32
    let old: Int32

    /// Whether the feature's constraints and its ancestors' are the same. The pair is then skipped.
    let isSame: Bool

    /// Whether the feature's changes count for ``Audience/affected``.
    let isListed: Bool

    /// Indices in ``ComparedProgram/causes``.
    let causes: Range<Int>
  }

  /// The new manifest's features, then those of the old one only.
  let pairs: [Pair]

  /// A constraint's index in each manifest; -1 where it does not apply.
  struct Cause: Sendable {
    let new: Int32
    let old: Int32
  }

  let causes: [Cause]

  /// - Parameter listed: Ids that count for ``Audience/affected``; nil for all.
  init(
    _ new: FeaturePlanes, _ old: FeaturePlanes, _ names: CombinedDeclarations,
    listing listed: Set<String>?
  ) {
    self.names = names
    planes = old
    (vectorIndices, steps) = Self.vectorIndices(of: old, among: new, names)
    var known: [ConstraintName: Int] = [:]
    func numbers(_ names: [ConstraintName]) -> [Int] {
      names.map { name in
        let number = known[name] ?? known.count
        known[name] = number
        return number
      }
    }
    let (newNames, oldNames) = (numbers(new.namedConstraints), numbers(old.namedConstraints))
    var pairs: [Pair] = []
    var causes: [Cause] = []
    var counterparts = [Int](repeating: -1, count: new.featureCount)
    for (feature, number) in names.features.enumerated() where number < new.featureCount {
      counterparts[number] = feature
    }
    for (feature, counterpart) in counterparts.enumerated() {
      let first = causes.count
      if counterpart >= 0 {
        causes += Self.causes(
          new.constraints(of: feature), newNames, old.constraints(of: counterpart), oldNames)
      }
      pairs.append(
        Pair(
          new: Int32(feature), old: Int32(counterpart),
          isSame: counterpart >= 0 && vectorIndices[counterpart] == Int32(feature),
          isListed: listed?.contains(new.manifest.features[feature].id) ?? true,
          causes: first..<causes.count))
    }
    for (feature, number) in names.features.enumerated() where number >= new.featureCount {
      pairs.append(
        Pair(
          new: -1, old: Int32(feature), isSame: false,
          isListed: listed?.contains(old.manifest.features[feature].id) ?? true,
          causes: causes.count..<causes.count))
    }
    self.pairs = pairs
    self.causes = causes
  }

  private static func vectorIndices(
    of old: FeaturePlanes, among new: FeaturePlanes, _ names: CombinedDeclarations
  ) -> ([Int32], [Step]) {
    var vectorIndices = [Int32](repeating: -1, count: old.features.count)
    var steps: [Step] = []
    for index in old.indicesFromApp {
      let feature = old.features[index]
      let parent = feature.parent < 0 ? -1 : vectorIndices[Int(feature.parent)]
      let counterpart = index < old.featureCount ? names.features[index] : new.featureCount
      let isKnown = index < old.featureCount ? counterpart < new.featureCount : new.hasApp
      if isKnown, new.features[counterpart].parent == parent,
        hasSameRequirements(new.requirements(of: counterpart), old.requirements(of: index))
      {
        vectorIndices[index] = Int32(counterpart)
      } else {
        vectorIndices[index] = Int32(new.features.count + steps.count)
        steps.append(Step(constraints: feature.constraints, parent: parent))
      }
    }
    return (vectorIndices, steps)
  }

  /// The new manifest's constraints, then those of the old one only.
  private static func causes(
    _ new: [Int32], _ newNames: [Int], _ old: [Int32], _ oldNames: [Int]
  ) -> [Cause] {
    var counterparts = Dictionary(old.map { (oldNames[Int($0)], $0) }) { $1 }
    let known = Set(new.map { newNames[Int($0)] })
    return new.map {
      Cause(new: $0, old: counterparts.removeValue(forKey: newNames[Int($0)]) ?? -1)
    } + old.filter { !known.contains(oldNames[Int($0)]) }.map { Cause(new: -1, old: $0) }
  }

  private static func hasSameRequirements(
    _ one: ArraySlice<LaneTruth>, _ other: ArraySlice<LaneTruth>
  ) -> Bool {
    one.elementsEqual(other) || Set(one) == Set(other)
  }
}

extension FeaturePlanes {
  fileprivate var hasApp: Bool { features.count > featureCount }

  /// Indices of the app, then of the features, parents first.
  fileprivate var indicesFromApp: [Int] {
    (hasApp ? [featureCount] : []) + Array(0..<featureCount)
  }
}

extension ComparedProgram {
  /// - Parameter indices: Where each kind of sum begins in `sums`.
  @inline(__always)
  func add(
    _ batch: borrowing StateBatch, _ newTruths: [LaneTruth], by counter: some LaneCounter,
    to sums: UnsafeMutableBufferPointer<UInt64>, _ indices: SumIndices
  ) {
    let valid = Lanes.first(batch.count)
    let firstCause = pairs.count
    var anyLost = Lanes.zero
    var anyGained = Lanes.zero
    var anyChanged = Lanes.zero
    for (number, pair) in pairs.enumerated() where !pair.isSame {
      let new = status(at: Int(pair.new), in: batch, valid)
      let oldIndex = pair.old < 0 ? -1 : Int(vectorIndices[Int(pair.old)])
      let old = status(at: oldIndex, in: batch, valid)
      let lostLanes = new.notTrue & ~old.notTrue
      let gainedLanes = old.notTrue & ~new.notTrue
      let closedLanes = old.notTrue & ~old.no & new.no
      let openedLanes = new.notTrue & ~new.no & old.no
      if pair.isListed {
        anyLost |= lostLanes
        anyGained |= gainedLanes
        anyChanged |= lostLanes | gainedLanes | closedLanes | openedLanes
      }
      if !lostLanes.isEmpty {
        sums[indices.lost &+ number] &+= counter.sum(lostLanes)
        sums[indices.availableToUnavailable &+ number] &+= counter.sum(lostLanes & new.no)
        // A constraint blocks the feature if it is false. If none is false, those that are unknown block it.
        for cause in pair.causes where causes[cause].new >= 0 {
          let truth = newTruths[Int(causes[cause].new)]
          let blocks =
            batch.planes[Int(truth.no)] | batch.planes[Int(truth.notTrue)] & ~new.no
          sums[indices.lost &+ firstCause &+ cause] &+= counter.sum(blocks & lostLanes)
        }
      }
      if !gainedLanes.isEmpty {
        sums[indices.gained &+ number] &+= counter.sum(gainedLanes)
        sums[indices.unavailableToAvailable &+ number] &+= counter.sum(gainedLanes & old.no)
        for cause in pair.causes where causes[cause].old >= 0 {
          let truth = planes.constraints[Int(causes[cause].old)]
          let blocked =
            batch.planes[Int(truth.no)] | batch.planes[Int(truth.notTrue)] & ~old.no
          sums[indices.gained &+ firstCause &+ cause] &+= counter.sum(blocked & gainedLanes)
        }
      }
      if !closedLanes.isEmpty {
        sums[indices.undeterminedToUnavailable &+ number] &+= counter.sum(closedLanes)
      }
      if !openedLanes.isEmpty {
        sums[indices.unavailableToUndetermined &+ number] &+= counter.sum(openedLanes)
      }
    }
    sums[indices.affected] &+= counter.sum(anyLost)
    sums[indices.affected &+ 1] &+= counter.sum(anyGained)
    sums[indices.affected &+ 2] &+= counter.sum(anyChanged)
  }

  @inline(__always)
  private func status(
    at index: Int, in batch: borrowing StateBatch, _ valid: Lanes
  ) -> (notTrue: Lanes, no: Lanes) {
    index < 0 ? (valid, valid) : (batch.one[index], batch.no[index])
  }
}

extension PopulationProgram {
  func emptyAudience() -> Audience {
    Audience(
      states: 0, weight: 0, rejected: 0, ignored: [:],
      impossible: manifest.assumptions.isEmpty
        ? nil : manifest.assumptions.map { .init(id: $0.id, weight: 0) },
      features: emptyFeatures(), against: emptyComparisons(),
      affected: comparison.map { _ in Audience.Affected() })
  }

  private func emptyComparisons() -> [Audience.Comparison]? {
    guard let comparison else { return nil }
    let names = planes.namedConstraints
    let oldNames = comparison.planes.namedConstraints
    return comparison.pairs.map { pair in
      let id =
        pair.new >= 0
        ? manifest.features[Int(pair.new)].id
        : comparison.planes.manifest.features[Int(pair.old)].id
      return Audience.Comparison(
        id: id, lost: 0, gained: 0,
        causes: comparison.causes[pair.causes].map { cause in
          let named = cause.new >= 0 ? names[Int(cause.new)] : oldNames[Int(cause.old)]
          return Audience.Cause(
            feature: named.feature?.text, constraint: named.name.text, lost: 0, gained: 0)
        })
    }
  }

  private func emptyFeatures() -> [Audience.Feature] {
    let names = planes.namedConstraints
    return (0..<featureCount).map { index in
      let totals = planes.constraints(of: index).map { constraint in
        Audience.Constraint(
          feature: names[Int(constraint)].feature?.text,
          constraint: names[Int(constraint)].name.text,
          notSatisfied: 0, notDetermined: 0, decisive: 0)
      }
      return Audience.Feature(
        id: manifest.features[index].id, available: 0, undetermined: 0, unavailable: 0,
        constraints: totals)
    }
  }
}

private struct ConstraintName: Hashable {
  let feature: ExactText?
  let name: ExactText
}

extension FeaturePlanes {
  fileprivate var namedConstraints: [ConstraintName] {
    features.indices.flatMap { index in
      let feature = name(of: index).map { ExactText($0) }
      return constraintNames(of: index).map {
        ConstraintName(feature: feature, name: ExactText($0))
      }
    }
  }

  /// The feature's constraints, its ancestors' from the nearest, then the app's.
  fileprivate func constraints(of feature: Int) -> [Int32] {
    lineage(of: feature).flatMap { features[$0].constraints }
  }
}
