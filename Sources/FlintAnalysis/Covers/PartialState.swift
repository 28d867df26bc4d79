import FlintCore

/// A set of states that show some goals: a run of values for each variable that matters to a goal; all other variables
/// are free.
// INVARIANT: each choice of values within the runs is a state that shows all members. The state is possible as far as
// the facts of the members' functions determine it.
struct PartialState {
  private(set) var members: [Int] = []
  private(set) var runs: [UInt32: ValueSpan] = [:]

  /// The narrowed runs that a further goal requires.
  struct Extension {
    fileprivate let runs: [UInt32: ValueSpan]

    /// Whether every state of the set already shows the goal.
    var isFree: Bool { runs.isEmpty }
  }

  mutating func add(_ goal: Int, _ extension: Extension) {
    members.append(goal)
    runs.merge(`extension`.runs) { $1 }
  }

  /// Returns the narrowed runs with which a function is true in every state of the set. Of all such extensions, this is
  /// the one nearest to a fresh install; nil if there is none.
  ///
  /// - Parameter steps: Incremented by the number of visited edges.
  func extended(
    to function: Diagram, in space: borrowing StateSpace, counting steps: inout Int
  ) -> Extension? {
    var search = CheapestPath(runs: runs)
    defer { steps += search.steps }
    guard search.cost(of: function, in: space) != nil else { return nil }
    return Extension(runs: search.narrowed(from: function, in: space))
  }

  /// Returns the value of each variable nearest to a fresh install, and the total distance.
  func nearestValues(
    in space: borrowing StateSpace
  ) -> (values: [UInt32: UInt32], distance: StateSpace.Distance) {
    var values: [UInt32: UInt32] = [:]
    var sum = StateSpace.Distance.zero
    for (variable, run) in runs {
      let (value, distance) = space.nearest(of: variable, from: run.from, to: run.to)
      values[variable] = value
      sum = sum + distance
    }
    return (values, sum)
  }
}

/// The cheapest path to the terminal `yes` within some runs, found by dynamic programming over the nodes.
private struct CheapestPath {
  let runs: [UInt32: ValueSpan]
  private(set) var steps = 0

  /// For each node, its best edge and the distance that the path from there adds; nil if no edge leads to `yes`.
  private var best: [Diagram: (cost: Int, edge: Int)?] = [:]

  init(runs: [UInt32: ValueSpan]) { self.runs = runs }

  mutating func cost(of function: Diagram, in space: borrowing StateSpace) -> Int? {
    if function.isConstant { return function == .yes ? 0 : nil }
    if let known = best[function] { return known?.cost }
    let variable = space.store.variable(of: function)
    let given = runs[variable]
    let present = given.map { space.nearest(of: variable, from: $0.from, to: $0.to).1.raw } ?? 0
    var cheapest: (cost: Int, edge: Int)?
    for edge in space.store.edges(of: function).indices {
      steps += 1
      let (run, child) = space.store.run(edge, of: function)
      guard let open = run.intersection(given), space.store.canBe(.yes, child) else { continue }
      let added = space.nearest(of: variable, from: open.from, to: open.to).1.raw - present
      if let cheapest, cheapest.cost <= added { continue }
      guard let rest = cost(of: child, in: space) else { continue }
      if added + rest < cheapest?.cost ?? .max { cheapest = (added + rest, edge) }
    }
    best[function] = .some(cheapest)
    return cheapest?.cost
  }

  /// Returns the runs on the cheapest path that are narrower than the given ones.
  func narrowed(
    from function: Diagram, in space: borrowing StateSpace
  ) -> [UInt32: ValueSpan] {
    var narrowed: [UInt32: ValueSpan] = [:]
    var function = function
    while let best = best[function], let best {
      let variable = space.store.variable(of: function)
      let (run, child) = space.store.run(best.edge, of: function)
      if let open = run.intersection(runs[variable]), open != runs[variable] {
        narrowed[variable] = open
      }
      function = child
    }
    return narrowed
  }
}

extension DiagramStore {
  /// Returns the values of one of a node's ``edges(of:)``, and its child.
  fileprivate func run(_ index: Int, of function: Diagram) -> (ValueSpan, Diagram) {
    let edges = edges(of: function)
    let next = index + 1 < edges.endIndex ? edges[index + 1].from : .max
    return (ValueSpan(from: edges[index].from, to: next), edges[index].child)
  }
}

extension ValueSpan {
  /// Returns the common values of two spans; nil if there are none. A nil span contains all values.
  fileprivate func intersection(_ other: ValueSpan?) -> ValueSpan? {
    guard let other else { return self }
    let both = ValueSpan(from: max(from, other.from), to: min(to, other.to))
    return both.from < both.to ? both : nil
  }
}
