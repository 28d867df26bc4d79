import FlintCore
import FlintModel
import Testing

/// Tests queries at run time for features that depend on dates, buckets, subscriptions and other features.
@Suite("Queries of features with conditions")
struct ConditionalAskingTests {
  private static let plus = AutoRenewingSubscriptionProduct(
    name: "Plus", productID: "PLUS.Y", group: .main, level: "plus")
  private static let patron = AutoRenewingSubscriptionProduct(
    name: "Patron", productID: "PATRON.Y", group: .main, level: "patron")

  private enum Sync: ConditionalFeature {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.permission(.localNetwork)
    }
  }

  private enum Sale: ConditionalFeature {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.date(from: "2026-12-01", until: "2027-01-01")
      requirements.rollout(percent: 50)
    }
  }

  private enum Backup: ConditionalFeature {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.anyOf {
        $0.feature(Sync.self)
        $0.purchase(.main, atLeast: "patron")
      }
    }
  }

  private enum App: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Sale.self, Backup.self, Sync.self] }
  }

  private final class World: Sendable {
    let purchases = InMemoryPurchases()
    let permissions = InMemoryPermissions()
    let moment = Locked<DateTime?>(nil)

    func setUp() {
      Flint.setup(App.self, products: [plus, patron]) { dependencies in
        dependencies.purchaseTracker = purchases
        dependencies.permissionChecker = permissions
        dependencies.date = { self.moment.withLock { $0 } }
        dependencies.bucket = { $0 == "sale" ? 12.5 : nil }
      }
    }
  }

  @Test("The date comes from the app, never from the system clock")
  func dates() {
    let world = World()
    Flint.withOwnRegistry {
      world.setUp()
      check(Sale.self, isAvailable: nil)
      world.moment.withLock { $0 = "2026-12-24" }
      check(Sale.self, isAvailable: true)
      world.moment.withLock { $0 = "2027-01-01" }
      check(Sale.self, isAvailable: false)
      let evaluation = Flint.constraintsEvaluator.evaluate(for: Sale.self)
      let dates: [DateRange] = evaluation.unsatisfied.dates
      let rollouts: [RolloutRequirement] = evaluation.satisfied.rollouts
      #expect(dates.count == 1 && rollouts.count == 1)
      #expect(evaluation.nextStep?.action == .explainUnsupported)
    }
  }

  @Test("Observers of a feature are notified when a feature that it requires changes")
  func dependents() {
    let world = World()
    Flint.withOwnRegistry {
      world.setUp()
      let told = Recorder<String>()
      let observation = Flint.availabilityChanges.observe { change in
        told.append("\(change.featureID) \(change.status)")
      }
      check(Backup.self, isAvailable: nil)
      world.permissions.set(.denied, of: .localNetwork)
      world.permissions.set(.authorized, of: .localNetwork)
      world.moment.withLock { $0 = "2026-12-24" }
      Flint.noteChange()
      let expected = [
        "backup unavailable", "sync unavailable", "backup available", "sync available",
        "sale available",
      ]
      #expect(told.elements == expected)
      withExtendedLifetime(observation) {}
    }
  }

  @Test("A subscription is active until its end, and billing retry differs from expiration")
  func subscriptions() {
    let world = World()
    Flint.withOwnRegistry {
      world.setUp()
      world.permissions.set(.denied, of: .localNetwork)
      world.purchases.set(until: "2026-12-31", of: Self.patron)
      check(Backup.self, isAvailable: nil)
      world.moment.withLock { $0 = "2026-12-30" }
      check(Backup.self, isAvailable: true)
      world.moment.withLock { $0 = "2026-12-31" }
      check(Backup.self, isAvailable: false)
      world.purchases.set(.inBillingRetry, of: Self.patron)
      let evaluation = Flint.constraintsEvaluator.evaluate(for: Backup.self)
      let combinations = evaluation.unsatisfied.constraints
      #expect(evaluation.status == .unavailable)
      #expect(combinations.count == 1 && evaluation.reasons.count == 1)
      #expect(evaluation.suggestion != nil)
      world.purchases.set(.purchased, of: Self.plus)
      check(Backup.self, isAvailable: false)
      world.purchases.set(.inGracePeriod, of: Self.patron)
      check(Backup.self, isAvailable: true)
    }
  }

  @Test("An override takes precedence over the end date of the real tracker")
  func overrides() {
    let real = InMemoryPurchases()
    real.set(until: "2026-12-31", of: Self.plus)
    let tracker = DebugPurchaseTracker(targetPurchaseTracker: real)
    #expect(tracker.end(of: Self.plus) == "2026-12-31")
    tracker.overridePurchase(productID: "PLUS.Y", with: .expired)
    #expect(tracker.end(of: Self.plus) == nil && tracker.status(of: Self.plus) == .expired)
  }
}
