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

  @Test(
    "A plan is listed once if dates are both the limit of a range and of an age, and plans after it are counted"
  )
  func oneDateForTwoLimits() throws {
    func accept(_ attribute: Int, _ accepted: AttributeRequirement.Accepted) -> Constraint {
      .attribute(.init(attribute: attribute, accepted: accepted))
    }
    // Each date has two equal changes, so each set of changes occurs 2^3 times before the next one.
    let dates = 0..<3
    let manifest = Manifest(
      products: ["A", "B"].map { ProductDeclaration(id: $0, type: .nonConsumable) },
      attributes: dates.map { AttributeDeclaration(id: "date\($0)", domain: .date) },
      features: [
        FeatureDeclaration(
          id: "f",
          constraints: [.purchase(.anyOf([.product(0), .product(1)]))]
            + dates.flatMap {
              [
                accept($0, .dates(.atLeast("2026-01-01"))),
                accept($0, .age(.atLeast(.days(10)))),
              ]
            })
      ])
    let state = DeviceState(date: "2026-01-11")
    let expected = (0..<2).map { product in
      dates.map { Change.set(.attribute($0), .date("2026-01-01")) } + [.purchase(product)]
    }
    let all = try Planner.plan(0, from: state, in: manifest)
    #expect(all.plans == expected)
    #expect(!all.hasMore)
    let first = try Planner.plan(0, from: state, in: manifest, limit: 1)
    #expect(first.plans == [expected[0]])
    #expect(first.hasMore)
  }

  @Test(
    "A pattern yields the texts composed of one text for each of its keys, and named texts that match it"
  )
  func composedTexts() throws {
    let pattern = try #require(
      TextPattern(
        beginsWith: ["FR", "DE"].map { ExactText($0) }, contains: [ExactText("-")],
        endsWith: [ExactText("!")]))
    func plans(refusing refused: String) -> [[Change]]? {
      let manifest = Manifest(
        attributes: [AttributeDeclaration(id: "label", domain: .text)],
        features: [
          FeatureDeclaration(
            id: "f",
            constraints: [
              .attribute(.init(attribute: 0, accepted: .pattern(pattern))),
              .not(
                Condition(
                  .attribute(.init(attribute: 0, accepted: .texts([ExactText(refused)]))))),
            ]),
          FeatureDeclaration(
            id: "g",
            constraints: [
              .attribute(
                .init(
                  attribute: 0, accepted: .texts(["DE is - fine!", "DE"].map { ExactText($0) })))
            ]),
        ])
      return try? Planner.plan(0, from: DeviceState(), in: manifest).plans
    }
    func set(_ texts: String...) -> [[Change]] {
      texts.map { [.set(.attribute(0), .text(ExactText($0)))] }
    }
    #expect(plans(refusing: "FR") == set("FR-!", "DE-!", "DE is - fine!"))
    #expect(plans(refusing: "FR-!") == set("DE-!", "DE is - fine!"))
  }

  @Test("Patterns that yield too many texts are too complex to plan")
  func tooManyTexts() throws {
    let texts = (0..<22).map { ExactText("\($0)") }
    let pattern = try #require(TextPattern(beginsWith: texts, contains: texts, endsWith: texts))
    let manifest = Manifest(
      attributes: [AttributeDeclaration(id: "label", domain: .text)],
      features: [
        FeatureDeclaration(
          id: "f", constraints: [.attribute(.init(attribute: 0, accepted: .pattern(pattern)))])
      ])
    #expect(throws: LimitExceeded.self) { try Planner.plan(0, from: DeviceState(), in: manifest) }
    #expect(throws: LimitExceeded.self) {
      try Planner.plan(0, from: DeviceState(), in: manifest, by: .user)
    }
  }

  @Test("An age that no pair of dates can have yields no plan", arguments: ["", "-"])
  func endlessAge(sign: String) throws {
    let age = try #require(TimeSpan("\(sign)PT9223372036854775807S"))
    let manifest = Manifest(
      attributes: [AttributeDeclaration(id: "d", domain: .date)],
      features: [
        FeatureDeclaration(
          id: "f",
          constraints: [.attribute(.init(attribute: 0, accepted: .age(.atLeast(age))))])
      ])
    let state = DeviceState(date: "2026-01-01", attributes: [0: .date("2025-01-01")])
    let result = try #require(
      try? Planner.plan(0, from: state, in: manifest, allowing: .date))
    #expect(result.plans == (sign.isEmpty ? [] : [[]]))
  }

  @Test("A date that must be recent is set to the first one that is recent enough")
  func recentDate() throws {
    let age = try #require(TimeSpan("P30D"))
    let manifest = Manifest(
      attributes: [AttributeDeclaration(id: "d", domain: .date, owner: .user)],
      features: [
        FeatureDeclaration(
          id: "f", constraints: [.attribute(.init(attribute: 0, accepted: .age(.below(age))))])
      ])
    let state = DeviceState(date: "2026-03-01", attributes: [0: .date("2026-01-01")])
    let result = try? Planner.plan(0, from: state, in: manifest)
    #expect(result?.plans == [[.set(.attribute(0), .date("2026-01-30T00:00:01Z"))]])
  }

  @Test("Only required subscriptions with an end determine a date to wait for")
  func endOfSubscription() {
    func plans(_ constraint: Constraint) -> PlanResult? {
      let manifest = Manifest(
        products: ["A", "B"].map { ProductDeclaration(id: $0, type: .autoRenewingSubscription) },
        features: [
          FeatureDeclaration(id: "f", constraints: [.date(.below("2028-01-01")), constraint])
        ])
      return try? Planner.plan(
        0, from: DeviceState(purchases: [0: .until("2026-12-01")]), in: manifest, allowing: .date)
    }
    #expect(
      plans(.not(Condition([.purchase(.product(0))])))?.plans == [[.waitForDate("2026-12-01")]])
    #expect(plans(.not(Condition([.purchase(.product(1))])))?.plans == [])
  }

  @Test("The end of a grace period is a date to wait for")
  func endOfGracePeriod() throws {
    let manifest = Manifest(
      products: [ProductDeclaration(id: "A", type: .autoRenewingSubscription)],
      features: [
        FeatureDeclaration(
          id: "f",
          constraints: [.not(Condition([.purchase(.product(0))])), .date(.below("2030-01-01"))])
      ])
    let state = DeviceState(
      date: "2026-12-01", purchases: [0: .until("2027-01-01", graceUntil: "2027-01-17")])
    let found = try Planner.plan(0, from: state, in: manifest, allowing: .date)
    #expect(found.plans == [[.waitForDate("2027-01-17")]])
  }

  @Test("A feature inside a not can be made unavailable by the toggle or flag of its ancestor")
  func ancestorInsideNot() {
    let manifest = Manifest(features: [
      FeatureDeclaration(
        id: "top", constraints: [.userToggled(defaultValue: true), .runtimeEnabled]),
      FeatureDeclaration(id: "middle", parent: 0),
      FeatureDeclaration(id: "leaf", parent: 1),
      FeatureDeclaration(id: "f", constraints: [.not(Condition(.feature(2)))]),
    ])
    let result = try? Planner.plan(3, from: DeviceState(), in: manifest)
    #expect(Set(result?.plans ?? []) == [[.disableToggle(0)], [.disableRuntime(0)]])
  }

  @Test("A constraint that requires two subscriptions of a group is impossible")
  func rivals() {
    let manifest = Manifest(
      groups: [GroupDeclaration("main")],
      products: ["A", "B"].map {
        ProductDeclaration(id: $0, type: .autoRenewingSubscription, group: 0)
      },
      features: [
        FeatureDeclaration(
          id: "f",
          constraints: [.permission(.camera), .purchase(.allOf([.product(0), .product(1)]))])
      ])
    let result = try? Planner.plan(0, from: DeviceState(), in: manifest)
    #expect(result?.plans == [])
    #expect(result?.impossible.map { $0.constraint.constraint.kind } == [.purchase])
  }

  @Test("Plans with fewer changes come first, then the declared order decides, up to the limit")
  func order() {
    let products = ["A", "B", "C"].map { ProductDeclaration(id: $0, type: .nonConsumable) }
    let manifest = Manifest(
      products: products,
      features: [
        FeatureDeclaration(
          id: "f",
          constraints: [
            .permission(.camera),
            .purchase(.anyOf([.allOf([.product(2), .product(1)]), .product(1), .product(0)])),
          ])
      ])
    let state = DeviceState(permissions: [.camera: .denied])
    let result = try? Planner.plan(0, from: state, in: manifest, limit: 1)
    #expect(result?.plans == [[.purchase(1), .authorize(.camera, .authorized)]])
    #expect(result?.hasMore == true)
    let all = try? Planner.plan(0, from: state, in: manifest)
    #expect(
      all?.plans == [
        [.purchase(1), .authorize(.camera, .authorized)],
        [.purchase(0), .authorize(.camera, .authorized)],
      ])
    #expect(all?.hasMore == false)
  }

  @Test("A million plans are counted without being created")
  func manyPlans() {
    let products = (0..<60).map { ProductDeclaration(id: "P\($0)", type: .nonConsumable) }
    let constraints = (0..<30).map {
      Constraint.purchase(.anyOf([.product(2 * $0), .product(2 * $0 + 1)]))
    }
    let manifest = Manifest(
      products: products, features: [FeatureDeclaration(id: "f", constraints: constraints)])
    let result = try? Planner.plan(0, from: DeviceState(), in: manifest)
    #expect(result?.plans.count == 20)
    #expect(result?.plans.first == (0..<30).map { .purchase(2 * $0) })
    #expect(result?.hasMore == true)
  }

  @Test(
    "Both permissions of the location are granted with one accuracy",
    arguments: zip(
      [[.authorized], [.authorized, .reducedAccuracy]] as [[SystemPermissionStatus]],
      [[], [[.authorize(.locationAlways, .reducedAccuracy)]]] as [Set<Set<Change>>]))
  func oneAccuracy(always: [SystemPermissionStatus], expected: Set<Set<Change>>) throws {
    let manifest = Manifest(features: [
      FeatureDeclaration(
        id: "f",
        constraints: [
          .permission(.init(.locationAlways, in: always)),
          .permission(.init(.locationWhenInUse, in: [.reducedAccuracy])),
        ])
    ])
    let found = try Planner.plan(0, from: DeviceState(), in: manifest)
    #expect(Set(found.plans.map { Set($0) }) == expected)
    var tried = TriedPlans(manifest, DeviceState(), [], nil)
    #expect(tried.plans(for: 0)?.plans == expected)
  }

  @Test("An available feature has one plan without changes")
  func available() {
    let manifest = Manifest(features: [FeatureDeclaration(id: "f")])
    let result = try? Planner.plan(0, from: DeviceState(), in: manifest)
    #expect(result?.plans == [[]])
    #expect(result?.status == .available)
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
