public enum ConstraintStatus: String, NamedCase {
  case satisfied
  case notSatisfied

  /// Not known yet, for example before the user has answered.
  case notDetermined

  /// For another platform, or under a guard that is false.
  case notActive

  package var isOpen: Bool {
    switch self {
    case .notSatisfied, .notDetermined: true
    case .satisfied, .notActive: false
    }
  }

  package init(_ truth: Ternary) {
    switch truth {
    case .yes: self = .satisfied
    case .no: self = .notSatisfied
    case .unknown: self = .notDetermined
    }
  }
}

public enum FeatureStatus: UInt8, NamedCase {
  case available
  case unavailable
  case undetermined

  public var name: String { Self.names[Int(rawValue)] }

  private static let names = allCases.map { "\($0)" }

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

  /// An index in ``FeatureDeclaration/conditional``; nil outside blocks.
  public let block: Int?

  public let status: ConstraintStatus

  /// Whether it is unknown if the constraint applies at all. Then ``status`` is not determined.
  public let hasUnknownGuard: Bool

  /// The constraints of each operand, evaluated even if the guard is false. Empty for constraints
  /// without operands.
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
  /// The feature or ancestor with the constraint; nil for the app's.
  public let feature: Int?
  public let constraint: ConstraintEvaluation

  public init(feature: Int?, constraint: ConstraintEvaluation) {
    self.feature = feature
    self.constraint = constraint
  }
}

public struct FeatureEvaluation: Sendable {
  /// An index in ``Manifest/features``.
  public let feature: Int

  /// Combines the feature's constraints, its ancestors' and the app's.
  public let status: FeatureStatus

  /// Combines only the feature's own constraints.
  public let ownStatus: FeatureStatus

  /// The feature's own constraints: those outside blocks, then each block's.
  public let constraints: [ConstraintEvaluation]

  /// The feature's own, then ancestors' from the nearest, then the app's.
  public let blockers: [Blocker]

  /// Nil if the feature is available.
  public let nextStep: NextStep?
}

extension Evaluator {
  /// One sentence, without a full stop, about the next step's blocker.
  ///
  /// If no blocker requests that step, the sentence is about the first blocker. It ends with the
  /// number of further blockers: `(and 2 more blockers)`.
  package func headline(of evaluation: FeatureEvaluation) -> String {
    guard let step = evaluation.nextStep, let first = evaluation.blockers.first else {
      return "no constraint blocks it"
    }
    // Prefer the blocker that requests the next step, so that the sentence and the step have the same subject.
    let chief = evaluation.blockers.first { asks($0, for: step.action) }
    var text = sentence(on: chief ?? first, of: evaluation)
    let others = evaluation.blockers.count - 1
    if others > 0 { text += " (and \(others) more \(others == 1 ? "blocker" : "blockers"))" }
    return text
  }

  /// A sentence on the undetermined constraint that requests the next step. Nil if a blocker
  /// requests that step, since ``headline(of:)`` is then about it. An unknown flag, for example,
  /// comes before a missing purchase.
  package func undeterminedSentence(of evaluation: FeatureEvaluation) -> String? {
    guard let action = evaluation.nextStep?.action,
      !evaluation.blockers.contains(where: { asks($0, for: action) })
    else { return nil }
    return undeterminedConstraints(of: evaluation).first { asks($0, for: action) }
      .map { sentence(on: $0, of: evaluation) }
  }

  private func sentence(on blocker: Blocker, of evaluation: FeatureEvaluation) -> String {
    let message = message(of: blocker.constraint, in: blocker.feature)
    if blocker.feature == evaluation.feature { return message }
    let declaring = blocker.feature.map { "“\(manifest.features[$0].name)”" } ?? "the app"
    return "inherited from \(declaring): \(message)"
  }

  func asks(_ blocker: Blocker, for action: NextStep.Action) -> Bool {
    asks((blocker.constraint, ConstraintContext(blocker.feature)), for: action)
  }

  private func asks(_ obstacle: Obstacle, for action: NextStep.Action) -> Bool {
    var asks = false
    forEachRequest(of: obstacle.constraint, of: obstacle.context) { requested, _ in
      asks = asks || requested == action
    }
    return asks
  }

  /// The feature's own, then ancestors' from the nearest. Empty unless the feature is unavailable.
  func undeterminedConstraints(of evaluation: FeatureEvaluation) -> [Blocker] {
    guard evaluation.status == .unavailable else { return [] }
    func undetermined(_ constraints: [ConstraintEvaluation], of feature: Int) -> [Blocker] {
      constraints.filter { $0.status == .notDetermined }
        .map { Blocker(feature: feature, constraint: $0) }
    }
    return undetermined(evaluation.constraints, of: evaluation.feature)
      + manifest.ancestors(of: evaluation.feature).flatMap {
        undetermined(own($0).constraints, of: $0)
      }
  }
}
