import FlintCore

/// For each pair of truths that two functions have together in a state, the state nearest to a fresh install.
///
/// Pairs of equal truths are not looked for.
struct NearestPaths {
  /// Where the distances of a pair of diagrams begin.
  private var known: [UInt64: Int] = [:]

  /// Nine distances for each pair of diagrams, by the first truth times three plus the second.
  private var distances: [StateSpace.Distance] = []
  private var remaining = AnalysisLimits.work

  /// Finds all distances from two functions on.
  init(_ first: Diagram, _ second: Diagram, in space: borrowing StateSpace) throws(TooLarge) {
    _ = try measure(first, second, in: space)
  }

  /// Whether some state gives the first function one truth and the second another.
  func canBe(_ truths: (Ternary, Ternary), _ first: Diagram, _ second: Diagram) -> Bool {
    distance(first, second, Self.index(truths)) != .unreachable
  }

  /// The values of the nearest such state, by the variables' numbers; nil where there is none.
  func values(
    _ truths: (Ternary, Ternary), _ first: Diagram, _ second: Diagram,
    in space: borrowing StateSpace
  ) -> [UInt32: UInt32]? {
    let wanted = Self.index(truths)
    guard distance(first, second, wanted) != .unreachable else { return nil }
    var values: [UInt32: UInt32] = [:]
    var pair = (first, second)
    while !(pair.0.isConstant && pair.1.isConstant) {
      var best = StateSpace.Distance.unreachable
      var step: (value: UInt32, pair: (Diagram, Diagram)) = (0, pair)
      let variable = min(space.store.variable(of: pair.0), space.store.variable(of: pair.1))
      var runs = PairedRuns(pair.0, pair.1, in: space.store)
      while let run = runs.next(in: space.store) {
        let rest = distance(run.first, run.second, wanted)
        guard rest != .unreachable else { continue }
        let (value, distance) = space.nearest(of: variable, from: run.from, to: run.to)
        if distance + rest < best {
          (best, step) = (distance + rest, (value, (run.first, run.second)))
        }
      }
      values[variable] = step.value
      pair = step.pair
    }
    return values
  }

  /// The values of the nearest state in which the two differ, and how they do; nil where they never do. Of several as near,
  /// one in which one of them is yes.
  func difference(
    _ first: Diagram, _ second: Diagram, in space: borrowing StateSpace
  ) -> (values: [UInt32: UInt32], first: Ternary, second: Ternary)? {
    var nearest: (distance: StateSpace.Distance, truths: (Ternary, Ternary))?
    let truths: [Ternary] = [.yes, .no, .unknown]
    for one in truths {
      for other in truths where other != one {
        let distance = distance(first, second, Self.index((one, other)))
        guard distance < nearest?.distance ?? .unreachable else { continue }
        nearest = (distance, (one, other))
      }
    }
    guard let truths = nearest?.truths,
      let values = values(truths, first, second, in: space)
    else { return nil }
    return (values, truths.0, truths.1)
  }

  private static func index(_ truths: (Ternary, Ternary)) -> Int {
    Int(truths.0.rawValue) * 3 + Int(truths.1.rawValue)
  }

  private static func key(_ first: Diagram, _ second: Diagram) -> UInt64 {
    UInt64(first.number) << 32 | UInt64(second.number)
  }

  private func distance(_ first: Diagram, _ second: Diagram, _ wanted: Int) -> StateSpace.Distance {
    if first == second { return .unreachable }
    if first.isConstant, second.isConstant {
      return Int(first.number) * 3 + Int(second.number) == wanted ? .zero : .unreachable
    }
    return known[Self.key(first, second)].map { distances[$0 + wanted] } ?? .unreachable
  }

  /// Fills in the distances of a pair and of all that it leads to.
  private mutating func measure(
    _ first: Diagram, _ second: Diagram, in space: borrowing StateSpace
  ) throws(TooLarge) {
    if first == second || (first.isConstant && second.isConstant) { return }
    if known[Self.key(first, second)] != nil { return }
    var nearest = [StateSpace.Distance](repeating: .unreachable, count: 9)
    let variable = min(space.store.variable(of: first), space.store.variable(of: second))
    var runs = PairedRuns(first, second, in: space.store)
    while let run = runs.next(in: space.store) {
      remaining -= 1
      if remaining < 0 { throw TooLarge() }
      try measure(run.first, run.second, in: space)
      let (_, step) = space.nearest(of: variable, from: run.from, to: run.to)
      for wanted in 0..<9 {
        let rest = distance(run.first, run.second, wanted)
        if rest != .unreachable { nearest[wanted] = min(nearest[wanted], step + rest) }
      }
    }
    known[Self.key(first, second)] = distances.count
    distances += nearest
  }
}

/// A walk over the values of the first variable that either of two functions asks, in runs on which both stay the same.
struct PairedRuns {
  private var left: DiagramStore.Runs
  private var right: DiagramStore.Runs
  private var from: UInt32? = 0

  init(_ first: Diagram, _ second: Diagram, in store: borrowing DiagramStore) {
    let variable = min(store.variable(of: first), store.variable(of: second))
    left = DiagramStore.Runs(of: first, for: variable, in: store)
    right = DiagramStore.Runs(of: second, for: variable, in: store)
  }

  /// The next run: both functions for the values from one up to another, which is the greatest number at the end.
  mutating func next(
    in store: borrowing DiagramStore
  ) -> (from: UInt32, to: UInt32, first: Diagram, second: Diagram)? {
    guard let from else { return nil }
    let end = min(left.end(in: store), right.end(in: store))
    let run = (from, end, left.child(in: store), right.child(in: store))
    left.advance(to: end, in: store)
    right.advance(to: end, in: store)
    self.from = end == .max ? nil : end
    return run
  }
}
