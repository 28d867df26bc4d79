import FlintCore

/// An element of an `allOf` or `anyOf` of conditions without which the feature's status would be the same in every state.
///
/// It is not told of a list of one, inside an element that is redundant itself, or where the whole constraint is.
enum RedundantAlternative: RuleChecker {
  static let summary = "a condition in an 'allOf' or 'anyOf' that changes nothing"

  static func check(_ feature: inout FeatureProof) throws(TooLarge) {
    guard !feature.isNeverAvailable[feature.feature] else { return }
    for (index, place) in feature.places.enumerated() {
      let constraint = place.constraint(in: feature.manifest)
      guard constraint.step != nil, !feature.redundant.contains(place) else { continue }
      var inactive = Diagram.no
      if let block = place.block {
        guard try UnreachableBlock.canApply(block, of: &feature) else { continue }
        inactive = try feature.space.not(
          feature.space.condition(ofBlock: block, of: feature.feature))
      }
      let root = ConditionRoot.constraints(feature: place.feature, block: place.block)
      try search(constraint, [], root, &feature) { (changed, feature) throws(TooLarge) in
        let truth = try feature.space.value(
          of: feature.manifest.meaning(of: changed, in: feature.feature), on: 0)
        let contribution = try feature.space.or(truth, inactive)
        if contribution == feature.contributions[index] { return true }
        return try feature.status(replacing: index, by: contribution) == feature.status
      }
    }
    for block in feature.declaration.conditional.indices {
      guard try UnreachableBlock.canApply(block, of: &feature) else { continue }
      let condition = feature.declaration.conditional[block].condition
      let root = ConditionRoot.guarding(feature: feature.feature, block: block)
      for (index, constraint) in condition.constraints.enumerated() where constraint.step != nil {
        try search(constraint, [], root, &feature) { (changed, feature) throws(TooLarge) in
          try feature.status(guarding: block, by: condition.replacing(index, by: changed))
            == feature.status
        }
      }
    }
  }

  /// Tries each element of a list, and those inside it where the element itself is needed.
  ///
  /// - Parameter isSame: whether the feature's status stays as it is with a changed constraint.
  private static func search(
    _ constraint: Constraint, _ path: [ConditionStep], _ root: ConditionRoot,
    _ feature: inout FeatureProof,
    _ isSame: (Constraint, inout FeatureProof) throws(TooLarge) -> Bool
  ) throws(TooLarge) {
    guard let step = constraint.step else { return }
    let operands = constraint.operands
    for (number, operand) in operands.enumerated() {
      let inside = path + (step == .not ? [step] : [step, .element(number)])
      if step != .not, operands.count > 1,
        try isSame(constraint.replacing(number, by: nil), &feature)
      {
        feature.report(
          ProvenFinding(
            .redundantAlternative, at: .within(root, path: inside),
            "this condition changes nothing: in every state the others decide"))
        continue
      }
      for (index, inner) in operand.constraints.enumerated() {
        try search(inner, inside, root, &feature) { (changed, feature) throws(TooLarge) in
          try isSame(
            constraint.replacing(number, by: operand.replacing(index, by: changed)), &feature)
        }
      }
    }
  }
}
