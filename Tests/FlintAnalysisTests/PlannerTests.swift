import FlintCore
import TestSupport
import Testing

@testable import FlintAnalysis

@Suite("Plans")
struct PlannerTests {
  @Test("plans are what trying every set of changes finds", arguments: [1, 101, 201] as [UInt64])
  func agreesWithEverySetOfChanges(firstSeed: UInt64) {
    for seed in firstSeed..<firstSeed + 40 {
      var random = SeededGenerator(seed: seed)
      let manifest = random.manifest(
        RandomManifestShape(features: 3, products: 3, attributes: 2, width: 2, hasOddIDs: false))
      let state = random.state(for: manifest)
      let allowances = PlanAllowances(rawValue: UInt8(random.int(0...7)))
      let owner = random.oneIn(3) ? random.pick(Owner.allCases) : nil
      for feature in manifest.features.indices {
        var tried = TriedPlans(manifest, state, allowances, owner)
        guard let expected = tried.plans(for: feature) else { continue }
        let result = Planner.plan(
          feature, from: state, in: manifest, allowing: allowances, by: owner, limit: .max)
        #expect(
          Set(result?.plans.map { Set($0) } ?? []) == expected.plans,
          "seed \(seed), feature \(feature)")
        #expect(result?.plans.count == expected.plans.count, "seed \(seed), feature \(feature)")
        #expect(
          Set((result?.impossible ?? []).map { Place($0) })
            == Set(expected.impossible.map { Place($0, in: manifest) }),
          "seed \(seed), feature \(feature)")
        let sizes = result?.plans.map(\.count) ?? []
        #expect(sizes == sizes.sorted(), "seed \(seed), feature \(feature)")
      }
    }
  }

  @Test("plans come fewest changes first, then in declared order, up to the limit")
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
    let result = Planner.plan(0, from: state, in: manifest, limit: 1)
    #expect(result?.plans == [[.authorize(.camera), .purchase(1)]])
    #expect(result?.hasMore == true)
    let all = Planner.plan(0, from: state, in: manifest)
    #expect(
      all?.plans == [
        [.authorize(.camera), .purchase(1)], [.authorize(.camera), .purchase(0)],
      ])
    #expect(all?.hasMore == false)
  }

  @Test("a million plans are counted off without being made")
  func manyPlans() {
    let products = (0..<60).map { ProductDeclaration(id: "P\($0)", type: .nonConsumable) }
    let constraints = (0..<30).map {
      Constraint.purchase(.anyOf([.product(2 * $0), .product(2 * $0 + 1)]))
    }
    let manifest = Manifest(
      products: products, features: [FeatureDeclaration(id: "f", constraints: constraints)])
    let result = Planner.plan(0, from: DeviceState(), in: manifest)
    #expect(result?.plans.count == 20)
    #expect(result?.plans.first == (0..<30).map { .purchase(2 * $0) })
    #expect(result?.hasMore == true)
  }

  @Test("an available feature has one plan, which changes nothing")
  func available() {
    let manifest = Manifest(features: [FeatureDeclaration(id: "f")])
    let result = Planner.plan(0, from: DeviceState(), in: manifest)
    #expect(result?.plans == [[]])
    #expect(result?.status == .available)
  }
}

/// A constraint by what it says.
private struct Place: Hashable {
  let feature: Int
  let block: Int?
  let constraint: Constraint

  init(_ blocker: Blocker) {
    (feature, block) = (blocker.feature, blocker.constraint.block)
    constraint = blocker.constraint.constraint
  }

  init(_ place: ConstraintPlace, in manifest: Manifest) {
    (feature, block) = (place.feature, place.block)
    constraint = place.constraint(in: manifest)
  }
}

/// Every set of changes, tried with the evaluator.
struct TriedPlans {
  let manifest: Manifest
  let state: DeviceState
  let allowances: PlanAllowances
  let owner: Owner?
  private var groups: [[Change]] = []

  init(
    _ manifest: Manifest, _ state: DeviceState, _ allowances: PlanAllowances, _ owner: Owner?
  ) {
    (self.manifest, self.state) = (manifest, state)
    (self.allowances, self.owner) = (allowances, owner)
  }

  /// Nil where there are too many to try.
  mutating func plans(
    for feature: Int
  ) -> (plans: Set<Set<Change>>, impossible: Set<ConstraintPlace>)? {
    let family = [feature] + Array(manifest.ancestors(of: feature))
    collectGroups(family)
    guard groups.reduce(1, { min(1 << 30, $0 * ($1.count + 1)) }) <= 3_000 else { return nil }
    var impossible = Set(family.flatMap { manifest.places(of: $0) })
    var serving: [Set<Change>] = []
    visit(0, []) { changes in
      guard let after = apply(changes) else { return }
      let evaluator = Evaluator(manifest, in: after)
      for declaring in family {
        for (place, constraint) in zip(
          manifest.places(of: declaring), evaluator.evaluate(declaring).constraints)
        where constraint.status == .satisfied || constraint.status == .notActive {
          impossible.remove(place)
        }
      }
      if evaluator.status(of: feature) == .available { serving.append(Set(changes)) }
    }
    let all = Set(serving)
    let plans = all.filter { plan in
      !all.contains { $0.isStrictSubset(of: plan) } && !hasLower(plan, all)
    }
    return (plans, plans.isEmpty ? impossible : [])
  }

  private func hasLower(_ plan: Set<Change>, _ serving: Set<Set<Change>>) -> Bool {
    plan.contains { change in
      groups.joined().contains { lower in
        switch (lower, change) {
        case (.upgradeOS(_, let low), .upgradeOS(_, let high)),
          (.upgradeApp(let low), .upgradeApp(let high)):
          low < high && serving.contains(plan.subtracting([change]).union([lower]))
        default: false
        }
      }
    }
  }

  private func visit(_ index: Int, _ begun: [Change], _ body: ([Change]) -> Void) {
    guard index < groups.count else { return body(begun) }
    visit(index + 1, begun, body)
    for change in groups[index] { visit(index + 1, begun + [change], body) }
  }

  /// The state after all changes; nil where an authorization is not possible in the system that they lead to.
  private func apply(_ changes: [Change]) -> DeviceState? {
    var after = state
    for change in changes {
      if case .authorize = change { continue }
      after = change.applied(to: after)
    }
    let middle = ResolvedState(after, in: manifest)
    for case .authorize(let permission) in changes {
      guard permission.isOffered(on: middle.platform, middle.osVersion) else { return nil }
      switch middle.status(of: permission) {
      case .notDetermined, .denied: break
      case .restricted where allowances.contains(.restricted): break
      default: return nil
      }
    }
    for change in changes {
      if case .authorize = change { after = change.applied(to: after) }
    }
    return after
  }

  private mutating func collectGroups(_ family: [Int]) {
    groups = []
    let resolved = ResolvedState(state, in: manifest)
    var systemVersions: Set<Version> = []
    var appVersions: Set<Version> = []
    var attributes: Set<Int> = []
    var single: Set<Change> = []
    func cut(_ range: VersionRange?, _ versions: inout Set<Version>) {
      versions.formUnion([range?.atLeast, range?.below].compactMap { $0 })
    }
    for feature in family {
      for block in manifest.features[feature].conditional {
        for (platform, range) in block.guardian.platforms where platform == state.platform {
          cut(range, &systemVersions)
        }
        cut(block.guardian.appVersion, &appVersions)
        attributes.formUnion(block.guardian.attributes.map(\.attribute))
      }
      for place in manifest.places(of: feature) {
        switch place.constraint(in: manifest) {
        case .platform(let platform, .versions(let range)):
          if platform == state.platform { cut(range, &systemVersions) }
        case .platform: break
        case .appVersion(let range): cut(range, &appVersions)
        case .runtimeEnabled: single.insert(.enableRuntime(feature))
        case .userToggled: single.insert(.enableToggle(feature))
        case .permission(let permission):
          single.insert(.authorize(permission))
          if let first = permission.support.firstVersion(on: state.platform) {
            systemVersions.insert(first)
          }
        case .purchase(let expression):
          expression.forEachProduct { product, quantity in
            single.insert(quantity == nil ? .purchase(product) : .unlock(feature))
          }
        case .attribute(let requirement): attributes.insert(requirement.attribute)
        }
      }
    }
    var system: [Change] = systemVersions.filter { !resolved.osVersion.isAtLeast($0) }
      .map { .upgradeOS(state.platform, $0) }
    if allowances.contains(.platform) {
      system += Platform.allCases.filter { $0 != state.platform }.map { .changePlatform($0) }
    }
    groups.append(system)
    groups.append(
      appVersions.filter { !resolved.appVersion.isAtLeast($0) }.map { .upgradeApp($0) })
    groups += single.map { [$0] }
    for attribute in attributes {
      let declaration = manifest.attributes[attribute]
      if declaration.owner == .environment, !allowances.contains(.environment) { continue }
      let values: [AttributeValue] =
        switch declaration.domain {
        case .boolean: [.boolean(true), .boolean(false)]
        case .choice(let texts): texts.indices.map { .choice($0) }
        }
      groups.append(
        values.filter { $0 != resolved.value(of: attribute) }.map { .setAttribute(attribute, $0) })
    }
    groups = groups.map { group in
      group.filter { owner == nil || $0.owner(in: manifest) == owner }
    }.filter { !$0.isEmpty }
  }
}
