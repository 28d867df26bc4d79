import FlintModel
import RandomModels
import TestSupport
import Testing

@testable import FlintAnalysis

@Suite("Cancellation")
struct CancellationTests {
  /// Features that each require one of three products, again and again: their functions exceed every budget.
  private static func entangled(features: Int) -> Manifest {
    var random = SeededGenerator(seed: 3)
    return Manifest(
      products: (0..<90).map { ProductDeclaration(id: "P\($0)", type: .nonConsumable) },
      features: (0..<features).map { index in
        FeatureDeclaration(
          id: "f\(index)",
          constraints: (0..<90).map { _ in
            .purchase(.anyOf((0..<90).shuffled(using: &random).prefix(3).map { .product($0) }))
          })
      })
  }

  @Test("is current while its body runs, and only on that thread")
  func current() {
    let (outer, inner) = (Cancellation(), Cancellation())
    #expect(Cancellation.current == nil && !Cancellation.isRequested)
    outer.perform {
      #expect(Cancellation.current === outer)
      inner.perform { #expect(Cancellation.current === inner) }
      #expect(Cancellation.current === outer && !Cancellation.isRequested)
      inner.cancel()
      #expect(!Cancellation.isRequested)
      outer.cancel()
      #expect(Cancellation.isRequested)
    }
    #expect(Cancellation.current == nil && !Cancellation.isRequested)
  }

  @Test(
    "changes no result as long as it is not requested", arguments: TestDepth.seeds(5, thorough: 100)
  )
  func unrequested(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let manifest = random.manifest()
    let (findings, found) = Cancellation().perform {
      (ProvenFindings.find(in: manifest), Self.cover(of: manifest))
    }
    #expect(findings == ProvenFindings.find(in: manifest))
    #expect(found == Self.cover(of: manifest))
  }

  private static func cover(of manifest: Manifest) -> [DeviceState]? {
    let features = Array(manifest.features.indices)
    return (try? Cover(of: features, in: manifest, .statusesAndBlockers))?.states.map(\.state)
  }

  @Test("budgets are spent to the same step, whether an analysis can be cancelled or not")
  func budgets() {
    func stepsUntilFailure(of budget: Int, by size: Int) -> Int {
      var store = DiagramStore()
      store.grant(budget)
      var steps = 0
      while store.spend(size) { steps += size }
      #expect(!store.spend(0) && store.failure == LimitExceeded(budget: budget))
      return steps
    }
    let part = AnalysisLimits.cancellationSteps
    for budget in [0, 1, 5, part - 1, part, part + 1, 3 * part + 7] {
      for size in [1, 2, 3, part, 2 * part + 1] {
        let steps = Cancellation().perform { stepsUntilFailure(of: budget, by: size) }
        #expect(steps == stepsUntilFailure(of: budget, by: size), "\(budget) by \(size)")
      }
    }
  }

  @Test("ends a proof that has begun, within a fraction of the time that the rest would take")
  func endsProof() {
    let manifest = Self.entangled(features: TestDepth.count(50, thorough: 150))
    let cancellation = Cancellation()
    var steps = 0
    let clock = ContinuousClock()
    let time = clock.measure {
      cancellation.perform {
        var search = FindingSearch(in: manifest)
        while search.proceed() {
          steps += 1
          cancellation.cancel()
        }
      }
    }
    #expect(steps == 1 && time < .seconds(20))
  }

  @Test("ends every kind of analysis before its first proof")
  func endsAtOnce() throws {
    let manifest = Self.entangled(features: 150)
    var changed = manifest.features
    changed[0] = FeatureDeclaration(id: "f0")
    let other = Manifest(products: manifest.products, features: changed)
    let cancellation = Cancellation()
    cancellation.cancel()
    let features = Array(manifest.features.indices)
    let time = ContinuousClock().measure {
      cancellation.perform {
        #expect(throws: LimitExceeded.self) {
          var proof = ClaimProof(of: manifest)
          return try proof.verdict(on: Claim(.never, .feature(0, .available)))
        }
        #expect(throws: LimitExceeded.self) {
          try Planner.plan(0, from: DeviceState(), in: manifest)
        }
        #expect(throws: Cover.TooComplex.self) {
          try Cover(of: features, in: manifest, .statusesAndBlockers)
        }
        _ = Impact.features(on: .product(0), in: manifest)
        _ = try? Differences.between(manifest, other)
        _ = ProvenFindings.find(in: manifest)
      }
    }
    // One of these functions alone exceeds its budgets after a longer time.
    #expect(time < .seconds(20))
  }
}
