package struct ConstraintPosition: Hashable, Sendable {
  package let feature: Int

  /// The index of the constraint's block; nil outside blocks.
  package let block: Int?

  /// The constraint's index in its block, else in the feature.
  package let index: Int

  package func constraint(in manifest: Manifest) -> Constraint {
    block.map { manifest.features[feature].conditional[$0].constraints[index] }
      ?? manifest.features[feature].constraints[index]
  }
}

extension Manifest {
  /// Positions outside blocks come first.
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
  mutating func status(of feature: Int, side: Int) -> Diagram {
    // INVARIANT: dependencies are computed first, so that the call depth does not grow with the
    // hierarchy or with chains of required features.
    if case .notComputed = statuses[side][feature] { prepare(.feature(feature), side: side) }
    switch statuses[side][feature] {
    case .function(let known): return known
    case .tooLarge(let error): store.fail(error)
    case .notComputed: store.fail()
    }
    return .no
  }

  /// Computes dependencies first, without recursion, because chains can be long.
  /// - Parameter side: 0, or 1 for the second manifest.
  mutating func prepare(_ target: References.Target, side: Int = 0) {
    let order = order(for: target, side)
    if order.isEmpty { return }
    for target in order where store.failure == nil { workOut(target, side) }
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

  private mutating func workOut(_ target: References.Target, _ side: Int) {
    resetBudget()
    switch target {
    case .condition, .assumption: _ = value(of: FormulaReference(target), on: side)
    case .feature(let feature): _ = compose(feature, side)
    }
    guard let error = store.takeFailure()?.about(target, on: side) else { return }
    store.fail(error)
    if case .feature(let feature) = target { statuses[side][feature] = .tooLarge(error) }
  }

  /// A status and the functions whose AND it is.
  struct Composition {
    let status: Diagram
    let inheritedStatus: Diagram
    let contributions: [Diagram]
  }

  mutating func composition(of feature: Int) -> Composition {
    switch statuses[0][feature] {
    case .function, .tooLarge:
      return Composition(
        status: status(of: feature, side: 0),
        inheritedStatus: inheritedStatus(of: feature, side: 0),
        contributions: contributions(of: feature, side: 0))
    case .notComputed:
      for need in order(for: .feature(feature), 0).dropLast() where store.failure == nil {
        workOut(need, 0)
      }
      resetBudget()
      return compose(feature, 0)
    }
  }

  /// Computes a feature's status. Dependencies must have been computed before.
  private mutating func compose(_ feature: Int, _ side: Int) -> Composition {
    let inheritedStatus = inheritedStatus(of: feature, side: side)
    let contributions = contributions(of: feature, side: side)
    let status = store.join(.and, ([inheritedStatus] + contributions)[...])
    if !store.isSpent { statuses[side][feature] = .function(status) }
    return Composition(
      status: status, inheritedStatus: inheritedStatus, contributions: contributions)
  }

  /// The parent's status; without a parent, the app's constraints.
  mutating func inheritedStatus(of feature: Int, side: Int) -> Diagram {
    if let parent = sides[side].manifest.features[feature].parent {
      return status(of: parent, side: side)
    }
    return value(of: .app, on: side)
  }

  /// True where a constraint is satisfied or does not apply. Ordered as
  /// ``Manifest/constraintPositions(of:)``.
  mutating func contributions(of feature: Int, side: Int) -> [Diagram] {
    contributions(of: feature, in: sides[side].manifest, on: side)
  }

  mutating func condition(ofBlock block: Int, of feature: Int) -> Diagram {
    let manifest = sides[0].manifest
    return value(
      of: manifest.meaning(
        of: manifest.features[feature].conditional[block].condition, in: feature), on: 0)
  }
}

extension StateSpace: DiagramInterpreter {
  typealias ManifestID = Int

  /// The test's result. A permission that the platform does not offer counts as
  /// ``FactValue/notGiven``.
  mutating func value(of test: FactTest, isImplied: Bool, on side: Int) -> Diagram {
    let fact = shared(test.fact, side)
    if case .attribute(let attribute) = fact, attributeValues[attribute].hasTooManyTexts {
      store.fail(LimitExceeded(budget: AnalysisLimits.textSteps))
      return .no
    }
    if case .unlocked = fact, !isVaried(fact, isImplied: isImplied) {
      return Diagram(test.truth(of: .notGiven))
    }
    guard case .permission(let permission) = fact else { return function(of: test, fact, side) }
    let notGiven = Diagram(test.truth(of: .notGiven))
    if isImplied, !breakpoints.names(permission) { return notGiven }
    let offered = value(of: .offered(permission), on: side)
    return ifThenElse(offered, then: function(of: test, fact, side), else: notGiven)
  }

  private mutating func function(of test: FactTest, _ fact: Fact, _ side: Int) -> Diagram {
    let section = fact.location.section
    // In every state of a state space, the default statuses of permissions and products are those of a fresh install.
    if section == .defaults { return Diagram(test.truth(of: DeviceState().value(of: fact))) }
    if section.hasFewValues { return node(of: test, fact, side) }
    // The fact may have many values, and many features may share a test, so the function is kept.
    return kept(FunctionKey(side: side, .test(test))) { $0.node(of: test, fact, side) }
  }

  /// The function with this key, computed once. Beyond the limit of steps, it is not stored.
  mutating func kept(_ key: FunctionKey, _ work: (inout StateSpace) -> Diagram) -> Diagram {
    if let known = shared[key] { return known }
    let function = work(&self)
    if !store.isSpent { shared[key] = function }
    return function
  }

  private mutating func node(of test: FactTest, _ fact: Fact, _ side: Int) -> Diagram {
    let number = number(of: fact)
    return store.node(
      number,
      domains[Int(number)].valuePartition(on: side).answers(to: test).lazy.map {
        DiagramStore.Edge(from: UInt32($0.from), child: Diagram($0.truth))
      })
  }

  mutating func value(of reference: FormulaReference, on side: Int) -> Diagram {
    // INVARIANT: the statuses of the features that a feature depends on have been computed before its own; see
    // ``status(of:side:)``.
    if case .feature(let feature) = reference { return status(of: feature, side: side) }
    return kept(FunctionKey(side: side, .meaning(reference))) { space in
      space.value(of: space.sides[side].manifest.meaning(of: reference), on: side)
    }
  }

  mutating func value(
    of constraint: Constraint, of feature: Int?, in manifest: Manifest, on side: Int
  ) -> Diagram {
    guard constraint.meansSameEverywhere else {
      return value(of: manifest.meaning(of: constraint, in: feature), on: side)
    }
    return kept(FunctionKey(side: side, .constraint(constraint))) {
      $0.value(of: manifest.meaning(of: constraint, in: feature), on: side)
    }
  }

  mutating func isCurrent(_ platform: Platform) -> Diagram {
    function(of: .system(platform, nil), .system, 0)
  }

  func runs(on platform: Platform) -> Bool { !platformValues[Int(platform.rawValue)].isEmpty }

  func canBe(_ truth: Ternary, _ function: Diagram, on platform: Platform) -> Bool {
    // INVARIANT: the system (the platform and its version) is the first variable in every order.
    store.canBe(truth, function, where: Self.system, isIn: platformValues[Int(platform.rawValue)])
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

    /// Where an age and its dates, or two ages, can occur together.
    case ages(Fact, Fact?)
  }

  init(side: Int, _ what: Use) { (self.side, self.what) = (side, what) }
}
