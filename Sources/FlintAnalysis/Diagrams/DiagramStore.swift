import FlintCore

/// Functions from states to truth values, as decision diagrams that are equal exactly where their numbers are.
///
/// The diagrams are ordered, reduced and multi-valued. A node asks one variable, and its edges are *runs*: the values
/// from one number on lead to the same child until the next edge begins. There are three terminals, so that one
/// diagram holds a whole Kleene function, AND is the minimum and OR the maximum.
///
/// Why not binary diagrams over an encoding: a version or an attribute is one variable with many values of which a
/// constraint tells few apart. With runs the width of a node is the number of distinctions that matter to it, not the
/// number of values that the whole manifest declares; a binary encoding would need a constraint for the codes that
/// mean nothing and, for versions, a variable for each boundary with the order among them as a constraint on top.
/// It cannot be copied: diagrams mean nothing in another store, and a copy made in passing would cost all its nodes.
// INVARIANT: no two nodes are alike, and no node has one edge only or two neighbouring edges to one child.
struct DiagramStore: ~Copyable {
  /// The work, in edges looked at, after which an operation gives up; see ``spend(_:)``.
  private(set) var remaining = Int.max
  private var granted = Int.max

  private var variables: [UInt32] = [.max, .max, .max]

  /// Where a node's edges begin; they end where the next node's begin.
  private var firstEdges: [UInt32] = [0, 0, 0, 0]

  /// One bit a terminal that can be reached, by ``Ternary``'s raw value.
  private var reachable: [UInt8] = [1, 2, 4]
  private var edges: [Edge] = []

  /// Edges of the nodes under construction.
  private var pending: [Edge] = []
  private var uniqueTable = UniqueTable()
  private var results = ResultCache()

  /// The values from `from` on lead to `child`.
  struct Edge: Hashable {
    var from: UInt32
    var child: Diagram
  }

  /// How many nodes have been made.
  var count: Int { variables.count }
}

/// A function in a ``DiagramStore``.
struct Diagram: Hashable, Sendable {
  let number: UInt32

  static let no = Diagram(.no)
  static let unknown = Diagram(.unknown)
  static let yes = Diagram(.yes)

  /// The constant function.
  init(_ truth: Ternary) { number = UInt32(truth.rawValue) }

  init(number: UInt32) { self.number = number }

  var isConstant: Bool { number < 3 }
}

// MARK: - Looking

extension DiagramStore {
  /// The variable asked first; greater than every variable for a constant.
  func variable(of diagram: Diagram) -> UInt32 { variables[Int(diagram.number)] }

  func edges(of diagram: Diagram) -> ArraySlice<Edge> {
    let number = Int(diagram.number)
    return edges[Int(firstEdges[number])..<Int(firstEdges[number + 1])]
  }

  /// The variables that some functions ask, ascending.
  func variables(of functions: [Diagram]) -> [UInt32] {
    var seen = DiagramSet()
    var asked: Set<UInt32> = []
    var open = functions
    while let diagram = open.popLast() {
      if diagram.isConstant || !seen.insert(diagram) { continue }
      let number = Int(diagram.number)
      asked.insert(variables[number])
      for position in Int(firstEdges[number])..<Int(firstEdges[number + 1]) {
        open.append(edges[position].child)
      }
    }
    return asked.sorted()
  }

  /// Whether some state makes the function `truth`.
  func canBe(_ truth: Ternary, _ diagram: Diagram) -> Bool {
    reachable[Int(diagram.number)] & (1 << truth.rawValue) != 0
  }

  /// The function where its first variable, if that is `variable`, has the value.
  func child(of diagram: Diagram, at value: UInt32, of variable: UInt32) -> Diagram {
    guard self.variable(of: diagram) == variable else { return diagram }
    var child = diagram
    for edge in edges(of: diagram) {
      if edge.from > value { break }
      child = edge.child
    }
    return child
  }

  /// The same for each of the first values.
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

// MARK: - Making

extension DiagramStore {
  /// Grants the operations to come so many steps together.
  mutating func grant(_ steps: Int) { (remaining, granted) = (steps, steps) }

  /// Counts steps taken.
  mutating func spend(_ steps: Int) throws(TooLarge) {
    remaining -= steps
    if remaining < 0 { throw TooLarge(budget: granted) }
  }

  /// The function that asks `variable` and goes on as the edges say; the first begins at zero, and children ask later
  /// variables only.
  mutating func node(_ variable: UInt32, _ edges: some Sequence<Edge>) -> Diagram {
    let base = pending.count
    for edge in edges { push(edge, above: base) }
    return finish(variable, base)
  }

  private mutating func push(_ edge: Edge, above base: Int) {
    if pending.count > base, pending[pending.count - 1].child == edge.child { return }
    pending.append(edge)
  }

  /// Makes a node of the pending edges from `base` on, or finds the one that exists.
  private mutating func finish(_ variable: UInt32, _ base: Int) -> Diagram {
    let count = pending.count - base
    defer { pending.removeLast(count) }
    if count == 1 { return pending[base].child }
    if uniqueTable.needsSpace(for: variables.count) {
      uniqueTable.grow(hashes: (3..<variables.count).map { hash(of: $0) }, from: 3)
    }
    // Edges are gone through by their places: a slice would be counted as one more owner each time.
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

  /// Whether a node has the pending edges from `base` on.
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

// MARK: - Combining

extension DiagramStore {
  enum Operation: UInt32 {
    /// The minimum.
    case and

    /// The maximum.
    case or
  }

  mutating func and(_ one: Diagram, _ other: Diagram) throws(TooLarge) -> Diagram {
    try combine(.and, one, other)
  }

  mutating func or(_ one: Diagram, _ other: Diagram) throws(TooLarge) -> Diagram {
    try combine(.or, one, other)
  }

  /// Joins functions by halves (a balanced fold): n functions of different variables take n log n steps, where joining them
  /// one after the other takes n².
  mutating func join(
    _ operation: Operation, _ functions: ArraySlice<Diagram>
  ) throws(TooLarge) -> Diagram {
    switch functions.count {
    case 0: return operation == .and ? .yes : .no
    case 1: return functions[functions.startIndex]
    default:
      let middle = functions.startIndex + functions.count / 2
      return try combine(
        operation, join(operation, functions[..<middle]), join(operation, functions[middle...]))
    }
  }

  /// Where at most one of some functions, none of them ever unknown, is yes; joined by halves.
  mutating func atMostOne(of functions: ArraySlice<Diagram>) throws(TooLarge) -> Diagram {
    try atMostOneAndNone(of: functions).atMostOne
  }

  private mutating func atMostOneAndNone(
    of functions: ArraySlice<Diagram>
  ) throws(TooLarge) -> (atMostOne: Diagram, none: Diagram) {
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
  ) throws(TooLarge) -> Diagram {
    if one == other { return one }
    let (a, b) = one.number < other.number ? (one, other) : (other, one)
    // The terminals come first: no, unknown, yes.
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

  /// Another function of the truth: `table` gives the new value of no, unknown and yes.
  mutating func apply(
    _ diagram: Diagram, no: Ternary, unknown: Ternary, yes: Ternary
  ) throws(TooLarge) -> Diagram {
    try apply(diagram, table: [no, unknown, yes])
  }

  private mutating func apply(
    _ diagram: Diagram, table: [Ternary]
  ) throws(TooLarge) -> Diagram {
    if diagram.isConstant { return Diagram(table[Int(diagram.number)]) }
    // Above every binary operation's code: 2 + a number for each of the 27 tables.
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

  mutating func not(_ diagram: Diagram) throws(TooLarge) -> Diagram {
    try apply(diagram, no: .yes, unknown: .unknown, yes: .no)
  }

  /// Yes where a function is, no elsewhere.
  mutating func isYes(_ diagram: Diagram) throws(TooLarge) -> Diagram {
    try apply(diagram, no: .no, unknown: .no, yes: .yes)
  }

  /// A walk along the edges that a diagram has for a variable: one that begins at zero where it does not ask it.
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

    /// Where the run ends; the greatest number for the last one.
    func end(in store: borrowing DiagramStore) -> UInt32 {
      position < last ? store.edges[position + 1].from : .max
    }

    mutating func advance(to value: UInt32, in store: borrowing DiagramStore) {
      if position < last, store.edges[position + 1].from <= value { position += 1 }
    }
  }
}
