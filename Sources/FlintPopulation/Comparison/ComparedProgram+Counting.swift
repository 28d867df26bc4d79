internal import FlintCore

extension ComparedProgram {
  /// Adds who loses and who gains: for each pair, then for each cause.
  /// - Parameter newTruths: those of the new manifest's constraints.
  @inline(__always)
  func add(
    _ batch: borrowing StateBatch, _ newTruths: [LaneTruth], by counter: some LaneCounter,
    lost: UnsafeMutableBufferPointer<UInt64>, gained: UnsafeMutableBufferPointer<UInt64>
  ) {
    let valid = Lanes.first(batch.count)
    let firstCause = pairs.count
    for (number, pair) in pairs.enumerated() where !pair.isSame {
      let now = pair.new < 0 ? valid : batch.one[Int(pair.new)]
      let oldPlace = pair.old < 0 ? -1 : Int(places[Int(pair.old)])
      let before = oldPlace < 0 ? valid : batch.one[oldPlace]
      let lostLanes = now & ~before
      let gainedLanes = before & ~now
      if !lostLanes.isEmpty {
        lost[number] &+= counter.sum(lostLanes)
        // Where nothing is unsatisfied, what is open stands in the way.
        let open = pair.causes.isEmpty ? .zero : ~batch.no[Int(pair.new)]
        for cause in pair.causes where causes[cause].new >= 0 {
          let truth = newTruths[Int(causes[cause].new)]
          let blocks =
            batch.planes[Int(truth.no)] | batch.planes[Int(truth.open)] & open
          lost[firstCause + cause] &+= counter.sum(blocks & lostLanes)
        }
      }
      if !gainedLanes.isEmpty {
        gained[number] &+= counter.sum(gainedLanes)
        let open = pair.causes.isEmpty ? .zero : ~batch.no[oldPlace]
        for cause in pair.causes where causes[cause].old >= 0 {
          let truth = planes.constraints[Int(causes[cause].old)]
          let blocked =
            batch.planes[Int(truth.no)] | batch.planes[Int(truth.open)] & open
          gained[firstCause + cause] &+= counter.sum(blocked & gainedLanes)
        }
      }
    }
  }
}

extension PopulationProgram {
  /// Everything that there is to count, with nothing counted yet.
  func emptyAudience() -> Audience {
    Audience(
      states: 0, weight: 0, rejected: 0, ignored: [:], features: emptyFeatures(),
      against: emptyComparisons())
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
  /// For each constraint the feature that declares it, nil for the app, and its id.
  fileprivate var namedConstraints: [(feature: String?, name: String)] {
    features.indices.flatMap { index in
      let feature = name(of: index)
      return constraintNames(of: index).map { (feature, $0) }
    }
  }
}
