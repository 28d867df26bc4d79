import FlintModel

/// `unsupported` is not reported.
enum PlatformNotOfApp: FeatureRuleChecker {
  static let summary = "a constraint for a platform that the app does not run on"
  static let basis = RuleBasis.declarations

  static func check(_ feature: inout FeatureProof) throws(LimitExceeded) {
    guard feature.manifest.app.platforms != nil else { return }
    let manifest = feature.manifest
    for position in feature.positions {
      let constraint = position.constraint(in: manifest)
      if isForeign(constraint, manifest.app),
        case .requirement(.platform(let platform, _)) = constraint
      {
        feature.report(finding(platform, at: .constraint(position)))
      }
      let root = ConditionRoot.constraints(feature: position.feature, block: position.block)
      for finding in findings(in: constraint, [], root, manifest.app) { feature.report(finding) }
    }
    for (number, block) in feature.declaration.conditional.enumerated() {
      let root = ConditionRoot.guarding(feature: feature.feature, block: number)
      for constraint in block.condition.constraints {
        for finding in findings(in: constraint, [], root, manifest.app) { feature.report(finding) }
      }
    }
  }

  static func check(_ checked: CheckedManifest) -> [ProvenFinding] {
    let manifest = checked.manifest
    guard manifest.app.platforms != nil else { return [] }
    return manifest.unownedConditions.flatMap { root, condition in
      condition.constraints.flatMap { findings(in: $0, [], root, manifest.app) }
    }
  }

  static func isForeign(_ constraint: Constraint, _ app: Manifest.App) -> Bool {
    guard case .requirement(.platform(let platform, let versions)) = constraint else {
      return false
    }
    return versions != .unsupported && !app.names(platform)
  }

  private static func findings(
    in constraint: Constraint, _ path: [ConditionStep], _ root: ConditionRoot, _ app: Manifest.App
  ) -> [ProvenFinding] {
    if case .requirement(.platforms(let platforms)) = constraint {
      return platforms.filter { !app.names($0.platform) }.map {
        finding($0.platform, at: .within(root, path: path + [.platform($0.platform)]))
      }
    }
    guard let step = constraint.step else { return [] }
    return constraint.operands.enumerated().flatMap { number, operand in
      let inside = path + (step == .not ? [step] : [step, .element(number)])
      return operand.constraints.flatMap { findings(in: $0, inside, root, app) }
    }
  }

  private static func finding(_ platform: Platform, at location: FindingLocation) -> ProvenFinding {
    ProvenFinding(
      .platformNotOfApp, at: location,
      "the app does not run on \(platform.name)",
      hint: "add the platform to the app's 'platforms', or remove it here")
  }
}

extension Manifest {
  /// Named conditions and assumptions.
  var unownedConditions: [(root: ConditionRoot, condition: Condition)] {
    conditions.enumerated().map { (.named($0.offset), $0.element.condition) }
      + assumptions.enumerated().map { (.assumed($0.offset), $0.element.condition) }
  }
}

extension Manifest.App {
  fileprivate func names(_ platform: Platform) -> Bool {
    platforms?.contains { $0.platform == platform } ?? true
  }
}
