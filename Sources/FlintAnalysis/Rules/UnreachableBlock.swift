import FlintModel

enum UnreachableBlock: FeatureRuleChecker {
  static let summary = "a conditional block whose 'when' is never true"
  static let basis = RuleBasis.possibleStates

  static func check(_ feature: inout FeatureProof) throws(LimitExceeded) {
    for block in feature.declaration.conditional.indices
    where try !canApply(block, of: &feature) {
      feature.report(
        ProvenFinding(
          .unreachableBlock, at: .block(feature: feature.feature, block),
          "block 'when[\(block + 1)]' never applies: its condition is never true"))
    }
  }

  static func canApply(_ block: Int, of feature: inout FeatureProof) throws(LimitExceeded) -> Bool {
    let condition = try feature.space.condition(ofBlock: block, of: feature.feature)
    let careSet = try feature.space.withinCareSet(condition)
    return feature.space.store.canBe(.yes, careSet)
  }
}
