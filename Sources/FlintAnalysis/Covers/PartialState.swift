import FlintCore

/// States that show some goals: for each variable that matters to one of them a run of values, all other variables free.
// INVARIANT: each choice of a value for every variable is a state that shows all members, and a possible one as far as the
// facts of their functions go.
struct PartialState {
  private(set) var members: [Int] = []
  private(set) var runs: [UInt32: ValueSpan] = [:]

  /// The runs that a further goal narrows.
  struct Extension {
    fileprivate let runs: [UInt32: ValueSpan]

    /// Whether every state shows the goal already.
    var isFree: Bool { runs.isEmpty }
  }

  mutating func add(_ goal: Int, _ extension: Extension) {
    members.append(goal)
    runs.merge(`extension`.runs) { $1 }
  }

  /// The way to make a function yes that is nearest to a fresh install; nil where the runs exclude it.
  ///
  /// - Parameter steps: counts the edges looked at.
  func extended(
    to function: Diagram, in space: borrowing StateSpace, counting steps: inout Int
  ) -> Extension? {
    var search = CheapestPath(runs: runs)
    defer { steps += search.steps }
    guard search.cost(of: function, in: space) != nil else { return nil }
    return Extension(runs: search.narrowed(from: function, in: space))
  }

  /// The value of each variable that is nearest to a fresh install, and how far they are from it together.
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

/// The cheapest path to yes among those that runs leave open, by dynamic programming over the nodes.
private struct CheapestPath {
  let runs: [UInt32: ValueSpan]
  private(set) var steps = 0

  /// For each node the distance that its best edge adds in the end, and that edge; nil where no edge leads to yes.
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

  /// The runs on the cheapest path that are narrower than the given ones.
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
  /// One of a node's ``edges(of:)`` as the values that lead along it, and where it leads.
  fileprivate func run(_ index: Int, of function: Diagram) -> (ValueSpan, Diagram) {
    let edges = edges(of: function)
    let next = index + 1 < edges.endIndex ? edges[index + 1].from : .max
    return (ValueSpan(from: edges[index].from, to: next), edges[index].child)
  }
}

extension ValueSpan {
  /// The values in both; nil where there are none. Everything is in no span.
  fileprivate func intersection(_ other: ValueSpan?) -> ValueSpan? {
    guard let other else { return self }
    let both = ValueSpan(from: max(from, other.from), to: min(to, other.to))
    return both.from < both.to ? both : nil
  }
}
