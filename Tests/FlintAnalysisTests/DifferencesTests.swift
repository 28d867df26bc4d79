import FlintLogic
import FlintModel
import RandomModels
import TestSupport
import Testing

@testable import FlintAnalysis

@Suite("Differences")
struct DifferencesTests {
  @Test(
    "The differences are those that evaluating every state finds",
    arguments: TestDepth.seeds(1, thorough: 50))
  func agreesWithEveryState(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (old, _) = ClaimTests.tiny(&random)
    let new = random.oneIn(4) ? random.manifest(.tiny) : random.edit(old)
    let naming = StateSpace(old, new, (Breakpoints(), Breakpoints())).combinedManifest
    let states = EveryState([old, new], naming: naming)
    guard states.count <= 20_000 else { return }
    let difference: ManifestDifference
    do throws(NoPossibleState) {
      difference = try Differences.between(old, new)
    } catch {
      #expect(states.isEmpty, "seed \(seed)")
      return
    }
    #expect(!states.isEmpty, "seed \(seed)")
    #expect(
      difference.features.count + difference.unchanged
        == Set((old.features + new.features).map(\.id)).count, "seed \(seed)")
    for (index, feature) in new.features.enumerated() {
      let found = difference.features.first { $0.id == feature.id }
      guard let counterpart = old.features.firstIndex(where: { $0.id == feature.id }) else {
        #expect(found?.change == .added, "seed \(seed)")
        continue
      }
      var fewest: [[FeatureStatus]: Int] = [:]
      func statuses(_ state: DeviceState) -> [FeatureStatus] {
        let before = state.seen(by: old, naming: naming)
        let now = state.seen(by: new, naming: naming)
        return [
          Evaluator(old, in: before).status(of: counterpart),
          Evaluator(new, in: now).status(of: index),
        ]
      }
      states.visitAll { state in
        let pair = statuses(state)
        if pair[0] != pair[1] {
          fewest[pair] = min(fewest[pair] ?? .max, state.countOfFields(old, new))
        }
      }
      let examples = found?.examples ?? []
      #expect(Set(examples.map { [$0.old, $0.new] }) == Set(fewest.keys), "seed \(seed)")
      for example in examples {
        let count = example.state.countOfFields(old, new)
        // An example leaves out what every state has, if the feature does not depend on it.
        let omitted = states.mustBeGiven.count { example.state.attributes[$0] == nil }
        #expect(
          fewest[[example.old, example.new]].map { ($0 - omitted...$0).contains(count) } == true,
          "seed \(seed), \(feature.id)")
      }
      for example in examples {
        #expect(statuses(example.state) == [example.old, example.new], "seed \(seed)")
        #expect(states.isPossible(example.state), "seed \(seed)")
      }
      let isGained = fewest.keys.contains { $0[1] == .available }
      let isLost = fewest.keys.contains { $0[0] == .available }
      let expected: FeatureDifference.Change? =
        fewest.isEmpty ? nil : isGained == isLost ? .changed : isGained ? .gained : .lost
      #expect(found?.change == expected, "seed \(seed), \(feature.id)")
    }
    for feature in old.features where !new.features.contains(where: { $0.id == feature.id }) {
      #expect(difference.features.first { $0.id == feature.id }?.change == .removed)
    }
  }

  @Test("Names, order and equivalent purchases are no difference")
  func structuralNoise() throws {
    func manifest(_ products: [String], _ purchase: PurchaseExpression, name: String) -> Manifest {
      Manifest(
        products: products.map { ProductDeclaration(id: $0, type: .nonConsumable) },
        features: [
          FeatureDeclaration(id: "f", name: name, constraints: [.purchase(purchase)])
        ])
    }
    let old = manifest(["A", "B"], .anyOf([.product(0), .product(1)]), name: "Old")
    let new = manifest(
      ["B", "C", "A"], .anyOf([.allOf([.product(2), .product(0)]), .product(0), .product(2)]),
      name: "New")
    #expect(try Differences.between(old, new).features == [])
    #expect(try Differences.between(old, new).unchanged == 1)
  }

  @Test("A changed default is a difference in states that do not contain the value")
  func changedDefault() throws {
    func manifest(_ isEnabled: Ternary) -> Manifest {
      Manifest(features: [
        FeatureDeclaration(id: "f", isEnabled: isEnabled, constraints: [.runtimeEnabled])
      ])
    }
    let difference = try Differences.between(manifest(false), manifest(true))
    #expect(
      difference.features.first?.examples == [
        .init(state: DeviceState(), old: .unavailable, new: .available)
      ])
    #expect(difference.features.first?.change == .gained)
  }

  @Test("A changed default of a date is a difference while the ages of the two dates differ")
  func changedDefaultDate() throws {
    let age = try #require(TimeSpan("P30D"))
    func manifest(_ date: DateTime) -> Manifest {
      Manifest(
        attributes: [AttributeDeclaration(id: "d", domain: .date, defaultValue: .date(date))],
        features: [
          FeatureDeclaration(
            id: "f", constraints: [.attribute(.init(attribute: 0, accepted: .age(.atLeast(age))))])
        ])
    }
    let difference = try Differences.between(manifest("2026-01-01"), manifest("2026-02-01"))
    #expect(difference.features.map(\.change) == [.lost])
    #expect(difference.features.first?.examples.map(\.old) == [.available])
    #expect(difference.features.first?.examples.map(\.new) == [.unavailable])
  }

  @Test("An example gives a value on which an assumption depends if the manifests' defaults differ")
  func changedDefaultInAssumption() throws {
    func manifest(_ value: Bool, _ constraints: [Constraint]) -> Manifest {
      let isTrue = AttributeRequirement(attribute: 0, accepted: .boolean(true))
      return Manifest(
        attributes: [
          AttributeDeclaration(
            id: "a", domain: .boolean, defaultValue: .boolean(value), alwaysKnown: true)
        ], assumptions: [AssumptionDeclaration(id: "s", is: Condition([.attribute(isTrue)]))],
        buckets: ["b"], features: [FeatureDeclaration(id: "f", constraints: constraints)])
    }
    let never = Constraint.rollout(RolloutRequirement(percent: .zero, bucket: 0))
    for (old, new) in [(true, false), (false, true)] {
      let difference = try Differences.between(manifest(old, []), manifest(new, [never]))
      let state = try #require(difference.features.first?.examples.first?.state)
      #expect(state.attributes == [0: .boolean(true)])
    }
  }

  @Test("A changed app version of one platform is a difference on this platform")
  func changedAppVersion() throws {
    func manifest(_ version: Version) -> Manifest {
      Manifest(
        app: Manifest.App(versions: [.iOS: 2, .macOS: version]),
        features: [FeatureDeclaration(id: "f", constraints: [.appVersion(.atLeast(2))])])
    }
    let difference = try Differences.between(manifest("1.9"), manifest(2))
    #expect(difference.features.map(\.change) == [.gained])
    #expect(difference.features.first?.examples.map(\.state.platform) == [.macOS])
  }

  /// Two spellings of a letter that are equal only after Unicode normalization.
  private static let spellings = ["\u{E9}", "e\u{301}"]

  @Test("Ids and values that are equal only after Unicode normalization are distinct")
  func spellings() throws {
    let products = Self.spellings.map { ProductDeclaration(id: $0, type: .nonConsumable) }
    func app(_ product: Int, _ products: [ProductDeclaration]) -> Manifest {
      Manifest(
        products: products,
        features: [FeatureDeclaration(id: "f", constraints: [.purchase(.product(product))])])
    }
    let either = try Differences.between(app(0, products), app(1, products))
    #expect(either.features.map(\.change) == [.changed])
    let renamed = try Differences.between(app(0, [products[0]]), app(0, [products[1]]))
    #expect(renamed.features.map(\.change) == [.changed])

    let values = Self.spellings.map { value in
      Manifest(
        attributes: [AttributeDeclaration(id: "a", domain: .choice([value]))],
        features: [
          FeatureDeclaration(
            id: "f",
            constraints: [.attribute(AttributeRequirement(attribute: 0, accepted: .choices([0])))])
        ])
    }
    #expect(try Differences.between(values[0], values[1]).features.map(\.change) == [.changed])
  }
}

extension SeededGenerator {
  /// Returns the manifest with a few relevant and irrelevant changes.
  mutating func edit(_ manifest: Manifest) -> Manifest {
    let other = self.manifest(.tiny)
    let attributes = manifest.attributes.map { attribute in
      let defaultValue =
        oneIn(3) ? oneIn(2) ? nil : value(of: attribute.domain) : attribute.defaultValue
      return AttributeDeclaration(
        id: attribute.id, name: "New", domain: attribute.domain, owner: attribute.owner,
        defaultValue: defaultValue,
        alwaysKnown: defaultValue != nil && (attribute.isAlwaysKnown || oneIn(4)))
    }
    var features = manifest.features.map { feature in
      FeatureDeclaration(
        id: feature.id, name: "New", parent: feature.parent,
        isEnabled: oneIn(4) ? Ternary(oneIn(2)) : feature.isEnabled,
        constraints: feature.constraints.filter { _ in !oneIn(4) },
        conditional: oneIn(3) ? [] : feature.conditional)
    }
    if oneIn(4) { features.append(FeatureDeclaration(id: "added")) }
    return Manifest(
      app: oneIn(3) ? other.app : manifest.app, groups: manifest.groups,
      products: manifest.products, attributes: attributes, conditions: manifest.conditions,
      assumptions: manifest.assumptions.filter { _ in !oneIn(4) }, buckets: manifest.buckets,
      features: features
    ).withBucketsInOrderOfUse
  }
}
