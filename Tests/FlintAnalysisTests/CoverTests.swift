import FlintModel
import RandomModels
import TestSupport
import Testing

@testable import FlintAnalysis

@Suite("Covers")
struct CoverTests {
  /// Computes the goals that a state covers from an evaluation of that state alone.
  private struct Judge {
    let manifest: Manifest
    let goals: [CoverGoal]

    init(_ manifest: Manifest) {
      self.manifest = manifest
      goals = manifest.features.indices.flatMap { feature in
        FeatureStatus.allCases.map { CoverGoal(feature, .status($0)) }
          + manifest.constraintPositions(of: feature).map { CoverGoal(feature, .onlyBlocker($0)) }
      }
    }

    func shown(in state: DeviceState) -> Set<CoverGoal> {
      let evaluator = Evaluator(manifest, in: state)
      let found = Array(evaluator.all)
      return Set(
        goals.filter { goal in
          switch goal.result {
          case .status(let status): return found[goal.feature].status == status
          case .onlyBlocker(let position):
            let index = manifest.constraintPositions(of: goal.feature).firstIndex(of: position)!
            var others = found[goal.feature].constraints
            let itself = others.remove(at: index)
            others += manifest.ancestors(of: goal.feature).flatMap { found[$0].constraints }
            others += evaluator.appConstraints
            let open: [ConstraintStatus] = [.notSatisfied, .notDetermined]
            return open.contains(itself.status) && !others.contains { open.contains($0.status) }
          case .ofSuite: return false
          }
        })
    }
  }

  /// Whether a given number of the sets together contain all goals.
  private func canCover(_ goals: Set<CoverGoal>, with sets: [Set<CoverGoal>], _ count: Int) -> Bool
  {
    guard
      let hardest = goals.min(by: { one, other in
        sets.count { $0.contains(one) } < sets.count { $0.contains(other) }
      })
    else { return true }
    if count == 0 { return false }
    return sets.contains { set in
      set.contains(hardest) && canCover(goals.subtracting(set), with: sets, count - 1)
    }
  }

  @Test(
    "The fewest states cover every goal that any state covers",
    arguments: TestDepth.seeds(4, thorough: 40))
  func agreesWithEveryState(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (manifest, states) = ClaimTests.tiny(&random, limit: 10_000)
    let starts = seed.isMultiple(of: 3) ? [random.state(for: manifest)] : []
    try check(manifest, states, startingWith: starts, "seed \(seed)")
  }

  private func check(
    _ manifest: Manifest, _ states: EveryState, startingWith starts: [DeviceState],
    _ comment: Comment
  ) throws {
    let judge = Judge(manifest)
    var kinds: Set<Set<CoverGoal>> = []
    states.visitAll { kinds.insert(judge.shown(in: $0)) }
    let cover = try Cover(
      of: Array(manifest.features.indices), in: manifest, .statusesAndBlockers,
      startingWith: starts)

    // The goals covered so far, and the states that cover them.
    var seen: Set<CoverGoal> = []
    let reachable = kinds.reduce(into: Set<CoverGoal>()) { $0.formUnion($1) }
    for state in cover.states {
      let shown = judge.shown(in: state.state).intersection(reachable)
      #expect(Set(state.shows) == shown.subtracting(seen), comment)
      #expect(state.isStart || !state.shows.isEmpty, comment)
      #expect(state.isStart || states.isPossible(state.state), comment)
      #expect(state.isStart || kinds.contains(judge.shown(in: state.state)), comment)
      #expect(state.features.map(\.feature) == Set(state.shows.map(\.feature)).sorted(), comment)
      seen.formUnion(shown)
    }
    #expect(seen == reachable, comment)
    #expect(cover.states.prefix(starts.count).map(\.state) == starts, comment)

    // No smaller set of states suffices.
    let given = starts.reduce(into: Set<CoverGoal>()) { $0.formUnion(judge.shown(in: $1)) }
    let open = reachable.subtracting(given)
    #expect(open.isSuperset(of: cover.bound), comment)
    #expect(cover.bound.count <= cover.atLeast, comment)
    #expect(kinds.allSatisfy { $0.intersection(cover.bound).count < 2 }, comment)
    let count = cover.states.count { !$0.isStart }
    #expect(cover.isProven == (count == cover.atLeast), comment)
    #expect(cover.isProven, comment)
    let sets = kinds.map { $0.intersection(open) }
    let largest = sets.filter { set in !sets.contains { $0.isStrictSuperset(of: set) } }
    if cover.atLeast > 0 {
      #expect(!canCover(open, with: Array(Set(largest)), cover.atLeast - 1), comment)
    }

    // Larger manifests use the greedy search. Its states are possible and show every goal, too.
    if reachable.isEmpty { return }
    var functions = try GoalFunctions.found(
      of: Array(manifest.features.indices), in: manifest, .statusesAndBlockers
    ) { _ in }
    let merged = try functions.mergedCover(atLeast: 0) { _ in }
    #expect(merged.states.allSatisfy { states.isPossible($0) }, comment)
    #expect(merged.states.allSatisfy { kinds.contains(judge.shown(in: $0)) }, comment)
    let found = merged.states.reduce(into: Set<CoverGoal>()) { $0.formUnion(judge.shown(in: $1)) }
    #expect(found.isSuperset(of: reachable), comment)
  }

  @Test("Merging gives the subscriptions of one group states of their own")
  func rivals() throws {
    let manifest = Manifest(
      groups: [GroupDeclaration("main")],
      products: (0..<4).map {
        ProductDeclaration(id: "P\($0)", type: .autoRenewingSubscription, group: 0)
      },
      features: (0..<4).map {
        FeatureDeclaration(id: "f\($0)", constraints: [.purchase(.product($0))])
      })
    var found = try GoalFunctions.found(of: [0, 1, 2, 3], in: manifest, .statuses) { _ in }
    let merged = try found.mergedCover(atLeast: 4) { _ in }
    #expect(merged.states.count == 4)
    for state in merged.states {
      #expect(state.purchases.values.count { $0 == .status(.purchased) } == 1)
    }
  }

  @Test("Fewer states suffice for statuses alone, and still fewer for one feature")
  func extent() throws {
    var random = SeededGenerator(seed: 5)
    let manifest = random.manifest(RandomManifestShape(features: 6))
    let all = Array(manifest.features.indices)
    let whole = try Cover(of: all, in: manifest, .statusesAndBlockers)
    let statuses = try Cover(of: all, in: manifest, .statuses)
    let one = try Cover(of: [2], in: manifest, .statuses)
    #expect(whole.atLeast >= statuses.atLeast && statuses.atLeast >= one.atLeast)
    #expect(statuses.states.flatMap(\.shows).allSatisfy { !$0.isBlocker })
    #expect(one.states.flatMap(\.shows).allSatisfy { $0.feature == 2 })
  }

  @Test("A manifest without features has no goals")
  func nothing() throws {
    let manifest = Manifest(features: [])
    let cover = try Cover(of: [], in: manifest, .statusesAndBlockers)
    #expect(cover.states.isEmpty && cover.isProven)
    let tried = try Cover(
      of: [], in: manifest, .statusesAndBlockers, startingWith: [DeviceState()])
    #expect(tried.states.map(\.shows) == [[]] && tried.isProven)
  }

  @Test(
    "A feature that is too complex to analyze is named",
    .enabled(if: TestDepth.current == .thorough, "it reaches the real limit, 3 s in a debug build"))
  func entangled() {
    var random = SeededGenerator(seed: 3)
    let constraints = (0..<90).map { _ in
      Constraint.purchase(
        .anyOf((0..<90).shuffled(using: &random).prefix(3).map { .product($0) }))
    }
    let manifest = Manifest(
      products: (0..<90).map { ProductDeclaration(id: "P\($0)", type: .nonConsumable) },
      features: [
        FeatureDeclaration(id: "f"), FeatureDeclaration(id: "g", constraints: constraints),
      ]
    )
    #expect(throws: Cover.TooComplex.self) {
      try Cover(of: [0, 1], in: manifest, .statusesAndBlockers)
    }
  }

  @Test(
    "The cover of a larger manifest is proven minimal, with a consistent lower bound",
    arguments: TestDepth.seeds(3, thorough: 150))
  func middling(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let manifest = random.manifest(RandomManifestShape(features: 12))
    let judge = Judge(manifest)
    let cover = try Cover(
      of: Array(manifest.features.indices), in: manifest, .statusesAndBlockers)
    #expect(cover.isProven, "seed \(seed)")
    #expect(cover.bound.count <= cover.atLeast)
    var seen: Set<CoverGoal> = []
    for state in cover.states {
      let shown = judge.shown(in: state.state)
      #expect(Set(state.shows) == shown.subtracting(seen), "seed \(seed)")
      #expect(shown.intersection(cover.bound).count < 2)
      seen.formUnion(shown)
    }
  }

  // MARK: Many features

  /// Returns a manifest with features that each require a product, a permission and a toggle of their own.
  private func independent(features: Int) -> Manifest {
    Manifest(
      products: (0..<features).map { ProductDeclaration(id: "P\($0)", type: .nonConsumable) },
      features: (0..<features).map { feature in
        FeatureDeclaration(
          id: "f\(feature)",
          constraints: [
            .purchase(.product(feature)),
            .permission([SystemPermission.camera, .photos, .contacts][feature % 3]),
            .userToggled(defaultValue: true),
          ])
      })
  }

  @Test(
    "A cover of many independent features shows every goal, and searches without comparing all pairs"
  )
  func manyFeatures() throws {
    let count = TestDepth.count(200, thorough: 2000)
    let manifest = independent(features: count)
    var events = 0
    let cover = try Cover(
      of: Array(manifest.features.indices), in: manifest, .statusesAndBlockers
    ) { _ in events += 1 }
    // Each feature can have three statuses, and each of its three constraints can be its only blocker.
    #expect(cover.states.map(\.shows.count).reduce(0, +) == 6 * count)
    #expect(Set(cover.states.flatMap(\.shows)).count == 6 * count)
    let judge = Judge(manifest)
    for state in cover.states {
      #expect(judge.shown(in: state.state).isSuperset(of: state.shows))
    }
    #expect(events < 3 * 6 * count, "each goal is computed, compared and placed at most once")
  }

  @Test("Merging shows each status of a feature together with one of its blockers")
  func statusesWithBlockers() throws {
    let manifest = Manifest(
      products: (0..<10).map { ProductDeclaration(id: "P\($0)", type: .nonConsumable) },
      features: [
        FeatureDeclaration(id: "f", constraints: (0..<10).map { .purchase(.product($0)) })
      ])
    var found = try GoalFunctions.found(of: [0], in: manifest, .statusesAndBlockers) { _ in }
    let merged = try found.mergedCover(atLeast: 11) { _ in }
    // One state for each missing product, and one with all products. A product of unknown status makes the feature
    // undetermined, any other missing product makes it unavailable.
    #expect(merged.states.count == 11)
  }

  @Test("Merging the goals of twice as many independent features takes twice as many steps")
  func growthOfMerging() throws {
    func steps(features: Int) throws -> Int {
      var found = try GoalFunctions.found(
        of: Array(0..<features), in: independent(features: features), .statusesAndBlockers
      ) { _ in }
      let problem = MergeProblem(
        goals: found.goals, functions: found.functions, classes: [:], budget: .max)
      var merging = StateMerging(problem)
      for family in found.families { merging.assign(family, in: &found.space) }
      #expect(merging.rest.isEmpty && merging.states.count <= 9)
      return merging.steps
    }
    let growth = Double(try steps(features: 80)) / Double(try steps(features: 40))
    #expect(growth < 2.5, "\(growth)")
  }
}
