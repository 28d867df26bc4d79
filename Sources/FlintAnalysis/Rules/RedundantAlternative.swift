import FlintModel
import FlintLogic
import FlintText

/// In every state, the status is the same without the element. Not the only one of its list, nor
/// within something that is reported itself.
enum RedundantAlternative: FeatureRuleChecker {
  static let summary = "a condition in an 'allOf' or 'anyOf' that can be removed without any effect"
  static let basis = RuleBasis.status
  static let severity = Diagnostic.Severity.note

  static func check(_ feature: inout FeatureProof) throws(LimitExceeded) {
    guard !feature.isNeverAvailable[feature.feature] else { return }
    let searched = try feature.constraints { $0.step != nil }
    let intervals = try feature.intervals(ofConstraints: searched)
    for index in searched {
      guard let interval = intervals[index] else { continue }
      let position = feature.positions[index]
      let constraint = position.constraint(in: feature.manifest)
      let search = AlternativeSearch(
        root: .constraints(feature: position.feature, block: position.block), canBeUnlocked: true)
      try search.search(constraint, [], interval, &feature)
    }
    for block in feature.declaration.conditional.indices {
      let condition = feature.declaration.conditional[block].condition
      guard condition.hasLists, try UnreachableBlock.canApply(block, of: &feature)
      else { continue }
      let search = AlternativeSearch(
        root: .guarding(feature: feature.feature, block: block), canBeUnlocked: false)
      try search.search(condition, [], feature.interval(ofGuard: block), &feature)
    }
  }
}

private struct AlternativeSearch {
  let root: ConditionRoot

  /// Whether purchases here count as satisfied once the feature is unlocked.
  var canBeUnlocked: Bool

  func search(
    _ constraint: Constraint, _ path: [ConditionStep], _ interval: DontCareInterval,
    _ feature: inout FeatureProof
  ) throws(LimitExceeded) {
    guard let step = constraint.step else { return }
    let operands = constraint.operands
    if step == .not {
      var inside = self
      inside.canBeUnlocked = false
      let interval = try interval.insideNot(in: &feature.space.store)
      return try inside.search(operands[0], path + [step], interval, &feature)
    }
    var truths: [Diagram] = []
    for operand in operands {
      let meaning = feature.manifest.meaning(
        of: operand, in: feature.feature, canBeUnlocked: canBeUnlocked)
      truths.append(try feature.space.value(of: meaning, on: 0))
    }
    let operation: DiagramStore.Operation = step == .anyOf ? .or : .and
    let removable =
      operands.count > 1
      ? try feature.removable(Array(operands.indices), among: truths[...], operation, interval) : []
    let searched = operands.indices.filter { !removable.contains($0) && operands[$0].hasLists }
    let intervals = try feature.intervals(
      of: Set(searched), among: truths[...], operation, interval)
    for (number, operand) in operands.enumerated() {
      let inside = path + [step, .element(number)]
      if removable.contains(number) {
        feature.report(
          ProvenFinding(
            .redundantAlternative, at: .within(root, path: inside),
            "this condition is redundant: removing it changes no status"))
      } else if let interval = intervals[number] {
        try search(operand, inside, interval, &feature)
      }
    }
  }

  func search(
    _ condition: Condition, _ path: [ConditionStep], _ interval: DontCareInterval,
    _ feature: inout FeatureProof
  ) throws(LimitExceeded) {
    guard condition.hasLists else { return }
    let constraints = condition.constraints
    var truths: [Diagram] = []
    for constraint in constraints {
      let meaning = feature.manifest.meaning(
        of: constraint, in: feature.feature, canBeUnlocked: canBeUnlocked)
      truths.append(try feature.space.value(of: meaning, on: 0))
    }
    let searched = constraints.indices.filter { constraints[$0].step != nil }
    let intervals = try feature.intervals(of: Set(searched), among: truths[...], .and, interval)
    for (index, constraint) in constraints.enumerated() {
      if let interval = intervals[index] { try search(constraint, path, interval, &feature) }
    }
  }
}

extension Condition {
  fileprivate var hasLists: Bool { constraints.contains { $0.step != nil } }
}
