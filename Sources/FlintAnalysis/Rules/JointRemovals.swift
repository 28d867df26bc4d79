import FlintLogic
import FlintModel

/// Redundant parts of which some are needed as soon as others are removed.
enum JointRemovals {
  /// For each of several parts that can each be removed alone, the other parts that become needed without it, or with
  /// which it forms a smallest set that cannot be removed as a whole.
  ///
  /// Pairs are found completely. For a part in no such pair, one larger set is found; finding all is exponential.
  static func conflicts<Engine: ~Copyable>(
    among count: Int, in engine: inout Engine,
    canRemove: (_ parts: [Int], inout Engine) throws(LimitExceeded) -> Bool
  ) throws(LimitExceeded) -> [Set<Int>] {
    var conflicts = [Set<Int>](repeating: [], count: count)
    func connect(_ parts: [Int]) {
      for part in parts { conflicts[part].formUnion(parts.filter { $0 != part }) }
    }
    let all = Array(0..<count)
    if count < 2 { return conflicts }
    if try canRemove(all, &engine) { return conflicts }
    guard count <= AnalysisLimits.jointRemovals else {
      connect(all)
      return conflicts
    }
    for one in all {
      for other in all[..<one] where try !canRemove([other, one], &engine) {
        connect([other, one])
      }
    }
    let rest = all.filter { conflicts[$0].isEmpty }
    for part in rest where conflicts[part].isEmpty {
      var set = rest
      if try canRemove(set, &engine) { break }
      for other in rest where other != part {
        let smaller = set.filter { $0 != other }
        if try !canRemove(smaller, &engine) { set = smaller }
      }
      if try canRemove(set.filter { $0 != part }, &engine) { connect(set) }
    }
    return conflicts
  }

  /// The end of a finding's message: “; remove only one of 'a' and 'b'”, or nothing if there is no conflict.
  static func advice(_ part: Int, _ conflicts: Set<Int>, _ name: (Int) -> String) -> String {
    if conflicts.isEmpty { return "" }
    return "; remove only one of \(listed(conflicts.union([part]).sorted().map(name)))"
  }
}

extension FeatureProof {
  /// Adds to the findings from the index `first` on which redundant parts cannot be removed together.
  mutating func adviseOnRedundancies(from first: Int) throws(LimitExceeded) {
    let redundant = findings.indices[first...].filter { findings[$0].rule.isAboutRedundantPart }
    let locations = redundant.map { findings[$0].location }
    let conflicts = try JointRemovals.conflicts(among: locations.count, in: &self) {
      (parts, proof) throws(LimitExceeded) in
      let removal = Removal(of: parts.map { locations[$0] })
      proof.space.resetBudget()
      let left = try proof.space.contributions(
        of: proof.feature, in: removal.applied(to: proof.feature, in: proof.manifest), on: 0)
      return try proof.space.store.join(.and, ([proof.parentStatus] + left)[...]) == proof.status
    }
    for (part, index) in redundant.enumerated() {
      findings[index].message += JointRemovals.advice(part, conflicts[part]) {
        name(of: locations[$0])
      }
    }
  }

  private func name(of location: FindingLocation) -> String {
    switch location {
    case .constraint(let position): return name(position)
    case .operand(let position, let path):
      let purchases = path.reduce(position.constraint(in: manifest).purchases) { $0?.operands[$1] }
      guard case .product(let product, _)? = purchases else { return name(position) }
      return "product '\(manifest.products[product].id)'"
    case .within(let root, let path):
      let block =
        switch root {
        case .constraints(_, let block?): "when[\(block + 1)]/"
        case .guarding(_, let block): "when[\(block + 1)]/when/"
        case .constraints(_, nil), .named, .assumed: ""
        }
      return "'\(block)\(path.text)'"
    case .feature, .block, .isEnabled, .until, .product, .attribute, .group, .condition,
      .assumption, .state:
      preconditionFailure("\(location) is not redundant")
    }
  }
}

extension ProvenRule {
  fileprivate var isAboutRedundantPart: Bool {
    switch self {
    case .redundantConstraint, .redundantProduct, .redundantAlternative: true
    case .neverAvailable, .neverAvailableOn, .unreachableBlock, .permissionNeverOffered,
      .platformNotOfApp, .conflictingAssumptions, .platformWithoutStates, .redundantAssumption,
      .stateBreaksAssumption,
      .unusedProduct, .unusedAttribute, .unusedCondition, .unusedGroup, .unusedIsEnabled,
      .expiredFeature, .dateOver, .tooLargeToProve:
      false
    }
  }
}

extension [ConditionStep] {
  /// The steps as `anyOf[2]/not`, with elements counted from 1.
  fileprivate var text: String {
    var text = ""
    for step in self {
      switch step {
      case .element(let index): text += "[\(index + 1)]"
      case .allOf, .anyOf, .not, .platform, .date: text += text.isEmpty ? "\(step)" : "/\(step)"
      }
    }
    return text
  }
}

/// A removal of parts of a feature's constraints. A list that becomes empty goes, too.
private struct Removal {
  private let parts: Set<FindingLocation>

  init(of parts: [FindingLocation]) { self.parts = Set(parts) }

  func applied(to feature: Int, in manifest: Manifest) -> Manifest {
    var manifest = manifest
    let declaration = manifest.features[feature]
    manifest.features[feature].constraints = rest(of: declaration.constraints, feature, nil)
    for (number, block) in declaration.conditional.enumerated() {
      let root = ConditionRoot.guarding(feature: feature, block: number)
      manifest.features[feature].conditional[number] = ConditionalBlock(
        when: rest(of: block.condition, root, []) ?? Condition([]),
        constraints: rest(of: block.constraints, feature, number))
    }
    return manifest
  }

  private func rest(of constraints: [Constraint], _ feature: Int, _ block: Int?) -> [Constraint] {
    let root = ConditionRoot.constraints(feature: feature, block: block)
    return constraints.enumerated().compactMap { index, constraint in
      let position = ConstraintPosition(feature: feature, block: block, index: index)
      if parts.contains(.constraint(position)) { return nil }
      guard let purchases = constraint.purchases else { return rest(of: constraint, root, []) }
      return rest(of: purchases, position, []).map { .requirement(.purchase($0)) }
    }
  }

  private func rest(
    of purchases: PurchaseExpression, _ position: ConstraintPosition, _ path: [Int]
  ) -> PurchaseExpression? {
    if parts.contains(.operand(position, path: path)) { return nil }
    let operands = purchases.operands.enumerated().compactMap {
      rest(of: $1, position, path + [$0])
    }
    switch purchases {
    case .product, .credits, .group: return purchases
    case .anyOf: return operands.isEmpty ? nil : .anyOf(operands)
    case .allOf: return operands.isEmpty ? nil : .allOf(operands)
    }
  }

  private func rest(
    of constraint: Constraint, _ root: ConditionRoot, _ path: [ConditionStep]
  ) -> Constraint? {
    guard let step = constraint.step else { return constraint }
    if case .not(let condition) = constraint {
      return rest(of: condition, root, path + [step]).map { .not($0) }
    }
    let operands = constraint.operands.enumerated().compactMap { number, operand in
      let path = path + [step, .element(number)]
      return parts.contains(.within(root, path: path)) ? nil : rest(of: operand, root, path)
    }
    if operands.isEmpty { return nil }
    return step == .anyOf ? .anyOf(operands) : .allOf(operands)
  }

  private func rest(
    of condition: Condition, _ root: ConditionRoot, _ path: [ConditionStep]
  ) -> Condition? {
    let constraints = condition.constraints.compactMap { rest(of: $0, root, path) }
    return constraints.isEmpty ? nil : Condition(constraints)
  }
}

extension PurchaseExpression {
  fileprivate var operands: [PurchaseExpression] {
    switch self {
    case .product, .credits, .group: []
    case .anyOf(let operands), .allOf(let operands): operands
    }
  }
}
