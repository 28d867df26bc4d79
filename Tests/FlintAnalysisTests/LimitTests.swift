import FlintModel
import RandomModels
import TestSupport
import Testing

@testable import FlintAnalysis

@Suite("Limits of the analysis")
struct LimitTests {
  /// Returns a manifest with features that require one of three products many times, and one simple feature.
  private func entangled(features: Int, clauses: Int, products: Int) -> Manifest {
    var random = SeededGenerator(seed: 3)
    let entangled = (0..<features).map { index in
      FeatureDeclaration(
        id: "entangled\(index)",
        constraints: (0..<clauses).map { _ in
          .purchase(
            .anyOf((0..<products).shuffled(using: &random).prefix(3).map { .product($0) }))
        })
    }
    let simple = FeatureDeclaration(
      id: "simple", isEnabled: false, constraints: [.purchase(.product(0)), .permission(.camera)])
    return Manifest(
      products: (0..<products).map { ProductDeclaration(id: "P\($0)", type: .nonConsumable) },
      features: entangled + [simple])
  }

  @Test("A feature that is too complex is reported, and the others are still analyzed")
  func tooLarge() throws {
    let manifest = entangled(features: 1, clauses: 90, products: 90)
    let findings = ProvenFindings.find(in: manifest)
    #expect(findings.filter { $0.rule == .tooLargeToProve }.map(\.feature) == [0])
    #expect(
      findings.filter { $0.feature == 1 }.map(\.rule) == [.neverAvailableOn, .unusedIsEnabled])
    #expect(throws: LimitExceeded.self) {
      var proof = ClaimProof(of: manifest)
      return try proof.verdict(on: Claim(.never, .feature(0, .available)))
    }

    let smaller = Manifest(
      products: manifest.products,
      features: manifest.features.map {
        FeatureDeclaration(id: $0.id, constraints: Array($0.constraints.dropLast()))
      })
    let difference = try Differences.between(manifest, smaller)
    #expect(difference.features.map(\.change) == [.undecided, .gained])
  }

  @Test("Variables in an unfavorable order are reordered")
  func rearranges() {
    let count = TestDepth.count(25, thorough: 40)
    let first = (0..<count).map { PurchaseExpression.product($0) }
    let second = (0..<count).map { PurchaseExpression.product(count + $0) }
    let pairs = (0..<count).map { Constraint.purchase(.anyOf([first[$0], second[$0]])) }
    let manifest = Manifest(
      products: (0..<2 * count).map { ProductDeclaration(id: "P\($0)", type: .nonConsumable) },
      features: [
        FeatureDeclaration(
          id: "f", constraints: [.purchase(.anyOf(first)), .purchase(.anyOf(second))] + pairs)
      ])
    #expect(ProvenFindings.find(in: manifest).isEmpty)
    #expect(throws: Never.self) {
      var proof = ClaimProof(of: manifest)
      return try proof.verdict(on: Claim(.always, .not(.feature(0, .available))))
    }
  }

  @Test("A feature that requires many products is proven, planned and covered")
  func manyProducts() throws {
    let count = TestDepth.count(900, thorough: 2000)
    let manifest = Manifest(
      products: (0..<count).map { ProductDeclaration(id: "P\($0)", type: .nonConsumable) },
      features: [
        FeatureDeclaration(id: "f", constraints: (0..<count).map { .purchase(.product($0)) })
      ])
    #expect(ProvenFindings.find(in: manifest).isEmpty)
    let result = try Planner.plan(0, from: DeviceState(), in: manifest)
    #expect(result.plans == [(0..<count).map { .purchase($0) }])
    let cover = try Cover(of: [0], in: manifest, .statuses)
    #expect(cover.isProven)
    #expect(
      Set(cover.states.flatMap(\.shows))
        == Set(FeatureStatus.allCases.map { CoverGoal(0, .status($0)) }))
  }

  // MARK: The reported limit and feature

  /// Budgets with which each attempt fails quickly.
  private static let small = StepBudgets(shared: 1 << 8, separate: 1 << 12)

  /// Features of which the second is too complex, the third requires the second, and the fourth requires a condition
  /// that is too complex.
  private var withComplexSecond: Manifest {
    let complex = entangled(features: 1, clauses: 30, products: 30)
    return Manifest(
      products: complex.products,
      conditions: [
        ConditionDeclaration(id: "c", is: Condition(complex.features[0].constraints))
      ],
      features: [
        FeatureDeclaration(id: "first", constraints: [.permission(.camera)]),
        FeatureDeclaration(id: "second", constraints: complex.features[0].constraints),
        FeatureDeclaration(id: "third", constraints: [.feature(1)]),
        FeatureDeclaration(id: "fourth", constraints: [.condition(0)]),
        FeatureDeclaration(id: "fifth", constraints: [.permission(.camera)]),
      ])
  }

  @Test("The finding names the exceeded budget, and the feature or condition that exceeds it")
  func namesOfFindings() {
    let manifest = withComplexSecond
    var proof = FeatureProof(of: manifest, today: nil, budgets: Self.small)
    for feature in manifest.features.indices { proof.analyze(feature) }
    let findings = proof.findings.filter { $0.rule == .tooLargeToProve }
    #expect(
      findings.map(\.message) == [
        "feature 'second' is too complex to analyze: it exceeds the limit of 4096 steps",
        "feature 'third' is too complex to analyze: 'second' exceeds the limit of 4096 steps",
        "feature 'fourth' is too complex to analyze: condition 'c' exceeds the limit of 4096 steps",
      ])
    #expect(findings.map(\.location) == [.feature(1), .feature(2), .feature(3)])
  }

  @Test("A cover, a claim and a plan name the exceeded budget and the feature that exceeds it")
  func namesOfErrors() throws {
    let manifest = withComplexSecond
    let cover = #expect(throws: Cover.TooComplex.self) {
      _ = try GoalFunctions.found(
        of: [0, 1, 2], in: manifest, .statuses, budgets: Self.small
      ) { _ in }
    }
    #expect(cover?.feature == 1)
    #expect(
      cover?.reason.reason(of: "second", in: manifest) == "it exceeds the limit of 4096 steps")
    let claim = #expect(throws: LimitExceeded.self) {
      var proof = ClaimProof(of: manifest, budgets: Self.small)
      _ = try proof.verdict(
        on: Claim(.never, .allOf([.feature(0, .available), .feature(2, .available)])))
    }
    #expect(
      claim?.reason(of: "third", in: manifest) == "'second' exceeds the limit of 4096 steps")
    let complex = entangled(features: 1, clauses: 90, products: 90)
    let plan = #expect(throws: LimitExceeded.self) {
      _ = try Planner.plan(0, from: DeviceState(), in: complex)
    }
    #expect(
      plan?.reason(of: "entangled0", in: complex) == "it exceeds the limit of 1048576 steps")
  }

  // MARK: Separate state spaces

  @Test("A query that is too complex for the shared state space is answered in a separate one")
  func separateSpace() throws {
    let manifest = entangled(features: 2, clauses: 8, products: 12)
    // With these budgets, only a separate space answers queries about the complex features.
    var space = StateSpace(manifest, budgets: StepBudgets(shared: 16, separate: 1 << 20))
    func query(_ feature: Int) throws -> (attempts: Int, example: DeviceState) {
      var attempts = 0
      let example = try space.decide(about: [[feature]]) { space in
        attempts += 1
        let status = space.status(of: feature, side: 0)
        return space.state(space.nearest(where: status)?.values ?? [:])
      }
      return (attempts, example)
    }
    let (first, second) = (try query(0), try query(0))
    #expect(first.attempts == 2 && second.attempts == 2)
    #expect(second.example == first.example)
  }
}
