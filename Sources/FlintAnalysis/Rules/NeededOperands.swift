import FlintModel

/// A quick, incomplete search for operands of a list that are not redundant. The list combines its operands, such as
/// the constraints of a feature, by AND or OR. An operand is needed (not redundant) if there is a state in which the
/// feature's status would be different without it.
///
/// The search starts at a state in which the list decides the feature's status and every operand is neutral: true in a
/// conjunction, false in a disjunction. Then it changes the value of one variable at a time. If exactly one operand is
/// not neutral after a change, this operand alone changes the status, so that it is needed. To prove the same in
/// general, a large function that combines all other operands would have to be computed; the search avoids this for
/// most operands. Operands that it does not find may be needed too. Without the search, `validate` takes 1.2 to 3 times
/// as long.
///
/// For example, in the list “the toggle is on” AND “iOS 16 or later”, both operands are true on iOS 16 with the toggle
/// on. If only the toggle is turned off, only the first operand becomes false, so that it is needed.
struct NeededOperands {
  private let truths: ArraySlice<Diagram>
  private let neutral: Diagram
  private let interval: DontCareInterval

  /// The state in which the search starts: a dictionary from the number of each variable to its value.
  private let start: [UInt32: UInt32]

  /// For each operand of the examined list (operands combined by AND or OR), the variables that the operand tests, each
  /// with the values that this search for non-redundant operands tries. Empty for an operand whose decision diagram has
  /// too many nodes; see ``large``.
  private var tests: [[SmallTests.Test]] = []
  private var users: [UInt32: [Int]] = [:]

  /// The operands of the examined AND or OR whose decision diagrams have more than ``AnalysisLimits/operandNodes``
  /// nodes, as indices into ``truths``. It would take too long to collect the variables that such an operand tests, so
  /// every change of a variable counts as affecting it.
  private var large: [Int] = []

  static func find(
    _ candidates: [Int], among truths: ArraySlice<Diagram>, _ operation: DiagramStore.Operation,
    _ interval: DontCareInterval, in store: inout DiagramStore
  ) throws(LimitExceeded) -> Set<Int> {
    let neutral: Ternary = operation == .and ? .yes : .no
    let all = try store.join(operation, truths)
    let isNeutral = try store.apply(
      all, no: Ternary(neutral == .no), unknown: .no, yes: Ternary(neutral == .yes))
    let isHigh = try store.isYes(interval.statusIfTrue)
    let isLow = try store.apply(interval.statusIfFalse, no: .yes, unknown: .no, yes: .no)
    let decides = try store.and(isNeutral, store.and(isHigh, isLow))
    guard store.canBe(.yes, decides) else { return [] }
    let search = NeededOperands(
      truths, Diagram(neutral), interval, store.path(toYesIn: decides), in: store)
    return Set(candidates.filter { search.isFound($0, in: store) })
  }

  private init(
    _ truths: ArraySlice<Diagram>, _ neutral: Diagram, _ interval: DontCareInterval,
    _ start: [UInt32: UInt32], in store: borrowing DiagramStore
  ) {
    (self.truths, self.neutral, self.interval, self.start) = (truths, neutral, interval, start)
    for (number, truth) in truths.enumerated() {
      let index = truths.startIndex + number
      guard let tests = SmallTests(of: truth, in: store)?.tests else {
        large.append(index)
        self.tests.append([])
        continue
      }
      self.tests.append(tests)
      for test in tests { users[test.variable, default: []].append(index) }
    }
    if large.count > AnalysisLimits.operandUsers { users = [:] }
  }

  private func isFound(_ part: Int, in store: borrowing DiagramStore) -> Bool {
    for test in tests[part - truths.startIndex] {
      guard let users = users[test.variable], users.count <= AnalysisLimits.operandUsers else {
        continue
      }
      for value in test.values
      where store.value(of: truths[part], at: start, but: test.variable, value) != neutral {
        let others = (users + large).filter { $0 != part }
        let isAlone = others.allSatisfy {
          store.value(of: truths[$0], at: start, but: test.variable, value) == neutral
        }
        if isAlone,
          store.value(of: interval.statusIfTrue, at: start, but: test.variable, value) == .yes,
          store.value(of: interval.statusIfFalse, at: start, but: test.variable, value) == .no
        {
          return true
        }
      }
    }
    return false
  }
}

/// The variables that a function with a small decision diagram tests, each with the values that the search for needed
/// (not redundant) operands gives to it. The function is the truth value of an operand. The values are the first values
/// of the ranges that the function distinguishes, so that each of them may change its result.
private struct SmallTests {
  struct Test {
    let variable: UInt32
    var values: [UInt32]
  }

  private(set) var tests: [Test] = []

  /// Collects the variables that the function tests. Returns nil if the function's diagram has more than
  /// ``AnalysisLimits/operandNodes`` nodes.
  init?(of function: Diagram, in store: borrowing DiagramStore) {
    var nodes: [Diagram] = function.isConstant ? [] : [function]
    var next = 0
    while next < nodes.count {
      let node = nodes[next]
      next += 1
      var test = Test(variable: store.variable(of: node), values: [])
      let known = tests.firstIndex { $0.variable == test.variable }
      if let known { test = tests[known] }
      for edge in store.edges(of: node) {
        if test.values.count < AnalysisLimits.operandValues, !test.values.contains(edge.from) {
          test.values.append(edge.from)
        }
        if edge.child.isConstant || nodes.contains(edge.child) { continue }
        if nodes.count == AnalysisLimits.operandNodes { return nil }
        nodes.append(edge.child)
      }
      if let known { tests[known] = test } else { tests.append(test) }
    }
  }
}

extension DiagramStore {
  /// Returns the value of a function for given values of its variables, with the value of the variable `changed`
  /// replaced by `value`. Variables without a given value have value 0.
  fileprivate func value(
    of function: Diagram, at values: [UInt32: UInt32], but changed: UInt32, _ value: UInt32
  ) -> Diagram {
    var function = function
    while !function.isConstant {
      let variable = variable(of: function)
      let chosen = variable == changed ? value : values[variable] ?? 0
      function = child(of: function, at: chosen, of: variable)
    }
    return function
  }
}
