import FlintCore
import FlintManifest
import FlintText
import Testing

/// Features with one constraint of each kind, for the bridge to manifest files.
private enum Shop {
  enum Flavour: String, CaseIterable, FeatureAttributeValue { case debug, release }

  static let flavour = FeatureAttribute<Flavour>("flavour", name: "Flavour", defaultValue: .release)
  static let staff = FeatureAttribute<Bool>("staff", owner: .user)
  static let premium = NonConsumableProduct(
    name: "💎 \"Premium\"", description: "Line\nbreak", productID: "and")
  static let monthly = AutoRenewingSubscriptionProduct(name: "Monthly", productID: "5xMONTH")
  static let coin = ConsumableProduct(name: "Coin", productID: "COIN")

  enum BasketFeature: ConditionalFeature {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.iOSOnly = "15.0"
      requirements.appVersion(VersionRange(atLeast: "2.0", below: "3.1.4")!)
      requirements.runtimeEnabled()
      requirements.userToggled(defaultValue: false)
      requirements.permissions(.location(usage: .always), .notifications)
      requirements.purchase(
        anyOf: .init(premium), .init(allOf: .init(monthly), .init(coin, quantity: 3)))
      requirements.purchase(coin, quantity: 5)
      requirements.attribute(flavour.is(.debug))
      requirements.attribute(staff.is(false))
      requirements.when(
        platforms: .iOS(14), .macOS(), appVersion: .atLeast("2.5"), attributes: flavour.is(.release)
      ) {
        $0.permission(.tracking)
        $0.purchase(monthly)
      }
    }
    static var isEnabled: Bool? { false }
    static let empty = action(EmptyAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(empty) }
  }

  enum CheckoutFeatures: FeatureGroup {
    static let description = "Paying"
    static var subfeatures: [FeatureDefinition.Type] { [BasketFeature.self] }
  }

  enum EmptyAction: Action {
    static func perform(
      context: ActionContext<NoInput>, presenter: NoPresenter,
      completion: @escaping @Sendable (ActionOutcome) -> Void
    ) {
      completion(.success)
    }
  }

  enum App: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [CheckoutFeatures.self] }
  }
}

@Suite("The bridge to manifest files")
struct BridgeTests {
  @Test("Swift declarations are written as a manifest that is read as the same model")
  func roundTrip() throws {
    let manifest = Manifest(
      describing: Shop.App.self, app: Manifest.App(name: "Shop", version: "2.10"))
    let source = SourceFile(path: "manifest.json", text: SourceText(Array(manifest.json.utf8)))
    let read = try ManifestFile(source).manifest
    #expect(read == manifest)
    #expect(read.json == manifest.json)
    #expect(manifest.json.hasSuffix("}\n"))
  }
}
