import FlintCore
import FlintUI
import Testing

// The code of the guide “Purchases”. The web page lost the closing braces of blocks, which are restored. It also lost
// four statements of the feature's constraints, of which comments and one line remain. They are restored as the
// comments describe them.

enum PurchasesGuide {
  enum MyInAppPurchases {
    static let oneOffPurchaseProduct = NonConsumableProduct(
      name: "💎 Premium",
      description: "Unlock premium features",
      productID: "PREM0001")
    static let monthlySubscriptionProduct = AutoRenewingSubscriptionProduct(
      name: "💫 Monthly Subscription",
      description: "Unlock everything",
      productID: "SUB0001")
    static let creditsZBucksProduct = ConsumableProduct(
      name: "A Z Buck",
      description: "We saw you coming, whale",
      productID: "CREDIT-ZBUCK")
  }

  final class PhotoAttachmentsFeature: ConditionalFeature {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.iOSOnly = 10
      requirements.permissions(.photos, .camera)
      requirements.permission(.contacts(entity: .contacts))
      requirements.purchase(MyInAppPurchases.oneOffPurchaseProduct)

      requirements.purchase(MyInAppPurchases.creditsZBucksProduct, quantity: 5)

      requirements.purchase(
        anyOf:
          MyInAppPurchases.oneOffPurchaseProduct,
        MyInAppPurchases.monthlySubscriptionProduct
      )

      requirements.purchase(
        allOf:
          .init(MyInAppPurchases.oneOffPurchaseProduct),
        .init(MyInAppPurchases.creditsZBucksProduct, quantity: 5)
      )
    }
  }

  final class EitherFeature: ConditionalFeature {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.purchase(
        anyOf: MyInAppPurchases.oneOffPurchaseProduct, MyInAppPurchases.monthlySubscriptionProduct)
    }
  }

  final class MyFeatures: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] = [
      PhotoAttachmentsFeature.self, EitherFeature.self, PurchaseBrowserFeature.self,
    ]
  }

  /// The app's store client.
  final class StoreKitPurchaseTracker: PurchaseTracker {
    let purchases = InMemoryPurchases()
    var purchaseChanges: ObserverList<PurchaseChange> { purchases.purchaseChanges }

    init(appGroupIdentifier: String?) throws {
      purchases.set(.purchased, of: MyInAppPurchases.oneOffPurchaseProduct)
    }

    func status(of product: Product) -> PurchaseStatus { purchases.status(of: product) }
  }

  final class NavigationController: PurchaseBrowserPresenter {
    var shown: [String] = []
    func show(_ title: String) { shown.append(title) }
  }

  static func setupWithTracker() {
    Flint.setup(MyFeatures.self) { dependencies in
      let storeKitTracker = try! StoreKitPurchaseTracker(
        appGroupIdentifier: FlintAppInfo.appGroupIdentifier)
      dependencies.purchaseTracker = storeKitTracker
    }
  }

  static func quickSetupWithProxy() {
    Flint.quickSetup(MyFeatures.self) { dependencies in
      let storeKitTracker = try! StoreKitPurchaseTracker(
        appGroupIdentifier: FlintAppInfo.appGroupIdentifier)
      dependencies.purchaseTracker = DebugPurchaseTracker(targetPurchaseTracker: storeKitTracker)
    }
  }

  static func quickSetupAlone() {
    Flint.quickSetup(MyFeatures.self) { dependencies in
      dependencies.purchaseTracker = DebugPurchaseTracker()
    }
  }

  static func showPurchaseBrowser(_ myNavigationController: NavigationController) {
    guard let request = PurchaseBrowserFeature.show.request() else {
      preconditionFailure("Purchase Browser is not enabled")
    }
    request.perform(withPresenter: myNavigationController)
  }
}

@Suite("Guide: Purchases")
struct PurchasesGuideTests {
  private typealias Guide = PurchasesGuide
  private typealias Store = PurchasesGuide.MyInAppPurchases

  @Test("Each statement is a separate requirement, in the form of a manifest")
  func requirements() {
    let manifest = Manifest(describing: Guide.MyFeatures.self)
    #expect(
      manifest.features[0].constraints.map { $0.name(in: manifest) } == [
        "platform:iOS", "platform:macOS", "platform:tvOS", "platform:watchOS", "platform:visionOS",
        "permission:photos", "permission:camera", "permission:contacts", "purchase:PREM0001",
        "purchase:5xCREDIT-ZBUCK", "purchase:PREM0001 or SUB0001",
        "purchase:PREM0001 and 5xCREDIT-ZBUCK",
      ])
    #expect(manifest.products.map(\.id) == ["PREM0001", "CREDIT-ZBUCK", "SUB0001"])
    #expect(
      manifest.products.map(\.type) == [.nonConsumable, .consumable, .autoRenewingSubscription])
  }

  @Test("Credits alone do not satisfy a constraint; the app unlocks the feature")
  func credits() {
    let purchases = InMemoryPurchases()
    Flint.withOwnRegistry {
      Flint.setup(Guide.MyFeatures.self) { $0.purchaseTracker = purchases }
      typealias Feature = Guide.PhotoAttachmentsFeature
      purchases.set(.purchased, of: Store.oneOffPurchaseProduct)
      purchases.set(credits: 100, of: Store.creditsZBucksProduct)
      let required = Feature.purchases.requiredToUnlock
      #expect(required.map(\.description) == ["5 × A Z Buck", "💎 Premium and 5 × A Z Buck"])
      #expect(required.first?.quantity == 5)
      #expect(Feature.purchases.purchased.count == 2)
      purchases.setUnlocked(true, featureID: Feature.featureID)
      #expect(Feature.purchases.requiredToUnlock.isEmpty)
    }
  }

  @Test("The tracker given to setup is used, and one assigned later replaces it")
  func tracker() {
    Flint.withOwnRegistry {
      FlintAppInfo.appGroupIdentifier = "group.example"
      #expect(FlintAppInfo.appGroupIdentifier == "group.example")
      Guide.setupWithTracker()
      #expect(Guide.EitherFeature.isAvailable == true)
      Flint.purchaseTracker = InMemoryPurchases()
      #expect(Guide.EitherFeature.isAvailable == false)
    }
  }

  @Test("A debug tracker overrides the real one, and an override can be removed")
  func proxy() {
    Flint.withOwnRegistry {
      Guide.quickSetupWithProxy()
      let tracker = Flint.purchaseTracker as! DebugPurchaseTracker
      let id = Store.oneOffPurchaseProduct.productID
      #expect(Guide.EitherFeature.isAvailable == true)
      tracker.overridePurchase(productID: id, with: .notPurchased)
      #expect(Guide.EitherFeature.isAvailable == false)
      tracker.overridePurchase(productID: id, with: .unknown)
      #expect(Guide.EitherFeature.isAvailable == nil)
      #expect(tracker.realStatus(of: Store.oneOffPurchaseProduct) == .purchased)
      tracker.invalidatePurchaseOverride(productID: id)
      #expect(Guide.EitherFeature.isAvailable == true)
    }
  }

  @Test("A debug tracker also works without a real one")
  func alone() {
    Flint.withOwnRegistry {
      Guide.quickSetupAlone()
      let tracker = Flint.purchaseTracker as! DebugPurchaseTracker
      #expect(Guide.EitherFeature.isAvailable == nil)
      tracker.overridePurchase(productID: "SUB0001", with: .purchased)
      #expect(Guide.EitherFeature.isAvailable == true)
      tracker.invalidateAllPurchaseOverrides()
      #expect(Guide.EitherFeature.isAvailable == nil)
    }
  }

  @Test("The purchase browser is shown through a request like any other screen")
  func purchaseBrowser() {
    let navigation = Guide.NavigationController()
    Flint.withOwnRegistry {
      Guide.quickSetupAlone()
      Guide.showPurchaseBrowser(navigation)
    }
    #expect(navigation.shown == ["Purchases"])
  }
}
