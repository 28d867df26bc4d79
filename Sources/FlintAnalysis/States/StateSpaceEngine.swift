/// Answers queries about features in a state space.
protocol StateSpaceEngine: ~Copyable {
  var space: StateSpace { get set }
}

extension StateSpaceEngine where Self: ~Copyable {
  /// Asks a question in up to three attempts. They are in the shared space with a low limit, in a
  /// separate one in the order of first occurrence, and in one ordered by ``VariableOrder``. The
  /// first limit is so low that what earlier queries leave behind does not decide the answer.
  /// - Parameters:
  /// - features: By manifest, features that the query is about. It may also be about their
  ///   dependencies.
  /// - question: May be asked repeatedly; must have the same result in the same space.
  mutating func decide<Answer>(
    about features: [[Int]], _ question: (inout Self) -> Answer
  ) throws(LimitExceeded) -> Answer {
    let subjects = features.map { $0.map { References.Target.feature($0) } }
    space.makeRoom()
    let answer = attempt(question)
    guard var failure = space.store.takeFailure() else { return answer }
    if Cancellation.isRequested { throw failure }
    if let origin = failure.origin, !subjects[origin.side].contains(origin.target),
      let reason = space.failure(of: origin)
    {
      throw reason
    }
    for ordering in VariableOrdering.allCases {
      var separate = space.separate(for: subjects, ordering)
      swap(&space, &separate)
      defer { swap(&space, &separate) }
      space.preparePossibleStates()
      // The shared space may be too complex to show that no state is possible. A query about every
      // state would then be about none.
      if case (.noState, .tooLarge(let error)) = (space.possibility, separate.possibility),
        !features.allSatisfy(\.isEmpty)
      {
        failure = error
        continue
      }
      let answer = attempt(question)
      guard let reason = space.store.takeFailure() else { return answer }
      failure = reason
    }
    throw failure
  }

  private mutating func attempt<Answer>(_ question: (inout Self) -> Answer) -> Answer {
    space.preparePossibleStates()
    space.resetBudget()
    return question(&self)
  }
}

extension StateSpace: StateSpaceEngine {
  var space: StateSpace {
    _read { yield self }
    _modify { yield &self }
  }
}

/// How variables are ordered, on which the size of diagrams depends.
enum VariableOrdering: CaseIterable {
  case firstOccurrence

  /// Variables that occur together are close; see ``VariableOrder/best``.
  case compact
}

extension StateSpace {
  mutating func resetBudget() { store.grant(budget) }

  fileprivate mutating func makeRoom() {
    // A store that one large query filled is kept for the next queries: they share its nodes, and would otherwise empty
    // it each time.
    if nodesOfFirst == nil, store.count > 3 { nodesOfFirst = store.count }
    guard store.count > max(AnalysisLimits.nodes, 2 * (nodesOfFirst ?? 0)) else { return }
    nodesOfFirst = nil
    store = DiagramStore()
    paths = CheapestPath()
    shared = [:]
    overridden = [:]
    possibility = .notPrepared
    statuses = sides.map {
      [FeatureFunction](repeating: .notComputed, count: $0.manifest.features.count)
    }
  }

  fileprivate mutating func failure(of origin: LimitExceeded.Origin) -> LimitExceeded? {
    if let known = failures[origin] { return known }
    var subjects = sides.map { _ in [References.Target]() }
    subjects[origin.side] = [origin.target]
    var failure: LimitExceeded?
    for ordering in VariableOrdering.allCases {
      var other = separate(for: subjects, ordering)
      other.prepare(origin.target, side: origin.side)
      failure = other.store.takeFailure()
      if failure == nil { break }
    }
    failures[origin] = .some(failure)
    return failure
  }

  /// An empty space for some targets, with the full limit. Depends only on them, their
  /// dependencies, the assumptions and the tested statuses.
  func separate(for subjects: [[References.Target]], _ ordering: VariableOrdering) -> StateSpace {
    var breakpoints = extraBreakpoints
    breakpoints.addPossibleFacts(of: self.breakpoints)
    var needed: [[References.Target]] = []
    for (side, subjects) in zip(sides, subjects) {
      let closure = side.manifest.topologicalOrder(of: subjects + side.manifest.allAssumptions)
      var own = Breakpoints()
      for target in closure { own.add(target, of: side.manifest) }
      own.addApp(of: side.manifest)
      breakpoints.add(own, number: side.number)
      needed.append(closure)
    }
    var space = StateSpace(sides, breakpoints, extra: extraBreakpoints, budgets: budgets)
    space.budget = budgets.separate
    switch ordering {
    case .firstOccurrence:
      for (side, closure) in needed.enumerated() where closure.count > AnalysisLimits.chain {
        for target in closure.reversed() { space.numberFacts(of: target, on: side) }
      }
    case .compact:
      var order = VariableOrder()
      for (side, subjects) in subjects.enumerated() {
        order.add(subjects, of: space, side)
        order.add(sides[side].manifest.allAssumptions, of: space, side)
      }
      for variable in order.best { _ = space.number(of: variable) }
    }
    return space
  }
}

/// Limits of steps in a shared and in a separate state space.
struct StepBudgets: Hashable, Sendable {
  var shared = AnalysisLimits.sharedSteps
  var separate = AnalysisLimits.steps
}

extension Manifest {
  var allAssumptions: [References.Target] {
    assumptions.indices.map { .assumption($0) }
  }

  /// Targets and their dependencies, dependencies and parents first (Tarjan 1976).
  /// - Parameter isKnown: Targets to omit, with dependencies that only they have.
  func topologicalOrder(
    of targets: [References.Target], except isKnown: (References.Target) -> Bool = { _ in false }
  ) -> [References.Target] {
    var order: [References.Target] = []
    var seen = Set<References.Target>()
    var path: [(target: References.Target, needs: ArraySlice<References.Target>)] = []
    for target in targets where seen.insert(target).inserted && !isKnown(target) {
      path.append((target, directNeeds(of: target)[...]))
      while let last = path.last {
        if let next = last.needs.first {
          path[path.count - 1].needs.removeFirst()
          if seen.insert(next).inserted, !isKnown(next) {
            path.append((next, directNeeds(of: next)[...]))
          }
        } else {
          order.append(last.target)
          path.removeLast()
        }
      }
    }
    return order
  }
}

/// Puts variables that occur together close to each other, with F. A. Aloul, I. L. Markov and K. A.
/// Sakallah, “FORCE: a fast and easy-to-implement variable-ordering heuristic” (2003). Groups are
/// the variables of a constraint; small ones weigh more, and the order with the smallest sum of
/// spans wins. Of 30 features that each require 22 random alternatives of three products, 28 are
/// too complex without it, and one with it.
struct VariableOrder {
  private var variables: [Fact] = []
  private var indices: [Fact: Int] = [:]

  private var groups: [[Int]] = []

  var best: [Fact] {
    var order = Array(variables.indices)
    var tightest = (order: order, span: span(of: order))
    let memberships = memberships
    for _ in 0..<AnalysisLimits.orderRounds {
      var position = [Double](repeating: 0, count: order.count)
      for (index, variable) in order.enumerated() { position[variable] = Double(index) }
      let centres = groups.map { group in
        group.reduce(0) { $0 + position[$1] } / Double(group.count)
      }
      var target = position
      for (variable, groups) in memberships.enumerated() where !groups.isEmpty {
        let weight = groups.reduce(0) { $0 + 1 / Double(self.groups[$1].count) }
        let pull = groups.reduce(0) { $0 + centres[$1] / Double(self.groups[$1].count) }
        target[variable] = pull / weight
      }
      order.sort { (target[$0], $0) < (target[$1], $1) }
      let span = span(of: order)
      if span < tightest.span { tightest = (order, span) }
    }
    return tightest.order.map { variables[$0] }
  }

  private var memberships: [[Int]] {
    var memberships = [[Int]](repeating: [], count: variables.count)
    for (group, members) in groups.enumerated() {
      for member in members { memberships[member].append(group) }
    }
    return memberships
  }

  private func span(of order: [Int]) -> Int {
    var position = [Int](repeating: 0, count: order.count)
    for (index, variable) in order.enumerated() { position[variable] = index }
    return groups.reduce(0) { sum, group in
      let positions = group.map { position[$0] }
      return sum + (positions.max() ?? 0) - (positions.min() ?? 0)
    }
  }

  // MARK: Groups

  /// Adds a group for each constraint of the targets and their dependencies.
  mutating func add(_ targets: [References.Target], of space: borrowing StateSpace, _ side: Int) {
    let manifest = space.sides[side].manifest
    for target in manifest.closure(of: targets) {
      guard case .feature(let declaring) = target else {
        let meaning = manifest.meaning(of: FormulaReference(target))
        add(meaning, guardedBy: [], of: space, side)
        continue
      }
      let declaration = manifest.features[declaring]
      for constraint in declaration.constraints {
        add(manifest.meaning(of: constraint, in: declaring), guardedBy: [], of: space, side)
      }
      for block in declaration.conditional {
        let asked = facts(of: manifest.meaning(of: block.condition, in: declaring), of: space, side)
        for constraint in block.constraints {
          add(manifest.meaning(of: constraint, in: declaring), guardedBy: asked, of: space, side)
        }
      }
    }
  }

  private mutating func add(
    _ formula: Formula, guardedBy guarded: [Int], of space: borrowing StateSpace, _ side: Int
  ) {
    switch formula {
    case .constant, .test, .implied, .reference, .not: break
    case .all(let formulas), .any(let formulas):
      for formula in formulas { add(formula, guardedBy: [], of: space, side) }
    }
    let group = guarded + facts(of: formula, of: space, side)
    if group.count > 1 || !guarded.isEmpty { groups.append(group) }
  }

  /// Indices into ``variables`` of the facts that the formula tests. Omits the system and the app's
  /// version, which always come first.
  private mutating func facts(
    of formula: Formula, of space: borrowing StateSpace, _ side: Int
  ) -> [Int] {
    var facts = DistinctList<Fact>()
    formula.forEachTest(in: space.sides[side].manifest) { test, isImplied in
      let fact = space.shared(test.fact, side)
      if fact == .system || fact == .appVersion { return }
      if !space.isVaried(fact, isImplied: isImplied) { return }
      facts.append(fact)
    }
    return facts.elements.map { index(of: $0) }
  }

  private mutating func index(of variable: Fact) -> Int {
    if let index = indices[variable] { return index }
    indices[variable] = variables.count
    variables.append(variable)
    return variables.count - 1
  }
}
