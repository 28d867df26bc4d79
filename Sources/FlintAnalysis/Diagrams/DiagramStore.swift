/// Ordered, reduced, multi-valued decision diagrams (Bryant 1986; Srinivasan et al. 1990) of
/// functions from states to truth values. Two functions are equal exactly if their diagrams'
/// numbers are.
///
/// A node tests one variable. Its edges are *runs*: all values from an edge's first up to the next
/// edge's first lead to the same child. The terminals are `no`, `unknown` and `yes`, so that one
/// diagram represents a three-valued function. Runs keep a version with many breakpoints in one
/// variable; a binary encoding would need constraints on unused codes and on the order of
/// breakpoints.
struct DiagramStore: ~Copyable {
  // INVARIANT: no two nodes are equal, no node has only one edge, and no two neighbouring edges of a node have the same
  // child.
  /// Why results since ``takeFailure()`` are invalid: the steps are spent, or the analysis is
  /// canceled. Operations then return constants, which must not be kept.
  private(set) var failure: LimitExceeded?

  /// Steps until the next check for cancellation. Negative once all granted steps are spent.
  private var remaining = Int.max
  private var reserve = 0
  private var granted = Int.max

  private let cancellation = Cancellation.current

  private var variables: [UInt32] = [.max, .max, .max]

  private var firstEdges: [UInt32] = [0, 0, 0, 0]

  private var reachable: [UInt8] = [1, 2, 4]
  private var edges: [Edge] = []

  private var pending: [Edge] = []

  /// The number of each node by its hash, in open addressing, at most half full (Brace, Rudell and
  /// Bryant 1990). 0 where free: node 0 is a terminal, which is never here.
  private var slots = [UInt32](repeating: 0, count: 1 << 10)

  private var results = ResultCache()

  /// Leads to `child` for values from `from` up to the next edge's `from`.
  struct Edge: Hashable {
    var from: UInt32
    var child: Diagram
  }

  var count: Int { variables.count }
}

/// The root node of a function in a ``DiagramStore``.
struct Diagram: Hashable, Sendable {
  let number: UInt32

  static let no = Diagram(.no)
  static let yes = Diagram(.yes)

  init(_ truth: Ternary) { number = UInt32(truth.rawValue) }

  init(number: UInt32) { self.number = number }

  var isConstant: Bool { number < 3 }

  /// Nil for a function that is not constant.
  var truth: Ternary? { isConstant ? Ternary(rawValue: UInt8(number)) : nil }
}

// MARK: - Queries

extension DiagramStore {
  /// The variable that the root tests; `UInt32.max` for a constant.
  func variable(of diagram: Diagram) -> UInt32 { variables[Int(diagram.number)] }

  func edges(of diagram: Diagram) -> ArraySlice<Edge> {
    let number = Int(diagram.number)
    return edges[Int(firstEdges[number])..<Int(firstEdges[number + 1])]
  }

  func variables(of functions: [Diagram]) -> [UInt32] {
    var seen = DistinctList<Diagram>()
    var asked = DistinctList<UInt32>()
    var open = functions.filter { !$0.isConstant }
    while let diagram = open.popLast() {
      let known = open.count
      for edge in edges(of: diagram) where !edge.child.isConstant { open.append(edge.child) }
      // A node above constants is visited again in less time than it is remembered.
      if open.count > known, !seen.append(diagram) {
        open.removeLast(open.count - known)
      } else {
        asked.append(variable(of: diagram))
      }
    }
    return asked.elements.sorted()
  }

  func canBe(_ truth: Ternary, _ diagram: Diagram) -> Bool {
    reachable[Int(diagram.number)] & (1 << truth.rawValue) != 0
  }

  /// The child at this value. The diagram itself if its root tests another variable.
  func child(of diagram: Diagram, at value: UInt32, of variable: UInt32) -> Diagram {
    guard self.variable(of: diagram) == variable else { return diagram }
    var child = diagram
    for edge in edges(of: diagram) {
      if edge.from > value { break }
      child = edge.child
    }
    return child
  }

  /// The children at the values 0 to `count - 1`.
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
  /// Sets the steps that the following operations can take together. Has no effect after a failure.
  mutating func grant(_ steps: Int) {
    if failure != nil { return }
    granted = steps
    // The budget becomes available in parts so that the store checks for a cancellation: at the first operation, then
    // once in every part.
    (remaining, reserve) = cancellation == nil ? (steps, 0) : (0, steps)
  }

  /// False if the steps are spent or the analysis is canceled.
  @discardableResult
  mutating func spend(_ steps: Int) -> Bool {
    remaining -= steps
    if remaining < 0 { refill() }
    return !isSpent
  }

  var isSpent: Bool { remaining < 0 }

  /// Sets ``failure``, unless an earlier one is set. Without a reason, the steps are spent.
  mutating func fail(_ reason: LimitExceeded? = nil) {
    failure = failure ?? reason ?? LimitExceeded(budget: granted)
    (remaining, reserve) = (-1, 0)
  }

  /// Returns and clears the failure. The following operations need a new ``grant(_:)``.
  mutating func takeFailure() -> LimitExceeded? {
    defer { failure = nil }
    return failure
  }

  private mutating func refill() {
    let isCancelled = cancellation?.isCancelled ?? false
    if isCancelled || reserve + remaining < 0 { return fail() }
    let part = min(reserve, max(AnalysisLimits.cancellationSteps, -remaining))
    remaining += part
    reserve -= part
  }

  /// The node with these edges. The first must begin at 0; children may test only later variables.
  mutating func node(_ variable: UInt32, _ edges: some Sequence<Edge>) -> Diagram {
    let base = pending.count
    for edge in edges { push(edge, above: base) }
    return finish(variable, base)
  }

  private mutating func push(_ edge: Edge, above base: Int) {
    if pending.count > base, pending[pending.count - 1].child == edge.child { return }
    pending.append(edge)
  }

  /// The node with the edges in ``pending`` from `base` on, or the child if there is one edge only.
  private mutating func finish(_ variable: UInt32, _ base: Int) -> Diagram {
    let count = pending.count - base
    defer { pending.removeLast(count) }
    if count == 1 { return pending[base].child }
    if variables.count * 2 >= slots.count { grow() }
    // Edges are accessed by index, because creating a slice would retain the array each time.
    var sum = Self.hash(variable)
    for position in base..<base + count { Self.mix(pending[position], into: &sum) }
    var slot = Int(truncatingIfNeeded: sum) & (slots.count - 1)
    while slots[slot] != 0 {
      let candidate = Int(slots[slot])
      if variables[candidate] == variable, isPending(candidate, from: base, count: count) {
        return Diagram(number: slots[slot])
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    let number = variables.count
    slots[slot] = UInt32(number)
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

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 4)
    for number in 3..<variables.count {
      var slot = Int(truncatingIfNeeded: hash(of: number)) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(number)
    }
  }

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
  enum Operation {
    case and, or
  }

  mutating func and(_ one: Diagram, _ other: Diagram) -> Diagram {
    combine(.and, one, other)
  }

  mutating func or(_ one: Diagram, _ other: Diagram) -> Diagram {
    combine(.or, one, other)
  }

  /// True where the functions have different values.
  mutating func differ(_ one: Diagram, _ other: Diagram) -> Diagram {
    combine(.differ, one, other)
  }

  /// Combines the functions as a balanced tree. This takes n log n steps, not n², for functions of
  /// different variables.
  mutating func join(_ operation: Operation, _ functions: ArraySlice<Diagram>) -> Diagram {
    switch functions.count {
    case 0: return operation == .and ? .yes : .no
    case 1: return functions[functions.startIndex]
    default:
      if isSpent { return .no }
      let middle = functions.startIndex + functions.count / 2
      return combine(
        operation == .and ? .and : .or, join(operation, functions[..<middle]),
        join(operation, functions[middle...]))
    }
  }

  /// True where at most one function is true. None may ever be unknown.
  mutating func atMostOne(of functions: ArraySlice<Diagram>) -> Diagram {
    atMostOneAndNone(of: functions).atMostOne
  }

  private mutating func atMostOneAndNone(
    of functions: ArraySlice<Diagram>
  ) -> (atMostOne: Diagram, none: Diagram) {
    if functions.count < 2 {
      guard let function = functions.first else { return (.yes, .yes) }
      return (.yes, not(function))
    }
    let middle = functions.startIndex + functions.count / 2
    let first = atMostOneAndNone(of: functions[..<middle])
    let second = atMostOneAndNone(of: functions[middle...])
    let inFirst = and(first.atMostOne, second.none)
    let inSecond = and(first.none, second.atMostOne)
    return (or(inFirst, inSecond), and(first.none, second.none))
  }

  private enum Pairing: UInt32 {
    case and, or, differ
  }

  private mutating func combine(
    _ operation: Pairing, _ one: Diagram, _ other: Diagram
  ) -> Diagram {
    if one == other { return operation == .differ ? .no : one }
    let (a, b) = one.number < other.number ? (one, other) : (other, one)
    // The terminals have the smallest numbers, in the order `no`, `unknown`, `yes`.
    switch (operation, a) {
    case (.and, .no), (.or, .yes): return a
    case (.and, .yes), (.or, .no): return b
    case (.differ, _):
      if b.isConstant { return .yes }
    default:
      if b.isConstant { return operation == .and ? a : b }
    }
    if let known = results.result(operation.rawValue, a, b) { return known }

    let variable = min(self.variable(of: a), self.variable(of: b))
    var left = Runs(of: a, for: variable, in: self)
    var right = Runs(of: b, for: variable, in: self)
    let base = pending.count
    guard spend(left.count + right.count) else { return .no }
    var from: UInt32 = 0
    while true {
      let child = combine(operation, left.child(in: self), right.child(in: self))
      push(Edge(from: from, child: child), above: base)
      let end = min(left.end(in: self), right.end(in: self))
      if end == .max { break }
      left.advance(to: end, in: self)
      right.advance(to: end, in: self)
      from = end
    }
    let result = finish(variable, base)
    if !isSpent { results.keep(result, operation.rawValue, a, b, nodes: variables.count) }
    return result
  }

  /// Replaces each truth value by the given one.
  mutating func apply(_ diagram: Diagram, no: Ternary, unknown: Ternary, yes: Ternary) -> Diagram {
    apply(diagram, [no, unknown, yes].reversed().reduce(0) { $0 << 2 | UInt32($1.rawValue) })
  }

  /// - Parameter table: The new value of each truth value, in two bits.
  private mutating func apply(_ diagram: Diagram, _ table: UInt32) -> Diagram {
    if diagram.isConstant { return Diagram(number: table >> (2 * diagram.number) & 3) }
    // In the cache, the codes of tables follow those of pairings.
    let code = table + 3
    if let known = results.result(code, diagram, diagram) { return known }
    let base = pending.count
    let number = Int(diagram.number)
    guard spend(edges(of: diagram).count) else { return .no }
    for position in Int(firstEdges[number])..<Int(firstEdges[number + 1]) {
      let edge = edges[position]
      push(Edge(from: edge.from, child: apply(edge.child, table)), above: base)
    }
    let result = finish(variable(of: diagram), base)
    if !isSpent { results.keep(result, code, diagram, diagram, nodes: variables.count) }
    return result
  }

  mutating func not(_ diagram: Diagram) -> Diagram {
    apply(diagram, no: .yes, unknown: .unknown, yes: .no)
  }

  mutating func isNotFalse(_ diagram: Diagram) -> Diagram {
    apply(diagram, no: .no, unknown: .yes, yes: .yes)
  }

  mutating func has(_ status: FeatureStatus, _ diagram: Diagram) -> Diagram {
    apply(
      diagram, no: Ternary(status == .unavailable), unknown: Ternary(status == .undetermined),
      yes: Ternary(status == .available))
  }

  /// True where the function is true, else false.
  mutating func isYes(_ diagram: Diagram) -> Diagram {
    apply(diagram, no: .no, unknown: .no, yes: .yes)
  }

  /// The edges of a diagram's root as runs of a variable's values. A single run if the root tests
  /// another variable.
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

    /// The first value after the run; `UInt32.max` after the last run.
    func end(in store: borrowing DiagramStore) -> UInt32 {
      position < last ? store.edges[position + 1].from : .max
    }

    mutating func advance(to value: UInt32, in store: borrowing DiagramStore) {
      if position < last, store.edges[position + 1].from <= value { position += 1 }
    }
  }
}

/// Mixes the bits, as the finalizer of MurmurHash does.
func mix(_ value: UInt64) -> UInt64 {
  var value = value &* 0x9E37_79B9_7F4A_7C15
  value ^= value >> 32
  value = value &* 0xD6E8_FEB8_6659_FD93
  return value ^ (value >> 29)
}

/// Existential quantification (Bryant 1986).
extension DiagramStore {
  /// True where some values of all other variables make the function true.
  /// - Parameters:
  /// - function: Never unknown.
  /// - variables: Ascending.
  mutating func projection(of function: Diagram, onto variables: [UInt32]) -> Diagram {
    // Without the known results, 24 assumptions that are linked like a chain exceed the limit of steps.
    var known: [Diagram: Diagram] = [:]
    return project(function, onto: variables[...], &known)
  }

  private mutating func project(
    _ function: Diagram, onto variables: ArraySlice<UInt32>, _ known: inout [Diagram: Diagram]
  ) -> Diagram {
    if function.isConstant { return function }
    let variable = variable(of: function)
    let later = variables.drop { $0 < variable }
    // The function depends on none of the variables that are kept.
    if later.isEmpty { return Diagram(Ternary(canBe(.yes, function))) }
    if let result = known[function] { return result }
    var edges = Array(edges(of: function))
    guard spend(edges.count) else { return .no }
    for index in edges.indices {
      edges[index].child = project(edges[index].child, onto: later, &known)
    }
    var result = Diagram.no
    if later.first == variable {
      result = node(variable, edges)
    } else {
      for edge in edges where result != .yes { result = or(result, edge.child) }
    }
    known[function] = result
    return result
  }
}
