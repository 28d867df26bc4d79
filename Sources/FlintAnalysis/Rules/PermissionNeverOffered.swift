import FlintModel
import FlintLogic

/// The rule for a constraint that requires a permission, but only on versions of a platform on which the system does
/// not offer this permission, so that the user cannot grant it. A system that gives access without a request offers it.
///
/// The platforms on which the constraint applies depend on the guard of its conditional block (the condition under
/// which the block applies), and on the platforms that the feature and its ancestors require.
enum PermissionNeverOffered: FeatureRuleChecker {
  static let summary =
    "a permission that is required only on platform versions that do not offer it"
  static let basis = RuleBasis.possibleStates

  static func check(_ feature: inout FeatureProof) throws(LimitExceeded) {
    var platforms: Diagram?
    for position in feature.positions {
      guard
        case .requirement(.permission(let requirement)) = position.constraint(in: feature.manifest)
      else {
        continue
      }
      let permission = requirement.permission
      if platforms == nil { platforms = try supportedPlatforms(of: &feature) }
      var active = platforms ?? .yes
      if let block = position.block {
        let condition = try feature.space.condition(ofBlock: block, of: feature.feature)
        active = try feature.space.store.and(
          active, feature.space.store.apply(condition, no: .no, unknown: .yes, yes: .yes))
      }
      let offered = try feature.space.value(
        of: Formula.any([.reference(.offered(permission)), permission.isFree]), on: 0)
      active = try feature.space.store.and(
        active, feature.space.careSet(for: [active, offered]))
      guard feature.space.store.canBe(.yes, active) else { continue }
      let both = try feature.space.store.and(active, offered)
      guard !feature.space.store.canBe(.yes, both) else { continue }
      feature.report(
        ProvenFinding(
          .permissionNeverOffered, at: .constraint(position),
          "permission '\(permission.name)' is required only on platform versions that do not offer it"
        ))
    }
  }

  private static func supportedPlatforms(
    of feature: inout FeatureProof
  ) throws(LimitExceeded) -> Diagram {
    var requirements = [try feature.space.value(of: .app, on: 0)]
    for declaring in [feature.feature] + Array(feature.manifest.ancestors(of: feature.feature)) {
      for constraint in feature.manifest.features[declaring].constraints {
        guard case .requirement(.platform) = constraint else { continue }
        requirements.append(
          try feature.space.value(of: constraint, of: declaring, in: feature.manifest, on: 0))
      }
    }
    return try feature.space.store.join(.and, requirements[...])
  }
}
