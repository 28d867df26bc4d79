internal import FlintModel

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
  /// All numbers 0.
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
            feature: named.feature, constraint: named.name, lost: 0, gained: 0)
        })
    }
  }

  private func emptyFeatures() -> [Audience.Feature] {
    let names = planes.namedConstraints
    return (0..<featureCount).map { index in
      let totals = lineage(of: index).flatMap { declaring in
        features[declaring].constraints.map { constraint in
          Audience.Constraint(
            feature: names[Int(constraint)].feature, constraint: names[Int(constraint)].name,
            notSatisfied: 0, notDetermined: 0, decisive: 0)
        }
      }
      return Audience.Feature(
        id: manifest.features[index].id, available: 0, undetermined: 0, unavailable: 0,
        constraints: totals)
    }
  }
}

extension FeaturePlanes {
  fileprivate var namedConstraints: [(feature: String?, name: String)] {
    features.indices.flatMap { index in
      let feature = name(of: index)
      return constraintNames(of: index).map { (feature, $0) }
    }
  }
}
