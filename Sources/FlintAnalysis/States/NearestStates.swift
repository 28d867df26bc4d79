package import FlintCore

/// States nearest to a fresh install in which something is so.
package struct NearestStates: ~Copyable {
  private let manifest: Manifest
  private var space: StateSpace
  private var paths = NearestPaths()

  package init(of manifest: Manifest) {
    self.manifest = manifest
    space = StateSpace(manifest)
  }

  /// One in which a feature is available, or is not; nil where there is none, or where that takes too much work.
  package mutating func state(where feature: Int, isAvailable: Bool) -> DeviceState? {
    state { (space) throws(TooLarge) in
      try space.status(of: feature, side: 0)
    } _: {
      isAvailable ? $0 == .yes : $0 != .yes
    }
  }

  /// One in which a constraint takes part and is satisfied, or is not.
  package mutating func state(where place: ConstraintPlace, isSatisfied: Bool) -> DeviceState? {
    let manifest = manifest
    let constraint = place.constraint(in: manifest)
    var active: [Formula] = []
    if let block = place.block {
      let condition = manifest.features[place.feature].conditional[block].condition
      active.append(manifest.meaning(of: condition, in: place.feature))
    }
    if case .platform(let platform, _) = constraint { active.append(.test(.system(platform, nil))) }
    return state { (space) throws(TooLarge) in
      for target in manifest.directNeeds(of: .feature(place.feature)) {
        try space.prepare(target)
      }
      let truth = try space.value(of: manifest.meaning(of: constraint, in: place.feature), on: 0)
      let wanted = try space.store.map(
        truth, no: Ternary(!isSatisfied), unknown: Ternary(!isSatisfied), yes: Ternary(isSatisfied))
      return try space.store.and(wanted, space.value(of: .all(active), on: 0))
    } _: {
      $0 == .yes
    }
  }

  private mutating func state(
    where function: (inout StateSpace) throws(TooLarge) -> Diagram,
    _ isWanted: (Ternary) -> Bool
  ) -> DeviceState? {
    space.beginFeature()
    do throws(TooLarge) {
      let truth = try function(&space)
      let wanted = try space.store.map(
        truth, no: Ternary(isWanted(.no)), unknown: Ternary(isWanted(.unknown)),
        yes: Ternary(isWanted(.yes)))
      let possible = try space.withinPossible(wanted)
      if possible == .yes { return space.state([:]) }
      try paths.measure(possible, .no, in: space)
      return paths.values((.yes, .no), possible, .no).map { space.state($0) }
    } catch {
      return nil
    }
  }
}
