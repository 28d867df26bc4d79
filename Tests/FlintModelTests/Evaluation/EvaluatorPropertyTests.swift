import FlintModel
import RandomModels
import TestSupport
import Testing

@Suite("Properties of every manifest and state")
struct EvaluatorPropertyTests {
  @Test(
    "Statuses, blockers and next steps are consistent",
    arguments: TestDepth.seeds(30, thorough: 1000))
  func consistency(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let manifest = random.manifest()
    let evaluator = Evaluator(manifest, in: random.state(for: manifest))
    for evaluation in evaluator.all {
      let isAvailable = evaluation.status == .available
      #expect(evaluation.blockers.isEmpty == isAvailable)
      #expect((evaluation.nextStep == nil) == isAvailable)
      #expect(evaluator.status(of: evaluation.feature) == evaluation.status)
      let alone = evaluator.evaluate(evaluation.feature)
      #expect(ComparableEvaluation(evaluation) == ComparableEvaluation(alone))
      let blocking: ConstraintStatus =
        evaluation.status == .unavailable ? .notSatisfied : .notDetermined
      #expect(evaluation.blockers.allSatisfy { $0.constraint.status == blocking })
    }
  }

  @Test(
    "The order of declarations does not change results",
    arguments: TestDepth.seeds(15, thorough: 500))
  func order(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let manifest = random.manifest()
    let state = random.state(for: manifest)
    let shuffled = manifest.with(
      features: manifest.features.map { feature in
        FeatureDeclaration(
          id: feature.id, parent: feature.parent, isEnabled: feature.isEnabled,
          constraints: feature.constraints.shuffled(using: &random),
          conditional: feature.conditional.shuffled(using: &random))
      })
    for feature in manifest.features.indices {
      #expect(
        Evaluator(manifest, in: state).status(of: feature)
          == Evaluator(shuffled, in: state).status(of: feature))
    }
  }

  @Test(
    "Learning an unknown fact never changes a definite result",
    arguments: TestDepth.seeds(30, thorough: 1000))
  func monotonicity(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let manifest = random.manifest()
    let open = random.state(for: manifest)
    var known = open
    for (product, holding) in open.purchases where holding == .status(.unknown) {
      known.purchases[product] = .status(random.pick([.purchased, .notPurchased]))
    }
    for (feature, flag) in open.runtime where flag == .unknown {
      known.runtime[feature] = random.pick([.yes, .no])
    }
    let (before, after) = (Evaluator(manifest, in: open), Evaluator(manifest, in: known))
    for feature in manifest.features.indices {
      let status = before.status(of: feature)
      #expect(status == .undetermined || after.status(of: feature) == status)
    }
  }

  @Test(
    "An evaluator whose state changes gives the results of a new evaluator",
    arguments: TestDepth.seeds(30, thorough: 1000))
  func change(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let manifest = random.manifest()
    var changed = Evaluator(manifest, in: random.state(for: manifest))
    for _ in 0..<4 {
      let state = random.state(for: manifest)
      changed.change(to: state, knowing: manifest.references.order)
      let new = Evaluator(manifest, in: state)
      #expect(changed.appConstraints == new.appConstraints)
      #expect(changed.statuses() == new.statuses())
      for (one, other) in zip(changed.all, new.all) {
        #expect(ComparableEvaluation(one) == ComparableEvaluation(other))
      }
    }
  }
}
