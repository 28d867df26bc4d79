import FlintLogic
package import FlintModel

package struct ConstraintPosition: Hashable, Sendable {
  package let feature: Int

  /// Nil outside blocks.
  package let block: Int?

  /// In the block's list, else the feature's.
  package let index: Int

  package func constraint(in manifest: Manifest) -> Constraint {
    block.map { manifest.features[feature].conditional[$0].constraints[index] }
      ?? manifest.features[feature].constraints[index]
  }
}

extension Manifest {
  /// Those outside blocks first.
  package func constraintPositions(of feature: Int) -> [ConstraintPosition] {
    var positions = features[feature].constraints.indices.map {
      ConstraintPosition(feature: feature, block: nil, index: $0)
    }
    for (block, conditional) in features[feature].conditional.enumerated() {
      positions += conditional.constraints.indices.map {
        ConstraintPosition(feature: feature, block: block, index: $0)
      }
    }
    return positions
  }
}

extension StateSpace {
  /// - Parameter side: 0, or 1 for the second manifest.
  mutating func status(of feature: Int, side: Int) throws(LimitExceeded) -> Diagram {
    switch statuses[side][feature] {
    case .function(let known): return known
    case .tooLarge(let error): throw error
    case .notComputed: break
    }
    // INVARIANT: the dependencies of a feature are computed before the feature. The call depth therefore depends
    // neither on the depth of the hierarchy nor on the length of a chain of required features.
    try prepare(.feature(feature), side: side)
    guard case .function(let status) = statuses[side][feature] else {
      throw LimitExceeded(budget: budget).about(.feature(feature), on: side)
    }
    return status
  }

  /// After its dependencies; without recursion, because chains can be long.
  /// - Parameter side: 0, or 1 for the second manifest.
  mutating func prepare(_ target: References.Target, side: Int = 0) throws(LimitExceeded) {
    let order = order(for: target, side)
    if order.isEmpty { return }
    for target in order { try workOut(target, side) }
    resetBudget()
  }

  private func order(for target: References.Target, _ side: Int) -> [References.Target] {
    if isKnown(target, side) { return [] }
    let manifest = sides[side].manifest
    if manifest.directNeeds(of: target).allSatisfy({ isKnown($0, side) }) { return [target] }
    return manifest.topologicalOrder(of: [target]) { isKnown($0, side) }
  }

  private func isKnown(_ target: References.Target, _ side: Int) -> Bool {
    switch target {
    case .feature(let feature):
      if case .notComputed = statuses[side][feature] { false } else { true }
    case .condition, .assumption:
      shared[FunctionKey(side: side, .meaning(FormulaReference(target)))] != nil
    }
  }

  private mutating func workOut(_ target: References.Target, _ side: Int) throws(LimitExceeded) {
    resetBudget()
    do throws(LimitExceeded) {
      switch target {
      case .condition, .assumption: _ = try value(of: FormulaReference(target), on: side)
      case .feature(let feature): _ = try compose(feature, side)
      }
    } catch {
      let error = error.about(target, on: side)
      if case .feature(let feature) = target { statuses[side][feature] = .tooLarge(error) }
      throw error
    }
  }

  /// A status and the functions whose AND it is.
  struct Composition {
    let status: Diagram
    let inheritedStatus: Diagram
    let contributions: [Diagram]
  }

  mutating func composition(of feature: Int) throws(LimitExceeded) -> Composition {
    let target = References.Target.feature(feature)
    switch statuses[0][feature] {
    case .function(let status):
      return Composition(
        status: status, inheritedStatus: try inheritedStatus(of: feature, side: 0),
        contributions: try contributions(of: feature, side: 0))
    case .tooLarge(let error): throw error
    case .notComputed:
      for need in order(for: target, 0).dropLast() { try workOut(need, 0) }
      resetBudget()
      return try compose(feature, 0)
    }
  }

  /// Dependencies must have been computed before.
  private mutating func compose(_ feature: Int, _ side: Int) throws(LimitExceeded) -> Composition {
    let inheritedStatus = try inheritedStatus(of: feature, side: side)
    let contributions = try contributions(of: feature, side: side)
    let status = try store.join(.and, ([inheritedStatus] + contributions)[...])
    statuses[side][feature] = .function(status)
    return Composition(
      status: status, inheritedStatus: inheritedStatus, contributions: contributions)
  }

  /// The parent's status, or the app's constraints.
  mutating func inheritedStatus(of feature: Int, side: Int) throws(LimitExceeded) -> Diagram {
    if let parent = sides[side].manifest.features[feature].parent {
      return try status(of: parent, side: side)
    }
    return try value(of: .app, on: side)
  }

  /// True where the constraint is satisfied or does not apply, by
  /// ``Manifest/constraintPositions(of:)``.
  mutating func contributions(of feature: Int, side: Int) throws(LimitExceeded) -> [Diagram] {
    try contributions(of: feature, in: sides[side].manifest, on: side)
  }

  mutating func condition(ofBlock block: Int, of feature: Int) throws(LimitExceeded) -> Diagram {
    let manifest = sides[0].manifest
    return try value(
      of: manifest.meaning(
        of: manifest.features[feature].conditional[block].condition, in: feature), on: 0)
  }
}

extension StateSpace: DiagramInterpreter {
  typealias ManifestID = Int

  /// Returns the truth value of a test of a fact, as a function of the state. On a platform that does not have a
  /// permission, a test of it has the result for a state that does not give its status.
  mutating func value(
    of test: FactTest, isImplied: Bool, on side: Int
  ) throws(LimitExceeded) -> Diagram {
    let fact = shared(test.fact, side)
    if case .attribute(let attribute) = fact, attributeValues[attribute].hasTooManyTexts {
      throw LimitExceeded(budget: AnalysisLimits.textSteps)
    }
    if case .unlocked = fact, !isVaried(fact, isImplied: isImplied) {
      return Diagram(test.truth(of: .notGiven))
    }
    guard case .permission(let permission) = fact else { return function(of: test, fact, side) }
    let notGiven = Diagram(test.truth(of: .notGiven))
    if isImplied, !breakpoints.names(permission) { return notGiven }
    let offered = try value(of: .offered(permission), on: side)
    return try ifThenElse(offered, then: function(of: test, fact, side), else: notGiven)
  }

  private mutating func function(of test: FactTest, _ fact: Fact, _ side: Int) -> Diagram {
    let section = fact.location.section
    // In every state of a state space, the default statuses of permissions and products are those of a fresh install.
    if section == .defaults { return Diagram(test.truth(of: DeviceState().value(of: fact))) }
    if section.hasFewValues { return node(of: test, fact, side) }
    // The fact may have many values, and many features may share a test, so the function is cached.
    let key = FunctionKey(side: side, .test(test))
    if let known = shared[key] { return known }
    let node = node(of: test, fact, side)
    shared[key] = node
    return node
  }

  private mutating func node(of test: FactTest, _ fact: Fact, _ side: Int) -> Diagram {
    let number = number(of: fact)
    return store.node(
      number,
      domains[Int(number)].valuePartition(on: side).answers(to: test).lazy.map {
        DiagramStore.Edge(from: UInt32($0.from), child: Diagram($0.truth))
      })
  }

  mutating func value(
    of reference: FormulaReference, on side: Int
  ) throws(LimitExceeded) -> Diagram {
    // INVARIANT: the statuses of the features that a feature depends on have been computed before its own; see
    // ``status(of:side:)``.
    if case .feature(let feature) = reference { return try status(of: feature, side: side) }
    let key = FunctionKey(side: side, .meaning(reference))
    if let known = shared[key] { return known }
    let truth = try value(of: sides[side].manifest.meaning(of: reference), on: side)
    shared[key] = truth
    return truth
  }

  mutating func value(
    of constraint: Constraint, of feature: Int?, in manifest: Manifest, on side: Int
  ) throws(LimitExceeded) -> Diagram {
    guard constraint.meansSameEverywhere else {
      return try value(of: manifest.meaning(of: constraint, in: feature), on: side)
    }
    let key = FunctionKey(side: side, .constraint(constraint))
    if let known = shared[key] { return known }
    let truth = try value(of: manifest.meaning(of: constraint, in: feature), on: side)
    shared[key] = truth
    return truth
  }

  mutating func isCurrent(_ platform: Platform) -> Diagram {
    function(of: .system(platform, nil), .system, 0)
  }

  func runs(on platform: Platform) -> Bool { !platformValues[Int(platform.rawValue)].isEmpty }

  func canBe(_ truth: Ternary, _ function: Diagram, on platform: Platform) -> Bool {
    // INVARIANT: the system (the platform and its version) is the first variable in every order.
    store.canBe(
      truth, function, where: Self.system, isIn: platformValues[Int(platform.rawValue)])
  }
}

/// A key of ``StateSpace/shared``.
struct FunctionKey: Hashable {
  private let side: Int
  private let what: Use

  enum Use: Hashable {
    case meaning(FormulaReference)
    case test(FactTest)

    /// A constraint whose outcome does not depend on the feature.
    case constraint(Constraint)
  }

  init(side: Int, _ what: Use) { (self.side, self.what) = (side, what) }
}
