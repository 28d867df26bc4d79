import FlintModel

/// States that all show certain goals: for each restricted variable, a run of consecutive values.
struct PartialState {
  // INVARIANT: a state whose values are within the runs shows all members. Its values do not exclude each other, and
  // all assumptions about facts of the members' functions are true in it. For other assumptions, see
  // ``StateSpace/state(_:)``.
  private(set) var members: [Int] = []
  private(set) var runs: [UInt32: ValueSpan] = [:]

  /// Shorter runs of some variables, after which another goal is shown too.
  struct Extension {
    fileprivate let runs: [UInt32: ValueSpan]

    var isFree: Bool { runs.isEmpty }
  }

  mutating func add(_ goal: Int, _ extension: Extension) {
    members.append(goal)
    runs.merge(`extension`.runs) { $1 }
  }

  /// Restricts the set to states in which `function` is true, keeping one as near as possible to a
  /// fresh install. Nil if there is none.
  /// - Parameter steps: Counts the visited edges.
  func extended(
    to function: Diagram, in space: borrowing StateSpace, counting steps: inout Int
  ) -> Extension? {
    var search = CheapestPath(runs: runs)
    defer { steps += search.steps }
    guard search.cost(of: function, in: space) != nil else { return nil }
    return Extension(runs: search.narrowed(from: function, in: space))
  }

  /// The nearest value of each restricted variable, and the sum of their differences from a fresh
  /// install.
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

/// A shortest path, by dynamic programming, through a function's diagram to `yes`. A path costs the
/// changes that a fresh install needs in addition.
private struct CheapestPath {
  let runs: [UInt32: ValueSpan]
  private(set) var steps = 0

  /// Nil where no path leads to `yes`.
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

  /// The runs along the cheapest path that differ from the set's. ``cost(of:in:)`` must have been
  /// called before.
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
  fileprivate func run(_ index: Int, of function: Diagram) -> (ValueSpan, Diagram) {
    let edges = edges(of: function)
    let next = index + 1 < edges.endIndex ? edges[index + 1].from : .max
    return (ValueSpan(from: edges[index].from, to: next), edges[index].child)
  }
}

extension ValueSpan {
  fileprivate func intersection(_ other: ValueSpan?) -> ValueSpan? {
    guard let other else { return self }
    let both = ValueSpan(from: max(from, other.from), to: min(to, other.to))
    return both.from < both.to ? both : nil
  }
}
