import FlintModel

/// A store of decision diagrams (Bryant 1986), which represent functions from states to truth values. Two functions of
/// a store are equal if and only if their diagrams have the same number.
///
/// The diagrams are ordered, reduced and multi-valued (MDD, Srinivasan et al. 1990). A node tests one variable. Its
/// edges are *runs*: all values from an edge's first value up to the next edge's first value lead to the same child.
/// There are three terminals: `no`, `unknown` and `yes`. One diagram thus represents a whole function of Kleene's
/// three-valued logic, in which AND is the minimum and OR the maximum.
///
/// For example, let the variable x have the values 0 to 9. The function “x is at least 5” is one node with two edges:
/// from 0 to `no`, and from 5 to `yes`.
///
/// Binary diagrams would be larger. A version or an attribute is one variable with many values, of which a constraint
/// distinguishes only a few. With runs, the number of a node's edges is the number of distinctions that matter to the
/// node, not the number of values that the whole manifest declares. A binary encoding would need a constraint that
/// excludes unused codes. For versions, it would need a variable for each breakpoint and a constraint for the order of
/// the breakpoints.
///
/// The store cannot be copied: a diagram is valid in its own store only, and an accidental copy would duplicate all
/// nodes.
struct DiagramStore: ~Copyable {
  // INVARIANT: no two nodes are equal, no node has only one edge, and no two neighbouring edges of a node have the same
  // child.
  /// The number of steps (visited edges) that operations can take until the next check whether the caller has canceled
  /// the analysis.
  ///
  /// The whole budget is `granted` steps. It becomes available in portions, so that such checks happen regularly: each
  /// check moves a portion from `reserve` to `remaining`. An operation that exceeds the budget throws; see
  /// ``spend(_:)``.
  private var remaining = Int.max
  private var reserve = 0
  private var granted = Int.max

  /// The signal by which the caller can cancel operations of this store of decision diagrams; nil if they cannot be
  /// canceled.
  private let cancellation = Cancellation.current

  private var variables: [UInt32] = [.max, .max, .max]

  /// The index in ``edges`` of each node's first edge. A node's edges end where those of the next node begin.
  private var firstEdges: [UInt32] = [0, 0, 0, 0]

  /// For each node, the set of terminals (truth values) that paths from the node lead to, as a bit mask over the raw
  /// values of ``Ternary``.
  private var reachable: [UInt8] = [1, 2, 4]
  private var edges: [Edge] = []

  /// The edges of the nodes that are being constructed. Once a node is complete, its edges move to ``edges``.
  private var pending: [Edge] = []
  private var uniqueTable = UniqueTable()
  private var results = ResultCache()

  /// An edge of a node: the values of the node's variable from `from` up to the first value of the next edge lead to
  /// `child`.
  struct Edge: Hashable {
    var from: UInt32
    var child: Diagram
  }

  var count: Int { variables.count }
}

/// A function from states to truth values, which a ``DiagramStore`` stores as a decision diagram: the number of the
/// diagram's root node.
struct Diagram: Hashable, Sendable {
  let number: UInt32

  static let no = Diagram(.no)
  static let yes = Diagram(.yes)

  init(_ truth: Ternary) { number = UInt32(truth.rawValue) }

  init(number: UInt32) { self.number = number }

  var isConstant: Bool { number < 3 }
}

// MARK: - Queries

extension DiagramStore {
  /// Returns the first variable that a diagram tests. For a constant function, returns `UInt32.max`, which is greater
  /// than all numbers of variables.
  func variable(of diagram: Diagram) -> UInt32 { variables[Int(diagram.number)] }

  func edges(of diagram: Diagram) -> ArraySlice<Edge> {
    let number = Int(diagram.number)
    return edges[Int(firstEdges[number])..<Int(firstEdges[number + 1])]
  }

  func variables(of functions: [Diagram]) -> [UInt32] {
    var seen: Set<Diagram> = []
    var asked: Set<UInt32> = []
    var open = functions
    while let diagram = open.popLast() {
      if diagram.isConstant || !seen.insert(diagram).inserted { continue }
      let number = Int(diagram.number)
      asked.insert(variables[number])
      for position in Int(firstEdges[number])..<Int(firstEdges[number + 1]) {
        open.append(edges[position].child)
      }
    }
    return asked.sorted()
  }

  func canBe(_ truth: Ternary, _ diagram: Diagram) -> Bool {
    reachable[Int(diagram.number)] & (1 << truth.rawValue) != 0
  }

  /// Returns the function that remains if `variable` has the given value: a child of the diagram's root. If the root
  /// tests a different variable, returns the diagram itself.
  func child(of diagram: Diagram, at value: UInt32, of variable: UInt32) -> Diagram {
    guard self.variable(of: diagram) == variable else { return diagram }
    var child = diagram
    for edge in edges(of: diagram) {
      if edge.from > value { break }
      child = edge.child
    }
    return child
  }

  /// Returns the functions that remain if `variable` has the values 0 to `count - 1`, in this order.
  func children(of diagram: Diagram, of variable: UInt32, count: Int) -> [Diagram] {
    var children: [Diagram] = []
    children.reserveCapacity(count)
    var runs = Runs(of: diagram, for: variable, in: self)
    for value in 0..<UInt32(count) {
      runs.advance(to: value, in: self)
      children.append(runs.child(in: self))
    }
    return children
  }
}

// MARK: - Construction

extension DiagramStore {
  /// Sets the number of steps that the following operations can take together. If they need more, they throw.
  mutating func grant(_ steps: Int) {
    granted = steps
    // The budget becomes available in parts so that the store checks for a cancellation: at the first operation, then
    // once in every part.
    (remaining, reserve) = cancellation == nil ? (steps, 0) : (0, steps)
  }

  /// Subtracts steps from the budget. Throws if the budget is not sufficient, or if the analysis was canceled.
  mutating func spend(_ steps: Int) throws(LimitExceeded) {
    remaining -= steps
    if remaining < 0 { try refill() }
  }

  /// Makes the next portion of the budget (the number of steps that the operations of this store of decision diagrams
  /// can take) available in ``remaining``. Throws if the budget is used up. There are portions so that the store
  /// regularly checks whether the analysis was canceled; if it was, this method throws too.
  private mutating func refill() throws(LimitExceeded) {
    let isCancelled = cancellation?.isCancelled ?? false
    if isCancelled || reserve + remaining < 0 { throw LimitExceeded(budget: granted) }
    let part = min(reserve, max(AnalysisLimits.cancellationSteps, -remaining))
    remaining += part
    reserve -= part
  }

  /// Returns the function whose diagram tests `variable` at its root. The rest of the function is the child of the edge
  /// that contains the variable's value. The first edge must begin at value 0. The children may test only variables
  /// that come later in the order.
  mutating func node(_ variable: UInt32, _ edges: some Sequence<Edge>) -> Diagram {
    let base = pending.count
    for edge in edges { push(edge, above: base) }
    return finish(variable, base)
  }

  private mutating func push(_ edge: Edge, above base: Int) {
    if pending.count > base, pending[pending.count - 1].child == edge.child { return }
    pending.append(edge)
  }

  /// Returns the node that tests `variable` and has the edges in ``pending`` from index `base` on. Creates the node
  /// unless the store already has an equal one. If there is only one edge, returns the edge's child instead, because
  /// every value of the variable leads there.
  private mutating func finish(_ variable: UInt32, _ base: Int) -> Diagram {
    let count = pending.count - base
    defer { pending.removeLast(count) }
    if count == 1 { return pending[base].child }
    if uniqueTable.needsSpace(for: variables.count) {
      uniqueTable.grow(hashes: (3..<variables.count).map { hash(of: $0) }, from: 3)
    }
    // Edges are accessed by index, because creating a slice would retain the array each time.
    var sum = Self.hash(variable)
    for position in base..<base + count { Self.mix(pending[position], into: &sum) }
    var slot = uniqueTable.slot(for: sum)
    while let candidate = uniqueTable[slot] {
      if variables[candidate] == variable, isPending(candidate, from: base, count: count) {
        return Diagram(number: UInt32(candidate))
      }
      slot = uniqueTable.next(slot)
    }
    let number = variables.count
    uniqueTable[slot] = number
    variables.append(variable)
    var mask: UInt8 = 0
    for position in base..<base + count {
      let edge = pending[position]
      mask |= reachable[Int(edge.child.number)]
      edges.append(edge)
    }
    reachable.append(mask)
    firstEdges.append(UInt32(edges.count))
    return Diagram(number: UInt32(number))
  }

  /// Whether the node with the given number has the same edges as the node under construction, whose edges are in
  /// ``pending`` from index `base` on.
  private func isPending(_ number: Int, from base: Int, count: Int) -> Bool {
    let first = Int(firstEdges[number])
    guard Int(firstEdges[number + 1]) - first == count else { return false }
    for offset in 0..<count where edges[first + offset] != pending[base + offset] { return false }
    return true
  }

  private func hash(of number: Int) -> UInt64 {
    var hash = Self.hash(variables[number])
    for position in Int(firstEdges[number])..<Int(firstEdges[number + 1]) {
      Self.mix(edges[position], into: &hash)
    }
    return hash
  }

  private static func hash(_ variable: UInt32) -> UInt64 { UInt64(variable) &+ 1 }

  private static func mix(_ edge: Edge, into hash: inout UInt64) {
    hash = FlintAnalysis.mix(hash ^ (UInt64(edge.from) << 32 | UInt64(edge.child.number)))
  }
}

// MARK: - Operations

extension DiagramStore {
  enum Operation: UInt32 {
    case and

    case or
  }

  mutating func and(_ one: Diagram, _ other: Diagram) throws(LimitExceeded) -> Diagram {
    try combine(.and, one, other)
  }

  mutating func or(_ one: Diagram, _ other: Diagram) throws(LimitExceeded) -> Diagram {
    try combine(.or, one, other)
  }

  /// Combines all given functions by AND or OR, pairwise as a balanced tree: (a AND b) AND (c AND d). For n functions
  /// of different variables, this takes n log n steps instead of n².
  mutating func join(
    _ operation: Operation, _ functions: ArraySlice<Diagram>
  ) throws(LimitExceeded) -> Diagram {
    switch functions.count {
    case 0: return operation == .and ? .yes : .no
    case 1: return functions[functions.startIndex]
    default:
      let middle = functions.startIndex + functions.count / 2
      return try combine(
        operation, join(operation, functions[..<middle]), join(operation, functions[middle...]))
    }
  }

  /// Returns a function that is true in the states in which at most one of the given functions is true, and false in
  /// all others. None of the functions may be unknown in any state.
  mutating func atMostOne(of functions: ArraySlice<Diagram>) throws(LimitExceeded) -> Diagram {
    try atMostOneAndNone(of: functions).atMostOne
  }

  private mutating func atMostOneAndNone(
    of functions: ArraySlice<Diagram>
  ) throws(LimitExceeded) -> (atMostOne: Diagram, none: Diagram) {
    if functions.count < 2 {
      guard let function = functions.first else { return (.yes, .yes) }
      return (.yes, try not(function))
    }
    let middle = functions.startIndex + functions.count / 2
    let first = try atMostOneAndNone(of: functions[..<middle])
    let second = try atMostOneAndNone(of: functions[middle...])
    let inFirst = try and(first.atMostOne, second.none)
    let inSecond = try and(first.none, second.atMostOne)
    return (try or(inFirst, inSecond), try and(first.none, second.none))
  }

  private mutating func combine(
    _ operation: Operation, _ one: Diagram, _ other: Diagram
  ) throws(LimitExceeded) -> Diagram {
    if one == other { return one }
    let (a, b) = one.number < other.number ? (one, other) : (other, one)
    // The terminals have the smallest numbers, in the order `no`, `unknown`, `yes`.
    switch (operation, a) {
    case (.and, .no), (.or, .yes): return a
    case (.and, .yes), (.or, .no): return b
    default:
      if b.isConstant { return operation == .and ? a : b }
    }
    if let known = results.result(operation.rawValue, a, b) { return known }

    let variable = min(self.variable(of: a), self.variable(of: b))
    var left = Runs(of: a, for: variable, in: self)
    var right = Runs(of: b, for: variable, in: self)
    let base = pending.count
    try spend(left.count + right.count)
    var from: UInt32 = 0
    while true {
      let child = try combine(operation, left.child(in: self), right.child(in: self))
      push(Edge(from: from, child: child), above: base)
      let end = min(left.end(in: self), right.end(in: self))
      if end == .max { break }
      left.advance(to: end, in: self)
      right.advance(to: end, in: self)
      from = end
    }
    let result = finish(variable, base)
    results.keep(result, operation.rawValue, a, b, nodes: variables.count)
    return result
  }

  /// Applies a unary operation to a function, that is, replaces each of its truth values with another one. The
  /// arguments `no`, `unknown` and `yes` are the new values for false, unknown and true.
  mutating func apply(
    _ diagram: Diagram, no: Ternary, unknown: Ternary, yes: Ternary
  ) throws(LimitExceeded) -> Diagram {
    try apply(diagram, table: [no, unknown, yes])
  }

  private mutating func apply(
    _ diagram: Diagram, table: [Ternary]
  ) throws(LimitExceeded) -> Diagram {
    if diagram.isConstant { return Diagram(table[Int(diagram.number)]) }
    // In the cache, `and` and `or` have the codes 0 and 1. The codes of unary operations follow: one for each of the 27
    // possible tables of new truth values.
    let code = table.reduce(UInt32(0)) { $0 * 3 + UInt32($1.rawValue) } + 2
    if let known = results.result(code, diagram, diagram) { return known }
    let base = pending.count
    let number = Int(diagram.number)
    try spend(edges(of: diagram).count)
    for position in Int(firstEdges[number])..<Int(firstEdges[number + 1]) {
      let edge = edges[position]
      push(Edge(from: edge.from, child: try apply(edge.child, table: table)), above: base)
    }
    let result = finish(variable(of: diagram), base)
    results.keep(result, code, diagram, diagram, nodes: variables.count)
    return result
  }

  mutating func not(_ diagram: Diagram) throws(LimitExceeded) -> Diagram {
    try apply(diagram, no: .yes, unknown: .unknown, yes: .no)
  }

  /// Returns a function that is true in the states in which the given function is true, and false in those in which it
  /// is false or unknown.
  mutating func isYes(_ diagram: Diagram) throws(LimitExceeded) -> Diagram {
    try apply(diagram, no: .no, unknown: .no, yes: .yes)
  }

  /// An iterator over the runs of a variable's values in a diagram: all values in a run lead to the same child. A
  /// diagram that does not test the variable first has a single run, which begins at 0.
  struct Runs {
    private let whole: Diagram
    private var position: Int
    private let last: Int

    init(of diagram: Diagram, for variable: UInt32, in store: borrowing DiagramStore) {
      whole = diagram
      let number = Int(diagram.number)
      if store.variables[number] == variable {
        position = Int(store.firstEdges[number])
        last = Int(store.firstEdges[number + 1]) - 1
      } else {
        (position, last) = (0, -1)
      }
    }

    var count: Int { max(1, last - position + 1) }

    func child(in store: borrowing DiagramStore) -> Diagram {
      last < 0 ? whole : store.edges[position].child
    }

    /// The first value of the next run (a range of consecutive values that lead to the same child); `UInt32.max` if the
    /// current run is the last one.
    func end(in store: borrowing DiagramStore) -> UInt32 {
      position < last ? store.edges[position + 1].from : .max
    }

    mutating func advance(to value: UInt32, in store: borrowing DiagramStore) {
      if position < last, store.edges[position + 1].from <= value { position += 1 }
    }
  }
}
