import FlintModel
import FlintText

/// Also examines named conditions, assumptions and guards.
enum DateOver: FeatureRuleChecker {
  static let summary = "a 'date' constraint whose range of dates ended on or before '--today'"
  static let basis = RuleBasis.declarations
  static let severity = Diagnostic.Severity.note

  static func check(_ feature: inout FeatureProof) throws(LimitExceeded) {
    guard let today = feature.today else { return }
    let manifest = feature.manifest
    for position in feature.positions {
      let constraint = position.constraint(in: manifest)
      if let finding = finding(constraint, today, at: .constraint(position)) {
        feature.report(finding)
      }
      let root = ConditionRoot.constraints(feature: position.feature, block: position.block)
      for finding in findings(inside: constraint, [], root, today) { feature.report(finding) }
    }
    for (number, block) in feature.declaration.conditional.enumerated() {
      let root = ConditionRoot.guarding(feature: feature.feature, block: number)
      for finding in findings(in: block.condition, [], root, today) { feature.report(finding) }
    }
  }

  static func check(_ checked: CheckedManifest) -> [ProvenFinding] {
    guard let today = checked.today else { return [] }
    return checked.manifest.unownedConditions.flatMap { root, condition in
      findings(in: condition, [], root, today)
    }
  }

  private static func findings(
    in condition: Condition, _ path: [ConditionStep], _ root: ConditionRoot, _ today: DateTime
  ) -> [ProvenFinding] {
    condition.constraints.flatMap { constraint in
      let own = finding(constraint, today, at: .within(root, path: path + [.date]))
      return (own.map { [$0] } ?? []) + findings(inside: constraint, path, root, today)
    }
  }

  private static func findings(
    inside constraint: Constraint, _ path: [ConditionStep], _ root: ConditionRoot,
    _ today: DateTime
  ) -> [ProvenFinding] {
    guard let step = constraint.step else { return [] }
    return constraint.operands.enumerated().flatMap { number, operand in
      let inside = path + (step == .not ? [step] : [step, .element(number)])
      return findings(in: operand, inside, root, today)
    }
  }

  private static func finding(
    _ constraint: Constraint, _ today: DateTime, at location: FindingLocation
  ) -> ProvenFinding? {
    guard case .requirement(.device(let requirement)) = constraint,
      requirement.fact == .date, let end = requirement.accepted.dateRange?.below, end <= today
    else {
      return nil
    }
    return ProvenFinding(
      .dateOver, at: location,
      "'date' accepts only dates before \(end) and can no longer be satisfied")
  }
}

enum ExpiredFeature: FeatureRuleChecker {
  static let summary = "a feature whose 'until' is on or before '--today'"
  static let basis = RuleBasis.declarations

  static func check(_ feature: inout FeatureProof) throws(LimitExceeded) {
    guard let today = feature.today, let until = feature.declaration.until, until <= today else {
      return
    }
    feature.report(
      ProvenFinding(
        .expiredFeature, at: .until(feature.feature),
        "feature '\(feature.declaration.id)' was to be removed by \(until)",
        hint: "remove the feature, or change its 'until'"))
  }
}
