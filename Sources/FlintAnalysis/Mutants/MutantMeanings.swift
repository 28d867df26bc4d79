import FlintCore

/// What formulas mean in a mutant, as functions of the state, where the rest of the manifest means what it does.
struct MutantMeanings: ~Copyable {
  private let manifest: Manifest
  var space: StateSpace

  /// The meanings of named conditions in the mutant at hand, where they are not the manifest's.
  private var changed: [Int: Diagram] = [:]

  init(of manifest: Manifest, _ space: consuming StateSpace) {
    self.manifest = manifest
    self.space = space
  }

  /// A feature's status in the manifest and in the mutant, in the states that exist; nil where they are one.
  mutating func change(
    of feature: Int, in mutant: Manifest, _ conditions: [Int]
  ) throws(TooLarge) -> (before: Diagram, now: Diagram)? {
    let before = try space.status(of: feature, side: 0)
    changed = [:]
    for condition in conditions {
      for target in manifest.directNeeds(of: .condition(condition)) { try prepare(target) }
      changed[condition] = try value(of: mutant.meaning(of: .condition(condition)), on: 0)
    }
    for target in manifest.directNeeds(of: .feature(feature)) { try prepare(target) }
    var now = try space.above(feature, 0)
    for contribution in try contributions(of: feature, in: mutant, on: 0) {
      now = try space.store.and(now, contribution)
    }
    if before == now { return nil }
    let existing = try space.existing(for: [before, now])
    let both = (try space.store.and(before, existing), try space.store.and(now, existing))
    return both.0 == both.1 ? nil : both
  }

  private mutating func prepare(_ target: References.Target) throws(TooLarge) {
    if case .condition(let condition) = target, changed[condition] != nil { return }
    try space.prepare(target)
  }
}

extension MutantMeanings: DiagramInterpreter {
  var store: DiagramStore {
    _read { yield space.store }
    _modify { yield &space.store }
  }

  mutating func value(of test: FactTest, isImplied: Bool, on side: Int) throws(TooLarge) -> Diagram
  {
    try space.value(of: test, isImplied: isImplied, on: side)
  }

  mutating func value(
    of reference: MeaningReference, on side: Int
  ) throws(TooLarge) -> Diagram {
    if case .condition(let condition) = reference, let changed = changed[condition] {
      return changed
    }
    return try space.value(of: reference, on: side)
  }
}
