import FlintModel

/// A shortest-path search in decision diagrams, by dynamic programming. It finds the states that differ least from a
/// fresh install and in which two functions have given truth values, such as a feature's old and new status. The search
/// follows the diagrams of both functions at the same time, with equal values of the variables. A shortest path to the
/// two wanted terminals corresponds to such a state.
///
/// For example, let the old status be “x is at least 5”, the new one “x is at least 6”, and let x be 0 in a fresh
/// install. The state with x = 5 is the only one in which the old status is true and the new one is false.
///
/// The two truth values must be different, so the search ends where both diagrams are equal. The results for all pairs
/// of subdiagrams that the search visits are stored, because features often share subdiagrams: the diagram of a feature
/// can contain that of a feature that it requires. For chains of 50 features, `diff` takes 9 times as long without
/// them.
struct NearestPaths {
  /// For each pair of diagrams that the search has visited, the index in ``ways`` of the first of its nine entries.
  /// Each diagram represents a function with three possible truth values, so that there are nine pairs of truth values.
  /// Each entry is the shortest path from the roots of the two diagrams to one of these pairs. The key consists of the
  /// numbers of the two diagrams, each in 32 bits. Without it, `cover` of a manifest with 40 features takes 4 times as
  /// long, and a comparison of two chains of 1,000 features does not end.
  private var known: [UInt64: Int] = [:]

  /// The shortest paths from the roots of two diagrams to the terminals: nine entries for each pair of diagrams, one
  /// for each pair of truth values that the two diagrams can lead to. The offset of an entry among the nine is three
  /// times the raw value of the first truth value, plus the raw value of the second.
  private var ways: [Way] = []
  private var remaining = 0
  private var generation = 0

  private static let unreachable = [Way](repeating: Way(), count: 9)

  /// The shortest path from the roots of two diagrams to a pair of truth values: its length and its first step. The
  /// length is the distance of the corresponding state from a fresh install.
  private struct Way {
    var distance = StateSpace.Distance.unreachable

    /// The first variable on the shortest path from the roots of the two diagrams to the pair of truth values whose
    /// value differs from that in a fresh install; `.max` if there is none.
    var variable = UInt32.max

    /// The value that ``variable`` has on the shortest path from the roots of the two diagrams to the pair of truth
    /// values, as an index into the variable's list of values.
    var value: UInt32 = 0

    /// The pair of diagrams at which the path continues after the step that gives ``variable`` the value ``value``. The
    /// path is the shortest one from the roots of two diagrams to a pair of truth values.
    var rest = (first: Diagram.no, second: Diagram.no)
  }

  /// Finds the states nearest to a fresh install for two functions and all pairs of different truth values. Call this
  /// before ``values(_:_:_:)`` and ``difference(_:_:)``, which return the states.
  mutating func measure(
    _ first: Diagram, _ second: Diagram, in space: borrowing StateSpace
  ) throws(LimitExceeded) {
    if generation != space.generation || known.count > AnalysisLimits.pathPairs {
      self = NearestPaths()
    }
    generation = space.generation
    remaining = space.budget
    if Cancellation.isRequested { throw LimitExceeded(budget: space.budget) }
    _ = try find(first, second, in: space)
  }

  /// Returns the state that differs least from a fresh install and in which the functions `first` and `second` have the
  /// truth values `truths`. The result is a dictionary from the number of each variable that differs from a fresh
  /// install to its value in the state; nil if no such state exists.
  ///
  /// Call ``measure(_:_:in:)`` for the two functions before; it finds the shortest paths in their decision diagrams
  /// that this method follows. It does so only for pairs of different truth values, so those in `truths` must be
  /// different.
  func values(
    _ truths: (Ternary, Ternary), _ first: Diagram, _ second: Diagram
  ) -> [UInt32: UInt32]? {
    let wanted = Self.index(truths)
    var way = way(first, second, wanted)
    guard way.distance != .unreachable else { return nil }
    var values: [UInt32: UInt32] = [:]
    while way.variable != .max {
      values[way.variable] = way.value
      way = self.way(way.rest.first, way.rest.second, wanted)
    }
    return values
  }

  /// Returns the state that differs least from a fresh install and in which two functions have different truth values,
  /// together with these truth values. The state is a dictionary from the number of each variable that differs from a
  /// fresh install to its value. Returns nil if the functions are equal. Among states at the same distance, prefers one
  /// in which `first` is true. Call ``measure(_:_:in:)`` for the functions before.
  func difference(
    _ first: Diagram, _ second: Diagram
  ) -> (values: [UInt32: UInt32], first: Ternary, second: Ternary)? {
    var nearest: (distance: StateSpace.Distance, truths: (Ternary, Ternary))?
    let truths: [Ternary] = [.yes, .no, .unknown]
    for one in truths {
      for other in truths where other != one {
        let distance = way(first, second, Self.index((one, other))).distance
        guard distance < nearest?.distance ?? .unreachable else { continue }
        nearest = (distance, (one, other))
      }
    }
    guard let truths = nearest?.truths,
      let values = values(truths, first, second)
    else { return nil }
    return (values, truths.0, truths.1)
  }

  private static func index(_ truths: (Ternary, Ternary)) -> Int {
    Int(truths.0.rawValue) * 3 + Int(truths.1.rawValue)
  }

  private static func key(_ first: Diagram, _ second: Diagram) -> UInt64 {
    UInt64(first.number) << 32 | UInt64(second.number)
  }

  private func way(_ first: Diagram, _ second: Diagram, _ wanted: Int) -> Way {
    if first == second { return Way() }
    if first.isConstant, second.isConstant {
      let isThere = Int(first.number) * 3 + Int(second.number) == wanted
      return Way(distance: isThere ? .zero : .unreachable)
    }
    return known[Self.key(first, second)].map { ways[$0 + wanted] } ?? Way()
  }

  /// Finds the shortest paths from the roots of two diagrams to each pair of truth values. Also finds such paths for
  /// all pairs of subdiagrams that can be reached from the two roots.
  ///
  /// - Returns: The index in ``ways`` of the first entry for these two diagrams; nil if the diagrams are equal or both
  ///   constant, because such pairs have no entries.
  private mutating func find(
    _ first: Diagram, _ second: Diagram, in space: borrowing StateSpace
  ) throws(LimitExceeded) -> Int? {
    if first == second || (first.isConstant && second.isConstant) { return nil }
    let key = Self.key(first, second)
    if let known = known[key] { return known }
    let nearest = ways.count
    ways += Self.unreachable
    let variable = min(space.store.variable(of: first), space.store.variable(of: second))
    var runs = PairedRuns(first, second, in: space.store)
    while let run = runs.next(in: space.store) {
      remaining -= 1
      if remaining < 0 { throw LimitExceeded(budget: space.budget) }
      let found = try find(run.first, run.second, in: space)
      let (value, step) = space.nearest(of: variable, from: run.from, to: run.to)
      for wanted in 0..<9 {
        let rest = found.map { ways[$0 + wanted] } ?? way(run.first, run.second, wanted)
        guard rest.distance != .unreachable,
          step + rest.distance < ways[nearest + wanted].distance
        else { continue }
        ways[nearest + wanted] =
          value == 0
          ? rest : Way(variable: variable, value: value, rest: (run.first, run.second))
        ways[nearest + wanted].distance = step + rest.distance
      }
    }
    known[key] = nearest
    return nearest
  }
}

/// An iterator over the values of one variable in two functions at the same time. The variable is the first one that at
/// least one of the functions tests. Consecutive values form a run if they lead to the same child in each of the two
/// functions.
struct PairedRuns {
  private var left: DiagramStore.Runs
  private var right: DiagramStore.Runs
  private var from: UInt32? = 0

  init(_ first: Diagram, _ second: Diagram, in store: borrowing DiagramStore) {
    let variable = min(store.variable(of: first), store.variable(of: second))
    left = DiagramStore.Runs(of: first, for: variable, in: store)
    right = DiagramStore.Runs(of: second, for: variable, in: store)
  }

  /// Returns the next run of values of the variable that this iterator follows in the diagrams of two functions at the
  /// same time, to compare them. A run consists of consecutive values that lead to the same child in each of the two
  /// diagrams. The result has the first value of the run, the first value after it (`UInt32.max` for the last run), and
  /// the two children. Nil after the last run.
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
