import FlintCore
import FlintModel
import Testing

/// Tests availability with the cases of Flint 1.x, and with intended differences from it.
@Suite("Availability of a feature")
struct AvailabilityTests {
  private static let a = Product(name: "Product A", productID: "PROD-A")
  private static let b = Product(name: "Product B", productID: "PROD-B")
  private static let c = Product(name: "Product C", productID: "PROD-C")
  private static let d = Product(name: "Product D", productID: "PROD-D")

  private enum RootFeature: ConditionalFeature {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.purchase(PurchaseRequirement(a))
    }
  }
  private enum ChildFeature: ConditionalFeature {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.purchase(PurchaseRequirement(b))
    }
  }
  private enum ParentGroup: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] {
      [ChildFeature.self, CameraFeature.self, PhotosFeature.self]
    }
  }
  private enum ConditionalParent: FeatureGroup, ConditionalFeature {
    static var subfeatures: [FeatureDefinition.Type] { [GuardedChild.self, PlainChild.self] }
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.purchase(PurchaseRequirement(c))
    }
  }
  private enum GuardedChild: ConditionalFeature {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.purchase(PurchaseRequirement(d))
    }
  }
  private enum PlainChild: Feature {}
  private enum CameraFeature: ConditionalFeature {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.runtimeEnabled()
      requirements.permission(.camera)
    }
  }
  private enum PhotosFeature: ConditionalFeature {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.runtimeEnabled()
      requirements.permissions(.photos, .location(usage: .whenInUse))
    }
  }
  private enum App: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] {
      [RootFeature.self, ParentGroup.self, ConditionalParent.self]
    }
  }

  /// Runs `body` with an app whose store has not answered and whose user has not been asked for permissions.
  private func withApp(_ body: (InMemoryPurchases, InMemoryPermissions) -> Void) {
    let purchases = InMemoryPurchases(defaultStatus: .unknown)
    let permissions = InMemoryPermissions()
    Flint.withOwnRegistry {
      Flint.setup(App.self) { dependencies in
        dependencies.purchaseTracker = purchases
        dependencies.permissionChecker = permissions
      }
      body(purchases, permissions)
    }
  }

  @Test("A feature is first undetermined, then unavailable, then available after a purchase")
  func bought() {
    withApp { purchases, _ in
      check(RootFeature.self, isAvailable: nil)
      purchases.set(.notPurchased, of: Self.a)
      check(RootFeature.self, isAvailable: false)
      purchases.set(.purchased, of: Self.a)
      check(RootFeature.self, isAvailable: true)
    }
  }

  @Test("A child of a plain group depends only on its own constraints")
  func childOfGroup() {
    withApp { purchases, _ in
      check(ParentGroup.self, isAvailable: true)
      check(ChildFeature.self, isAvailable: nil)
      purchases.set(.notPurchased, of: Self.b)
      check(ChildFeature.self, isAvailable: false)
      purchases.set(.purchased, of: Self.b)
      check(ChildFeature.self, isAvailable: true)
    }
  }

  @Test("A child without constraints inherits those of its conditional parent")
  func childOfConditionalParent() {
    withApp { purchases, _ in
      check(ConditionalParent.self, isAvailable: nil)
      check(PlainChild.self, isAvailable: nil)
      purchases.set(.notPurchased, of: Self.c)
      check(ConditionalParent.self, isAvailable: false)
      purchases.set(.purchased, of: Self.d)
      check(GuardedChild.self, isAvailable: false)
      purchases.set(.purchased, of: Self.c)
      check(GuardedChild.self, isAvailable: true)
      check(PlainChild.self, isAvailable: true)
      purchases.set(.notPurchased, of: Self.d)
      check(ConditionalParent.self, isAvailable: true)
      check(GuardedChild.self, isAvailable: false)
    }
  }

  @Test("Permissions make a feature undetermined, unavailable and available")
  func permissions() {
    withApp { _, permissions in
      check(CameraFeature.self, isAvailable: nil)
      check(PhotosFeature.self, isAvailable: nil)
      permissions.set(.denied, of: .camera)
      permissions.set(.restricted, of: .photos)
      check(CameraFeature.self, isAvailable: false)
      check(PhotosFeature.self, isAvailable: false)
      permissions.set(.authorized, of: .camera)
      permissions.set(.authorized, of: .photos)
      check(CameraFeature.self, isAvailable: true)
      check(PhotosFeature.self, isAvailable: nil)
      permissions.set(.authorized, of: .locationWhenInUse)
      check(PhotosFeature.self, isAvailable: true)
    }
  }

  @Test("The reasons include the constraints of groups")
  func reasons() {
    let (c, d) = (PurchaseRequirement(Self.c), PurchaseRequirement(Self.d))
    withApp { purchases, _ in
      purchases.set(.notPurchased, of: Self.c)
      purchases.set(.notPurchased, of: Self.d)
      #expect(
        GuardedChild.unsatisfiedDescription
          == "“Product D” has not been purchased; “Product C” has not been purchased")
      let evaluation = Flint.constraintsEvaluator.evaluate(for: GuardedChild.self)
      #expect(evaluation.suggestion == "Offer “Product D” and “Product C”")
      #expect(GuardedChild.purchases.requiredToUnlock == [d, c])
      #expect(evaluation.undetermined.isEmpty)
      purchases.set(.purchased, of: Self.d)
      purchases.set(.unknown, of: Self.c)
      let later = Flint.constraintsEvaluator.evaluate(for: GuardedChild.self)
      #expect(later.satisfied.purchases == [d] && later.unsatisfied.purchases == [c])
      #expect(later.undetermined == later.unsatisfied)
      #expect(later.all.purchases == [d, c])
    }
  }
}

/// Tests intended differences from Flint 1.x.
@Suite("Intended differences")
struct IntendedDifferencesTests {
  private static let a = Product(name: "A", productID: "A")
  private static let b = Product(name: "B", productID: "B")
  private static let c = Product(name: "C", productID: "C")

  private enum BothKinds: ConditionalFeature {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.permission(.camera)
      requirements.purchase(a)
    }
  }
  private enum AnyRequirement: ConditionalFeature {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.purchase(anyOf: .init(a), .init(allOf: b, c))
    }
  }
  private enum AnyProduct: ConditionalFeature {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.purchase(anyOf: a, b, c)
    }
  }
  private enum NoFlag: ConditionalFeature {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.runtimeEnabled()
    }
  }
  private enum App: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] {
      [BothKinds.self, AnyRequirement.self, AnyProduct.self, NoFlag.self]
    }
  }

  private func withApp(_ body: (InMemoryPurchases) -> Void) {
    let purchases = InMemoryPurchases()
    Flint.withOwnRegistry {
      Flint.setup(App.self) { $0.purchaseTracker = purchases }
      body(purchases)
    }
  }

  @Test("A definite no takes precedence over undetermined")
  func definiteNo() {
    withApp { _ in check(BothKinds.self, isAvailable: false) }
  }

  @Test("An any-of requirement needs only one of its products")
  func anyRequirement() {
    withApp { purchases in
      purchases.set(.purchased, of: Self.a)
      check(AnyRequirement.self, isAvailable: true)
      purchases.set(.notPurchased, of: Self.a)
      purchases.set(.purchased, of: Self.b)
      check(AnyRequirement.self, isAvailable: false)
      purchases.set(.purchased, of: Self.c)
      check(AnyRequirement.self, isAvailable: true)
    }
  }

  @Test("An unknown product among several makes the feature undetermined")
  func unknownProduct() {
    for product in [Self.a, Self.b, Self.c] {
      withApp { purchases in
        purchases.set(.unknown, of: product)
        check(AnyProduct.self, isAvailable: nil)
      }
    }
  }

  @Test("isEnabled is true by default")
  func isEnabled() {
    withApp { _ in check(NoFlag.self, isAvailable: true) }
  }
}
