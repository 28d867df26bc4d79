import FlintCore

/// Finds parts of a list that matter, each by one state in which it decides alone.
///
/// The search begins at a state in which every part is neutral ("yes" in a conjunction, "no" in a disjunction) and the list
/// decides the status; then it changes the value of one variable at a time. Where a part is not neutral any more while all
/// the others are, the status would be another one without it. So most parts need no function of "all the others", whose
/// size grows with the list. A part that is not found may matter all the same.
struct DecidingParts {
  private let truths: ArraySlice<Diagram>
  private let neutral: Diagram
  private let interval: DontCareInterval

  /// The values of the state from which the search starts.
  private let start: [UInt32: UInt32]

  /// The tests of each small part, and the parts that have each variable.
  private var tests: [[SmallTests.Test]] = []
  private var users: [UInt32: [Int]] = [:]

  /// Parts with many tests, which each change may concern.
  private var large: [Int] = []

  /// A variable that more parts test is not changed: a check of each against each would take their square.
  private static let maxUsers = 64

  static func find(
    _ candidates: [Int], among truths: ArraySlice<Diagram>, _ operation: DiagramStore.Operation,
    _ interval: DontCareInterval, in store: inout DiagramStore
  ) throws(TooLarge) -> Set<Int> {
    let neutral: Ternary = operation == .and ? .yes : .no
    let all = try store.join(operation, truths)
    let isNeutral = try store.apply(
      all, no: Ternary(neutral == .no), unknown: .no, yes: Ternary(neutral == .yes))
    let isHigh = try store.isYes(interval.highest)
    let isLow = try store.apply(interval.lowest, no: .yes, unknown: .no, yes: .no)
    let decides = try store.and(isNeutral, store.and(isHigh, isLow))
    guard store.canBe(.yes, decides) else { return [] }
    let search = DecidingParts(
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
    if large.count > Self.maxUsers { users = [:] }
  }

  private func isFound(_ part: Int, in store: borrowing DiagramStore) -> Bool {
    for test in tests[part - truths.startIndex] {
      guard let users = users[test.variable], users.count <= Self.maxUsers else { continue }
      for value in test.values
      where store.value(of: truths[part], at: start, but: test.variable, value) != neutral {
        let others = (users + large).filter { $0 != part }
        let isAlone = others.allSatisfy {
          store.value(of: truths[$0], at: start, but: test.variable, value) == neutral
        }
        if isAlone, store.value(of: interval.highest, at: start, but: test.variable, value) == .yes,
          store.value(of: interval.lowest, at: start, but: test.variable, value) == .no
        {
          return true
        }
      }
    }
    return false
  }
}

/// The variables of a small function, each with the values at which its edges begin.
private struct SmallTests {
  struct Test {
    let variable: UInt32
    var values: [UInt32]
  }

  private(set) var tests: [Test] = []

  /// Functions with more nodes are not small, and no more values of a variable are tried.
  private static let maxNodes = 32
  private static let maxValues = 8

  /// Nil for a function that is not small.
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
        if test.values.count < Self.maxValues, !test.values.contains(edge.from) {
          test.values.append(edge.from)
        }
        if edge.child.isConstant || nodes.contains(edge.child) { continue }
        if nodes.count == Self.maxNodes { return nil }
        nodes.append(edge.child)
      }
      if let known { tests[known] = test } else { tests.append(test) }
    }
  }
}

extension DiagramStore {
  /// The constant that a function comes to where variables have these values, those that are not named the first one, and one
  /// variable another.
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
