import FlintLogic
import FlintModel
import RandomModels
import TestSupport
import Testing

@testable import FlintAnalysis

@Suite("Plans")
struct PlannerTests {
  @Test(
    "The plans are those that trying every set of changes finds",
    arguments: TestDepth.seeds(9, thorough: 120))
  func agreesWithEverySetOfChanges(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let manifest = random.manifest(
      RandomManifestShape(features: 3, products: 3, attributes: 2, width: 2, hasOddIDs: false))
    let state = random.state(for: manifest)
    let allowances = PlanAllowances(rawValue: UInt8(random.int(0...15)))
    let owner = random.oneIn(3) ? random.pick(Owner.allCases) : nil
    for feature in manifest.features.indices {
      var tried = TriedPlans(manifest, state, allowances, owner)
      guard let expected = tried.plans(for: feature) else { continue }
      let result = try? Planner.plan(
        feature, from: state, in: manifest, allowing: allowances, by: owner, limit: .max)
      #expect(
        Set(result?.plans.map { Set($0) } ?? []) == expected.plans,
        "seed \(seed), feature \(feature)")
      #expect(result?.plans.count == expected.plans.count, "seed \(seed), feature \(feature)")
      #expect(
        Set((result?.impossible ?? []).map { BlockerIdentity($0) })
          == expected.impossible,
        "seed \(seed), feature \(feature)")
      let sizes = result?.plans.map(\.count) ?? []
      #expect(sizes == sizes.sorted(), "seed \(seed), feature \(feature)")
    }
  }
}

/// A constraint identified by its feature and name.
struct BlockerIdentity: Hashable {
  let feature: Int?
  let block: Int?
  let constraint: Constraint

  init(_ blocker: Blocker) { self.init(blocker.feature, blocker.constraint) }

  init(_ feature: Int?, _ evaluation: ConstraintEvaluation) {
    (self.feature, block, constraint) = (feature, evaluation.block, evaluation.constraint)
  }
}

/// Tries every set of the possible changes with the evaluator.
struct TriedPlans {
  let manifest: Manifest
  let state: DeviceState
  let allowances: PlanAllowances
  let owner: Owner?
  private var groups: [[PossibleChange]] = []

  init(
    _ manifest: Manifest, _ state: DeviceState, _ allowances: PlanAllowances, _ owner: Owner?
  ) {
    (self.manifest, self.state) = (manifest, state)
    (self.allowances, self.owner) = (allowances, owner)
  }

  /// Returns the plans, or nil if there are too many sets to try.
  mutating func plans(for feature: Int) -> (
    plans: Set<Set<Change>>, impossible: Set<BlockerIdentity>
  )? {
    let family = [feature] + Array(manifest.ancestors(of: feature))
    var space = ChangeSpace(manifest, state, allowances, by: owner)
    space.addChanges(for: feature)
    if space.store.failure != nil { return nil }
    groups = space.options
    guard groups.reduce(1, { min(1 << 30, $0 * ($1.count + 1)) }) <= 3_000 else { return nil }
    func judged(_ evaluator: Evaluator) -> [(BlockerIdentity, ConstraintStatus)] {
      family.flatMap { declaring in
        evaluator.evaluate(declaring).constraints.map {
          (BlockerIdentity(declaring, $0), $0.status)
        }
      } + evaluator.appConstraints.map { (BlockerIdentity(nil, $0), $0.status) }
    }
    let before = Evaluator(manifest, in: state)
    let broken = Set(before.brokenAssumptions)
    var impossible = Set(judged(before).map(\.0))
    var serving: [Set<Change>] = []
    visit(0, []) { changes in
      guard let after = apply(changes) else { return }
      let evaluator = Evaluator(manifest, in: after)
      guard broken.isSuperset(of: evaluator.brokenAssumptions) else { return }
      for (position, status) in judged(evaluator) where status == .satisfied || status == .notActive
      {
        impossible.remove(position)
      }
      if evaluator.status(of: feature) == .available { serving.append(Set(changes)) }
    }
    let all = Set(serving)
    let plans = all.filter { plan in
      !all.contains { $0.isStrictSubset(of: plan) } && !hasNearer(plan, for: feature, broken)
    }
    return (plans, plans.isEmpty ? impossible : [])
  }

  /// Whether the plan is still sufficient if one change is replaced by an earlier one of its direction. There, the
  /// other changes need not have an effect: a lower OS version may not offer a permission that the plan authorizes.
  private func hasNearer(_ plan: Set<Change>, for feature: Int, _ broken: Set<Int>) -> Bool {
    plan.contains { change in
      groups.contains { group in
        // A number that a list names is a separate option, even if an earlier one suffices.
        guard let index = group.firstIndex(where: { $0.change == change }),
          let direction = group[index].direction, !group[index].isNamed
        else { return false }
        return group[..<index].contains { nearer in
          let changes = groups.flatMap { group in
            group.map(\.change).filter { $0 == nearer.change || $0 != change && plan.contains($0) }
          }
          guard nearer.direction == direction, let after = apply(changes, offeredOnly: false) else {
            return false
          }
          let evaluator = Evaluator(manifest, in: after)
          return broken.isSuperset(of: evaluator.brokenAssumptions)
            && evaluator.status(of: feature) == .available
        }
      }
    }
  }

  private func visit(_ index: Int, _ begun: [Change], _ body: ([Change]) -> Void) {
    guard index < groups.count else { return body(begun) }
    visit(index + 1, begun, body)
    for option in groups[index] { visit(index + 1, begun + [option.change], body) }
  }

  /// Returns the state after all changes. Returns nil if two subscriptions of a group would be purchased.
  ///
  /// - Parameter offeredOnly: Whether to return nil also if a permission is not offered on the resulting system.
  ///   Otherwise, its authorization has no effect.
  private func apply(_ changes: [Change], offeredOnly: Bool = true) -> DeviceState? {
    var after = state
    var bought: [Int] = []
    for change in changes {
      if case .permission = change.fact { continue }
      if case .product(let product) = change.fact {
        let group = manifest.products[product].group
        if group != nil, bought.contains(where: { manifest.products[$0].group == group }) {
          return nil
        }
        bought.append(product)
      }
      after = change.applied(to: after, in: manifest)
    }
    let middle = ResolvedState(after, in: manifest)
    // Last: whatever `location.whenInUse` was set to, `location.always` sets it to its own status.
    let always = changes.filter { $0.fact == .permission(.locationAlways) }
    for change in changes + always {
      guard case .permission(let permission) = change.fact else { continue }
      guard permission.isOffered(on: middle.platform, middle.osVersion) else {
        if offeredOnly { return nil }
        continue
      }
      let status = middle.status(of: permission)
      if status == .unsupported || status == .restricted && !allowances.contains(.restricted) {
        return nil
      }
      after = change.applied(to: after, in: manifest)
    }
    return after
  }
}
