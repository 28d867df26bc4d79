/// Whether one constraint is met.
public enum ConstraintStatus: UInt8, NamedCase {
  case satisfied
  case notSatisfied

  /// It may come to be met or not: the user has not been asked, the store has not answered.
  case notDetermined

  /// It takes no part: another platform's, or of a block whose guard does not hold.
  case notActive

  public var name: String {
    switch self {
    case .satisfied: "satisfied"
    case .notSatisfied: "notSatisfied"
    case .notDetermined: "notDetermined"
    case .notActive: "notActive"
    }
  }

  /// Whether a constraint of this status keeps its feature from being available, or may.
  package var isOpen: Bool {
    switch self {
    case .notSatisfied, .notDetermined: true
    case .satisfied, .notActive: false
    }
  }

  init(_ truth: Ternary) {
    switch truth {
    case .yes: self = .satisfied
    case .no: self = .notSatisfied
    case .unknown: self = .notDetermined
    }
  }
}

/// Whether a feature can be used.
public enum FeatureStatus: UInt8, NamedCase {
  case available
  case unavailable
  case undetermined

  public var name: String {
    switch self {
    case .available: "available"
    case .unavailable: "unavailable"
    case .undetermined: "undetermined"
    }
  }

  public init(_ truth: Ternary) {
    switch truth {
    case .yes: self = .available
    case .no: self = .unavailable
    case .unknown: self = .undetermined
    }
  }
}

/// One constraint of a feature, judged in a state.
public struct ConstraintEvaluation: Hashable, Sendable {
  public let constraint: Constraint

  /// Index of the conditional block that declares it, nil for the feature's own.
  public let block: Int?

  public let status: ConstraintStatus

  /// Whether it is open because nobody knows yet if its block applies.
  public let hasUnknownGuard: Bool

  /// For ``Constraint/allOf(_:)``, ``Constraint/anyOf(_:)``, ``Constraint/not(_:)`` and ``Constraint/condition(_:)``: the
  /// conditions that it is made of, each with its constraints, judged whatever guard is around the whole.
  public let operands: [[ConstraintEvaluation]]

  init(
    constraint: Constraint, block: Int? = nil, status: ConstraintStatus,
    hasUnknownGuard: Bool = false, operands: [[ConstraintEvaluation]] = []
  ) {
    self.constraint = constraint
    self.block = block
    self.status = status
    self.hasUnknownGuard = hasUnknownGuard
    self.operands = operands
  }
}

/// A constraint that stands in a feature's way.
public struct Blocker: Hashable, Sendable {
  /// Index of the feature that declares it: the feature itself or an ancestor; nil for the app.
  public let feature: Int?
  public let constraint: ConstraintEvaluation

  public init(feature: Int?, constraint: ConstraintEvaluation) {
    self.feature = feature
    self.constraint = constraint
  }
}

/// Everything that is known of one feature in one state.
public struct FeatureEvaluation: Sendable {
  /// Index in ``Manifest/features``.
  public let feature: Int

  /// The feature's and all its ancestors' constraints taken together.
  public let status: FeatureStatus

  /// The feature's own constraints alone.
  public let ownStatus: FeatureStatus

  /// Every constraint that the feature declares, in order: its own, then each block's.
  public let constraints: [ConstraintEvaluation]

  /// Own constraints, then ancestors' from the nearest, then the app's, that are not satisfied; if none is, those not
  /// determined.
  public let blockers: [Blocker]

  /// Nil where the feature is available.
  public let nextStep: NextStep?
}
