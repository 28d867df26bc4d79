package import FlintModel
import FlintLogic

/// Comparisons of two manifests, in the states that both allow.
package enum Differences {
  /// - Throws: ``NoPossibleState`` if no state satisfies the assumptions of both.
  package static func between(
    _ old: Manifest, _ new: Manifest
  ) throws(NoPossibleState) -> ManifestDifference {
    let inputs = UnchangedInputs(old, new)
    var (before, now) = (Breakpoints(), Breakpoints())
    let changed = inputs.counterparts.indices.filter { feature in
      !inputs.isKept[feature] && inputs.counterparts[feature] != nil
    }
    // If no feature can differ, no breakpoints are needed.
    let hasAssumptions = !old.assumptions.isEmpty || !new.assumptions.isEmpty
    if !changed.isEmpty || hasAssumptions {
      before.addApp(of: old)
      now.addApp(of: new)
      before.addStatuses(of: old)
      now.addStatuses(of: new)
      before.addUnlockableFeatures(of: old)
      now.addUnlockableFeatures(of: new)
    }
    for target in new.closure(of: new.decidingTargets(of: changed)) { now.add(target, of: new) }
    for target in old.closure(
      of: old.decidingTargets(of: changed.compactMap { inputs.counterparts[$0] }))
    {
      before.add(target, of: old)
    }
    var comparison = Comparison(StateSpace(old, new, (before, now)))
    if hasAssumptions {
      let conflict: [Int]?
      do throws(LimitExceeded) { conflict = try comparison.space.conflictingAssumptions() } catch {
        throw NoPossibleState(unknown: error, in: error.origin?.side == 1 ? new : old)
      }
      if conflict != nil { throw .ofBoth }
    }
    var features: [FeatureDifference] = []
    var unchanged = 0
    var isOld = [Bool](repeating: false, count: old.features.count)
    for (feature, counterpart) in inputs.counterparts.enumerated() {
      let declaration = new.features[feature]
      guard let counterpart else {
        features.append(
          FeatureDifference(
            id: declaration.id, name: declaration.name, change: .added, examples: []))
        continue
      }
      if Cancellation.isRequested { break }
      isOld[counterpart] = true
      if !inputs.isKept[feature],
        let difference = comparison.difference(of: counterpart, and: feature)
      {
        features.append(difference)
      } else {
        unchanged += 1
      }
    }
    for (index, feature) in old.features.enumerated() where !isOld[index] {
      features.append(
        FeatureDifference(id: feature.id, name: feature.name, change: .removed, examples: []))
    }
    return ManifestDifference(
      features: features, unchanged: unchanged,
      combinedManifest: features.contains { !$0.examples.isEmpty }
        ? comparison.space.combinedManifest : new)
  }

}

private struct Comparison: ~Copyable, StateSpaceEngine {
  var space: StateSpace
  private var paths = NearestPaths()

  init(_ space: consuming StateSpace) { self.space = space }

  mutating func dropFunctions() { paths = NearestPaths() }

  /// Nil if there is none. The arguments are indices in each manifest.
  mutating func difference(of old: Int, and new: Int) -> FeatureDifference? {
    do throws(LimitExceeded) {
      return try decide(about: [[old], [new]]) { (comparison) throws(LimitExceeded) in
        try comparison.compare(old, new)
      }
    } catch {
      let declaration = space.sides[1].manifest.features[new]
      return FeatureDifference(
        id: declaration.id, name: declaration.name, change: .undecided, examples: [])
    }
  }

  private mutating func compare(
    _ old: Int, _ new: Int
  ) throws(LimitExceeded) -> FeatureDifference? {
    var before = try space.status(of: old, side: 0)
    var now = try space.status(of: new, side: 1)
    if before == now { return nil }
    let careSet = try space.careSet(for: [before, now])
    (before, now) = (try space.store.and(before, careSet), try space.store.and(now, careSet))
    if before == now { return nil }
    if space.isRestricted {
      let possible = try space.possible(for: [before, now])
      (before, now) = (try space.store.and(before, possible), try space.store.and(now, possible))
    }
    let examples = try examples(before, now)
    let declaration = space.sides[1].manifest.features[new]
    return FeatureDifference(
      id: declaration.id, name: declaration.name, change: Self.change(examples), examples: examples)
  }

  private mutating func examples(
    _ before: Diagram, _ now: Diagram
  ) throws(LimitExceeded) -> [FeatureDifference.Example] {
    try paths.measure(before, now, in: space)
    var examples: [FeatureDifference.Example] = []
    for (old, oldStatus) in Self.truths {
      for (new, newStatus) in Self.truths where old != new {
        guard let values = paths.values((old, new), before, now) else { continue }
        examples.append(.init(state: space.state(values), old: oldStatus, new: newStatus))
      }
    }
    return examples
  }

  private static let truths: [(Ternary, FeatureStatus)] = FeatureStatus.allCases.map { status in
    switch status {
    case .available: (.yes, status)
    case .unavailable: (.no, status)
    case .undetermined: (.unknown, status)
    }
  }

  private static func change(
    _ examples: [FeatureDifference.Example]
  ) -> FeatureDifference.Change {
    let isGained = examples.contains { $0.new == .available }
    let isLost = examples.contains { $0.old == .available }
    return isGained == isLost ? .changed : isGained ? .gained : .lost
  }
}

extension Manifest {
  fileprivate func decidingTargets(of features: [Int]) -> [References.Target] {
    features.map { .feature($0) } + assumptions.indices.map { .assumption($0) }
  }
}
