/// An evaluator that decides whether features are available in one state. It is the reference implementation: tests
/// compare the results of all faster implementations with its results.
public struct Evaluator: Sendable {
  public private(set) var state: ResolvedState

  public var manifest: Manifest { state.manifest }

  private(set) var app: DeclaredEvaluation

  /// The results of evaluating the features and named conditions that constraints refer to. The result of a feature
  /// takes the constraints of its ancestors into account.
  private(set) var known: [References.Target: StoredResult] = [:]

  public init(_ manifest: Manifest, in state: DeviceState) {
    self.init(ResolvedState(state, in: manifest))
  }

  /// Creates an evaluator for only some features of the manifest. To save time, it evaluates in advance only their
  /// dependencies.
  ///
  /// - Parameter targets: the dependencies: the features and named conditions to which the chosen features refer,
  ///   directly or indirectly, each after its own dependencies.
  package init(_ manifest: Manifest, in state: DeviceState, knowing targets: [References.Target]) {
    self.init(ResolvedState(state, in: manifest), knowing: targets)
  }

  init(_ state: ResolvedState) {
    self.init(state, knowing: state.manifest.references.order)
  }

  private init(_ state: ResolvedState, knowing targets: [References.Target]) {
    self.state = state
    app = DeclaredEvaluation(ofAppIn: state)
    for target in targets { known[target] = evaluate(target) }
  }

  /// Changes the state to another one of the same manifest. Unlike the cost of a new evaluator, the cost depends on
  /// `targets` and on the facts in the states, not on the size of the manifest.
  ///
  /// - Parameter targets: the features and named conditions to evaluate in advance, as in ``init(_:in:knowing:)``. The
  ///   results of all others are removed.
  package mutating func change(to state: DeviceState, knowing targets: [References.Target]) {
    self.state.change(to: state)
    app = DeclaredEvaluation(ofAppIn: self.state)
    known = [:]
    for target in targets { known[target] = evaluate(target) }
  }

  /// Evaluates one feature together with its ancestors.
  public func evaluate(_ feature: Int) -> FeatureEvaluation {
    combine(own(feature), ancestors: manifest.ancestors(of: feature).map { own($0) })
  }

  /// The evaluations of all features, in the manifest's order. The sequence is lazy and evaluates each feature once.
  public var all: Evaluations { evaluations(of: manifest.features.indices) }

  /// Returns the evaluations of consecutive features of the manifest, lazily as in ``all``.
  public func evaluations(of range: Range<Int>) -> Evaluations { Evaluations(self, range) }

  /// A lazy sequence of the evaluations of consecutive features.
  public struct Evaluations: Sequence, IteratorProtocol {
    private let evaluator: Evaluator
    private var rest: Range<Int>

    /// The evaluations of the feature that the sequence returned last and of its ancestors, from the top-level feature
    /// down. The next feature often has some of the same ancestors, whose evaluations are reused.
    private var path: [DeclaredEvaluation] = []

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

  /// The evaluated platform constraints of the app, which apply to every feature.
  public var appConstraints: [ConstraintEvaluation] { app.constraints }

  /// The status of every feature, in the manifest's order.
  public func statuses() -> [FeatureStatus] {
    // INVARIANT: truths[i] is the truth value of feature i with its ancestors, which all come before it.
    var truths: [Ternary] = []
    truths.reserveCapacity(manifest.features.count)
    for index in manifest.features.indices {
      let own = ownTruth(of: index)
      truths.append(own && (manifest.features[index].parent.map { truths[$0] } ?? app.truth))
    }
    return truths.map { FeatureStatus($0) }
  }

  /// The indices of the assumptions that are false in the state. The state is impossible if there are any.
  public var brokenAssumptions: [Int] {
    manifest.assumptions.indices.filter {
      truth(of: manifest.assumptions[$0].condition, of: .condition) == .no
    }
  }

  /// Returns the status of one feature. It is faster than ``evaluate(_:)``, which also explains the status.
  public func status(of feature: Int) -> FeatureStatus {
    var truth = app.truth && ownTruth(of: feature)
    for ancestor in manifest.ancestors(of: feature) { truth = truth && ownTruth(of: ancestor) }
    return FeatureStatus(truth)
  }
}

// MARK: - One feature

extension Evaluator {
  /// The evaluation of the constraints that a feature, or the app, declares itself. The constraints of the feature's
  /// ancestors are not included.
  package struct DeclaredEvaluation: Sendable {
    /// The index of the feature whose constraints are evaluated; nil for the constraints of the app.
    let feature: Int?
    var truth = Ternary.yes
    package var constraints: [ConstraintEvaluation] = []

    /// The step of the app that could help to satisfy the evaluated constraints, such as offering a product: of all
    /// actions that could help, the first in the order of ``NextStep/Action``.
    var request = RequestedStep()

    init(feature: Int) { self.feature = feature }
  }

  /// Evaluates the constraints that a feature declares itself, without those of its ancestors.
  ///
  /// - Parameter isShown: whether the result includes the constraints inside the named conditions that the feature
  ///   refers to. Only an explanation of the status needs them.
  package func own(_ feature: Int, isShown: Bool = true) -> DeclaredEvaluation {
    var own = DeclaredEvaluation(feature: feature)
    own.constraints.reserveCapacity(manifest.features[feature].constraintCount)
    let context = ConstraintContext(feature: feature)
    for constraint in manifest.features[feature].constraints {
      add(constraint, of: context, block: nil, guardedBy: .yes, isShown, to: &own)
    }
    for (block, conditional) in manifest.features[feature].conditional.enumerated() {
      let guardTruth = truth(of: conditional.condition, of: context.inGuard)
      for constraint in conditional.constraints {
        add(constraint, of: context, block: block, guardedBy: guardTruth, isShown, to: &own)
      }
    }
    return own
  }

  private func add(
    _ constraint: consuming Constraint, of context: ConstraintContext, block: Int?,
    guardedBy guardTruth: Ternary, _ isShown: Bool, to own: inout DeclaredEvaluation
  ) {
    let evaluation = evaluation(
      of: constraint, of: context, block: block, guardedBy: guardTruth, isShown: isShown)
    if evaluation.status.truth != .yes {
      own.truth = own.truth && evaluation.status.truth
      forEachRequest(of: evaluation, of: context) { own.request.add($0, $1) }
    }
    own.constraints.append(evaluation)
  }

  private func ownTruth(of feature: Int) -> Ternary {
    var own = Ternary.yes
    let context = ConstraintContext(feature: feature)
    for constraint in manifest.features[feature].constraints {
      own = own && status(of: constraint, of: context, guardedBy: .yes).truth
    }
    for conditional in manifest.features[feature].conditional {
      let guardTruth = truth(of: conditional.condition, of: context.inGuard)
      for constraint in conditional.constraints {
        own = own && status(of: constraint, of: context, guardedBy: guardTruth).truth
      }
    }
    return own
  }

  fileprivate func combine(
    _ own: DeclaredEvaluation, ancestors: some Collection<DeclaredEvaluation>
  ) -> FeatureEvaluation {
    let truth = ancestors.reduce(own.truth && app.truth) { $0 && $1.truth }
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
      blockers.append(blocking, of: app)
      request.add(app.request)
    }
    return FeatureEvaluation(
      feature: own.feature ?? 0, status: FeatureStatus(truth), ownStatus: FeatureStatus(own.truth),
      constraints: own.constraints, blockers: blockers, nextStep: request.step(in: self))
  }
}

extension [Blocker] {
  fileprivate mutating func append(_ status: ConstraintStatus, of own: Evaluator.DeclaredEvaluation)
  {
    // The loop uses indices, so that constraints that do not block are not copied.
    for index in own.constraints.indices where own.constraints[index].status == status {
      append(Blocker(feature: own.feature, constraint: own.constraints[index]))
    }
  }
}

// MARK: - The app's platforms

extension Evaluator.DeclaredEvaluation {
  fileprivate init(ofAppIn state: ResolvedState) {
    feature = nil
    for constraint in state.manifest.app.constraints {
      guard case .requirement(.platform(let platform, let versions)) = constraint else { continue }
      let status: ConstraintStatus =
        platform == state.platform
        ? ConstraintStatus(versions.truth(of: state.osVersion)) : .notActive
      let evaluation = ConstraintEvaluation(constraint: constraint, status: status)
      truth = truth && status.truth
      if status.truth != .yes {
        let (action, subject) = versions.request(at: state.osVersion, on: platform)
        request.add(action, .subject(subject))
      }
      constraints.append(evaluation)
    }
  }
}

// MARK: - One constraint

extension Evaluator {
  /// Evaluates a constraint of a feature, and the conditions inside it, such as the alternatives of an `anyOf`.
  ///
  /// The parameter is consuming, because copying a constraint costs more than evaluating it.
  ///
  /// - Parameter guardTruth: the truth value of the guard, the condition of the conditional block that contains the
  ///   constraint; ``Ternary/yes`` for a constraint outside blocks.
  func evaluation(
    of judged: consuming Constraint, of context: ConstraintContext, block: Int?,
    guardedBy guardTruth: Ternary, isShown: Bool = true
  ) -> ConstraintEvaluation {
    let constraint = judged
    let operands: [[ConstraintEvaluation]]
    switch constraint {
    case .allOf(let conditions), .anyOf(let conditions):
      operands = conditions.map { evaluations(of: $0, of: context, isShown: isShown) }
    case .not(let condition):
      operands = [evaluations(of: condition, of: context.inNot, isShown: isShown)]
    case .condition(let index):
      operands =
        isShown && known[.condition(index)]?.extent.isShown != false
        ? [evaluations(of: manifest.conditions[index].condition, of: .condition)] : []
    case .requirement, .feature:
      operands = []
    }
    let status = status(of: constraint, of: context, guardedBy: guardTruth)
    return ConstraintEvaluation(
      constraint: constraint, block: block, status: status,
      hasUnknownGuard: guardTruth == .unknown && status == .notDetermined, operands: operands)
  }

  func evaluations(
    of condition: Condition, of context: ConstraintContext, isShown: Bool = true
  ) -> [ConstraintEvaluation] {
    condition.constraints.map {
      evaluation(of: $0, of: context, block: nil, guardedBy: .yes, isShown: isShown)
    }
  }

  func truth(of condition: Condition, of context: ConstraintContext) -> Ternary {
    condition.constraints.reduce(.yes) { $0 && truth(of: $1, of: context) }
  }

  /// Returns the truth value of a constraint, ignoring the guard (condition) of its conditional block.
  func truth(of constraint: Constraint, of context: ConstraintContext) -> Ternary {
    switch constraint {
    case .requirement(let requirement): truth(of: requirement, of: context)
    case .feature(let feature): known[.feature(feature)]?.truth ?? .unknown
    case .condition(let condition): known[.condition(condition)]?.truth ?? .unknown
    case .allOf(let conditions):
      conditions.reduce(.yes) { $0 && truth(of: $1, of: context) }
    case .anyOf(let conditions):
      conditions.reduce(.no) { $0 || truth(of: $1, of: context) }
    case .not(let condition): !truth(of: condition, of: context.inNot)
    }
  }

  private func truth(of requirement: Requirement, of context: ConstraintContext) -> Ternary {
    switch requirement {
    case .platform(let platform, let versions):
      platform == state.platform ? versions.truth(of: state.osVersion) : .yes
    case .platforms(let platforms):
      Ternary(
        platforms.contains {
          $0.platform == state.platform && $0.versions?.contains(state.osVersion) != false
        })
    case .device(let requirement): requirement.truth(in: state)
    case .runtimeEnabled:
      context.feature.map { state.runtimeFlag(of: $0) } ?? .unknown
    case .userToggled(let value):
      Ternary(context.feature.map { state.toggle(of: $0, defaultValue: value) } ?? value)
    case .permission(let requirement):
      requirement.truth(of: state.status(of: requirement.permission))
    case .purchase(let expression):
      isUnlocked(context) ? .yes : truth(of: expression)
    case .attribute(let requirement):
      requirement.truth(of: state.value(of: requirement.attribute), at: state.date)
    case .rollout(let requirement):
      requirement.truth(of: state.bucket(requirement.bucket))
    }
  }

  private func status(
    of constraint: Constraint, of context: ConstraintContext, guardedBy guardTruth: Ternary
  ) -> ConstraintStatus {
    if guardTruth == .no { return .notActive }
    if case .requirement(.platform(let platform, _)) = constraint, platform != state.platform {
      return .notActive
    }
    let status = ConstraintStatus(truth(of: constraint, of: context))
    return guardTruth == .unknown && status == .notSatisfied ? .notDetermined : status
  }

  func isUnlocked(_ context: ConstraintContext) -> Bool {
    guard context.canBeUnlocked, let feature = context.feature else { return false }
    return state.isUnlocked(feature)
  }

  /// Returns whether the user's purchases satisfy a requirement, regardless of whether the app has unlocked the feature
  /// for credits.
  func truth(of expression: PurchaseExpression) -> Ternary {
    switch expression {
    case .product(let product, let statuses):
      state.status(of: product).map { statuses.truth(of: $0) } ?? .no
    case .credits: .no
    case .group(let group, let level, let statuses):
      manifest.products(of: group, atLeast: level).reduce(.no) { truth, product in
        truth || (state.status(of: product).map { statuses.truth(of: $0) } ?? .no)
      }
    case .anyOf(let operands): operands.reduce(.no) { $0 || truth(of: $1) }
    case .allOf(let operands): operands.reduce(.yes) { $0 && truth(of: $1) }
    }
  }
}

extension PlatformVersionConstraint {
  func truth(of version: InstalledVersion) -> Ternary {
    switch self {
    case .any: .yes
    case .unsupported: .no
    case .versions(let range): Ternary(range.contains(version))
    }
  }
}

extension ConstraintStatus {
  /// The truth value that a constraint with this status contributes to its feature: yes for satisfied, no for not
  /// satisfied, unknown for not determined. A constraint that is not active counts as satisfied.
  public var truth: Ternary {
    switch self {
    case .satisfied, .notActive: .yes
    case .notSatisfied: .no
    case .notDetermined: .unknown
    }
  }
}
