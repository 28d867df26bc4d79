import FlintCore
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
    #expect(throws: TooLarge.self) {
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
    let count = 40
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
}
