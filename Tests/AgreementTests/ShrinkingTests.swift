import FlintModel
import RandomModels
import TestSupport
import Testing

/// The evaluator with an intentional mistake about the state.
private struct MistakenJudge: Judge {
  let name: String
  let mistake: @Sendable (inout DeviceState) -> Void

  /// The mistake: an authorized `location.always` does not imply `location.whenInUse`.
  static let forgetful = MistakenJudge(name: "forgetful") { state in
    guard state.permissions[.locationWhenInUse] == nil else { return }
    state.permissions[.locationWhenInUse] =
      SystemPermission.locationWhenInUse.isOffered(on: state.platform, state.osVersion)
      ? state.defaults.permission : .unsupported
  }

  /// The mistake: a product with an unknown status counts as not purchased.
  static let hasty = MistakenJudge(name: "hasty") { state in
    for (product, holding) in state.purchases where holding == .status(.unknown) {
      state.purchases[product] = .status(.notPurchased)
    }
    if state.defaults.purchase == .unknown { state.defaults.purchase = .notPurchased }
  }

  func judge(_ groups: [Group]) -> [[[Verdict]?]] {
    EvaluatorJudge().judge(
      groups.map { group in
        Group(
          manifest: group.manifest,
          states: group.states.map { state in
            var state = state
            mistake(&state)
            return state
          })
      }
    ).map { states in states.map { $0?.map { Verdict(status: $0.status) } } }
  }
}

@Suite("Reduction of disagreements")
struct ShrinkingTests {
  /// Reduces the first disagreement in random cases, starting at a seed.
  private func shrunk(_ wrong: any Judge, seed: UInt64) throws -> Disagreement {
    let agreement = Agreement(judges: [EvaluatorJudge(), wrong])
    var random = SeededGenerator(seed: seed)
    var tally = Agreement.Tally()
    while true {
      // A case that is already minimal would not test the reduction.
      if let found = try agreement.disagreement([random.group(states: 50)], &tally),
        found.found.manifest.features.count + found.found.state.purchases.count > 1
      {
        return try agreement.shrunk(found)
      }
    }
  }

  @Test(
    "A permission mistake is reduced to one feature, one constraint and one flag",
    .enabled(
      if: TestDepth.current == .thorough, "each reduction takes half a minute in a debug build"),
    arguments: [1, 2, 3, 11, 77] as [UInt64])
  func forgetful(seed: UInt64) throws {
    let small = try shrunk(MistakenJudge.forgetful, seed: seed)
    #expect(small.found.manifest.features.count == 1)
    #expect(
      small.found.manifest.features[0].constraints == [.permission(.locationWhenInUse)])
    let status = try #require(small.found.state.permissions[.locationAlways])
    #expect(small.found.state == DeviceState(permissions: [.locationAlways: status]))
    #expect(small.sayings.last?.verdict.status == .undetermined)
  }

  @Test(
    "A purchase mistake is reduced to one feature and one product",
    arguments: TestDepth.sample(1, of: [2, 4, 5, 11, 12, 26] as [UInt64]))
  func hasty(seed: UInt64) throws {
    let small = try shrunk(MistakenJudge.hasty, seed: seed)
    #expect(small.found.manifest.features.count == 1)
    #expect(small.found.manifest.products.count == 1)
    #expect(small.found.manifest.attributes == [])
    #expect(small.found.manifest.features[0].constraints == [.purchase(.product(0))])
    #expect(small.found.manifest.features[0].conditional == [])
    #expect(small.sayings.map(\.verdict.status) == [.undetermined, .unavailable])
    let isGiven = small.found.state == DeviceState(purchases: [0: .status(.unknown)])
    let isDefault = small.found.state == DeviceState(defaults: .init(purchase: .unknown))
    #expect(isGiven || isDefault)
  }

  @Test("A reduction is a valid case, and repeated reduction terminates")
  func reductions() throws {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<TestDepth.count(3, thorough: 20) {
      let group = random.group(states: 1)
      let start = Case(manifest: group.manifest, state: group.states[0])
      for candidate in start.reductions {
        #expect(candidate != start)
        let judged = try PopulationJudge().judge([
          Group(manifest: candidate.manifest, states: [candidate.state])
        ])
        #expect(judged[0][0]?.count == candidate.manifest.features.count)
      }
      var smallest = start
      while let smaller = smallest.reductions.first(where: { _ in true }) { smallest = smaller }
      #expect(smallest == Case(manifest: Manifest(), state: DeviceState()))
    }
  }
}
