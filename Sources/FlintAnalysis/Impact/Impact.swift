import FlintLogic
package import FlintModel

/// The features that depend on a *subject*: a product, permission, attribute or feature.
package enum Impact {
  package enum Subject: Hashable, Sendable {
    case product(Int)
    case permission(SystemPermission)
    case attribute(Int)
    case feature(Int)

    /// Raw values name options and keys of results.
    package enum Kind: String, CaseIterable, Sendable {
      case product, permission, attribute, feature
    }

    package var kind: Kind {
      switch self {
      case .product: .product
      case .permission: .permission
      case .attribute: .attribute
      case .feature: .feature
      }
    }
  }

  package struct Feature: Hashable, Sendable {
    package let feature: Int

    /// In its own constraints, at any depth.
    package let namesSubject: Bool
    package let effect: Effect
  }

  /// The effect on a feature's availability if the subject is taken away: if the product is not purchased, the
  /// permission is not determined (or the platform does not have it), a Boolean attribute is false, another one has its
  /// default, or the other feature is not available. Only possible states are considered.
  package enum Effect: String, CaseIterable, Sendable {
    /// The feature is available in some state, but in none without the subject.
    case never

    /// The feature is available without the subject in some states, and loses its availability in others.
    case sometimes

    case unchanged

    /// The feature is available in some states without the subject, and in no other.
    case only

    /// Beyond ``AnalysisLimits/steps``.
    case undecided
  }

  /// In the manifest's order, without the subject itself.
  package static func features(on subject: Subject, in manifest: Manifest) -> [Feature] {
    let touched = Dependents(in: manifest).touched(by: manifest.targets(naming: subject))
    var proof = ImpactProof(subject, manifest, touched)
    return touched.all.compactMap { target -> Feature? in
      guard case .feature(let feature) = target, .feature(feature) != subject,
        !Cancellation.isRequested
      else { return nil }
      let namesSubject = manifest.features[feature].names(subject, in: manifest)
      let found = proof.effect(onFeature: feature)
      return namesSubject || found.isAffected
        ? Feature(feature: feature, namesSubject: namesSubject, effect: found.effect) : nil
    }.sorted { $0.feature < $1.feature }
  }

  /// Names of the states that contain a value of the subject.
  package static func states(mentioning subject: Subject, in manifest: Manifest) -> [String] {
    manifest.states.filter { named in
      let state = named.state
      return switch subject {
      case .product(let product): state.purchases[product] != nil
      case .permission(let permission): state.permissions[permission] != nil
      case .attribute(let attribute): state.attributes[attribute] != nil
      case .feature(let feature):
        state.unlocked.contains(feature) || state.toggles[feature] != nil
          || state.runtime[feature] != nil
      }
    }.map(\.name)
  }
}

extension Manifest {
  fileprivate func targets(naming subject: Impact.Subject) -> [References.Target] {
    if case .feature(let feature) = subject { return [.feature(feature)] }
    let all: [References.Target] =
      conditions.indices.map { .condition($0) } + features.indices.map { .feature($0) }
      + assumptions.indices.map { .assumption($0) }
    return all.filter { target in
      var isNamed = false
      forEachTest(of: target) { test, _ in isNamed = isNamed || subject.affects(test.fact) }
      // Credits are not facts that formulas test, but constraints name them.
      if case .feature(let feature) = target {
        isNamed = isNamed || features[feature].names(subject, in: self)
      }
      return isNamed
    }
  }
}

extension Impact.Subject {
  /// Whether the permission is not determined without the subject. Always-on location cannot be had without the one
  /// while the app is in use.
  func determines(_ permission: SystemPermission) -> Bool {
    self == .permission(permission)
      || self == .permission(.locationWhenInUse) && permission == .locationAlways
  }

  /// Whether the value of a fact can be different if the subject, such as a purchase, is taken away. This is so for the
  /// subject's own value and for the age of a date attribute.
  fileprivate func affects(_ fact: Fact) -> Bool {
    switch (self, fact) {
    case (.product(let product), .product(let asked)): product == asked
    case (.permission, .permission(let asked)): determines(asked)
    case (.attribute(let attribute), .attribute(let asked)): attribute == asked
    case (.attribute(let attribute), .age(let asked, _, _)): attribute == asked
    case (.product, _), (.permission, _), (.attribute, _), (.feature, _): false
    }
  }
}

extension FeatureDeclaration {
  fileprivate func names(_ subject: Impact.Subject, in manifest: Manifest) -> Bool {
    var isNamed = false
    forEachRequirement { constraint in
      switch (subject, constraint) {
      case (.product(let product), .requirement(.purchase(let expression))):
        expression.forEachProduct(in: manifest) { asked, _ in
          isNamed = isNamed || asked == product
        }
      case (.permission(let permission), .requirement(.permission(let requirement))):
        isNamed = isNamed || requirement.permission == permission
      case (.attribute(let attribute), .requirement(.attribute(let requirement))):
        isNamed = isNamed || requirement.attribute == attribute
      case (.feature(let feature), .feature(let asked)): isNamed = isNamed || asked == feature
      case (.product, _), (.permission, _), (.attribute, _), (.feature, _): break
      }
    }
    return isNamed
  }
}

/// Compares a feature's status with and without a subject. The state without it differs only in the
/// subject's value and its consequences, so that both statuses are functions of the original state.
struct ImpactProof: ~Copyable {
  private let subject: Impact.Subject
  private let manifest: Manifest

  /// Features, conditions and assumptions that depend on the subject.
  private let touched: Set<References.Target>

  /// Assumptions that depend on the subject: without it, they can exclude the resulting state.
  /// Empty for a feature, which changes no fact.
  private let assumptions: [References.Target]
  var space: StateSpace

  private var known: [References.Target: Result<Diagram, LimitExceeded>] = [:]

  init(_ subject: Impact.Subject, _ manifest: Manifest, _ touched: Dependents.AffectedTargets) {
    self.subject = subject
    self.manifest = manifest
    assumptions =
      switch subject {
      case .product, .permission, .attribute: touched.assumptions.map { .assumption($0) }
      case .feature: []
      }
    self.touched = Set(touched.all).union(assumptions)
    space = StateSpace(manifest, condition: Self.breakpoints(of: subject, in: manifest))
  }

  /// Returns the values that a comparison of the states with and without the subject must distinguish; none unless the
  /// subject is an attribute. To take the attribute away means to give it its default value, so that its
  /// age (the time since its date) depends only on the date of the state. The result has the dates on which this age
  /// reaches a limit that a constraint tests.
  private static func breakpoints(
    of subject: Impact.Subject, in manifest: Manifest
  ) -> Breakpoints {
    var breakpoints = Breakpoints()
    guard case .attribute(let attribute) = subject else { return breakpoints }
    breakpoints.add(isAbsent(attribute, in: manifest), isImplied: false)
    guard case .date(let declared) = manifest.attributes[attribute].declaredValue else {
      return breakpoints
    }
    var all = Breakpoints()
    all.add(manifest)
    for age in all[.attribute(attribute)].ages {
      if let date = DateTime(seconds: declared.seconds + age) {
        breakpoints.add(.date(.atLeast(date)), isImplied: false)
      }
    }
    return breakpoints
  }

  typealias Answer = (isAffected: Bool, effect: Impact.Effect)

  /// Over the states that are possible both with and without the subject.
  mutating func effect(onFeature feature: Int) -> Answer {
    do throws(LimitExceeded) {
      return try decide(about: [[feature]]) { (proof) throws(LimitExceeded) in
        try proof.compare(feature)
      }
    } catch {
      return (true, .undecided)
    }
  }

  private mutating func compare(_ feature: Int) throws(LimitExceeded) -> Answer {
    let status = try space.status(of: feature, side: 0)
    try prepare(.feature(feature))
    space.resetBudget()
    var without = try value(of: .feature(feature), on: ())
    let possible = try possibleWithoutSubject()
    let absent = try absence()
    let careSet = try space.careSet(for: [status, without, absent] + possible)
    let both = try space.store.and(careSet, space.store.join(.and, possible[...]))
    // The following functions are restricted to states that are possible both with and without the subject.
    let with = try space.store.and(status, both)
    without = try space.store.and(without, both)
    let isAffected = with != without
    let possibleStatus = try space.store.and(status, careSet)
    guard space.store.canBe(.yes, without) else {
      return (isAffected, space.store.canBe(.yes, possibleStatus) ? .never : .unchanged)
    }
    let present = try space.store.and(possibleStatus, space.store.not(absent))
    guard space.store.canBe(.yes, present) else { return (isAffected, .only) }
    let had = try space.store.isYes(with)
    let missing = try space.store.apply(without, no: .yes, unknown: .yes, yes: .no)
    let isLost = space.store.canBe(.yes, try space.store.and(had, missing))
    return (isAffected, isLost ? .sometimes : .unchanged)
  }

  private mutating func possibleWithoutSubject() throws(LimitExceeded) -> [Diagram] {
    var functions: [Diagram] = []
    for target in assumptions {
      try prepare(target)
      let truth = try value(of: FormulaReference(target), on: ())
      functions.append(try space.isNotFalse(truth))
    }
    return functions
  }

  /// The states that are as if the subject were taken away: those without the purchase, for example.
  private mutating func absence() throws(LimitExceeded) -> Diagram {
    switch subject {
    case .product(let product):
      guard manifest.products[product].type != .consumable else { return .no }
      return try space.value(of: .holding(product, .only(.notPurchased)), on: 0)
    case .permission(let permission):
      let offered = try space.value(of: .offered(permission), on: 0)
      let undecided = try space.value(of: .status(permission, .only(.notDetermined)), on: 0)
      return try space.store.or(space.store.not(offered), undecided)
    case .attribute(let attribute):
      return try space.value(
        of: Self.isAbsent(attribute, in: manifest), isImplied: false, on: 0)
    case .feature(let feature):
      return try space.store.apply(
        space.status(of: feature, side: 0), no: .yes, unknown: .no, yes: .no)
    }
  }

  private static func isAbsent(_ attribute: Int, in manifest: Manifest) -> FactTest {
    let declaration = manifest.attributes[attribute]
    let absent = declaration.valueWithout
    return .attributeValue(
      attribute, absent, otherwise: Ternary(declaration.declaredValue == absent))
  }

  // MARK: Computation

  /// A loop, because recursion along a long chain of dependencies would overflow the stack.
  private mutating func prepare(_ target: References.Target) throws(LimitExceeded) {
    var path = [target]
    while let next = path.last {
      let open = isOpen(next) ? manifest.directNeeds(of: next).filter { isOpen($0) } : []
      if open.isEmpty {
        path.removeLast()
        if isOpen(next) { try workOut(next) }
      } else {
        path += open
      }
    }
  }

  private func isOpen(_ target: References.Target) -> Bool {
    touched.contains(target) && known[target] == nil
  }

  private mutating func workOut(_ target: References.Target) throws(LimitExceeded) {
    for need in manifest.directNeeds(of: target) where !touched.contains(need) {
      try space.prepare(need)
    }
    space.resetBudget()
    do throws(LimitExceeded) {
      known[target] = .success(try compose(target))
    } catch {
      known[target] = .failure(error.about(target, on: 0))
    }
  }

  private mutating func compose(_ target: References.Target) throws(LimitExceeded) -> Diagram {
    switch target {
    case .condition, .assumption:
      return try value(of: manifest.meaning(of: FormulaReference(target)), on: ())
    case .feature(let feature):
      if .feature(feature) == subject { return .no }
      let above: Diagram
      if let parent = manifest.features[feature].parent {
        above = try value(of: .feature(parent), on: ())
      } else {
        above = try space.value(of: .app, on: 0)
      }
      let all = [above] + (try contributions(of: feature, in: manifest, on: ()))
      return try space.store.join(.and, all[...])
    }
  }
}

extension ImpactProof: StateSpaceEngine {
  mutating func dropFunctions() { known = [:] }
}

/// Truth values as they would be without the subject.
extension ImpactProof: DiagramInterpreter {
  var store: DiagramStore {
    _read { yield space.store }
    _modify { yield &space.store }
  }

  mutating func value(
    of test: FactTest, isImplied: Bool, on side: Void
  ) throws(LimitExceeded) -> Diagram {
    switch (subject, test.fact) {
    case (.product(let product), .product(let asked)) where product == asked:
      return Diagram(test.truth(of: .purchase(.notPurchased)))
    case (.attribute(let attribute), .attribute(let asked)) where attribute == asked:
      return Diagram(test.truth(of: .typed(manifest.attributes[attribute].valueWithout)))
    case (.attribute(let attribute), .age(let asked, let declared, _)) where attribute == asked:
      return age(test, since: declared)
    case (.product, _), (.permission, _), (.attribute, _), (.feature, _):
      return try space.value(of: test, isImplied: isImplied, on: 0)
    }
  }

  private mutating func age(_ test: FactTest, since declared: DateTime?) -> Diagram {
    let number = space.number(of: .date)
    return space.store.node(
      number,
      space.domains[Int(number)].values.enumerated().map { index, value in
        var age = FactValue.notGiven
        if case .typed(.date(let date)) = value, let declared {
          age = .age(date.seconds - declared.seconds)
        }
        return DiagramStore.Edge(from: UInt32(index), child: Diagram(test.truth(of: age)))
      })
  }

  mutating func value(
    of reference: FormulaReference, on side: Void
  ) throws(LimitExceeded) -> Diagram {
    switch reference {
    case .offered, .app: return try space.value(of: reference, on: 0)
    case .status(let asked, let table):
      let truth = try space.value(of: reference, on: 0)
      guard subject.determines(asked) else { return truth }
      let offered = try space.value(of: .offered(asked), on: 0)
      return try ifThenElse(offered, then: Diagram(table[.notDetermined]), else: truth)
    case .holding(let asked, _):
      guard subject == .product(asked) else { return try space.value(of: reference, on: 0) }
      return try value(of: manifest.meaning(of: reference), on: ())
    case .feature(let feature): return try value(of: .feature(feature), reference)
    case .condition(let condition): return try value(of: .condition(condition), reference)
    case .assumption(let assumption): return try value(of: .assumption(assumption), reference)
    }
  }

  // INVARIANT: the functions of features, conditions and assumptions in `touched` are computed before they are needed.
  private mutating func value(
    of target: References.Target, _ reference: FormulaReference
  ) throws(LimitExceeded) -> Diagram {
    guard touched.contains(target) else { return try space.value(of: reference, on: 0) }
    guard let known = known[target] else { return try space.value(of: reference, on: 0) }
    return try known.get()
  }
}

extension AttributeDeclaration {
  /// The attribute's value if it is taken away: false, or the default of an attribute that is not Boolean.
  fileprivate var valueWithout: AttributeValue {
    domain == .boolean ? .boolean(false) : declaredValue
  }
}
