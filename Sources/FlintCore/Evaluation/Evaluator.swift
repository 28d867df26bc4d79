/// *The* evaluator: it alone defines when a feature is available. Every other form is checked against it.
public struct Evaluator: Sendable {
  public let state: ResolvedState

  public var manifest: Manifest { state.manifest }

  public init(_ manifest: Manifest, in state: DeviceState) {
    self.state = ResolvedState(state, in: manifest)
  }

  init(_ state: ResolvedState) {
    self.state = state
  }

  /// One feature, with its ancestors.
  public func evaluate(_ feature: Int) -> FeatureEvaluation {
    combine(own(feature), ancestors: manifest.ancestors(of: feature).map { own($0) })
  }

  /// Every feature, in the manifest's order, each judged once; computed while iterating.
  public var all: Evaluations { evaluations(of: manifest.features.indices) }

  /// Features that stand in a row in the manifest, as ``all`` has them.
  public func evaluations(of range: Range<Int>) -> Evaluations { Evaluations(self, range) }

  /// The results of features that stand in a row in the manifest.
  public struct Evaluations: Sequence, IteratorProtocol {
    private let evaluator: Evaluator
    private var rest: Range<Int>

    /// The ancestors of the feature at hand, the nearest last.
    private var path: [OwnEvaluation] = []

    fileprivate init(_ evaluator: Evaluator, _ range: Range<Int>) {
      self.evaluator = evaluator
      rest = range
      guard let first = range.first else { return }
      path = evaluator.manifest.ancestors(of: first).map { evaluator.own($0) }.reversed()
    }

    public mutating func next() -> FeatureEvaluation? {
      guard let feature = rest.popFirst() else { return nil }
      let parent = evaluator.state.manifest.features[feature].parent
      while let last = path.last, last.feature != parent { path.removeLast() }
      let own = evaluator.own(feature)
      let evaluation = evaluator.combine(own, ancestors: path.reversed())
      path.append(own)
      return evaluation
    }
  }

  /// The status of every feature, in the manifest's order.
  public func statuses() -> [FeatureStatus] {
    // INVARIANT: truths[i] is that of feature i with its ancestors, which all stand before it.
    var truths: [Ternary] = []
    truths.reserveCapacity(manifest.features.count)
    for index in manifest.features.indices {
      let own = ownTruth(of: index)
      truths.append(manifest.features[index].parent.map { own && truths[$0] } ?? own)
    }
    return truths.map { FeatureStatus($0) }
  }

  /// The status of one feature, and nothing else of it.
  public func status(of feature: Int) -> FeatureStatus {
    var truth = ownTruth(of: feature)
    for ancestor in manifest.ancestors(of: feature) { truth = truth && ownTruth(of: ancestor) }
    return FeatureStatus(truth)
  }
}

// MARK: - One feature

extension Evaluator {
  /// A feature judged by its own constraints.
  struct OwnEvaluation: Sendable {
    let feature: Int
    var truth = Ternary.yes
    var constraints: [ConstraintEvaluation] = []

    /// The first action that these constraints ask for.
    var request = RequestedStep()
  }

  func own(_ feature: Int) -> OwnEvaluation {
    var own = OwnEvaluation(feature: feature)
    own.constraints.reserveCapacity(manifest.features[feature].constraintCount)
    for constraint in manifest.features[feature].constraints {
      judge(constraint, block: nil, guardedBy: .yes, into: &own)
    }
    for (block, conditional) in manifest.features[feature].conditional.enumerated() {
      let guardTruth = truth(of: conditional.guardian)
      for constraint in conditional.constraints {
        judge(constraint, block: block, guardedBy: guardTruth, into: &own)
      }
    }
    return own
  }

  private func judge(
    _ constraint: Constraint, block: Int?, guardedBy guardTruth: Ternary,
    into own: inout OwnEvaluation
  ) {
    let status = status(of: constraint, in: own.feature, guardedBy: guardTruth)
    let evaluation = ConstraintEvaluation(
      constraint: constraint, block: block, status: status,
      hasUnknownGuard: guardTruth == .unknown && status == .notDetermined)
    if status.truth != .yes {
      own.truth = own.truth && status.truth
      forEachRequest(of: evaluation, in: own.feature) { own.request.add($0, $1) }
    }
    own.constraints.append(evaluation)
  }

  private func ownTruth(of feature: Int) -> Ternary {
    var own = Ternary.yes
    for constraint in manifest.features[feature].constraints {
      own = own && status(of: constraint, in: feature, guardedBy: .yes).truth
    }
    for conditional in manifest.features[feature].conditional {
      let guardTruth = truth(of: conditional.guardian)
      for constraint in conditional.constraints {
        own = own && status(of: constraint, in: feature, guardedBy: guardTruth).truth
      }
    }
    return own
  }

  fileprivate func combine(
    _ own: OwnEvaluation, ancestors: some Collection<OwnEvaluation>
  ) -> FeatureEvaluation {
    let truth = ancestors.reduce(own.truth) { $0 && $1.truth }
    var blockers: [Blocker] = []
    var request = RequestedStep()
    if truth != .yes {
      let blocking = ConstraintStatus(truth)
      blockers.append(blocking, of: own)
      request = own.request
      for ancestor in ancestors {
        blockers.append(blocking, of: ancestor)
        request.add(ancestor.request)
      }
    }
    return FeatureEvaluation(
      feature: own.feature, status: FeatureStatus(truth), ownStatus: FeatureStatus(own.truth),
      constraints: own.constraints, blockers: blockers, nextStep: request.step)
  }
}

extension [Blocker] {
  fileprivate mutating func append(_ status: ConstraintStatus, of own: Evaluator.OwnEvaluation) {
    // By index: a constraint that does not block is not copied.
    for index in own.constraints.indices where own.constraints[index].status == status {
      append(Blocker(feature: own.feature, constraint: own.constraints[index]))
    }
  }
}

// MARK: - One constraint

extension Evaluator {
  /// The truth of a guard: that of all it names taken together.
  public func truth(of guardian: ConditionalBlock.Guard) -> Ternary {
    if !guardian.platforms.isEmpty {
      let listed = guardian.platforms.contains { platform, versions in
        platform == state.platform && versions?.contains(state.osVersion) != false
      }
      guard listed else { return .no }
    }
    if let versions = guardian.appVersion, !versions.contains(state.appVersion) { return .no }
    return guardian.attributes.reduce(.yes) { $0 && $1.truth(of: state.value(of: $1.attribute)) }
  }

  /// The status of a constraint of a feature under a guard of that truth; ``Ternary/yes`` where there is no guard.
  public func status(
    of constraint: Constraint, in feature: Int, guardedBy guardTruth: Ternary
  ) -> ConstraintStatus {
    if guardTruth == .no { return .notActive }
    if case .platform(let platform, _) = constraint, platform != state.platform {
      return .notActive
    }
    let status = ConstraintStatus(truth(of: constraint, in: feature))
    return guardTruth == .unknown && status == .notSatisfied ? .notDetermined : status
  }

  private func truth(of constraint: Constraint, in feature: Int) -> Ternary {
    switch constraint {
    case .platform(_, .any): .yes
    case .platform(_, .unsupported): .no
    case .platform(_, .versions(let range)): Ternary(range.contains(state.osVersion))
    case .appVersion(let range): Ternary(range.contains(state.appVersion))
    case .runtimeEnabled: state.runtimeFlag(of: feature)
    case .userToggled(let value): Ternary(state.toggle(of: feature, defaultValue: value))
    case .permission(let permission): state.status(of: permission).truth
    case .purchase(let expression): state.isUnlocked(feature) ? .yes : truth(of: expression)
    case .attribute(let requirement): requirement.truth(of: state.value(of: requirement.attribute))
    }
  }

  /// The truth of a purchase where the feature has not been unlocked.
  func truth(of expression: PurchaseExpression) -> Ternary {
    switch expression {
    case .product(let product):
      guard case .status(let status) = state.holding(of: product) else { return .no }
      return status.truth
    case .credits: return .no
    case .anyOf(let operands): return operands.reduce(.no) { $0 || truth(of: $1) }
    case .allOf(let operands): return operands.reduce(.yes) { $0 && truth(of: $1) }
    }
  }
}

extension ConstraintStatus {
  /// What the status contributes to a feature: what is not active stands in nobody's way.
  public var truth: Ternary {
    switch self {
    case .satisfied, .notActive: .yes
    case .notSatisfied: .no
    case .notDetermined: .unknown
    }
  }
}
