/// Evaluates features in a state. The reference implementation, against which tests compare the
/// faster ones.
public struct Evaluator: Sendable {
  public private(set) var state: ResolvedState

  public var manifest: Manifest { state.manifest }

  private(set) var app = DeclaredEvaluation(feature: nil)

  /// Results of features with their ancestors, and of named conditions.
  private(set) var known: [References.Target: StoredResult] = [:]

  public init(_ manifest: Manifest, in state: DeviceState) {
    self.init(ResolvedState(state, in: manifest))
  }

  /// - Parameter targets: What to evaluate in advance, dependencies first; nil for all targets.
  package init(_ state: ResolvedState, knowing targets: [References.Target]? = nil) {
    self.state = state
    app = ofApp
    for target in targets ?? manifest.references.order { known[target] = evaluate(target) }
  }

  /// Replaces the state. Takes time for `targets` and facts, not for the whole manifest.
  /// - Parameter targets: As in ``init(_:knowing:)``; other results are removed.
  package mutating func change(to state: DeviceState, knowing targets: [References.Target]) {
    self.state.change(to: state)
    app = ofApp
    known = [:]
    for target in targets { known[target] = evaluate(target) }
  }

  public func evaluate(_ feature: Int) -> FeatureEvaluation {
    combine(own(feature), ancestors: manifest.ancestors(of: feature).map { own($0) })
  }

  /// All features' evaluations, computed lazily in the manifest's order.
  public var all: Evaluations { evaluations(of: manifest.features.indices) }

  /// Evaluations of the features in the range, computed lazily.
  public func evaluations(of range: Range<Int>) -> Evaluations { Evaluations(self, range) }

  public struct Evaluations: Sequence, IteratorProtocol {
    private let evaluator: Evaluator
    private var rest: Range<Int>

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

  /// Outcomes of the app's constraints, which every feature inherits.
  public var appConstraints: [ConstraintEvaluation] { app.constraints }

  /// The features' statuses in the manifest's order.
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

  /// Indices of the assumptions that are false; any makes the state impossible.
  public var brokenAssumptions: [Int] {
    manifest.assumptions.indices.filter {
      truth(of: manifest.assumptions[$0].condition, of: .condition) == .no
    }
  }

  /// Faster than ``evaluate(_:)``, which also explains the status.
  public func status(of feature: Int) -> FeatureStatus {
    var truth = app.truth && ownTruth(of: feature)
    for ancestor in manifest.ancestors(of: feature) { truth = truth && ownTruth(of: ancestor) }
    return FeatureStatus(truth)
  }
}

// MARK: - One feature

extension Evaluator {
  /// The outcomes of a feature's own constraints, or of the app's.
  package struct DeclaredEvaluation: Sendable {
    /// Nil for the app.
    let feature: Int?
    var truth = Ternary.yes
    package var constraints: [ConstraintEvaluation] = []

    var request = RequestedStep()

    init(feature: Int?) { self.feature = feature }
  }

  private var ofApp: DeclaredEvaluation {
    var own = DeclaredEvaluation(feature: nil)
    for constraint in manifest.app.constraints {
      add(constraint, of: .condition, block: nil, guardedBy: .yes, false, to: &own)
    }
    return own
  }

  /// - Parameter isShown: Whether the results of named conditions include their operands, which
  ///   only explanations need.
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

// MARK: - One constraint

extension Evaluator {
  /// The constraint's outcome. Consuming, because a copy costs more than the evaluation.
  /// - Parameter guardTruth: ``Ternary/yes`` outside blocks.
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
    default: operands = []
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

  /// The constraint's outcome, as if its guard were true.
  package func truth(of constraint: Constraint, of context: ConstraintContext) -> Ternary {
    switch constraint {
    case .feature(let feature): known[.feature(feature)]?.truth ?? .unknown
    case .condition(let condition): known[.condition(condition)]?.truth ?? .unknown
    case .allOf(let conditions):
      conditions.reduce(.yes) { $0 && truth(of: $1, of: context) }
    case .anyOf(let conditions):
      conditions.reduce(.no) { $0 || truth(of: $1, of: context) }
    case .not(let condition): !truth(of: condition, of: context.inNot)
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
    if case .platform(let platform, _) = constraint, platform != state.platform {
      return .notActive
    }
    let status = ConstraintStatus(truth(of: constraint, of: context))
    return guardTruth == .unknown && status == .notSatisfied ? .notDetermined : status
  }

  func isUnlocked(_ context: ConstraintContext) -> Bool {
    guard context.canBeUnlocked, let feature = context.feature else { return false }
    return state.isUnlocked(feature)
  }

  /// The requirement's outcome if the app has unlocked no feature.
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
  /// The status as a truth value. Inactive constraints count as satisfied.
  public var truth: Ternary {
    switch self {
    case .satisfied, .notActive: .yes
    case .notSatisfied: .no
    case .notDetermined: .unknown
    }
  }
}

extension Evaluator {
  /// A feature's or named condition's result, computed once. A feature's includes its ancestors.
  struct StoredResult: Sendable {
    var truth = Ternary.yes

    var request = RequestedStep()

    /// Replaces ``request`` inside a `not`. Waits for a permission instead of requesting it,
    /// because it must not be granted.
    var awaited = RequestedStep()

    /// The size of a named condition, with those that it refers to.
    var extent = Extent()
  }

  /// How many constraints an explanation shows, and how deeply they are nested. A condition that is
  /// too large to be shown counts as one constraint.
  struct Extent: Sendable {
    private(set) var constraints = 0
    private(set) var depth = 0

    /// False if the explanation would be too long. Its size can grow exponentially with references.
    var isShown: Bool { constraints <= 10_000 && depth <= 128 }

    /// Adds the counts of constraints, and keeps the greater depth.
    mutating func add(_ other: Extent) {
      // The cap avoids an overflow and is far above the limit of `isShown`.
      constraints = min(constraints + other.constraints, 1 << 32)
      depth = max(depth, other.depth)
    }

    mutating func enclose() {
      constraints += 1
      depth += 1
    }
  }

  private func extent(of constraint: Constraint) -> Extent {
    var extent = Extent()
    if case .condition(let condition) = constraint {
      if let known = known[.condition(condition)]?.extent, known.isShown { extent.add(known) }
    }
    for operand in constraint.operands {
      for constraint in operand.constraints { extent.add(self.extent(of: constraint)) }
    }
    extent.enclose()
    return extent
  }
}

extension Evaluator {
  /// Evaluates the target, whose dependencies must have been evaluated before.
  func evaluate(_ target: References.Target) -> StoredResult {
    var known = StoredResult()
    switch target {
    case .feature(let feature):
      let own = own(feature, isShown: false)
      let inherited =
        manifest.features[feature].parent.flatMap { self.known[.feature($0)] }
        ?? StoredResult(truth: app.truth, request: app.request, awaited: app.request)
      known.truth = own.truth && inherited.truth
      known.request = own.request
      known.request.add(inherited.request)
      for constraint in own.constraints {
        forEachRequest(of: constraint, of: ConstraintContext(feature: feature), isAwaited: true) {
          known.awaited.add($0, $1)
        }
      }
      known.awaited.add(inherited.awaited)
    case .condition(let index):
      let context = ConstraintContext.condition
      for constraint in manifest.conditions[index].condition.constraints {
        known.extent.add(extent(of: constraint))
        let evaluation = evaluation(
          of: constraint, of: context, block: nil, guardedBy: .yes, isShown: false)
        guard evaluation.status.truth != .yes else { continue }
        known.truth = known.truth && evaluation.status.truth
        forEachRequest(of: evaluation, of: context) { known.request.add($0, $1) }
        forEachRequest(of: evaluation, of: context, isAwaited: true) { known.awaited.add($0, $1) }
      }
    // Nothing refers to an assumption, so its request is never used.
    case .assumption(let assumption):
      known.truth = truth(of: manifest.assumptions[assumption].condition, of: .condition)
    }
    return known
  }
}

/// Elements in order of first insertion. Inserting takes constant time on average.
@usableFromInline package struct DistinctList<Element: Hashable & Sendable>: Sendable {
  @usableFromInline package internal(set) var elements: [Element] = []

  // INVARIANT: the set is empty or contains all elements. It is not empty if there are more than `few` elements.
  @usableFromInline var seen: Set<Element> = []

  @inlinable static var few: Int { 16 }

  @inlinable package init() {}

  @discardableResult
  @inlinable package mutating func append(_ element: Element) -> Bool {
    if elements.count < Self.few {
      if elements.contains(element) { return false }
    } else {
      if seen.isEmpty { seen = Set(elements) }
      if !seen.insert(element).inserted { return false }
    }
    elements.append(element)
    return true
  }
}

extension Sequence where Element: Hashable & Sendable {
  /// In the order of their first occurrence.
  package var distinctElements: [Element] {
    var distinct = DistinctList<Element>()
    for element in self { distinct.append(element) }
    return distinct.elements
  }
}
