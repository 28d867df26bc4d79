public import FlintModel

/// A formula that defines when a constraint, a guard (the condition of a conditional block) or a feature is true. It
/// combines tests of facts, such as “the date is in this range”, with AND, OR and NOT in three-valued logic (strong
/// Kleene logic), in which a truth value can be unknown.
///
/// ``Manifest`` defines the formula of each kind of constraint once. Formulas are interpreted with several
/// representations of truth values: bit vectors over many states, decision diagrams over all states, and JavaScript on
/// the page that `flint-inspect report` creates. Tests compare all of them with ``Evaluator``, which does not use
/// formulas.
@usableFromInline package indirect enum Formula: Hashable, Sendable {
  case constant(Ternary)
  case test(FactTest)

  /// A test of a fact that the constraint does not name, but that affects it. For example, the permission
  /// `location.always` also satisfies a constraint on `location.whenInUse`. A plan (a set of changes that makes a
  /// feature available) does not change such a fact.
  case implied(FactTest)

  /// A formula that several other formulas use. ``Manifest/meaning(of:)-(FormulaReference)`` returns the formula.
  case reference(FormulaReference)
  case not(Formula)
  case all([Formula])
  case any([Formula])
}

/// A reference to a formula that several other formulas use, such as that of a feature, so that it is evaluated only
/// once.
@usableFromInline package enum FormulaReference: Hashable, Sendable {
  /// Whether the permission exists on the device's platform, in its version. The truth value is never unknown.
  case offered(SystemPermission)

  /// The truth value that a table assigns to the status of a permission, such as true for `authorized`; see
  /// ``ResolvedState/status(of:)-(SystemPermission)``.
  case status(SystemPermission, TruthTable<SystemPermissionStatus>)

  /// The truth value that a table assigns to the status of the product with this index, such as true for `purchased`.
  /// If a state does not set the status of the product, the status is the default for all products,
  /// ``DeviceState/Defaults/purchase`` of this state. A consumable has no status.
  case holding(Int, TruthTable<PurchaseStatus>)

  /// Whether the feature with this index is available: its constraints and those of its ancestors and the app are
  /// satisfied.
  case feature(Int)

  case condition(Int)

  case assumption(Int)

  /// Whether the app's platform constraints, which apply to every feature, are satisfied.
  case app

  package init(_ target: References.Target) {
    switch target {
    case .feature(let feature): self = .feature(feature)
    case .condition(let condition): self = .condition(condition)
    case .assumption(let assumption): self = .assumption(assumption)
    }
  }
}

/// A test of one fact of a state, such as whether the date is in a range. The result is a truth value.
@usableFromInline package struct FactTest: Hashable, Sendable {
  package private(set) var fact: Fact
  package let predicate: Predicate

  /// The result of the test in a state that does not set the fact. It is the result for the default that the manifest
  /// declares: if a toggle is on by default, the test “is the toggle on?” results in `yes`.
  package let otherwise: Ternary

  /// The condition that a test checks. Except for ``isGiven``, each case is for values of one kind, such as dates.
  package enum Predicate: Hashable, Sendable {
    /// Whether the state sets a value for the tested fact, so that no default applies.
    case isGiven

    /// Whether the device runs this platform, at a version in the range; nil accepts every version.
    case system(Platform, VersionRange?)
    case permission(TruthTable<SystemPermissionStatus>)
    case purchase(TruthTable<PurchaseStatus>)
    case flag(TruthTable<Ternary>)

    /// Whether the value of an attribute, the app's version or the date satisfies a requirement.
    case accepted(AttributeRequirement.Accepted)

    /// Whether an attribute, the app's version or the date has exactly this value, which can be the unknown value.
    case equal(AttributeValue)
    case age(Bounds<TimeSpan>)

    /// Whether the user's position in a rollout bucket, from 0 to below 100, is below the percentage of the rollout.
    case bucket(below: Percent)
  }

  private init(_ fact: Fact, _ predicate: Predicate, otherwise: Ternary = .no) {
    (self.fact, self.predicate, self.otherwise) = (fact, predicate, otherwise)
  }

  /// Returns the test with another index of its fact, such as the toggle of another feature; see
  /// ``Fact/renumbered(_:)``.
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

/// Functions that create tests. Their parameter `otherwise` is the result of the test in a state that does not set the
/// fact.
extension FactTest {
  package static func isGiven(_ fact: Fact) -> FactTest { FactTest(fact, .isGiven) }

  package static func system(_ platform: Platform, _ range: VersionRange?) -> FactTest {
    FactTest(.system, .system(platform, range))
  }

  package static func device(
    _ fact: DeviceFact, _ accepted: AttributeRequirement.Accepted, otherwise: Ternary = .unknown
  ) -> FactTest { FactTest(.device(fact), .accepted(accepted), otherwise: otherwise) }

  package static func date(_ range: DateRange) -> FactTest { device(.date, .dates(range)) }

  package static func permission(
    _ permission: SystemPermission, _ table: TruthTable<SystemPermissionStatus>,
    otherwise: Ternary = .no
  ) -> FactTest { FactTest(.permission(permission), .permission(table), otherwise: otherwise) }

  package static func permissionDefault(_ table: TruthTable<SystemPermissionStatus>) -> FactTest {
    FactTest(.permissionDefault, .permission(table))
  }

  package static func product(_ product: Int, _ table: TruthTable<PurchaseStatus>) -> FactTest {
    FactTest(.product(product), .purchase(table))
  }

  package static func purchaseDefault(_ table: TruthTable<PurchaseStatus>) -> FactTest {
    FactTest(.purchaseDefault, .purchase(table))
  }

  package static func unlocked(_ feature: Int) -> FactTest {
    FactTest(.unlocked(feature), .flag(TruthTable { $0 }))
  }

  package static func toggle(
    _ feature: Int, _ table: TruthTable<Ternary>, otherwise: Ternary
  ) -> FactTest { FactTest(.toggle(feature), .flag(table), otherwise: otherwise) }

  package static func runtime(
    _ feature: Int, _ table: TruthTable<Ternary>, otherwise: Ternary
  ) -> FactTest { FactTest(.runtime(feature), .flag(table), otherwise: otherwise) }

  package static func attribute(
    _ requirement: AttributeRequirement, otherwise: Ternary
  ) -> FactTest {
    FactTest(
      .attribute(requirement.attribute), .accepted(requirement.accepted), otherwise: otherwise)
  }

  package static func attributeValue(
    _ attribute: Int, _ value: AttributeValue, otherwise: Ternary
  ) -> FactTest { FactTest(.attribute(attribute), .equal(value), otherwise: otherwise) }

  package static func age(
    _ attribute: Int, _ range: Bounds<TimeSpan>, default declared: DateTime?
  ) -> FactTest {
    FactTest(.age(attribute, default: declared), .age(range), otherwise: .unknown)
  }

  package static func bucket(_ bucket: Int, below percent: Percent) -> FactTest {
    FactTest(.bucket(bucket), .bucket(below: percent), otherwise: .unknown)
  }
}

/// A truth table: a truth value for each case of a small enumeration. For example, a table contains, for each status of
/// a permission, whether it satisfies a requirement.
@usableFromInline
package struct TruthTable<Case: Sendable>: Hashable, Sendable {
  /// A bit mask of the cases of the enumeration `Case`, such as the statuses of a permission, to which this table
  /// assigns the truth value true. The number of a case's bit is its raw value.
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

/// A component that evaluates formulas to truth values of its own type ``Truth``.
///
/// A formula refers to products, features and attributes by their indices in one manifest. For a component that
/// compares two manifests, the argument `side` identifies the manifest: it is a number that begins at 0. For a
/// component that works on only one manifest, the type of `side` (`ManifestID`) is `Void`.
@usableFromInline package protocol FormulaInterpreter: ~Copyable {
  associatedtype Truth
  associatedtype ManifestID
  associatedtype Failure: Error

  mutating func value(_ truth: Ternary) -> Truth

  /// Returns the truth value of a constraint of a feature, whose formula is ``Manifest/meaning(of:in:canBeUnlocked:)``.
  /// `feature` is the index of the feature; nil for a constraint of the app.
  mutating func value(
    of constraint: Constraint, of feature: Int?, in manifest: Manifest, on side: ManifestID
  ) throws(Failure) -> Truth
  mutating func value(of test: FactTest, isImplied: Bool, on side: ManifestID) throws(Failure)
    -> Truth

  /// Returns the truth value of the formula that ``Manifest/meaning(of:)-(FormulaReference)`` returns for a reference.
  /// An implementation should compute it only once and store it.
  mutating func value(of reference: FormulaReference, on side: ManifestID) throws(Failure) -> Truth
  mutating func not(_ truth: Truth) throws(Failure) -> Truth
  mutating func and(_ one: Truth, _ other: Truth) throws(Failure) -> Truth
  mutating func or(_ one: Truth, _ other: Truth) throws(Failure) -> Truth

  mutating func all(_ formulas: [Formula], on side: ManifestID) throws(Failure) -> Truth
  mutating func any(_ formulas: [Formula], on side: ManifestID) throws(Failure) -> Truth
}

extension FormulaInterpreter where Self: ~Copyable {
  @inlinable package mutating func value(of formula: Formula, on side: ManifestID) throws(Failure)
    -> Truth
  {
    switch formula {
    case .constant(let truth): return value(truth)
    case .test(let test): return try value(of: test, isImplied: false, on: side)
    case .implied(let test): return try value(of: test, isImplied: true, on: side)
    case .reference(let reference): return try value(of: reference, on: side)
    case .not(let formula): return try not(value(of: formula, on: side))
    case .all(let formulas): return try all(formulas, on: side)
    case .any(let formulas): return try any(formulas, on: side)
    }
  }

  @inlinable package mutating func value(
    of constraint: Constraint, of feature: Int?, in manifest: Manifest, on side: ManifestID
  ) throws(Failure) -> Truth {
    try value(of: manifest.meaning(of: constraint, in: feature), on: side)
  }

  @inlinable package mutating func values(
    of formulas: [Formula], on side: ManifestID
  ) throws(Failure) -> [Truth] {
    var truths: [Truth] = []
    truths.reserveCapacity(formulas.count)
    for formula in formulas { truths.append(try value(of: formula, on: side)) }
    return truths
  }

  @inlinable package mutating func all(_ formulas: [Formula], on side: ManifestID) throws(Failure)
    -> Truth
  {
    var truth = value(Ternary.yes)
    for formula in formulas { truth = try and(truth, value(of: formula, on: side)) }
    return truth
  }

  @inlinable package mutating func any(_ formulas: [Formula], on side: ManifestID) throws(Failure)
    -> Truth
  {
    var truth = value(Ternary.no)
    for formula in formulas { truth = try or(truth, value(of: formula, on: side)) }
    return truth
  }
}

extension FormulaInterpreter where Self: ~Copyable {
  /// Returns the truth value of each platform constraint of the app, in the order of ``Manifest/App/constraints``.
  @inlinable package mutating func appContributions(
    in manifest: Manifest, on side: ManifestID
  ) throws(Failure) -> [Truth] {
    var contributions: [Truth] = []
    for constraint in manifest.app.constraints {
      contributions.append(try value(of: constraint, of: nil, in: manifest, on: side))
    }
    return contributions
  }

  /// Returns the contribution of each constraint of a feature to the truth value of the feature, in declared order. The
  /// feature is available if all these contributions are true, and its ancestors are available or, for a top-level
  /// feature, the app's constraints are satisfied.
  ///
  /// The contribution is true if the constraint is satisfied or does not apply. For a constraint in a conditional
  /// block, it is the truth value of “the block's guard (condition) is false, or the constraint is satisfied”.
  @inlinable package mutating func contributions(
    of feature: Int, in manifest: Manifest, on side: ManifestID
  ) throws(Failure) -> [Truth] {
    let declaration = manifest.features[feature]
    var contributions: [Truth] = []
    contributions.reserveCapacity(declaration.constraintCount)
    for constraint in declaration.constraints {
      contributions.append(try value(of: constraint, of: feature, in: manifest, on: side))
    }
    for block in declaration.conditional {
      let inactive = try not(
        value(
          of: manifest.meaning(of: block.condition, in: feature), on: side))
      for constraint in block.constraints {
        let truth = try value(of: constraint, of: feature, in: manifest, on: side)
        contributions.append(try or(truth, inactive))
      }
    }
    return contributions
  }
}
