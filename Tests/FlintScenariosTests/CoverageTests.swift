import FlintManifest
import FlintModel
import FlintScenarios
import FlintText
import RandomModels
import TestSupport
import Testing

@Suite("Coverage")
struct CoverageTests {
  @Test("Without any run, every goal is missing")
  func nothing() throws {
    let manifest = try ManifestFile(SourceFile(path: "m.json", text: SourceText(studio))).manifest
    let items = Coverage(of: manifest).items()
    #expect(items.allSatisfy { !$0.isSeen && $0.example != nil })
    // Three features and eight constraints, each with two goals.
    #expect(items.count == 2 * (3 + 8))
  }

  @Test("The example for a missing goal reaches it", arguments: TestDepth.seeds(6, thorough: 40))
  func examples(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let manifest = random.manifest(RandomManifestShape(features: 4))
    var coverage = Coverage(of: manifest)
    for _ in 0..<3 { coverage.observe(random.state(for: manifest)) }
    for item in coverage.items() where !item.isSeen {
      guard let example = item.example else {
        Issue.record("seed \(seed): no example")
        continue
      }
      #expect(shows(item, in: example, of: manifest), "seed \(seed)")
    }
  }

  @Test("A reached goal is never reported as missing", arguments: TestDepth.seeds(6, thorough: 40))
  func seen(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let manifest = random.manifest(RandomManifestShape(features: 4))
    var coverage = Coverage(of: manifest)
    for item in coverage.items() {
      if case .state(let state)? = item.example?.given { coverage.observe(state) }
    }
    #expect(coverage.items().allSatisfy { $0.isSeen })
  }

  @Test(
    "Goals that are too complex to find count as missing, and goals that no state shows do not count"
  )
  func undecided() {
    var random = SeededGenerator(seed: 3)
    let clauses = (0..<90).map { _ in
      Constraint.purchase(
        .anyOf((0..<90).shuffled(using: &random).prefix(3).map { .product($0) }))
    }
    let manifest = Manifest(
      products: (0..<90).map { ProductDeclaration(id: "P\($0)", type: .nonConsumable) },
      conditions: [ConditionDeclaration(id: "complex", is: Condition(clauses))],
      features: [
        FeatureDeclaration(id: "complex", constraints: [.condition(0)]),
        FeatureDeclaration(id: "impossible", constraints: [.purchase(.anyOf([]))]),
        FeatureDeclaration(id: "simple", constraints: [.permission(.camera)]),
      ])
    var coverage = Coverage(of: manifest)
    coverage.observe(DeviceState())
    let items = coverage.items()
    func names(_ isWanted: (Coverage.Item) -> Bool) -> [String] {
      items.filter(isWanted).map { item in
        "\(manifest.features[item.feature].id) \(item.constraint ?? "-") \(item.isPositive)"
      }
    }
    #expect(names(\.isUndecided) == ["complex - true", "complex condition:complex true"])
    #expect(
      names(\.isSeen) == [
        "complex - false", "complex condition:complex false", "impossible - false",
        "impossible purchase: false", "simple - false", "simple permission:camera false",
      ])
    #expect(
      names { $0.example != nil } == ["simple - true", "simple permission:camera true"])
    #expect(items.count == 10)
  }

  @Test(
    "The expectation of a suggested case is the feature's complete evaluation",
    arguments: TestDepth.seeds(6, thorough: 300))
  func expectationOfSuggestedCase(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let manifest = random.manifest()
    for item in Coverage(of: manifest).items() {
      guard let example = item.example, case .state(let state) = example.given else { continue }
      let evaluation = Evaluator(manifest, in: state).evaluate(item.feature)
      let expected = RecordedCase(
        given: .state(state), expected: [RecordedExpectation(all: evaluation, in: manifest)])
      #expect(example.text(of: manifest) == expected.text(of: manifest))
    }
  }

  private func shows(_ item: Coverage.Item, in example: RecordedCase, of manifest: Manifest) -> Bool
  {
    guard case .state(let state) = example.given else { return false }
    let evaluation = Evaluator(manifest, in: state).evaluate(item.feature)
    guard let name = item.constraint else {
      return (evaluation.status == .available) == item.isPositive
    }
    return evaluation.constraints.contains { constraint in
      constraint.constraint.name(block: constraint.block, in: manifest) == name
        && (item.isPositive
          ? constraint.status == .satisfied
          : constraint.status == .notSatisfied || constraint.status == .notDetermined)
    }
  }
}
