import FlintModel
import FlintLogic

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
