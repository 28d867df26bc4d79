import FlintModel

/// A quick, incomplete search for operands that are needed, without which `validate` takes 1.2 to 3
/// times as long. From a state in which the list decides the status and every operand is neutral,
/// it changes one variable at a time: if exactly one operand is then not neutral, it is needed.
struct NeededOperands {
  private let truths: ArraySlice<Diagram>
  private let neutral: Diagram
  private let interval: DontCareInterval

  private let start: [UInt32: UInt32]

  private var tests: [[SmallTests.Test]] = []
  private var users: [UInt32: [Int]] = [:]

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

/// The variables of an operand, each with the first value of every run.
private struct SmallTests {
  struct Test {
    let variable: UInt32
    var values: [UInt32]
  }

  private(set) var tests: [Test] = []

  /// Nil above ``AnalysisLimits/operandNodes``.
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
