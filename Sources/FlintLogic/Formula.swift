public import FlintModel

/// Tests of facts with AND, OR and NOT, for constraints, guards and features. ``Manifest`` defines
/// the formula of each kind once; bit vectors and diagrams interpret them, and tests compare all
/// with ``Evaluator``, which does not use formulas.
@usableFromInline package indirect enum Formula: Hashable, Sendable {
  case constant(Ternary)
  case test(FactTest)

  /// A test of a fact that the constraint does not name. Plans do not change the fact.
  case implied(FactTest)

  /// The formula that ``Manifest/meaning(of:)-(FormulaReference)`` returns for it.
  case reference(FormulaReference)
  case not(Formula)
  case all([Formula])
  case any([Formula])
}

/// A formula that other formulas share, evaluated once.
@usableFromInline package enum FormulaReference: Hashable, Sendable {
  /// Whether the platform offers the permission; never unknown.
  case offered(SystemPermission)

  /// The table's value for the permission's status. See
  /// ``ResolvedState/status(of:)-(SystemPermission)``.
  case status(SystemPermission, TruthTable<SystemPermissionStatus>)

  /// The table's value for the product's status or the default status. Not for consumables.
  case holding(Int, TruthTable<PurchaseStatus>)

  /// Whether a feature is available, by its own and inherited constraints.
  case feature(Int)

  case condition(Int)

  case assumption(Int)

  /// The app's platform constraints.
  case app

  package init(_ target: References.Target) {
    switch target {
    case .feature(let feature): self = .feature(feature)
    case .condition(let condition): self = .condition(condition)
    case .assumption(let assumption): self = .assumption(assumption)
    }
  }
}

@usableFromInline package struct FactTest: Hashable, Sendable {
  package private(set) var fact: Fact
  package let predicate: Predicate

  /// The result for the declared default, if the state lacks the fact.
  package let otherwise: Ternary

  package enum Predicate: Hashable, Sendable {
    case isGiven

    /// Whether the system is this platform, in this range; nil accepts every version.
    case system(Platform, VersionRange?)
    case permission(TruthTable<SystemPermissionStatus>)
    case purchase(TruthTable<PurchaseStatus>)
    case flag(TruthTable<Ternary>)

    case accepted(AttributeRequirement.Accepted)

    /// Whether the value is exactly this one, which can be `unknown`.
    case equal(AttributeValue)
    case age(Bounds<TimeSpan>)

    case bucket(below: Percent)
  }

  package init(_ fact: Fact, _ predicate: Predicate, otherwise: Ternary = .no) {
    (self.fact, self.predicate, self.otherwise) = (fact, predicate, otherwise)
  }

  /// The same test of the renumbered fact; see ``Fact/renumbered(_:)``.
  package func renumbered(_ number: (_ kind: StateSubject, _ index: Int) -> Int) -> FactTest {
    var test = self
    test.fact = fact.renumbered(number)
    return test
  }

  package func truth(of value: FactValue) -> Ternary {
    if case .notGiven = value { return otherwise }
    let truth: Ternary? =
      switch predicate {
      case .isGiven: .yes
      case .system(let platform, let range):
        value.system.map {
          Ternary($0.platform == platform && range?.contains($0.version) != false)
        }
      case .permission(let table): value.permission.map { table[$0] }
      case .purchase(let table): value.purchase.map { table[$0] }
      case .flag(let table): value.flag.map { table[$0] }
      case .accepted(let accepted): value.typed.map { accepted.truth(of: $0, at: nil) }
      case .equal(let wanted): value.typed.map { Ternary($0 == wanted) }
      case .age(let range): value.age.map { Ternary(range.contains(age: $0)) }
      case .bucket(let percent): value.bucket.map { Ternary($0 < percent) }
      }
    return truth ?? .no
  }
}

/// `otherwise` is the result where the state lacks the fact.
extension FactTest {
  package static func system(_ platform: Platform, _ range: VersionRange?) -> FactTest {
    FactTest(.system, .system(platform, range))
  }

  package static func device(
    _ fact: DeviceFact, _ accepted: AttributeRequirement.Accepted, otherwise: Ternary = .unknown
  ) -> FactTest { FactTest(.device(fact), .accepted(accepted), otherwise: otherwise) }

  package static func unlocked(_ feature: Int) -> FactTest {
    FactTest(.unlocked(feature), .flag(TruthTable { $0 }))
  }

  package static func attribute(
    _ requirement: AttributeRequirement, otherwise: Ternary
  ) -> FactTest {
    FactTest(
      .attribute(requirement.attribute), .accepted(requirement.accepted), otherwise: otherwise)
  }
}

extension Formula {
  static func test(
    _ fact: Fact, _ predicate: FactTest.Predicate, otherwise: Ternary = .no
  ) -> Formula { .test(FactTest(fact, predicate, otherwise: otherwise)) }
}

/// A truth value for each case of a small enumeration.
@usableFromInline
package struct TruthTable<Case: Sendable>: Hashable, Sendable {
  /// Bits of the cases with this truth value, by raw value.
  @usableFromInline var yes: UInt16 = 0
  @usableFromInline var unknown: UInt16 = 0
}

extension TruthTable where Case: RawRepresentable & CaseIterable, Case.RawValue == UInt8 {
  @inlinable package init(_ truth: (Case) -> Ternary) {
    for value in Case.allCases {
      switch truth(value) {
      case .yes: yes |= 1 << value.rawValue
      case .unknown: unknown |= 1 << value.rawValue
      case .no: break
      }
    }
  }

  @inlinable package static func only(_ wanted: Case) -> TruthTable {
    TruthTable { Ternary($0.rawValue == wanted.rawValue) }
  }

  @inlinable package subscript(value: Case) -> Ternary {
    let bit: UInt16 = 1 << value.rawValue
    return yes & bit != 0 ? .yes : unknown & bit != 0 ? .unknown : .no
  }
}

// MARK: - Interpreting

/// Evaluates formulas to its own ``Truth``. `side` is the manifest in a comparison; `ManifestID` is
/// `Void` for a single one.
@usableFromInline package protocol FormulaInterpreter: ~Copyable {
  associatedtype Truth
  associatedtype ManifestID

  mutating func value(_ truth: Ternary) -> Truth

  /// Evaluates ``Manifest/meaning(of:in:canBeUnlocked:)``. `feature` is nil for the app.
  mutating func value(
    of constraint: Constraint, of feature: Int?, in manifest: Manifest, on side: ManifestID
  ) -> Truth
  mutating func value(of test: FactTest, isImplied: Bool, on side: ManifestID)
    -> Truth

  /// The value of a shared formula, to be computed once and stored.
  mutating func value(of reference: FormulaReference, on side: ManifestID) -> Truth
  mutating func not(_ truth: Truth) -> Truth
  mutating func and(_ one: Truth, _ other: Truth) -> Truth
  mutating func or(_ one: Truth, _ other: Truth) -> Truth

  mutating func all(_ formulas: [Formula], on side: ManifestID) -> Truth
  mutating func any(_ formulas: [Formula], on side: ManifestID) -> Truth
}

extension FormulaInterpreter where Self: ~Copyable {
  @inlinable package mutating func value(of formula: Formula, on side: ManifestID)
    -> Truth
  {
    switch formula {
    case .constant(let truth): return value(truth)
    case .test(let test): return value(of: test, isImplied: false, on: side)
    case .implied(let test): return value(of: test, isImplied: true, on: side)
    case .reference(let reference): return value(of: reference, on: side)
    case .not(let formula): return not(value(of: formula, on: side))
    case .all(let formulas): return all(formulas, on: side)
    case .any(let formulas): return any(formulas, on: side)
    }
  }

  @inlinable package mutating func value(
    of constraint: Constraint, of feature: Int?, in manifest: Manifest, on side: ManifestID
  ) -> Truth {
    value(of: manifest.meaning(of: constraint, in: feature), on: side)
  }

  @inlinable package mutating func values(of formulas: [Formula], on side: ManifestID) -> [Truth] {
    var truths: [Truth] = []
    truths.reserveCapacity(formulas.count)
    for formula in formulas { truths.append(value(of: formula, on: side)) }
    return truths
  }

  @inlinable package mutating func all(_ formulas: [Formula], on side: ManifestID)
    -> Truth
  {
    var truth = value(Ternary.yes)
    for formula in formulas { truth = and(truth, value(of: formula, on: side)) }
    return truth
  }

  @inlinable package mutating func any(_ formulas: [Formula], on side: ManifestID)
    -> Truth
  {
    var truth = value(Ternary.no)
    for formula in formulas { truth = or(truth, value(of: formula, on: side)) }
    return truth
  }
}

extension FormulaInterpreter where Self: ~Copyable {
  /// The value of each of ``Manifest/App/constraints``, in order.
  @inlinable package mutating func appContributions(
    in manifest: Manifest, on side: ManifestID
  ) -> [Truth] {
    var contributions: [Truth] = []
    for constraint in manifest.app.constraints {
      contributions.append(value(of: constraint, of: nil, in: manifest, on: side))
    }
    return contributions
  }

  /// In declared order: true where a constraint is satisfied or does not apply. In a block, “not
  /// guard, or constraint”.
  @inlinable package mutating func contributions(
    of feature: Int, in manifest: Manifest, on side: ManifestID
  ) -> [Truth] {
    let declaration = manifest.features[feature]
    var contributions: [Truth] = []
    contributions.reserveCapacity(declaration.constraintCount)
    for constraint in declaration.constraints {
      contributions.append(value(of: constraint, of: feature, in: manifest, on: side))
    }
    for block in declaration.conditional {
      let inactive = not(value(of: manifest.meaning(of: block.condition, in: feature), on: side))
      for constraint in block.constraints {
        let truth = value(of: constraint, of: feature, in: manifest, on: side)
        contributions.append(or(truth, inactive))
      }
    }
    return contributions
  }
}
