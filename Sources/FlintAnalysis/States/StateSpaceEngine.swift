import FlintModel
import FlintLogic

/// A type that answers queries about features, such as “is it ever available?”. It uses a state space: the possible
/// states, with functions from states to truth values.
protocol StateSpaceEngine: ~Copyable {
  var space: StateSpace { get set }

  /// Discards all functions that this object has stored. This is called before the state space is replaced or its store
  /// of decision diagrams is emptied, because the functions are then no longer valid.
  mutating func dropFunctions()
}

extension StateSpaceEngine where Self: ~Copyable {
  /// Answers a query about features within a limit of steps, in up to three attempts:
  ///
  /// 1. in the shared state space, which has the results of earlier queries, with a low limit;
  /// 2. in a state space for these features alone, with the variables in the order in which the features mention them;
  /// 3. in another such state space, with the variables in an order found by ``VariableOrder``.
  ///
  /// Although the shared state space keeps results of earlier queries, the answer depends only on the features and
  /// their dependencies. The reason is that the first attempt has a much lower limit: a query that succeeds there only
  /// because of earlier results also succeeds in one of the other attempts. A feature is too complex to analyze if one
  /// of its dependencies is too complex by itself.
  ///
  /// - Parameters:
  ///   - features: For each manifest of the state space, the indices of some features. The query may concern only these
  ///     features and their dependencies.
  ///   - question: The query; it must return the same result in the same state space each time it is called.
  mutating func decide<Answer>(
    about features: [[Int]], _ question: (inout Self) throws(LimitExceeded) -> Answer
  ) throws(LimitExceeded) -> Answer {
    let subjects = features.map { $0.map { References.Target.feature($0) } }
    var failure: LimitExceeded
    if space.makeRoom() { dropFunctions() }
    space.preparePossibleStates()
    space.resetBudget()
    do throws(LimitExceeded) { return try question(&self) } catch { failure = error }
    if Cancellation.isRequested { throw failure }
    if let origin = failure.origin, !subjects[origin.side].contains(origin.target),
      let reason = space.failure(of: origin)
    {
      throw reason
    }
    for ordering in VariableOrdering.allCases {
      var separate = space.separate(for: subjects, ordering)
      do throws(LimitExceeded) { return try answer(about: features, question, in: &separate) } catch
      {
        failure = error
      }
    }
    throw failure
  }

  private mutating func answer<Answer>(
    about features: [[Int]], _ question: (inout Self) throws(LimitExceeded) -> Answer,
    in separate: inout StateSpace
  ) throws(LimitExceeded) -> Answer {
    exchange(&separate)
    defer { exchange(&separate) }
    space.preparePossibleStates()
    // Where the analysis of the assumptions exceeds its limit in the shared space, nobody expects that no state is
    // possible, and a query about every state would be answered about none.
    if case (.noState, .tooLarge(let error)) = (space.possibility, separate.possibility),
      !features.allSatisfy(\.isEmpty)
    {
      throw error
    }
    space.resetBudget()
    return try question(&self)
  }

  private mutating func exchange(_ other: inout StateSpace) {
    dropFunctions()
    swap(&space, &other)
  }
}

extension StateSpace: StateSpaceEngine {
  var space: StateSpace {
    _read { yield self }
    _modify { yield &self }
  }

  mutating func dropFunctions() {}
}

/// A way of choosing the order of variables in decision diagrams, on which the size of the diagrams depends.
enum VariableOrdering: CaseIterable {
  /// The order in which the facts occur in the manifest for the first time.
  case firstOccurrence

  /// The order that ``VariableOrder/best`` finds: variables that occur together in constraints are close to each other.
  case compact
}

extension StateSpace {
  mutating func resetBudget() { store.grant(budget) }

  /// Empties the store of decision diagrams if it has too many nodes, to save memory. The diagrams created before are
  /// then no longer valid.
  ///
  /// - Returns: True if the store was emptied.
  fileprivate mutating func makeRoom() -> Bool {
    // A store that one large query filled is kept for the next queries: they share its nodes, and would otherwise empty
    // it each time.
    if nodesOfFirst == nil, store.count > 3 { nodesOfFirst = store.count }
    guard store.count > max(AnalysisLimits.nodes, 2 * (nodesOfFirst ?? 0)) else { return false }
    nodesOfFirst = nil
    store = DiagramStore()
    generation += 1
    shared = [:]
    consistentAges = [:]
    possibility = .notPrepared
    statuses = sides.map {
      [FeatureFunction](repeating: .notComputed, count: $0.manifest.features.count)
    }
    return true
  }

  /// Returns the reason why the function of a feature or condition cannot be computed within the limit of steps, even
  /// in a state space of its own and in every order of variables; nil if it can be computed.
  fileprivate mutating func failure(of origin: LimitExceeded.Origin) -> LimitExceeded? {
    if let known = failures[origin] { return known }
    var subjects = sides.map { _ in [References.Target]() }
    subjects[origin.side] = [origin.target]
    var failure: LimitExceeded?
    for ordering in VariableOrdering.allCases {
      var other = separate(for: subjects, ordering)
      do throws(LimitExceeded) {
        try other.prepare(origin.target, side: origin.side)
        failure = nil
        break
      } catch {
        failure = error
      }
    }
    failures[origin] = .some(failure)
    return failure
  }

  /// Returns a new, empty state space for only some features or conditions (the subjects), with the full limit of
  /// steps.
  ///
  /// The state space depends only on the subjects, their dependencies, the manifest's assumptions, and the statuses
  /// that permissions and products can have anywhere in the manifest.
  func separate(
    for subjects: [[References.Target]], _ ordering: VariableOrdering
  ) -> StateSpace {
    var breakpoints = extraBreakpoints
    breakpoints.addPossibleFacts(of: self.breakpoints)
    var needed: [[References.Target]] = []
    for (side, subjects) in zip(sides, subjects) {
      let closure = side.manifest.topologicalOrder(of: subjects + side.manifest.allAssumptions)
      var own = Breakpoints()
      for target in closure { own.add(target, of: side.manifest) }
      own.addApp(of: side.manifest)
      breakpoints.add(
        own, products: { side.products[$0] }, attributes: { side.attributes[$0] },
        buckets: { side.buckets[$0] }, features: { side.features[$0] })
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

/// The maximum numbers of steps (visited edges of decision diagrams) for operations in a state space. A query about
/// features is first answered in the state space that all features share. If it exceeds the limit there, it is repeated
/// in a separate state space for the features that the query is about, with a higher limit.
struct StepBudgets: Hashable, Sendable {
  var shared = AnalysisLimits.sharedSteps
  var separate = AnalysisLimits.steps
}

extension Manifest {
  fileprivate var allAssumptions: [References.Target] {
    assumptions.indices.map { .assumption($0) }
  }

  /// Returns some features, conditions and assumptions with all their dependencies in topological order, by depth-first
  /// search (Tarjan 1976). Each of them occurs once, after those on which it depends. A feature depends on its parent.
  /// For example, if a requires b and c, and b requires c, the order is c, b, a.
  ///
  /// - Parameter isKnown: Returns true for a feature, condition or assumption to omit. Dependencies that only omitted
  ///   ones have are omitted too.
  func topologicalOrder(
    of targets: [References.Target], except isKnown: (References.Target) -> Bool = { _ in false }
  ) -> [References.Target] {
    var order: [References.Target] = []
    var seen = Set<References.Target>()
    for target in targets where seen.insert(target).inserted && !isKnown(target) {
      var path = [(target: target, needs: directNeeds(of: target)[...])]
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
