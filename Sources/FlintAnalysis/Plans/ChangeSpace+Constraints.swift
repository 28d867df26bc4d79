import FlintCore

/// Formulas as functions of the changes made.
extension ChangeSpace: FormulaInterpreter {
  typealias Speaker = Void

  /// What each constraint of a feature contributes: yes where it is met or takes no part, no everywhere else.
  mutating func sureContributions(of feature: Int) throws(TooLarge) -> [Diagram] {
    var sure: [Diagram] = []
    for contribution in try contributions(of: feature, in: manifest, on: ()) {
      sure.append(try store.map(contribution, no: .no, unknown: .no, yes: .yes))
    }
    return sure
  }

  mutating func value(
    of test: FactTest, isImplied: Bool, on side: Void
  ) throws(TooLarge) -> Diagram {
    guard case .permission(let permission) = test.fact else { return try values(of: test) }
    let base = Diagram(test.truth(of: base.given.value(of: test.fact)))
    let authorized = Diagram(test.truth(of: .permission(.authorized)))
    if base == authorized { return base }
    var isAuthorized = try authorization(of: permission)
    if let implying = permission.impliedBy {
      isAuthorized = try store.or(isAuthorized, authorization(of: implying))
    }
    return try store.or(
      store.and(isAuthorized, authorized), store.and(store.not(isAuthorized), base))
  }

  mutating func value(
    of reference: MeaningReference, on side: Void
  ) throws(TooLarge) -> Diagram {
    if let known = meanings[reference] { return known }
    let truth = try value(of: manifest.meaning(of: reference), on: ())
    meanings[reference] = truth
    return truth
  }

  mutating func value(_ truth: Ternary) -> Diagram { Diagram(truth) }

  mutating func not(_ truth: Diagram) throws(TooLarge) -> Diagram { try store.not(truth) }

  mutating func and(_ one: Diagram, _ other: Diagram) throws(TooLarge) -> Diagram {
    try store.and(one, other)
  }

  mutating func or(_ one: Diagram, _ other: Diagram) throws(TooLarge) -> Diagram {
    try store.or(one, other)
  }

  // MARK: One thing

  /// A test by its answer for each value that the fact can be changed to, the value at hand first.
  private mutating func values(of test: FactTest) throws(TooLarge) -> Diagram {
    let fact = test.fact
    let now = test.truth(of: base.given.value(of: fact))
    guard let variable = variable(fact) else { return Diagram(now) }
    // A choice may have thousands of values, and be asked thousands of times.
    try store.spend(changes[Int(variable)].count / 16)
    return function(
      variable, [now] + changes[Int(variable)].map { test.truth(of: $0.value) })
  }

  private mutating func function(_ variable: UInt32, _ truths: [Ternary]) -> Diagram {
    store.node(
      variable,
      truths.enumerated().map {
        DiagramStore.Edge(from: UInt32($0.offset), child: Diagram($0.element))
      })
  }

  /// Where authorizing is tried and possible: the platform offers the permission, and somebody can still say yes.
  private mutating func authorization(
    of permission: SystemPermission
  ) throws(TooLarge) -> Diagram {
    guard let variable = variable(.permission(permission)) else { return .no }
    let possible = systems.map { canAuthorize(permission, in: $0) }
    let isPossible =
      self.variable(.system).map { function($0, possible) } ?? Diagram(possible[0])
    return try store.and(isPossible, function(variable, [.no, .yes]))
  }

  private func canAuthorize(_ permission: SystemPermission, in state: ResolvedState) -> Ternary {
    guard permission.isOffered(on: state.platform, state.osVersion) else { return .no }
    switch state.status(of: permission) {
    case .notDetermined, .denied: return .yes
    case .restricted: return Ternary(allowances.contains(.restricted))
    case .authorized, .unsupported: return .no
    }
  }
}
