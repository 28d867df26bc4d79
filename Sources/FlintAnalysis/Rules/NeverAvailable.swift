import FlintLogic
import FlintModel

/// Names a smallest set of constraints that conflict.
enum NeverAvailable: FeatureRuleChecker {
  static let summary = "a feature that is never available"
  static let basis = RuleBasis.status

  static func check(_ feature: inout FeatureProof) throws(LimitExceeded) {
    guard feature.isNeverAvailable[feature.feature] else { return }
    let reason = feature.reason(try feature.smallestConflict(on: nil))
    feature.report(
      ProvenFinding(
        .neverAvailable, at: .feature(feature.feature),
        "'\(feature.declaration.id)' is never available: \(reason)"))
  }
}

/// Not repeated for the features inside; one that is available nowhere is ``NeverAvailable``.
enum NeverAvailableOn: FeatureRuleChecker {
  static let summary =
    "a feature that is never available on a platform, although it does not exclude the platform"
  static let basis = RuleBasis.status

  static func check(_ feature: inout FeatureProof) throws(LimitExceeded) {
    guard !feature.isNeverAvailable[feature.feature] else { return }
    for platform in Platform.allCases
    where feature.space.runs(on: platform) {
      guard !feature.space.canBe(.yes, feature.status, on: platform),
        !isDeclared(feature, platform), try feature.space.hasStates(on: platform)
      else { continue }
      feature.setNeverAvailable(on: platform)
      let reason = feature.reason(try feature.smallestConflict(on: platform))
      feature.report(
        ProvenFinding(
          .neverAvailableOn, at: .feature(feature.feature), platform: platform,
          "'\(feature.declaration.id)' is never available on \(platform.name): \(reason)",
          hint: """
            declare "\(platform.name)": "unsupported" \
            if the feature is not meant for this platform
            """))
    }
  }

  private static func isDeclared(_ feature: borrowing FeatureProof, _ platform: Platform) -> Bool {
    let unsupported = Constraint.platform(platform, .unsupported)
    if feature.declaration.constraints.contains(unsupported) { return true }
    return feature.manifest.ancestors(of: feature.feature).contains { ancestor in
      feature.manifest.features[ancestor].constraints.contains(unsupported)
        || feature.neverAvailableOn[ancestor].contains(platform)
    }
  }
}

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
