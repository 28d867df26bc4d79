import FlintCore
import FlintModel
import RandomModels
import TestSupport
import Testing

@Suite("The manifest of Swift features")
struct FeatureTreeTests {
  enum Podcasts: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [PlaybackFeatures.self, URLRoutes.self] }

    enum PlaybackFeatures: FeatureGroup {
      static var subfeatures: [FeatureDefinition.Type] { [DynamicSpeedFeature.self] }
    }

    enum URLRoutes: Feature {
      static var featureID: String { "deep-links" }
      static var description: String { "Opens links" }
      static let open = action(OpenURLAction.self)
      static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(open)
        actions.declare(open)
      }
    }

    enum DynamicSpeedFeature: ConditionalFeature {
      static let premium = NonConsumableProduct(
        name: "Premium", description: "Everything", productID: "PREM0001")

      static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.iOS = "9.0"
        requirements.runtimeEnabled()
        requirements.purchase(anyOf: .init(premium), .init(anyOf: premium))
        requirements.attribute(.staff)
        requirements.when(platforms: .iOS(14), attributes: FeatureAttribute.build.is(.beta)) {
          $0.permission(.tracking)
        }
      }
      static var isEnabled: Bool? { false }
    }

    enum OpenURLAction: Action {
      static func perform(
        context: ActionContext<String>, presenter: NoPresenter,
        completion: @escaping @Sendable (ActionOutcome) -> Void
      ) {
        completion(.success)
      }
    }
  }

  @Test("Contains all declarations in pre-order, without the root group")
  func manifest() {
    let manifest = Manifest(
      describing: Podcasts.self, app: Manifest.App(name: "Podcasts", version: "2.1"))
    let expected = Manifest(
      app: Manifest.App(name: "Podcasts", version: "2.1"),
      products: [
        ProductDeclaration(
          id: "PREM0001", name: "Premium", type: .nonConsumable, description: "Everything")
      ],
      attributes: [
        AttributeDeclaration(
          id: "staff", name: "Internal staff", domain: .boolean, defaultValue: .boolean(false)),
        AttributeDeclaration(
          id: "build", domain: .choice(["debug", "beta", "release"]), defaultValue: .choice(2)),
      ],
      features: [
        FeatureDeclaration(id: "playback-features", name: "Playback Features"),
        FeatureDeclaration(
          id: "dynamic-speed", name: "Dynamic Speed", parent: 0, isEnabled: false,
          constraints: [
            .platform(.iOS, "9.0"), .runtimeEnabled, .purchase(.product(0)),
            .attribute(AttributeRequirement(attribute: 0, accepted: .boolean(true))),
          ],
          conditional: [
            ConditionalBlock(
              when: .init(
                platforms: [(.iOS, .atLeast(14))],
                attributes: [AttributeRequirement(attribute: 1, accepted: .choices([1]))]),
              constraints: [.permission(.tracking)])
          ]),
        FeatureDeclaration(
          id: "deep-links", name: "URL Routes", description: "Opens links", actions: ["openURL"]),
      ])
    #expect(manifest == expected)
  }

  private enum Teams: FeatureGroup {
    static let team: String? = "Media"
    static var subfeatures: [FeatureDefinition.Type] { [Player.self, Sale.self] }

    enum Player: FeatureGroup {
      static var subfeatures: [FeatureDefinition.Type] { [Speed.self] }
    }

    enum Speed: Feature {}

    enum Sale: Feature {
      static let team: String? = "Growth"
      static let until: DateTime? = "2027-03-01"
    }
  }

  @Test("Contains the team and the end date of each feature")
  func teams() {
    let manifest = Manifest(describing: Teams.self)
    let rows = manifest.features.enumerated().map { index, feature -> [String?] in
      [feature.id, feature.team, manifest.team(of: index), feature.until?.description]
    }
    let expected: [[String?]] = [
      ["player", "Media", "Media", nil], ["speed", nil, "Media", nil],
      ["sale", "Growth", "Growth", "2027-03-01"],
    ]
    #expect(rows == expected)
  }

  @Test("Derives ids and names from the words of a type's name")
  func names() {
    enum DynamicSpeedFeature: Feature {}
    enum Feature1: Feature {}
    enum WidgetsForiOS: Feature {}
    enum HTTPSProxyFeature: Feature {}
    enum ExampleiOSOnlyFeature: Feature {}
    enum CarPlay2Feature: Feature {}
    enum PlanB: Feature {}
    enum Touch3DFeature: Feature {}
    enum Mp3Player: Feature {}
    enum HTML5Player: Feature {}
    enum Old_Style: Feature {}
    enum ThemeFeature<Look>: Feature { enum ContrastFeature: Feature {} }
    enum DarkLook {}
    let names: [(any FeatureDefinition.Type, String, String)] = [
      (DynamicSpeedFeature.self, "dynamic-speed", "Dynamic Speed"),
      (Feature1.self, "feature1", "Feature1"),
      (WidgetsForiOS.self, "widgets-for-ios", "Widgets For iOS"),
      (HTTPSProxyFeature.self, "https-proxy", "HTTPS Proxy"),
      (ExampleiOSOnlyFeature.self, "example-ios-only", "Example iOS Only"),
      (CarPlay2Feature.self, "car-play2", "Car Play2"),
      (PlanB.self, "plan-b", "Plan B"),
      (Touch3DFeature.self, "touch3d", "Touch3D"),
      (Mp3Player.self, "mp3-player", "Mp3 Player"),
      (HTML5Player.self, "html5-player", "HTML5 Player"),
      (Old_Style.self, "old-style", "Old Style"),
      (Podcasts.DynamicSpeedFeature.self, "dynamic-speed", "Dynamic Speed"),
      (ThemeFeature<DarkLook>.self, "theme-dark-look", "Theme Dark Look"),
      (
        ThemeFeature<[Int: DarkLook]>.self, "theme-dictionary-int-dark-look",
        "Theme Dictionary Int Dark Look"
      ),
      (ThemeFeature<DarkLook>.ContrastFeature.self, "contrast", "Contrast"),
    ]
    for (type, id, name) in names {
      let derived: [String] = [type.featureID, type.name]
      #expect(derived == [id, name])
    }
  }

  // MARK: Mistakes

  private enum One: ConditionalFeature {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.purchase(NonConsumableProduct(name: "Premium", productID: "P"))
      requirements.attribute(FeatureAttribute<Bool>("staff").is(true))
    }
  }
  private enum SameProduct: ConditionalFeature {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.purchase(NonConsumableProduct(name: "Premium", productID: "P"))
    }
  }
  private enum OtherProduct: ConditionalFeature {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.purchase(AutoRenewingSubscriptionProduct(name: "Monthly", productID: "P"))
    }
  }
  private enum UnnamedProduct: ConditionalFeature {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.purchase(NonConsumableProduct(name: "Premium", productID: ""))
    }
  }
  private enum OtherAttribute: ConditionalFeature {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.attribute(FeatureAttribute<Bool>("staff", owner: .user).is(true))
    }
  }
  private enum BadAttribute: ConditionalFeature {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.attribute(FeatureAttribute<Bool>("a b").is(true))
    }
  }
  private enum BadID: Feature {
    static var featureID: String { "-x" }
  }
  private enum SameID: Feature {
    static var featureID: String { "one" }
  }
  private enum Twice: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [One.self] }
  }
  private enum Selves: FeatureGroup, ConditionalFeature {
    static var subfeatures: [FeatureDefinition.Type] { [Selves.self] }
  }
  private struct Group<each Member: FeatureDefinition>: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] {
      var members: [any FeatureDefinition.Type] = []
      for member in repeat (each Member).self { members.append(member) }
      return members
    }
  }

  @Test("Reports an invalid tree with the names of both sides")
  func mistakes() throws {
    let premium = ProductDeclaration(id: "P", name: "Premium", type: .nonConsumable)
    let cases: [(any FeatureGroup.Type, UsageError)] = [
      (
        Group<One, OtherProduct>.self,
        "two products have the id 'P': “Premium” (nonConsumable) and “Monthly” (autoRenewingSubscription)"
      ),
      (
        Group<UnnamedProduct>.self, "the product “Premium” has an empty id: use its id in the store"
      ),
      (
        Group<One, OtherAttribute>.self,
        "two different attributes have the id 'staff': “staff” and “staff”"
      ),
      (
        Group<BadAttribute>.self,
        "'a b' is not a valid attribute id: use letters, digits, '.', '_' and '-'"
      ),
      (
        Group<BadID>.self,
        "'-x' is not a valid id for 'BadID': declare a featureID of letters, digits, '.', '_' and '-'"
      ),
      (
        Group<One, SameID>.self,
        "'One' and 'SameID' have the same id 'one': declare a different featureID for one of them"
      ),
      (
        Group<One, Twice>.self,
        "'One' is in the feature tree twice: keep it in the subfeatures of one group only"
      ),
      (
        Selves.self,
        "'Selves' is in the feature tree twice: keep it in the subfeatures of one group only"
      ),
    ]
    for (group, error) in cases {
      #expect(throws: error) { try Manifest(describing: [group]) }
    }
    let same = try Manifest(describing: [Group<One, SameProduct>.self])
    #expect(same.products == [premium])
  }

  @Test("Distinguishes product ids that differ only in Unicode normalization")
  func normalization() throws {
    enum Store {
      static let composed = NonConsumableProduct(name: "Café", productID: "caf\u{E9}")
      static let decomposed = NonConsumableProduct(name: "Café", productID: "cafe\u{301}")
    }
    enum One: ConditionalFeature {
      static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Store.composed)
      }
    }
    enum Other: ConditionalFeature {
      static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Store.decomposed)
      }
    }
    enum Both: ConditionalFeature {
      static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Store.composed)
        requirements.purchase(Store.decomposed)
      }
    }
    enum Composed: EmptyAction { static let name = "r\u{E9}sume" }
    enum Decomposed: EmptyAction { static let name = "re\u{301}sume" }
    enum Acting: Feature {
      static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(action(Composed.self))
        actions.declare(action(Decomposed.self))
        actions.declare(action(Composed.self))
      }
    }
    enum Group: FeatureGroup {
      static var subfeatures: [FeatureDefinition.Type] {
        [One.self, Other.self, Both.self, Acting.self]
      }
    }
    let manifest = try Manifest(describing: [Group.self])
    #expect(manifest.products.map { Array($0.id.utf8).count } == [5, 6])
    #expect(manifest.features.map(\.constraints.count) == [1, 1, 2, 0])
    #expect(manifest.features[3].actions.map { $0.utf8.count } == [7, 8])
    let device = SimulatedDevice(for: manifest) { $0.purchase(Store.decomposed) }
    let tracker = InMemoryPurchases()
    tracker.set(.purchased, of: Store.decomposed)
    let debug = DebugPurchaseTracker()
    debug.overridePurchase(productID: Store.decomposed.productID, with: .purchased)
    for purchases in [device, tracker, debug] as [any PurchaseTracker] {
      #expect(purchases.status(of: Store.decomposed) == .purchased)
      #expect(purchases.status(of: Store.composed) != .purchased)
    }
  }

  @Test("Terminates the program if the app's platforms are not those of a manifest")
  func appPlatforms() async {
    let results = [
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Manifest.App(platforms: [])
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Manifest.App(versions: [.iOS: 2], platforms: [.iOS(16), .macOS(), .iOS()])
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let range = VersionRange(atLeast: 14, below: 17)
        _ = Manifest.App(version: 2, platforms: [.macOS(), SupportedPlatform(.iOS, range)])
      },
    ]
    for result in results { checkOutput(of: result, contains: "the app's platforms are invalid") }
    #expect(Manifest.App(versions: [:]) == Manifest.App())
    #expect(Manifest.App(name: "A", versions: [.iOS: 2], platforms: [.iOS(16)]).version == nil)
  }

  @Test("Terminates the program if an action has no name")
  func namelessAction() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      enum NamelessAction: Action {
        static var name: String { "" }
        static func perform(
          context: ActionContext<NoInput>, presenter: NoPresenter,
          completion: @escaping @Sendable (ActionOutcome) -> Void
        ) {
          completion(.success)
        }
      }
      enum Nameless: Feature {
        static func prepare(actions: FeatureActionsBuilder) {
          actions.declare(action(NamelessAction.self))
        }
      }
      enum Group: FeatureGroup {
        static var subfeatures: [FeatureDefinition.Type] { [Nameless.self] }
      }
      Flint.setup(Group.self)
    }
    checkOutput(of: result, contains: "the action 'NamelessAction' has an empty name")
  }

  @Test("Terminates the program if two products have the same id, and names both")
  func productsShareID() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      enum One: ConditionalFeature {
        static func constraints(requirements: FeatureConstraintsBuilder) {
          requirements.purchases(
            NonConsumableProduct(name: "Premium", productID: "P"),
            NonConsumableProduct(name: "Gold", productID: "P"))
        }
      }
      enum Group: FeatureGroup {
        static var subfeatures: [FeatureDefinition.Type] { [One.self] }
      }
      Flint.setup(Group.self)
    }
    checkOutput(
      of: result,
      contains:
        "two products have the id 'P': “Premium” (nonConsumable) and “Gold” (nonConsumable)"
    )
  }
}

private protocol EmptyAction: Action where InputType == NoInput, PresenterType == NoPresenter {}

extension EmptyAction {
  static func perform(
    context: ActionContext<NoInput>, presenter: NoPresenter,
    completion: @escaping @Sendable (ActionOutcome) -> Void
  ) { completion(.success) }
}
