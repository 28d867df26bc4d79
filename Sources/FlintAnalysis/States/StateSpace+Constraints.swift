import FlintCore

/// Formulas as functions of the state.
extension StateSpace: DiagramInterpreter {
  typealias Speaker = Int

  /// A test as a function of the fact's variable.
  ///
  /// Not every state exists: a platform that does not offer a permission gives it no status, and where another permission
  /// implies it there is none but `authorized`.
  mutating func value(
    of test: FactTest, isImplied: Bool, on side: Int
  ) throws(TooLarge) -> Diagram {
    let fact = shared(test.fact, side)
    if case .attribute(let attribute) = fact, attributeValues[attribute].hasTooManyTexts {
      throw TooLarge(budget: AnalysisLimits.textSteps)
    }
    if case .unlocked = fact, !isVaried(fact, isImplied: isImplied) {
      return Diagram(test.truth(of: .notGiven))
    }
    guard case .permission(let permission) = fact else { return function(of: test, fact, side) }
    if isImplied, !breakpoints.asks(for: permission) { return .no }
    var truth = function(of: test, fact, side)
    if let implying = permission.impliedBy, breakpoints.asks(for: implying) {
      let implied = try value(
        of: .permission(implying, .only(.authorized)), isImplied: true, on: side)
      truth = try ifThenElse(
        implied, then: Diagram(test.truth(of: .permission(.authorized))), else: truth)
    }
    let offered = try value(of: .offered(permission), on: side)
    return try ifThenElse(offered, then: truth, else: Diagram(test.truth(of: .notGiven)))
  }

  private mutating func function(of test: FactTest, _ fact: Fact, _ side: Int) -> Diagram {
    switch fact {
    case .permissionDefault, .purchaseDefault:
      // No state of the space has another default than a fresh install.
      return Diagram(test.truth(of: DeviceState().value(of: fact)))
    case .permission, .product, .unlocked, .toggle, .runtime: return node(of: test, fact, side)
    // Of these there may be many values, and many features that ask the same.
    case .system, .appVersion, .date, .attribute, .age, .bucket:
      let key = Shared(side: side, .test(test))
      if let known = shared[key] { return known }
      let node = node(of: test, fact, side)
      shared[key] = node
      return node
    }
  }

  private mutating func node(of test: FactTest, _ fact: Fact, _ side: Int) -> Diagram {
    let number = number(of: fact)
    return store.node(
      number,
      domains[Int(number)].row(on: side).answers(to: test).lazy.map {
        DiagramStore.Edge(from: UInt32($0.from), child: Diagram($0.truth))
      })
  }

  mutating func value(
    of reference: MeaningReference, on side: Int
  ) throws(TooLarge) -> Diagram {
    // INVARIANT: what a feature depends on has been worked out before it; see ``status(of:side:)``.
    if case .feature(let feature) = reference { return try status(of: feature, side: side) }
    let key = Shared(side: side, .meaning(reference))
    if let known = shared[key] { return known }
    let truth = try value(of: sides[side].manifest.meaning(of: reference), on: side)
    shared[key] = truth
    return truth
  }

  mutating func value(
    of constraint: Constraint, of feature: Int?, in manifest: Manifest, on side: Int
  ) throws(TooLarge) -> Diagram {
    guard constraint.meansSameEverywhere else {
      return try value(of: manifest.meaning(of: constraint, in: feature), on: side)
    }
    let key = Shared(side: side, .constraint(constraint))
    if let known = shared[key] { return known }
    let truth = try value(of: manifest.meaning(of: constraint, in: feature), on: side)
    shared[key] = truth
    return truth
  }

  /// `yes` on a platform, `no` on all others.
  mutating func isCurrent(_ platform: Platform) -> Diagram {
    function(of: .system(platform, nil), .system, 0)
  }

  /// Whether an app runs on a platform at any version.
  func runs(on platform: Platform) -> Bool { !platformValues[Int(platform.rawValue)].isEmpty }

  /// Whether some state on a platform makes a function `truth`.
  func canBe(_ truth: Ternary, _ function: Diagram, on platform: Platform) -> Bool {
    // INVARIANT: the system is the first variable in any order.
    store.canBe(
      truth, function, where: Self.system, isIn: platformValues[Int(platform.rawValue)])
  }
}

/// What a side's formulas or features have in common.
struct Shared: Hashable {
  private let side: Int
  private let what: What

  enum What: Hashable {
    case meaning(MeaningReference)
    case test(FactTest)

    /// One that means the same whichever feature has it.
    case constraint(Constraint)
  }

  init(side: Int, _ what: What) { (self.side, self.what) = (side, what) }
}
