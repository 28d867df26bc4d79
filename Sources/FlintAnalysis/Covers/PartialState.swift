import FlintModel

/// A set of states that all show certain goals of a cover (see ``CoverGoal``). For each variable on which one of the
/// goals depends, the set allows a run: a range of consecutive values. All other variables can have any value.
struct PartialState {
  // INVARIANT: a state whose values are within the runs shows all members. Its values do not exclude each other, and
  // all assumptions about facts of the members' functions are true in it. For other assumptions, see
  // ``StateSpace/state(_:)``.
  private(set) var members: [Int] = []
  private(set) var runs: [UInt32: ValueSpan] = [:]

  /// A change that restricts a set of states, so that the remaining states also show another goal (a situation to
  /// test). `runs` contains the new, shorter range of values of each variable whose range changes; its keys are the
  /// numbers of the variables.
  struct Extension {
    fileprivate let runs: [UInt32: ValueSpan]

    /// Whether this change restricts nothing, because every state of the set already shows the goal (a situation to
    /// test) that the change adds.
    var isFree: Bool { runs.isEmpty }
  }

  mutating func add(_ goal: Int, _ extension: Extension) {
    members.append(goal)
    runs.merge(`extension`.runs) { $1 }
  }

  /// Returns a restriction of this set of states to those in which a function is true; nil if the function is true in
  /// none of them. If there are several restrictions, returns one whose remaining states include a state that differs
  /// as little as possible from a fresh install.
  ///
  /// - Parameter steps: A counter to which the search adds the number of visited edges of diagrams.
  func extended(
    to function: Diagram, in space: borrowing StateSpace, counting steps: inout Int
  ) -> Extension? {
    var search = CheapestPath(runs: runs)
    defer { steps += search.steps }
    guard search.cost(of: function, in: space) != nil else { return nil }
    return Extension(runs: search.narrowed(from: function, in: space))
  }

  /// Returns the state of this set of states that differs least from a fresh install: for each variable that the set
  /// restricts to a range of values (a run), the value in this range that differs least. The result has these values,
  /// by the numbers of their variables, and the sum of their differences. All other variables keep the value of a fresh
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

/// A search for the cheapest way to restrict a set of states so that a function is true in all of them. Each way
/// corresponds to a path through the function's decision diagram, from its root to the terminal `yes`, along edges with
/// values that the set allows. The cost of a path is the additional number of changes that a fresh install needs to
/// become a state of the restricted set.
///
/// The search is a shortest-path search by dynamic programming: the cost of the cheapest path from each node is
/// computed once. For example, if the function is “the toggle is on, or iOS is below 16”, turning the toggle on may be
/// the cheapest way.
private struct CheapestPath {
  let runs: [UInt32: ValueSpan]
  private(set) var steps = 0

  /// For each diagram node, the cost of the cheapest path from the node to the terminal `yes`, and the index of the
  /// path's first edge; nil if no path leads to `yes`.
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

  /// Returns the ranges of values to which the set of states must be restricted so that a function is true in all of
  /// its states. They are the ranges along the cheapest path through the function's decision diagram: the path whose
  /// states differ from a fresh install in the fewest values, in addition to those that the set already requires.
  /// ``cost(of:in:)`` must have been called for the function before.
  ///
  /// - Returns: The ranges by the numbers of their variables, without the variables whose range stays the same.
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
  /// Returns the range of values (the run) that belongs to one edge of a node, and the child to which the edge leads.
  /// The edge is given by its index in ``edges(of:)``.
  fileprivate func run(_ index: Int, of function: Diagram) -> (ValueSpan, Diagram) {
    let edges = edges(of: function)
    let next = index + 1 < edges.endIndex ? edges[index + 1].from : .max
    return (ValueSpan(from: edges[index].from, to: next), edges[index].child)
  }
}

extension ValueSpan {
  /// Returns the values that two spans have in common; nil if there are none. A span of nil contains all values.
  fileprivate func intersection(_ other: ValueSpan?) -> ValueSpan? {
    guard let other else { return self }
    let both = ValueSpan(from: max(from, other.from), to: min(to, other.to))
    return both.from < both.to ? both : nil
  }
}
