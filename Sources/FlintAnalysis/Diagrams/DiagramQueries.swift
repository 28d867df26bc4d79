extension DiagramStore {
  /// Whether the diagram can be `truth` while variable `first` is in `values`. The diagram may not
  /// test an earlier variable.
  func canBe(
    _ truth: Ternary, _ diagram: Diagram, where first: UInt32, isIn values: ValueSpan
  ) -> Bool {
    if values.isEmpty { return false }
    guard variable(of: diagram) == first else { return canBe(truth, diagram) }
    var runs = Runs(of: diagram, for: first, in: self)
    var from: UInt32 = 0
    while from < values.to {
      let end = runs.end(in: self)
      if end > values.from, canBe(truth, runs.child(in: self)) { return true }
      if end == .max { break }
      runs.advance(to: end, in: self)
      from = end
    }
    return false
  }

  /// By variable, values with which the function is true. Other variables can have any value.
  func path(toYesIn function: Diagram) -> [UInt32: UInt32] {
    var path: [UInt32: UInt32] = [:]
    var function = function
    while !function.isConstant {
      guard let edge = edges(of: function).first(where: { canBe(.yes, $0.child) }) else { break }
      path[variable(of: function)] = edge.from
      function = edge.child
    }
    return path
  }
}

/// Translates formulas into functions of the state, in one store.
protocol DiagramInterpreter: FormulaInterpreter, ~Copyable
where Truth == Diagram {
  var store: DiagramStore { get set }
}

extension DiagramInterpreter where Self: ~Copyable {
  mutating func value(_ truth: Ternary) -> Diagram { Diagram(truth) }

  mutating func not(_ truth: Diagram) -> Diagram { store.not(truth) }

  mutating func and(_ one: Diagram, _ other: Diagram) -> Diagram {
    store.and(one, other)
  }

  mutating func or(_ one: Diagram, _ other: Diagram) -> Diagram {
    store.or(one, other)
  }

  mutating func all(_ formulas: [Formula], on side: ManifestID) -> Diagram {
    store.join(.and, values(of: formulas, on: side)[...])
  }

  mutating func any(_ formulas: [Formula], on side: ManifestID) -> Diagram {
    store.join(.or, values(of: formulas, on: side)[...])
  }

  /// The condition must never be unknown.
  mutating func ifThenElse(_ condition: Diagram, then: Diagram, else other: Diagram) -> Diagram {
    if then == other { return then }
    return store.or(store.and(condition, then), store.and(store.not(condition), other))
  }
}

/// A shortest path, by dynamic programming, through a function's diagram to `yes`. A path costs
/// what its values add to the distance from a fresh install. Without stored results of subdiagrams,
/// `diff` of chains of 50 features takes 9 times as long.
struct CheapestPath {
  let runs: [UInt32: ValueSpan]
  private(set) var steps = 0

  /// Steps after which the search gives up.
  var limit = Int.max

  /// By function, the cost and first edge of a cheapest path. Nil if none leads to `yes`.
  private var best: [Diagram: (cost: Int, edge: Int)?] = [:]

  var isLarge: Bool { best.count > AnalysisLimits.keptPaths }

  /// - Parameter runs: By variable, the consecutive values to which paths are limited.
  init(runs: [UInt32: ValueSpan] = [:]) { self.runs = runs }

  mutating func cost(of function: Diagram, in space: borrowing StateSpace) -> Int? {
    if function.isConstant { return function == .yes ? 0 : nil }
    if let known = best[function] { return known?.cost }
    let variable = space.store.variable(of: function)
    let given = runs[variable]
    let present = given.map { space.nearest(of: variable, in: $0).1.raw } ?? 0
    var cheapest: (cost: Int, edge: Int)?
    for edge in space.store.edges(of: function).indices {
      steps += 1
      if steps > limit { return nil }
      let (run, child) = space.store.run(edge, of: function)
      guard let open = run.intersection(given), space.store.canBe(.yes, child) else { continue }
      let added = space.nearest(of: variable, in: open).1.raw - present
      if let cheapest, cheapest.cost <= added { continue }
      guard let rest = cost(of: child, in: space) else { continue }
      if added + rest < cheapest?.cost ?? .max { cheapest = (added + rest, edge) }
    }
    if steps <= limit { best[function] = .some(cheapest) }
    return cheapest?.cost
  }

  /// The cheapest path's runs that are shorter than the initial ones. ``cost(of:in:)`` must have
  /// been called before.
  func narrowed(from function: Diagram, in space: borrowing StateSpace) -> [UInt32: ValueSpan] {
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

  /// By variable, the cheapest path's values. Omits values of a fresh install; nil without a path.
  mutating func values(
    where function: Diagram, in space: borrowing StateSpace
  ) -> (values: [UInt32: UInt32], distance: Int)? {
    guard let distance = cost(of: function, in: space) else { return nil }
    var values: [UInt32: UInt32] = [:]
    for (variable, run) in narrowed(from: function, in: space) {
      let value = space.nearest(of: variable, in: run).value
      if value > 0 { values[variable] = value }
    }
    return (values, distance)
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
    return both.isEmpty ? nil : both
  }
}

/// Runs of a variable's values in which neither function's child changes.
struct PairedRuns {
  private var left: DiagramStore.Runs
  private var right: DiagramStore.Runs
  private var from: UInt32? = 0

  init(_ first: Diagram, _ second: Diagram, in store: borrowing DiagramStore) {
    let variable = min(store.variable(of: first), store.variable(of: second))
    left = DiagramStore.Runs(of: first, for: variable, in: store)
    right = DiagramStore.Runs(of: second, for: variable, in: store)
  }

  /// The next run; nil after the last. `to` is exclusive, `UInt32.max` in the last run.
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
