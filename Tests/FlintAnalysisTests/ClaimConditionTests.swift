import FlintLogic
import FlintManifest
import FlintModel
import RandomModels
import TestSupport
import Testing

@testable import FlintAnalysis

/// Compares claims about the states that match a condition with an evaluation of every such state.
@Suite("Claims with a condition")
struct ClaimConditionTests {
  @Test(
    "The result is the one that evaluating every state gives, and a refuted claim names the nearest matching state"
  )
  func agreesWithEveryState() {
    var met: [String: Int] = [:]
    let seeds = TestDepth.seeds(8, thorough: 80)
    // Few seeds can miss a verdict. Then others follow until each is met.
    for seed in seeds.lowerBound...seeds.upperBound + 200
    where seeds.contains(seed) || met.count < 3 {
      met[check(seed), default: 0] += 1
    }
    #expect(met.count == 3, "all three verdicts are met: \(met)")
  }

  @Test("No state has a feature unlocked that requires no consumable, whatever was claimed before")
  func unlocked() throws {
    let manifest = Manifest(features: [
      FeatureDeclaration(id: "f", constraints: [.userToggled(defaultValue: false)])
    ])
    var condition = StateCondition()
    condition.required.unlocked = [0]
    let formula = ClaimFormula.feature(0, .available)
    var proof = ClaimProof(of: manifest)
    for condition in [condition, StateCondition(), condition] {
      let verdict = try proof.verdict(on: Claim(.always, formula, where: condition))
      if case .vacuous = verdict {
        #expect(condition.required.unlocked != nil)
      } else {
        #expect(condition.required.unlocked == nil)
      }
    }
  }

  @Test(
    "The nearest state has a required app version by default, where some platform does",
    arguments: [
      (InstalledVersion.latest, [.iOS: 4]), (.version(3), [.iOS: 4, .macOS: 3]),
    ] as [(InstalledVersion, [Platform: Version])])
  func declaredVersion(required: InstalledVersion, declared: [Platform: Version]) throws {
    let alternatives = [Constraint.platforms([.macOS()]), .permission(.camera)]
    let manifest = Manifest(
      app: Manifest.App(versions: declared),
      features: [
        FeatureDeclaration(id: "f", constraints: [.anyOf(alternatives.map { Condition($0) })])
      ])
    var condition = StateCondition()
    condition.required.device[.appVersion] = .version(required)
    var proof = ClaimProof(of: manifest)
    let verdict = try proof.verdict(on: Claim(.never, .feature(0, .available), where: condition))
    #expect(verdict == .counterexample(DeviceState(platform: .macOS)))
  }

  @Test("A state has the same choice for two manifests as for one")
  func sharedChoice() {
    let isRelease = Constraint.attribute(.init(attribute: 0, accepted: .values([.choice(1)])))
    let manifest = Manifest(
      attributes: [AttributeDeclaration(id: "build", domain: .choice(["debug", "release"]))],
      assumptions: [AssumptionDeclaration(id: "shipped", is: Condition(isRelease))])
    var choices: Set<AttributeValue?> = []
    EveryState([manifest, manifest], naming: manifest).visitAll { choices.insert($0.attributes[0]) }
    #expect(choices == [nil, .unknown, .choice(1)])
  }

  /// - Returns: The name of the result.
  private func check(_ seed: UInt64) -> String {
    var random = SeededGenerator(seed: seed)
    var manifest = random.manifest(.tiny)
    var condition = random.condition(of: manifest)
    var states = EveryState([manifest, manifest.mentioning(condition)], naming: manifest)
    while states.count > 20_000 {
      manifest = random.manifest(.tiny)
      condition = random.condition(of: manifest)
      states = EveryState([manifest, manifest.mentioning(condition)], naming: manifest)
    }
    let formula = random.formula(of: manifest, depth: 2)
    let claim = Claim(random.oneIn(2) ? .always : .never, formula, where: condition)

    var matching = 0
    var fewest = Int.max
    states.visitAll { state in
      let evaluator = Evaluator(manifest, in: state)
      guard condition.isMatched(by: evaluator) else { return }
      matching += 1
      if formula.holds(evaluator) == (claim.quantifier == .never) {
        fewest = min(fewest, state.countOfFields(manifest))
      }
    }
    var proof = ClaimProof(of: manifest)
    switch try? proof.verdict(on: claim) {
    case .vacuous:
      #expect(matching == 0, "seed \(seed): \(claim)")
      return "vacuous"
    case .proven:
      #expect(matching > 0 && fewest == .max, "seed \(seed): \(claim)")
      return "proven"
    case .counterexample(let state):
      let evaluator = Evaluator(manifest, in: state)
      #expect(condition.isMatched(by: evaluator), "seed \(seed): \(claim), \(state)")
      #expect(
        formula.holds(evaluator) == (claim.quantifier == .never), "seed \(seed): \(claim), \(state)"
      )
      #expect(state.countOfFields(manifest) == fewest, "seed \(seed): \(claim), \(state)")
      return "refuted"
    case nil:
      Issue.record("seed \(seed): \(claim)")
      return "too large"
    }
  }
}

// MARK: - Random claims

extension SeededGenerator {
  fileprivate mutating func formula(of manifest: Manifest, depth: Int) -> ClaimFormula {
    let feature = ClaimFormula.feature(
      int(0...manifest.features.count - 1), pick(FeatureStatus.allCases))
    guard depth > 0 else { return feature }
    switch int(0...5) {
    case 0: return .not(formula(of: manifest, depth: depth - 1))
    case 1: return .allOf((0...int(0...1)).map { _ in formula(of: manifest, depth: depth - 1) })
    case 2: return .anyOf((0...int(0...1)).map { _ in formula(of: manifest, depth: depth - 1) })
    default: return feature
    }
  }

  fileprivate mutating func condition(of manifest: Manifest) -> StateCondition {
    var condition = StateCondition()
    if oneIn(2) { condition.required.platform = pick(Platform.allCases) }
    if oneIn(3) { (condition.required.osVersion, condition.osVersions) = versions() }
    if oneIn(3) {
      let (exact, range) = versions()
      condition.required.device[.appVersion] = exact.map { .version($0) }
      condition.ranges[.appVersion] = range.map { .versions($0) }
    }
    if oneIn(2) {
      let permission = pick([
        SystemPermission.camera, .locationWhenInUse, .locationAlways, .tracking,
      ])
      condition.required.permissions[permission] = pick([
        SystemPermissionStatus.authorized, .denied, .notDetermined, .unsupported,
      ])
    }
    for (index, product) in manifest.products.enumerated()
    where product.type != .consumable && oneIn(3) {
      condition.required.purchases[index] = .status(
        pick([PurchaseStatus.purchased, .notPurchased, .unknown]))
    }
    for index in manifest.features.indices where oneIn(3) {
      let kinds = manifest.kinds(of: index)
      if kinds.contains(.userToggled) { condition.required.toggles[index] = oneIn(2) }
      if kinds.contains(.runtimeEnabled) {
        condition.required.runtime[index] = pick([.yes, .no, .unknown])
      }
      if oneIn(kinds.contains(.purchase) ? 2 : 8) {
        condition.required.unlocked = (condition.required.unlocked ?? []) + [index]
      }
    }
    for (index, attribute) in manifest.attributes.enumerated() where oneIn(3) {
      if let range = range(of: attribute.domain), oneIn(2) {
        condition.ranges[.attribute(index)] = range
      } else {
        condition.required.attributes[index] = oneIn(4) ? .unknown : value(of: attribute.domain)
      }
    }
    if oneIn(4) {
      if oneIn(2) {
        condition.required.device[.date] = .date(date())
      } else {
        condition.ranges[.date] = .dates(bounds { $0.date() })
      }
    }
    for index in manifest.buckets.indices where oneIn(3) {
      condition.buckets[index] = oneIn(2) ? .only(draw()) : bounds { $0.draw() }
    }
    return condition
  }

  private mutating func draw() -> Percent {
    let percent = percent()
    return percent == .hundred ? .zero : percent
  }

  private mutating func range(of domain: AttributeDomain) -> AttributeRange? {
    switch domain {
    case .boolean, .choice, .text: nil
    case .integer: .integers(bounds { $0.integer() })
    case .version: .versions(versionRange())
    case .date: .dates(bounds { $0.date() })
    }
  }

  private mutating func versions() -> (exact: InstalledVersion?, range: VersionRange?) {
    let low = Version(Int32(int(1...16)))
    switch int(0...4) {
    case 0: return (.latest, nil)
    case 1: return (.version(low), nil)
    case 2: return (nil, .atLeast(low))
    case 3: return (nil, .below(low))
    default:
      let range = VersionRange(atLeast: low, below: Version(low.major + 3))
      return (nil, range ?? .atLeast(low))
    }
  }
}

// MARK: - Reference evaluation

extension ClaimFormula {
  fileprivate func holds(_ evaluator: Evaluator) -> Bool {
    switch self {
    case .feature(let feature, let status): evaluator.status(of: feature) == status
    case .allOf(let formulas): formulas.allSatisfy { $0.holds(evaluator) }
    case .anyOf(let formulas): formulas.contains { $0.holds(evaluator) }
    case .not(let formula): !formula.holds(evaluator)
    }
  }
}

extension StateCondition {
  fileprivate func isMatched(by evaluator: Evaluator) -> Bool {
    let state = evaluator.state
    return required.platform.map { $0 == state.platform } != false
      && required.osVersion.map { $0 == state.osVersion } != false
      && osVersions.map { $0.contains(state.osVersion) } != false
      && required.device.allSatisfy { $0.value == state.value(of: $0.key) }
      && SystemPermission.allCases.allSatisfy { permission in
        required.permissions[permission].map { $0 == state.status(of: permission) } != false
      }
      && required.purchases.allSatisfy { $0.value == state.status(of: $0.key).map { .status($0) } }
      && (required.unlocked ?? []).allSatisfy { state.isUnlocked($0) }
      && required.toggles.allSatisfy { feature, isOn in
        state.toggle(
          of: feature, defaultValue: evaluator.manifest.toggleDefault(of: feature)) == isOn
      }
      && required.runtime.allSatisfy { $0.value == state.runtimeFlag(of: $0.key) }
      && required.attributes.allSatisfy { $0.value == state.value(of: $0.key) }
      && ranges.allSatisfy { fact, range in
        state.value(of: fact).typed.map { range.contains($0) } == true
      }
      && buckets.allSatisfy { bucket, range in
        state.bucket(bucket).map { range.contains($0) } == true
      }
  }
}

extension InstalledVersion {
  /// A range with the breakpoints of a condition that requires exactly this version.
  fileprivate var range: VersionRange {
    switch self {
    case .latest: .atLeast(0)
    case .version(let version): .atLeast(version)
    }
  }
}

extension Manifest {
  fileprivate func kinds(of feature: Int) -> Set<ConstraintKind> {
    var kinds: Set<ConstraintKind> = []
    features[feature].forEachRequirement { kinds.insert($0.kind) }
    return kinds
  }

  fileprivate func toggleDefault(of feature: Int) -> Bool {
    var toggle: Bool?
    features[feature].forEachRequirement { constraint in
      if case .userToggled(let value) = constraint { toggle = value }
    }
    return toggle ?? false
  }

  /// Returns the manifest with an additional feature that mentions every fact of the condition.
  fileprivate func mentioning(_ condition: StateCondition) -> Manifest {
    var constraints: [Constraint] = []
    if let range = condition.osVersions ?? condition.required.osVersion?.range {
      constraints += Platform.allCases.map { .platform($0, .versions(range)) }
    }
    for permission in SystemPermission.allCases
    where condition.required.permissions[permission] != nil {
      constraints.append(.permission(permission))
      if permission == .locationWhenInUse { constraints.append(.permission(.locationAlways)) }
    }
    constraints += condition.required.purchases.keys.map { .purchase(.product($0)) }
    for (attribute, value) in condition.required.attributes {
      let accepted: AttributeRequirement.Accepted? =
        switch value {
        case .unknown, .boolean, .choice, .version(.latest): nil
        case .text(let text): .texts([text])
        case .integer(let number): .integers([number])
        case .version(.version(let version)): .versions(.atLeast(version))
        case .date(let date): .dates(.atLeast(date))
        }
      if let accepted {
        constraints.append(.attribute(.init(attribute: attribute, accepted: accepted)))
      }
    }
    for fact in [.appVersion, .date] + attributes.indices.map({ Fact.attribute($0) }) {
      guard let range = condition.ranges[fact] else { continue }
      switch fact {
      case .device(let fact):
        constraints.append(.device(DeviceRequirement(fact, .range(range))))
      case .attribute(let attribute):
        constraints.append(.attribute(.init(attribute: attribute, accepted: .range(range))))
      default: break
      }
    }
    if case .version(let version)? = condition.required.device[.appVersion] {
      constraints.append(.appVersion(version.range))
    }
    if case .date(let date)? = condition.required.device[.date] {
      constraints.append(.date(.atLeast(date)))
    }
    for (bucket, range) in condition.buckets {
      constraints += range.limits.map { .rollout(RolloutRequirement(percent: $0, bucket: bucket)) }
    }
    return with(
      features: features + [FeatureDeclaration(id: "mentions", constraints: constraints)])
  }
}
