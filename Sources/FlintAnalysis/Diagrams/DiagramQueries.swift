import FlintLogic
import FlintModel

extension DiagramStore {
  /// The diagram may not test a variable before `first`.
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

  /// Values along one path to `yes`; other variables can have any value.
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

/// A shortest-path search, by dynamic programming, for the states nearest to a fresh install in
/// which two functions have given, different truth values. It follows both diagrams at once.
/// Without stored results of subdiagrams, `diff` of chains of 50 features takes 9 times as long.
struct NearestPaths {
  /// The first of nine entries in ``ways``, by the numbers of both diagrams.
  private var known: [UInt64: Int] = [:]

  private var ways: [Way] = []
  private var remaining = 0

  private static let unreachable = [Way](repeating: Way(), count: 9)

  private struct Way {
    var distance = StateSpace.Distance.unreachable

    /// The path's first variable that differs from a fresh install; `.max` if none.
    var variable = UInt32.max

    /// An index into the variable's values.
    var value: UInt32 = 0

    /// Where the path continues.
    var rest = (first: Diagram.no, second: Diagram.no)
  }

  /// Must precede ``values(_:_:_:)`` and ``difference(_:_:)``. False beyond the limit.
  mutating func measure(_ first: Diagram, _ second: Diagram, in space: borrowing StateSpace) -> Bool
  {
    if known.count > AnalysisLimits.pathPairs { self = NearestPaths() }
    remaining = Cancellation.isRequested ? 0 : space.budget
    _ = find(first, second, in: space)
    return remaining >= 0
  }

  /// By variable, the values that differ from a fresh install; nil without such a state. `truths`
  /// must be different.
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

  /// Nil if the functions are equal. At the same distance, prefers `first` to be true.
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

  /// Nil if the diagrams are equal or both constant, or beyond the limit.
  private mutating func find(
    _ first: Diagram, _ second: Diagram, in space: borrowing StateSpace
  ) -> Int? {
    if first == second || (first.isConstant && second.isConstant) { return nil }
    let key = Self.key(first, second)
    if let known = known[key] { return known }
    let nearest = ways.count
    ways += Self.unreachable
    let variable = min(space.store.variable(of: first), space.store.variable(of: second))
    var runs = PairedRuns(first, second, in: space.store)
    while let run = runs.next(in: space.store) {
      remaining -= 1
      if remaining < 0 { return nil }
      let found = find(run.first, run.second, in: space)
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
    if remaining < 0 { return nil }
    known[key] = nearest
    return nearest
  }
}

/// Runs of one variable with the same children in each of two functions.
struct PairedRuns {
  private var left: DiagramStore.Runs
  private var right: DiagramStore.Runs
  private var from: UInt32? = 0

  init(_ first: Diagram, _ second: Diagram, in store: borrowing DiagramStore) {
    let variable = min(store.variable(of: first), store.variable(of: second))
    left = DiagramStore.Runs(of: first, for: variable, in: store)
    right = DiagramStore.Runs(of: second, for: variable, in: store)
  }

  /// `end` is `UInt32.max` in the last run.
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
