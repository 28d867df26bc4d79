/// The outcome of one constraint in a state.
public enum ConstraintStatus: UInt8, NamedCase {
  case satisfied
  case notSatisfied

  /// It is not known yet whether the constraint is satisfied: for example, the user has not answered a permission
  /// request, or the store has not reported the status of a purchase.
  case notDetermined

  /// The constraint does not apply: it is for another platform, or the guard (condition) of its conditional block is
  /// false.
  case notActive

  public var name: String {
    switch self {
    case .satisfied: "satisfied"
    case .notSatisfied: "notSatisfied"
    case .notDetermined: "notDetermined"
    case .notActive: "notActive"
    }
  }

  /// Whether a constraint with this status makes its feature unavailable or undetermined.
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

/// The availability of a feature.
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

/// The evaluation of one constraint of a feature in a state.
public struct ConstraintEvaluation: Hashable, Sendable {
  public let constraint: Constraint

  /// The index, in ``FeatureDeclaration/conditional``, of the conditional block that declares the constraint; nil for a
  /// constraint outside blocks.
  public let block: Int?

  public let status: ConstraintStatus

  /// Whether the constraint is not determined and it is also unknown whether it applies at all, because the guard
  /// (condition) of its conditional block is unknown.
  public let hasUnknownGuard: Bool

  /// The evaluated conditions inside an ``Constraint/allOf(_:)``, ``Constraint/anyOf(_:)``, ``Constraint/not(_:)`` or
  /// ``Constraint/condition(_:)``. Each condition is a list of evaluated constraints. They are evaluated even if the
  /// constraint does not apply.
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

/// A constraint that makes a feature unavailable or undetermined.
public struct Blocker: Hashable, Sendable {
  /// The index in ``Manifest/features`` of the feature that declares the constraint: the blocked feature itself or one
  /// of its ancestors; nil for a constraint of the app.
  public let feature: Int?
  public let constraint: ConstraintEvaluation

  public init(feature: Int?, constraint: ConstraintEvaluation) {
    self.feature = feature
    self.constraint = constraint
  }
}

/// The evaluation of one feature in one state.
public struct FeatureEvaluation: Sendable {
  /// The index of the evaluated feature in ``Manifest/features``.
  public let feature: Int

  /// The availability that results from the constraints of the feature and all its ancestors.
  public let status: FeatureStatus

  /// The availability that results from the feature's own constraints alone, without those of its ancestors.
  public let ownStatus: FeatureStatus

  /// The evaluated constraints that the feature itself declares: those outside conditional blocks, then those of each
  /// block.
  public let constraints: [ConstraintEvaluation]

  /// The constraints that are not satisfied: those of the feature itself, then those of its ancestors (the nearest
  /// first), then those of the app. If there are none, the list contains the undetermined constraints instead, in
  /// the same order.
  public let blockers: [Blocker]

  /// The action that the app should take next to make the feature available, such as a permission request; nil if the
  /// feature is available.
  public let nextStep: NextStep?
}
