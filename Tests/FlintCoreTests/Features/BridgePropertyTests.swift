import RandomModels
import TestSupport
import Testing

@testable import FlintCore
@testable import FlintModel

@Suite("Swift features and the manifest they are made from")
struct BridgePropertyTests {
  @Test(
    "Have the same status in every state", arguments: TestDepth.seeds(4, thorough: 150))
  func sameAnswers(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let source = random.manifest()
    RandomFeatures.$source.withValue(source) {
      let described = Manifest(
        describing: RandomFeatures.self, app: source.app, products: RandomFeatures.products,
        assumptions: RandomFeatures.assumptions)
      #expect(described.features.map(\.id) == source.features.map(\.id))
      for _ in 0..<10 {
        let given =
          random.oneIn(2)
          ? random.state(for: source) : random.state(for: source).withUnsupportedFromTable
        let device = SimulatedDevice(
          given.translated(from: source, to: described), for: described)
        let expected = Evaluator(source, in: given)
        let bridged = Evaluator(described, in: device.state)
        #expect(bridged.brokenAssumptions == expected.brokenAssumptions, "seed \(seed)")
        Flint.withOwnRegistry {
          Flint.setup(
            RandomFeatures.self, app: source.app, products: RandomFeatures.products
          ) { $0.simulate(device) }
          for feature in source.features.indices {
            let evaluation = expected.evaluate(feature)
            let asked = Flint.constraintsEvaluator.evaluate(for: RandomFeatures.all[feature])
            let statuses = [bridged.evaluate(feature).status, asked.status]
            #expect(statuses == [evaluation.status, evaluation.status], "feature \(feature)")
            check(RandomFeatures.all[feature], isAvailable: evaluation.status.isAvailable)
            #expect(asked.reasons.isEmpty == evaluation.blockers.isEmpty, "feature \(feature)")
            if given == given.withUnsupportedFromTable {
              let step = evaluation.nextStep?.action
              #expect(asked.nextStep?.action == step, "feature \(feature)")
            }
          }
        }
      }
    }
  }

  @Test("Have the same names of constraints", arguments: TestDepth.seeds(18, thorough: 150))
  func sameNames(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let source = random.manifest()
    let described = RandomFeatures.$source.withValue(source) {
      Manifest(
        describing: RandomFeatures.self, app: source.app, products: RandomFeatures.products,
        assumptions: RandomFeatures.assumptions)
    }
    for (old, new) in zip(source.features, described.features) {
      #expect(new.shape(in: described) == old.shape(in: source), "feature \(old.id)")
    }
    for condition in described.conditions {
      let old = source.conditions.first { $0.id == condition.id }?.condition.shape(in: source)
      #expect(condition.condition.shape(in: described) == old, "condition \(condition.id)")
    }
    #expect(described.assumptionShapes == source.assumptionShapes)
    #expect(described.withBucketsInOrderOfUse == described)
  }
}

extension Manifest {
  fileprivate var assumptionShapes: [[String]] {
    assumptions.map { [$0.id, $0.condition.shape(in: self)] }
  }
}

extension FeatureDeclaration {
  /// Returns the names of the constraints, then for each conditional block those of its guard and of its constraints.
  fileprivate func shape(in manifest: Manifest) -> [[String]] {
    var shape = [constraints.map { $0.shape(in: manifest) }]
    for block in conditional {
      shape.append([block.condition.shape(in: manifest)])
      shape.append(block.constraints.map { $0.shape(in: manifest) })
    }
    return shape
  }
}

extension Condition {
  fileprivate func shape(in manifest: Manifest) -> String {
    "{" + constraints.map { $0.shape(in: manifest) }.joined(separator: "; ") + "}"
  }
}

extension Constraint {
  fileprivate func shape(in manifest: Manifest) -> String {
    name(in: manifest) + operands.map { $0.shape(in: manifest) }.joined()
  }
}

extension DeviceState {
  /// The state with only those permissions unsupported that the platform does not offer. The next step depends on this
  /// table.
  fileprivate var withUnsupportedFromTable: DeviceState {
    var state = self
    for permission in SystemPermission.allCases where permissions[permission] == .unsupported {
      state.permissions[permission] = nil
    }
    for permission in SystemPermission.allCases
    where !permission.isOffered(on: platform, osVersion) {
      state.permissions[permission] = nil
    }
    if defaults.permission == .unsupported { state.defaults.permission = .denied }
    return state
  }

  /// Returns the state for another manifest, translated by ids. Undeclared ids are omitted.
  fileprivate func translated(from source: Manifest, to target: Manifest) -> DeviceState {
    var state = self
    state.purchases = [:]
    for (index, holding) in purchases {
      let id = source.products[index].id
      if let index = target.products.firstIndex(where: { $0.id == id }) {
        state.purchases[index] = holding
      }
    }
    state.attributes = [:]
    for (index, value) in attributes {
      let id = source.attributes[index].id
      if let index = target.attributes.firstIndex(where: { $0.id == id }) {
        state.attributes[index] = value
      }
    }
    state.buckets = [:]
    for (index, position) in buckets {
      if let index = target.buckets.firstIndex(of: source.buckets[index]) {
        state.buckets[index] = position
      }
    }
    return state
  }
}
