import FlintModel

/// For each kind, whether something uses the declaration with an index.
struct UsedDeclarations {
  private(set) var products: [Bool]
  private(set) var groups: [Bool]
  private(set) var attributes: [Bool]
  private(set) var conditions: [Bool]

  init(in manifest: Manifest) {
    func none(_ count: Int) -> [Bool] { [Bool](repeating: false, count: count) }
    products = none(manifest.products.count)
    groups = none(manifest.groups.count)
    attributes = none(manifest.attributes.count)
    conditions = none(manifest.conditions.count)
    manifest.forEachRequirement { constraint in
      switch constraint {
      case .requirement(.purchase(let expression)):
        expression.forEachProduct(in: manifest) { product, _ in
          products[product] = true
          if let group = manifest.products[product].group { groups[group] = true }
        }
      case .requirement(.attribute(let requirement)): attributes[requirement.attribute] = true
      case .condition(let condition): conditions[condition] = true
      case .requirement, .feature, .allOf, .anyOf, .not:
        break
      }
    }
  }
}

extension [Bool] {
  fileprivate var unused: [Int] { indices.filter { !self[$0] } }
}

enum UnusedProduct: RuleChecker {
  static let summary = "a product that no feature requires"

  static func check(_ checked: CheckedManifest) -> [ProvenFinding] {
    checked.used.products.unused.map { product in
      ProvenFinding(
        .unusedProduct, at: .product(product),
        "product '\(checked.manifest.products[product].id)' is never required")
    }
  }
}

enum UnusedCondition: RuleChecker {
  static let summary = "a named condition that is not used"

  static func check(_ checked: CheckedManifest) -> [ProvenFinding] {
    checked.used.conditions.unused.map { condition in
      ProvenFinding(
        .unusedCondition, at: .condition(condition),
        "condition '\(checked.manifest.conditions[condition].id)' is never used")
    }
  }
}

/// Neither the group nor one of its products is required.
enum UnusedGroup: RuleChecker {
  static let summary =
    "a subscription group that no constraint requires, not even through one of its products"

  static func check(_ checked: CheckedManifest) -> [ProvenFinding] {
    checked.used.groups.unused.map { group in
      ProvenFinding(
        .unusedGroup, at: .group(group),
        "neither group '\(checked.manifest.groups[group].id)' nor a product of it is ever required")
    }
  }
}

enum UnusedAttribute: RuleChecker {
  static let summary = "an attribute that no constraint or 'when' uses"

  static func check(_ checked: CheckedManifest) -> [ProvenFinding] {
    checked.used.attributes.unused.map { attribute in
      ProvenFinding(
        .unusedAttribute, at: .attribute(attribute),
        "attribute '\(checked.manifest.attributes[attribute].id)' is never used")
    }
  }
}

/// Without `runtimeEnabled`, nothing tests the flag.
enum UnusedIsEnabled: FeatureRuleChecker {
  static let summary = "an 'isEnabled' in a feature that has no 'runtimeEnabled' constraint"
  static let basis = RuleBasis.declarations

  static func check(_ feature: inout FeatureProof) throws(LimitExceeded) {
    guard feature.declaration.isEnabled != nil,
      !feature.declaration.requiresRuntimeFlag
    else { return }
    feature.report(
      ProvenFinding(
        .unusedIsEnabled, at: .isEnabled(feature.feature),
        "'isEnabled' of '\(feature.declaration.id)' has no effect",
        hint: "add \"runtimeEnabled\": true to the feature's constraints"))
  }
}

extension FeatureDeclaration {
  fileprivate var requiresRuntimeFlag: Bool {
    var isRequired = false
    forEachRequirement { if $0 == .runtimeEnabled { isRequired = true } }
    return isRequired
  }
}

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
