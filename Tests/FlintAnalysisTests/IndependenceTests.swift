import FlintLogic
import FlintModel
import RandomModels
import TestSupport
import Testing

@testable import FlintAnalysis

/// The result of an analysis of a feature depends on that feature and its dependencies alone.
@Suite("Independence of unrelated features")
struct IndependenceTests {
  /// Budgets that a complex feature exceeds quickly. Every other random feature needs far fewer steps, but not all of
  /// them succeed in the shared space.
  private static let budgets = StepBudgets(shared: 1 << 8, separate: 1 << 14)

  /// Without indices.
  private struct Finding: Hashable {
    let rule: ProvenRule
    let message: String

    init(_ finding: ProvenFinding) { (rule, message) = (finding.rule, finding.message) }
  }

  private struct Verdict: Hashable {
    var findings: Set<Finding> = []

    /// For each status, whether the feature can have it, or that it is too complex to decide.
    var statuses: [String] = []

    /// The plans; nil for a feature that is too complex, because plans have a larger budget.
    var plans: Set<Set<String>>?
  }

  @Test(
    "Adding an unrelated feature, or moving features, changes no result of another feature",
    arguments: TestDepth.seeds(2, thorough: 1000))
  func unrelatedChanges(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var manifest = random.manifest(RandomManifestShape(features: 4))
    if seed.isMultiple(of: 2) { manifest = random.addingComplexFeature(to: manifest) }
    let expected = verdicts(on: manifest)
    // A feature is not analyzed if the assumptions exclude every state.
    if seed.isMultiple(of: 2) {
      let statuses = expected["complex"]?.statuses
      #expect(statuses == ["too complex"] || statuses?.first == "no state", "seed \(seed)")
    }
    let changed = random.addingUnrelatedFeature(to: random.movingDeclarations(of: manifest))
    let found = verdicts(on: changed)
    for (id, verdict) in expected {
      #expect(found[id] == verdict, "seed \(seed), feature \(id)")
    }
  }

  private func verdicts(on manifest: Manifest, planning: Bool = true) -> [String: Verdict] {
    var findings = FeatureProof(of: manifest, today: nil, budgets: Self.budgets)
    var claims = ClaimProof(of: manifest, budgets: Self.budgets)
    var verdicts: [String: Verdict] = [:]
    for (index, feature) in manifest.features.enumerated() {
      var verdict = Verdict()
      findings.analyze(index)
      verdict.findings = Set(
        findings.findings.filter { $0.feature == index }.map { Finding($0) })
      for status in FeatureStatus.allCases where verdict.statuses != ["too complex"] {
        let claim = Claim(.never, .feature(index, status))
        switch try? claims.verdict(on: claim) {
        case .proven: verdict.statuses.append("never \(status)")
        case .counterexample(let state):
          verdict.statuses.append("\(status) after \(state.countOfFields(manifest)) changes")
        case .vacuous: verdict.statuses.append("no state")
        case nil: verdict.statuses.append("too complex")
        }
      }
      if planning, !verdict.findings.contains(where: { $0.rule == .tooLargeToProve }) {
        let result = try? Planner.plan(
          index, from: manifest.freshInstall, in: manifest, limit: 1000)
        verdict.plans = Set(result?.plans.map { Set($0.map { manifest.name(of: $0) }) } ?? [])
      }
      verdicts[feature.id] = verdict
    }
    return verdicts
  }

  @Test("A feature is proven within the budget, whatever features come before it")
  func order() {
    // The hard feature mentions pairs of products in an order that takes 2^12 nodes; the helpful one mentions them in
    // an order that suits both.
    let count = 12
    let all = (0..<2 * count).map { PurchaseExpression.product($0) }
    let pairs = (0..<count).map { Constraint.purchase(.anyOf([all[$0], all[count + $0]])) }
    let helpful = FeatureDeclaration(id: "helpful", constraints: pairs)
    let hard = FeatureDeclaration(id: "hard", constraints: [.purchase(.anyOf(all))] + pairs)
    var random = SeededGenerator(seed: 3)
    let complex = FeatureDeclaration(
      id: "complex",
      constraints: (0..<60).map { _ in
        .purchase(.anyOf(Array(all.shuffled(using: &random).prefix(3))))
      })
    let unrelated = (0..<50).map {
      FeatureDeclaration(id: "unrelated\($0)", constraints: [.userToggled(defaultValue: true)])
    }
    let products = all.indices.map { ProductDeclaration(id: "P\($0)", type: .nonConsumable) }
    func verdict(_ features: [FeatureDeclaration]) -> Verdict? {
      verdicts(on: Manifest(products: products, features: features), planning: false)["hard"]
    }
    let alone = verdict([hard])
    #expect(alone?.findings.map(\.rule) == [.redundantConstraint])
    #expect(verdict([helpful, hard]) == alone)
    #expect(verdict([complex, hard]) == alone)
    #expect(verdict(unrelated + [hard]) == alone)
    #expect(verdict([hard, complex, helpful]) == alone)
  }
}

extension SeededGenerator {
  /// Adds a feature whose analysis exceeds the budget, before or after all others, which may require it.
  fileprivate mutating func addingComplexFeature(to manifest: Manifest) -> Manifest {
    let first = manifest.products.count
    let complex = FeatureDeclaration(
      id: "complex",
      constraints: (0..<60).map { _ in
        .purchase(.anyOf((0..<40).shuffled(using: &self).prefix(3).map { .product(first + $0) }))
      })
    let (isFirst, isRequired) = (oneIn(2), oneIn(2))
    // Assumptions that depend on the feature would exceed their own budget, which is large.
    let assumptions = isRequired ? [] : manifest.assumptions
    let renumber = Renumbering(features: { isFirst ? $0 + 1 : $0 })
    var features = manifest.features.map { renumber($0) }
    if isRequired {
      features[int(0...features.count - 1)].constraints.append(
        .feature(isFirst ? 0 : features.count))
    }
    return Manifest(
      app: manifest.app, groups: manifest.groups,
      products: manifest.products
        + (0..<40).map { ProductDeclaration(id: "complex\($0)", type: .nonConsumable) },
      attributes: manifest.attributes, conditions: manifest.conditions.map { renumber($0) },
      assumptions: assumptions.map { renumber($0) }, buckets: manifest.buckets,
      features: isFirst ? [complex] + features : features + [complex])
  }

  /// Adds a feature before or after all others that requires declarations of its own, and common facts.
  fileprivate mutating func addingUnrelatedFeature(to manifest: Manifest) -> Manifest {
    let isFirst = oneIn(2)
    let shift = isFirst ? 1 : 0
    func end(_ count: Int) -> Int { isFirst ? 0 : count }
    let renumber = Renumbering(
      products: { $0 + shift }, attributes: { $0 + shift }, features: { $0 + shift },
      conditions: { $0 + shift })
    var (products, attributes) = (manifest.products, manifest.attributes)
    var conditions = manifest.conditions.map { renumber($0) }
    var features = manifest.features.map { renumber($0) }
    let product = ProductDeclaration(id: "unrelated", type: .nonConsumable)
    let attribute = AttributeDeclaration(id: "unrelated", domain: .boolean)
    let condition = ConditionDeclaration(
      id: "unrelated",
      is: Condition([
        .attribute(.init(attribute: end(attributes.count), accepted: .boolean(true)))
      ]))
    let feature = FeatureDeclaration(
      id: "unrelated",
      constraints: [
        .purchase(.product(end(products.count))), .condition(end(conditions.count)),
        .userToggled(defaultValue: false), .permission(pick(SystemPermission.allCases)),
        .platform(.iOS, .versions(.atLeast(version()))), .date(.atLeast(date())),
      ])
    products.insert(product, at: end(products.count))
    attributes.insert(attribute, at: end(attributes.count))
    conditions.insert(condition, at: end(conditions.count))
    features.insert(feature, at: end(features.count))
    return Manifest(
      app: manifest.app, groups: manifest.groups, products: products, attributes: attributes,
      conditions: conditions, assumptions: manifest.assumptions.map { renumber($0) },
      buckets: manifest.buckets, features: features)
  }

  /// Returns the manifest with the features below each parent in another order, and with the products and named
  /// conditions in the reverse order.
  fileprivate mutating func movingDeclarations(of manifest: Manifest) -> Manifest {
    var order: [Int] = []
    var open = manifest.children(of: nil).shuffled(using: &self)
    while let next = open.popLast() {
      order.append(next)
      open += manifest.children(of: next).shuffled(using: &self)
    }
    let position = Dictionary(
      uniqueKeysWithValues: order.enumerated().map { ($0.element, $0.offset) })
    let (products, conditions) = (manifest.products.count, manifest.conditions.count)
    let renumber = Renumbering(
      products: { products - 1 - $0 }, features: { position[$0] ?? $0 },
      conditions: { conditions - 1 - $0 })
    return Manifest(
      app: manifest.app, groups: manifest.groups, products: manifest.products.reversed(),
      attributes: manifest.attributes,
      conditions: manifest.conditions.reversed().map { renumber($0) },
      assumptions: manifest.assumptions.map { renumber($0) }, buckets: manifest.buckets,
      features: order.map { renumber(manifest.features[$0]) }
    ).withBucketsInOrderOfUse
  }
}

extension Manifest {
  fileprivate func children(of parent: Int?) -> [Int] {
    features.indices.filter { features[$0].parent == parent }
  }

  /// Describes a change with ids in place of indices.
  fileprivate func name(of change: Change) -> String {
    let subject = change.fact.subject.map { id(of: $0.kind, at: $0.index) }
    return "\(change.kind) \(subject ?? "\(change.fact)") \(change.value)"
  }
}
