/// The outcome of a constraint in a state.
public enum ConstraintStatus: UInt8, NamedCase {
  case satisfied
  case notSatisfied

  /// Not known yet, for example before the user has answered.
  case notDetermined

  /// For another platform, or under a guard that is false.
  case notActive

  public var name: String {
    switch self {
    case .satisfied: "satisfied"
    case .notSatisfied: "notSatisfied"
    case .notDetermined: "notDetermined"
    case .notActive: "notActive"
    }
  }

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

/// Whether a feature is available in a state.
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

/// A constraint with its outcome in a state.
public struct ConstraintEvaluation: Hashable, Sendable {
  public let constraint: Constraint

  /// In ``FeatureDeclaration/conditional``; nil outside blocks.
  public let block: Int?

  public let status: ConstraintStatus

  /// Not determined, and unknown whether it applies at all.
  public let hasUnknownGuard: Bool

  /// The conditions inside, evaluated whatever the guard. Empty for constraints without operands.
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

/// A constraint because of which a feature is not available.
public struct Blocker: Hashable, Sendable {
  /// The blocked feature, an ancestor, or nil for the app.
  public let feature: Int?
  public let constraint: ConstraintEvaluation

  public init(feature: Int?, constraint: ConstraintEvaluation) {
    self.feature = feature
    self.constraint = constraint
  }
}

/// The evaluation of one feature in one state.
public struct FeatureEvaluation: Sendable {
  /// In ``Manifest/features``.
  public let feature: Int

  /// From the feature's constraints, its ancestors' and the app's.
  public let status: FeatureStatus

  /// From its own constraints alone.
  public let ownStatus: FeatureStatus

  /// Its own: those outside blocks, then each block's.
  public let constraints: [ConstraintEvaluation]

  /// Not satisfied: own, ancestors' from the nearest, the app's. Without one, those not determined.
  public let blockers: [Blocker]

  /// Nil if available.
  public let nextStep: NextStep?
}
