import FlintCore

/// An engine that answers questions about features with functions of a space of states.
protocol StateSpaceEngine: ~Copyable {
  var space: StateSpace { get set }

  /// Drops the functions that it holds: another space, or an emptied store, is about to take this one's place.
  mutating func dropFunctions()
}

extension StateSpaceEngine where Self: ~Copyable {
  /// Answers a question about features within a budget, with up to three attempts:
  ///
  /// 1. in the space at hand, which knows what earlier questions worked out, with a small budget;
  /// 2. in a space for these features alone, whose variables are in the order in which the features name them;
  /// 3. in another one whose variables are in an order found by ``VariableOrder``.
  ///
  /// Whether there is an answer depends on the features and on what they require alone: what the first attempt
  /// answers, the others would answer as well, as their budget is many times as large. What requires something
  /// that is too large by itself is too large.
  ///
  /// - Parameters:
  ///   - features: on each side; the question is about no others but those that they require.
  ///   - question: makes the same of the same space whenever it is called.
  mutating func decide<Answer>(
    about features: [[Int]], _ question: (inout Self) throws(TooLarge) -> Answer
  ) throws(TooLarge) -> Answer {
    if space.makeRoom() { dropFunctions() }
    space.preparePossibleStates()
    space.beginStep()
    var failure: TooLarge
    do throws(TooLarge) { return try question(&self) } catch { failure = error }
    let subjects = features.map { $0.map { References.Target.feature($0) } }
    if let origin = failure.origin, !subjects[origin.side].contains(origin.target),
      let reason = space.failure(of: origin)
    {
      throw reason
    }
    for ordering in VariableOrdering.allCases {
      var other = space.separate(for: subjects, ordering)
      exchange(&other)
      defer { exchange(&other) }
      space.preparePossibleStates()
      space.beginStep()
      do throws(TooLarge) { return try question(&self) } catch { failure = error }
    }
    throw failure
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

/// Where a space's variables come from.
enum VariableOrdering: CaseIterable {
  /// The order in which they are met.
  case asMet

  /// ``VariableOrder/best``.
  case compact
}

extension StateSpace {
  /// Grants a whole budget to what is made next.
  mutating func beginStep() { store.grant(budget) }

  /// Empties the store where it holds much; functions made before mean nothing then.
  ///
  /// - Returns: whether it was emptied.
  fileprivate mutating func makeRoom() -> Bool {
    // What one question takes alone must not empty the store for each of those that share it.
    if nodesOfFirst == nil, store.count > 3 { nodesOfFirst = store.count }
    guard store.count > max(AnalysisLimits.nodes, 2 * (nodesOfFirst ?? 0)) else { return false }
    nodesOfFirst = nil
    store = DiagramStore()
    generation += 1
    shared = [:]
    consistentAges = [:]
    possibility = .notPrepared
    statuses = sides.map {
      [FeatureFunction](repeating: .notAsked, count: $0.manifest.features.count)
    }
    return true
  }

  /// Why the function of something cannot be made in any space; nil where it can.
  fileprivate mutating func failure(of origin: TooLarge.Origin) -> TooLarge? {
    if let known = failures[origin] { return known }
    var subjects = sides.map { _ in [References.Target]() }
    subjects[origin.side] = [origin.target]
    var failure: TooLarge?
    for ordering in VariableOrdering.allCases {
      var other = separate(for: subjects, ordering)
      do throws(TooLarge) {
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

  /// An empty space of the same states for some features or conditions alone, with the whole budget.
  ///
  /// It depends on nothing but them, what they require and the manifest's assumptions; and on which statuses permissions and
  /// products can have anywhere in the manifest.
  func separate(
    for subjects: [[References.Target]], _ ordering: VariableOrdering
  ) -> StateSpace {
    var breakpoints = extraBoundaries
    breakpoints.addUniverse(of: self.breakpoints)
    var needed: [[References.Target]] = []
    for (side, subjects) in zip(sides, subjects) {
      let closure = side.manifest.needsFirst(subjects + side.manifest.allAssumptions)
      var own = Breakpoints()
      for target in closure { own.add(target, of: side.manifest) }
      own.addApp(of: side.manifest)
      breakpoints.add(
        own, products: { side.products[$0] }, attributes: { side.attributes[$0] },
        buckets: { side.buckets[$0] }, features: { side.features[$0] })
      needed.append(closure)
    }
    var space = StateSpace(sides, breakpoints, extra: extraBoundaries, budgets: budgets)
    space.budget = budgets.separate
    switch ordering {
    case .asMet:
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

/// The budgets of a space's attempts, in steps.
struct StepBudgets: Hashable, Sendable {
  var shared = AnalysisLimits.sharedSteps
  var separate = AnalysisLimits.steps
}

extension Manifest {
  fileprivate var allAssumptions: [References.Target] {
    assumptions.indices.map { .assumption($0) }
  }

  /// Some features or named conditions and all that they require, each once, after what it requires itself (depth first); a
  /// feature requires its parent.
  ///
  /// - Parameter isKnown: for those that are left out, with what only they require.
  func needsFirst(
    _ targets: [References.Target], except isKnown: (References.Target) -> Bool = { _ in false }
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
