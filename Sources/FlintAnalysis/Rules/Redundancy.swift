/// A part of a feature's constraints that may be removable, or have parts that are.
private struct Part {
  indirect enum Content {
    case formula(Formula)
    case list(DiagramStore.Operation, [Part])
    case not(Part)

    /// “The part, or the feature is unlocked”. Both are removed together.
    case unlockable(Part)
  }

  let content: Content

  /// Nil if the part must stay.
  var candidate: Candidate?

  /// Whether a list that loses all its parts becomes true. Otherwise it is removed with them.
  var staysWhenEmpty = false

  struct Candidate {
    let rule: ProvenRule
    let location: FindingLocation
    var product: Int?
  }

  init(_ content: Content) { self.content = content }

  var hasCandidatesInside: Bool {
    switch content {
    case .formula: false
    case .list(_, let parts): parts.contains { $0.candidate != nil || $0.hasCandidatesInside }
    case .not(let part), .unlockable(let part): part.hasCandidatesInside
    }
  }
}

/// An interval of observability don't-cares (Bartlett et al. 1988): a feature's status if a part of
/// its constraints were false, and if it were true. Since AND is the minimum and OR the maximum,
/// the status for any value of the part is that value, clamped to the interval; where both limits
/// are equal, the part does not matter.
private struct DontCareInterval {
  // INVARIANT: in no state does `ifFalse` exceed `ifTrue`.
  let ifFalse: Diagram
  let ifTrue: Diagram

  func status(_ truth: Diagram, in store: inout DiagramStore) -> Diagram {
    store.or(ifFalse, store.and(ifTrue, truth))
  }

  /// The interval of a list's element, from the list's. `others` combines the other elements.
  func inside(
    _ operation: DiagramStore.Operation, beside others: Diagram, in store: inout DiagramStore
  ) -> DontCareInterval {
    let status = status(others, in: &store)
    return switch operation {
    case .and: DontCareInterval(ifFalse: ifFalse, ifTrue: status)
    case .or: DontCareInterval(ifFalse: status, ifTrue: ifTrue)
    }
  }

  /// The interval of `x`, if the interval's part is `not x`. Its limits are of the negated status,
  /// because a true `x` can only lower the status; that changes exactly where the status does.
  func insideNot(in store: inout DiagramStore) -> DontCareInterval {
    DontCareInterval(ifFalse: store.not(ifTrue), ifTrue: store.not(ifFalse))
  }
}

extension FeatureProof {
  // MARK: Parts

  private func isCandidate(_ constraint: Constraint) -> Bool {
    switch constraint {
    case .platform(_, .any), .platform(_, .unsupported): false
    default: !constraint.isForeign(to: manifest.app)
    }
  }

  private func part(_ position: ConstraintPosition) -> Part {
    let constraint = position.constraint(in: manifest)
    var part: Part
    if case .purchase(let purchases) = constraint {
      part = Part(.unlockable(self.part(purchases, at: position, [])))
    } else {
      let root = ConditionRoot.constraints(feature: feature, block: position.block)
      part = self.part(constraint, root, [], canBeUnlocked: true)
    }
    if isCandidate(constraint) {
      part.candidate = .init(rule: .redundantConstraint, location: .constraint(position))
    }
    return part
  }

  private func part(
    _ purchases: PurchaseExpression, at position: ConstraintPosition, _ path: [Int]
  ) -> Part {
    let (operation, operands): (DiagramStore.Operation, [PurchaseExpression])
    switch purchases {
    case .product, .credits, .group:
      // Where the app has unlocked the feature, the whole constraint is satisfied: a don't care of
      // the interval. Unlocking is therefore ignored here.
      return Part(
        .formula(manifest.meaning(of: .purchase(purchases), in: feature, canBeUnlocked: false)))
    case .anyOf(let listed): (operation, operands) = (.or, listed)
    case .allOf(let listed): (operation, operands) = (.and, listed)
    }
    let parts = operands.enumerated().map { index, operand in
      var part = self.part(operand, at: position, path + [index])
      if operands.count > 1, let lone = operand.loneProduct {
        let location = FindingLocation.operand(position, path: path + [index] + lone.path)
        part.candidate = .init(rule: .redundantProduct, location: location, product: lone.product)
      }
      return part
    }
    return Part(.list(operation, parts))
  }

  private func part(
    _ constraint: Constraint, _ root: ConditionRoot, _ path: [WrittenStep], canBeUnlocked: Bool
  ) -> Part {
    let operands = constraint.operands
    if operands.isEmpty {
      return Part(
        .formula(manifest.meaning(of: constraint, in: feature, canBeUnlocked: canBeUnlocked)))
    }
    if constraint.kind == .not {
      return Part(
        .not(part(operands[0], root, path + constraint.path(to: 0), canBeUnlocked: false)))
    }
    let parts = operands.enumerated().map { index, operand in
      let path = path + constraint.path(to: index)
      var part = self.part(operand, root, path, canBeUnlocked: canBeUnlocked)
      if operands.count > 1 {
        part.candidate = .init(rule: .redundantAlternative, location: .within(root, path: path))
      }
      return part
    }
    return Part(.list(constraint.kind == .anyOf ? .or : .and, parts))
  }

  private func part(
    _ condition: Condition, _ root: ConditionRoot, _ path: [WrittenStep], canBeUnlocked: Bool
  ) -> Part {
    Part(
      .list(
        .and,
        condition.constraints.map { part($0, root, path, canBeUnlocked: canBeUnlocked) }))
  }

  /// The block as “not guard, or constraints”.
  private func part(block: Int) -> Part {
    let root = ConditionRoot.guarding(feature: feature, block: block)
    var guarding = part(declaration.conditional[block].condition, root, [], canBeUnlocked: false)
    var guarded = Part(.list(.and, positions.filter { $0.block == block }.map { part($0) }))
    (guarding.staysWhenEmpty, guarded.staysWhenEmpty) = (true, true)
    return Part(.list(.or, [guarded, Part(.not(guarding))]))
  }

  /// The part's function without the removed parts inside it. Nil if nothing remains.
  private mutating func value(
    of part: Part, without removed: Set<FindingLocation> = []
  ) -> Diagram? {
    if let location = part.candidate?.location, removed.contains(location) { return nil }
    switch part.content {
    case .formula(let formula): return space.value(of: formula, on: 0)
    case .not(let part):
      guard let truth = value(of: part, without: removed) else { return nil }
      return space.store.not(truth)
    case .unlockable(let part):
      guard let truth = value(of: part, without: removed) else { return nil }
      return space.store.or(isUnlocked, truth)
    case .list(let operation, let parts):
      var truths: [Diagram] = []
      for part in parts {
        if let truth = value(of: part, without: removed) { truths.append(truth) }
      }
      if truths.isEmpty { return part.staysWhenEmpty ? .yes : nil }
      return space.store.join(operation, truths[...])
    }
  }

  private var isUnlocked: Diagram {
    mutating get { space.value(of: .unlocked(feature), isImplied: true, on: 0) }
  }

  // MARK: Search

  /// Reports parts without which the status is the same in every state. Not examined are `any` and
  /// `unsupported`, which document intent; consumables, which the app can offer only if a constraint
  /// names them; the only element of a list; and the inside of a redundant part.
  mutating func checkRedundancy() {
    if isNeverAvailable[feature] { return }
    var parts = positions.filter { $0.block == nil }.map { part($0) }
    var truths = Array(contributions.prefix(parts.count))
    var all = parts
    for block in declaration.conditional.indices {
      let part = part(block: block)
      all.append(part)
      truths.append(value(of: part) ?? .yes)
      parts.append(canApply(block: block) ? part : Part(.list(.and, [])))
    }
    var found: [Part.Candidate] = []
    let whole = DontCareInterval(ifFalse: .no, ifTrue: parentStatus)
    search(parts, truths, .and, whole, &found)
    if space.store.isSpent { return }
    found = found.filter { !$0.isInGuard } + found.filter(\.isInGuard)
    found = [.redundantConstraint, .redundantProduct, .redundantAlternative].flatMap { rule in
      found.filter { $0.rule == rule }
    }
    let conflicts = JointRemovals.conflicts(among: found.count) { removed in
      space.resetBudget()
      let left =
        value(of: Part(.list(.and, all)), without: Set(removed.map { found[$0].location })) ?? .yes
      return space.store.and(parentStatus, left) == status
    }
    for (index, part) in found.enumerated() {
      let advice = JointRemovals.advice(index, conflicts[index]) { name(of: found[$0]) }
      report(part.rule, at: part.location, message(about: part) + advice)
    }
  }

  private mutating func search(
    _ parts: [Part], _ truths: [Diagram], _ operation: DiagramStore.Operation,
    _ interval: DontCareInterval, _ found: inout [Part.Candidate]
  ) {
    if space.store.isSpent { return }
    var candidates = Set(parts.indices.filter { parts[$0].candidate != nil })
    candidates.subtract(needed(candidates, among: truths, operation, interval))
    let searched = Set(parts.indices.filter { parts[$0].hasCandidatesInside })
    let neutral: Diagram = operation == .and ? .yes : .no
    let others = others(
      than: candidates.union(searched), among: truths[...], operation, beside: neutral)
    for (index, others) in others {
      let inside = interval.inside(operation, beside: others, in: &space.store)
      if let candidate = parts[index].candidate, candidates.contains(index),
        inside.status(truths[index], in: &space.store)
          == inside.status(neutral, in: &space.store)
      {
        found.append(candidate)
      } else if searched.contains(index) {
        search(parts[index], inside, &found)
      }
    }
  }

  private mutating func search(
    _ part: Part, _ interval: DontCareInterval, _ found: inout [Part.Candidate]
  ) {
    switch part.content {
    case .formula: break
    case .not(let part): search(part, interval.insideNot(in: &space.store), &found)
    case .unlockable(let part):
      search(part, interval.inside(.or, beside: isUnlocked, in: &space.store), &found)
    case .list(let operation, let parts):
      guard part.hasCandidatesInside else { return }
      var truths: [Diagram] = []
      for part in parts { truths.append(value(of: part) ?? .yes) }
      search(parts, truths, operation, interval, &found)
    }
  }

  /// For each wanted index, ascending, all other functions combined with `beside`.
  private mutating func others(
    than wanted: Set<Int>, among truths: ArraySlice<Diagram>, _ operation: DiagramStore.Operation,
    beside: Diagram
  ) -> [(index: Int, others: Diagram)] {
    if space.store.isSpent || !truths.indices.contains(where: wanted.contains) { return [] }
    if truths.count == 1 { return [(truths.startIndex, beside)] }
    let middle = truths.startIndex + truths.count / 2
    let (first, second) = (truths[..<middle], truths[middle...])
    return [(first, second), (second, first)].flatMap { half, others in
      let rest = space.store.join(operation, [beside, space.store.join(operation, others)])
      return self.others(than: wanted, among: half, operation, beside: rest)
    }
  }

  /// A quick, incomplete search for elements that are needed. Without it, `validate` takes 1.2 to 3
  /// times as long. From a state in which the list decides the status and every element is neutral,
  /// it changes one element: if all others stay neutral, the element is needed.
  private mutating func needed(
    _ candidates: Set<Int>, among truths: [Diagram], _ operation: DiagramStore.Operation,
    _ interval: DontCareInterval
  ) -> [Int] {
    if candidates.isEmpty { return [] }
    let neutral = Diagram(Ternary(operation == .and))
    let all = space.store.join(operation, truths[...])
    let isNeutral = space.store.apply(
      all, no: Ternary(neutral == .no), unknown: .no, yes: Ternary(neutral == .yes))
    let isHigh = space.store.isYes(interval.ifTrue)
    let isLow = space.store.apply(interval.ifFalse, no: .yes, unknown: .no, yes: .no)
    let decides = space.store.and(isNeutral, space.store.and(isHigh, isLow))
    guard space.store.canBe(.yes, decides) else { return [] }
    let start = space.store.path(toYesIn: decides)
    // Among few, all elements are tried.
    let areFew = truths.count <= AnalysisLimits.operandUsers
    var users: [UInt32: [Int]] = [:]
    for (index, truth) in truths.enumerated() where !areFew {
      for variable in space.store.variables(of: [truth]) {
        users[variable, default: []].append(index)
      }
    }
    var state = start
    return candidates.filter { candidate in
      let changed = space.store.change(of: truths[candidate], from: start, awayFrom: neutral)
      guard changed.allSatisfy({ users[$0.key, default: []].count <= AnalysisLimits.operandUsers })
      else { return false }
      state.merge(changed) { $1 }
      defer { for variable in changed.keys { state[variable] = start[variable] } }
      let affected =
        areFew ? Array(truths.indices) : [candidate] + changed.keys.flatMap { users[$0] ?? [] }
      return affected.allSatisfy {
        (space.store.value(of: truths[$0], at: state) == neutral) == ($0 != candidate)
      }
        && space.store.value(of: interval.ifTrue, at: state) == .yes
        && space.store.value(of: interval.ifFalse, at: state) == .no
    }
  }

  // MARK: Messages

  private func message(about part: Part.Candidate) -> String {
    switch part.location {
    case .constraint(let position):
      "\(name(position)) is redundant: implied by the other constraints"
    case .operand(let position, _): "\(name(of: part)) is redundant in \(name(position))"
    default: "this condition is redundant: removing it changes no status"
    }
  }

  private func name(of part: Part.Candidate) -> String {
    if let product = part.product { return "product '\(manifest.products[product].id)'" }
    switch part.location {
    case .constraint(let position): return name(position)
    case .within(.constraints(_, let block?), let path): return "'when[\(block + 1)]/\(path.text)'"
    case .within(.guarding(_, let block), let path):
      return "'when[\(block + 1)]/when/\(path.text)'"
    case .within(_, let path): return "'\(path.text)'"
    default: preconditionFailure("\(part.location) is not redundant")
    }
  }
}

extension Part.Candidate {
  fileprivate var isInGuard: Bool {
    if case .within(.guarding, _) = location { true } else { false }
  }
}

extension DiagramStore {
  /// Changes to `values` with which the function is not `constant`.
  fileprivate func change(
    of function: Diagram, from values: [UInt32: UInt32], awayFrom constant: Diagram
  ) -> [UInt32: UInt32] {
    var changed: [UInt32: UInt32] = [:]
    var function = function
    while !function.isConstant {
      let variable = variable(of: function)
      let kept = child(of: function, at: values[variable] ?? 0, of: variable)
      if kept != constant {
        function = kept
      } else if let edge = edges(of: function).first(where: { $0.child != constant }) {
        changed[variable] = edge.from
        function = edge.child
      }
    }
    return changed
  }

  /// The function's constant value at these values. Any other variable has value 0.
  func value(of function: Diagram, at values: [UInt32: UInt32]) -> Diagram {
    var function = function
    while !function.isConstant {
      let variable = variable(of: function)
      function = child(of: function, at: values[variable] ?? 0, of: variable)
    }
    return function
  }
}

extension PurchaseExpression {
  /// The product and its path, if each nested list has one element.
  fileprivate var loneProduct: (path: [Int], product: Int)? {
    switch self {
    case .product(let product, _): ([], product)
    case .anyOf(let operands), .allOf(let operands):
      operands.count == 1 ? operands[0].loneProduct.map { ([0] + $0.path, $0.product) } : nil
    case .credits, .group: nil
    }
  }
}

extension [WrittenStep] {
  /// The steps as `anyOf[2]/not`, with elements counted from 1.
  fileprivate var text: String {
    var text = ""
    for step in self {
      switch step {
      case .element(let index): text += "[\(index + 1)]"
      case .constraint(let kind, _): text += (text.isEmpty ? "" : "/") + kind.name
      default: break
      }
    }
    return text
  }
}
