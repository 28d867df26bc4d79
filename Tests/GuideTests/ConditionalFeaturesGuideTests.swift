import FlintCore
import Testing

// The code of the guide “Conditional Features”, without comments and without the `...` that represent the reader's
// code. A block that is part of a function is within one.

let premiumSubscription = Product(
  name: "💎 Premium Subscription",
  description: "Unlock the level builder",
  productID: "SUB0001")

enum ConditionalFeaturesGuide {
  public class DeepLinkingFeature: ConditionalFeature {
    public static var description: String = "Deep Linking and app-URL handling"

    public static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.runtimeEnabled()
    }

    public static var isEnabled: Bool? = true

    public static let performIncomingURL = action(PerformIncomingURLAction.self)

    public static func prepare(actions: FeatureActionsBuilder) {
      actions.declare(performIncomingURL)
    }
  }

  public class LevelBuilderFeature: ConditionalFeature {
    public static var description: String = "Premium Level Builder"

    public static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.userToggled(defaultValue: true)
      requirements.runtimeEnabled()
      requirements.purchase(PurchaseRequirement(premiumSubscription))
    }

    static var isEnabled: Bool? = MyPlayerProgressTracker.shared.tutorialCompleted
  }

  public class SelfieFeature: ConditionalFeature {
    public static var description: String = "Selfie Posting"

    public static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.permissions(
        .camera,
        .photos,
        .location(usage: .whenInUse))
    }
  }

  public class ExampleFeature: ConditionalFeature {
    public static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.iOS = 9
      requirements.macOS = "10.12.1"
      requirements.tvOS = .any
      requirements.watchOS = .unsupported
    }
  }

  public class ExampleiOSOnlyFeature: ConditionalFeature {
    public static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.iOSOnly = .any
    }
  }

  static func open(_ url: Link, presenter: Recorder, log: Recorder) {
    if let request = DeepLinkingFeature.performIncomingURL.request() {
      request.perform(using: presenter, with: url)
    } else {
      log.error("Attempt to use feature that is not enabled")
    }
  }

  final class PhotoAttachmentsFeature: ConditionalFeature {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.permissions(.photos, .camera)
      requirements.purchase(premiumSubscription)
    }
    static let showPhotoSelection = action(ShowPhotoSelectionAction.self)
  }

  @MainActor
  final class PhotoViewController: PhotoPresenter, PermissionAuthorisationCoordinator {
    var shown: [String] = []
    var permissionController: AuthorisationController?
    let isDone = AsyncStream<Void>.makeStream()

    nonisolated init() {}

    func showPhotoPicker() {
      shown.append("picker")
      isDone.continuation.yield()
    }
    func showRestrictedPermissionsWarning(for permissions: String) {
      shown.append("restricted \(permissions)")
    }
    func showInAppPurchaseUpsell(for requirements: [PurchaseRequirement]) {
      shown.append("offer \(requirements.map(\.description))")
    }
    func showDeniedPermissionsInstructions(for permissions: [SystemPermission]) {
      shown.append("denied \(permissions)")
      isDone.continuation.yield()
    }
    func willRequestPermission(
      for permission: SystemPermission
    ) async -> SystemPermissionRequestAction {
      shown.append("explain \(permission)")
      return .request
    }

    func attachPhoto(retryHandler: (() -> Void)?) {
      if PhotoAttachmentsFeature.permissions.notDetermined.count > 0 {
        permissionController = PhotoAttachmentsFeature.permissionAuthorisationController(
          using: self)
        permissionController?.begin(retryHandler: retryHandler)
        return
      }
    }

    func offer<T>(_ feature: T.Type) where T: ConditionalFeature {
      if feature.purchases.requiredToUnlock.count > 0 {
        shown.append("store")
      }
    }

    func selectPhoto() {
      if let request = PhotoAttachmentsFeature.request(PhotoAttachmentsFeature.showPhotoSelection) {
        request.perform(using: self)
      } else {
        handleUnsatisfiedConstraints(
          for: PhotoAttachmentsFeature.self, retry: { [weak self] in self?.selectPhoto() })
      }
    }

    func handleUnsatisfiedConstraints<T>(for feature: T.Type, retry retryHandler: (() -> Void)?)
    where T: ConditionalFeature {
      if feature.permissions.restricted.count > 0 {
        let permissions = feature.permissions.restricted.map({ String(describing: $0) }).joined(
          separator: ", ")
        showRestrictedPermissionsWarning(for: permissions)
        return
      }

      if feature.purchases.requiredToUnlock.count > 0 {
        showInAppPurchaseUpsell(for: feature.purchases.requiredToUnlock)
        return
      }

      if feature.permissions.denied.count > 0 {
        let permissions = feature.permissions.denied.map({ String(describing: $0) }).joined(
          separator: ", ")
        showDeniedPermissionsInstructions(for: feature.permissions.denied)
        return
      }

      if feature.permissions.notDetermined.count > 0 {
        permissionController = feature.permissionAuthorisationController(using: self)
        permissionController?.begin(retryHandler: retryHandler)
        return
      }
    }
  }

  final class AppFeatures: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] = [
      DeepLinkingFeature.self, LevelBuilderFeature.self, SelfieFeature.self, ExampleFeature.self,
      ExampleiOSOnlyFeature.self, PhotoAttachmentsFeature.self,
    ]
  }
}

@Suite("Guide: Conditional Features", .serialized)
struct ConditionalFeaturesGuideTests {
  private typealias Guide = ConditionalFeaturesGuide

  @Test("runtimeEnabled reads isEnabled each time, and a refusal takes the other path")
  func deepLinking() {
    let presenter = Recorder()
    let log = Recorder()
    Flint.withOwnRegistry {
      Flint.setup(Guide.AppFeatures.self)
      Guide.open(Link(address: "app:start"), presenter: presenter, log: log)
      Guide.DeepLinkingFeature.isEnabled = false
      defer { Guide.DeepLinkingFeature.isEnabled = true }
      #expect(Guide.DeepLinkingFeature.isAvailable == false)
      Guide.open(Link(address: "app:again"), presenter: presenter, log: log)
    }
    #expect(presenter.lines == ["opened app:start"])
    #expect(log.lines == ["error: Attempt to use feature that is not enabled"])
  }

  @Test("The level builder requires its toggle, its flag and its purchase")
  func levelBuilder() {
    let purchases = InMemoryPurchases()
    let toggles = InMemoryToggles()
    Flint.withOwnRegistry {
      Flint.setup(Guide.AppFeatures.self) { dependencies in
        dependencies.purchaseTracker = purchases
        dependencies.userToggles = toggles
      }
      typealias Feature = Guide.LevelBuilderFeature
      #expect(Feature.isAvailable == false)
      purchases.set(.purchased, of: premiumSubscription)
      #expect(Feature.isAvailable == true)
      toggles.set(false, for: Feature.self)
      #expect(Feature.isAvailable == false)
      #expect(Feature.requiresUserToggle)
      toggles.set(nil, for: Feature.self)
      #expect(Feature.isAvailable == true)
      Feature.isEnabled = nil
      defer { Feature.isEnabled = true }
      #expect(Feature.isAvailable == nil)
      #expect(Feature.requiresRuntimeEnabled)
    }
  }

  @Test("A selfie requires three permissions")
  func selfie() {
    let permissions = InMemoryPermissions()
    Flint.withOwnRegistry {
      Flint.setup(Guide.AppFeatures.self) { $0.permissionChecker = permissions }
      let wanted: [SystemPermission] = [.camera, .photos, .location(usage: .whenInUse)]
      #expect(Guide.SelfieFeature.permissions.notDetermined == wanted)
      for permission in wanted {
        #expect(Guide.SelfieFeature.isAvailable == nil)
        permissions.set(.authorized, of: permission)
      }
      #expect(Guide.SelfieFeature.isAvailable == true)
    }
  }

  @Test(
    "Platforms have a minimum version, any or none; undeclared ones are any",
    arguments: [
      ("example", Platform.iOS, "8", FeatureStatus.unavailable), ("example", .iOS, "9", .available),
      ("example", .macOS, "10.12", .unavailable), ("example", .macOS, "10.12.1", .available),
      ("example", .tvOS, "1", .available), ("example", .watchOS, "99", .unavailable),
      ("example", .visionOS, "1", .available), ("example-ios-only", .iOS, "1", .available),
      ("example-ios-only", .macOS, "99", .unavailable),
      ("example-ios-only", .visionOS, "99", .unavailable),
    ])
  func platforms(feature: String, platform: Platform, version: String, status: FeatureStatus) {
    let evaluation = Guide.AppFeatures.evaluation(of: feature) { state, _ in
      state.platform = platform
      state.osVersion = .version(Version(version)!)
    }
    #expect(evaluation.status == status)
  }

  @Test("The user is shown one step at a time: restrictions, purchases, denials, then prompts")
  @MainActor
  func selectPhoto() async {
    let permissions = InMemoryPermissions(
      statuses: [.camera: .restricted], answers: [.photos: .authorized, .camera: .authorized])
    let purchases = InMemoryPurchases()
    let screen = Guide.PhotoViewController()
    await Flint.withOwnRegistry {
      Flint.setup(Guide.AppFeatures.self) { dependencies in
        dependencies.permissionChecker = permissions
        dependencies.purchaseTracker = purchases
      }
      screen.selectPhoto()
      permissions.set(.denied, of: .camera)
      screen.offer(Guide.PhotoAttachmentsFeature.self)
      screen.selectPhoto()
      purchases.set(.purchased, of: premiumSubscription)
      screen.offer(Guide.PhotoAttachmentsFeature.self)
      screen.selectPhoto()
      permissions.set(.notDetermined, of: .camera)
      screen.selectPhoto()
      var done = screen.isDone.stream.makeAsyncIterator()
      await done.next()
      await done.next()
    }
    #expect(
      screen.shown == [
        "restricted camera", "store", "offer [\"💎 Premium Subscription\"]", "denied [camera]",
        "explain photos", "explain camera", "picker",
      ])
    #expect(permissions.requests == [.photos, .camera])
  }

  @Test("The code that requests permissions requests the outstanding ones")
  @MainActor
  func attachPhoto() async {
    let permissions = InMemoryPermissions(
      statuses: [.camera: .denied], answers: [.photos: .authorized])
    let screen = Guide.PhotoViewController()
    await Flint.withOwnRegistry {
      Flint.setup(Guide.AppFeatures.self) { $0.permissionChecker = permissions }
      await withCheckedContinuation { continuation in
        screen.attachPhoto { continuation.resume() }
      }
      screen.attachPhoto { screen.shown.append("retried") }
    }
    #expect(permissions.requests == [.photos])
    #expect(screen.shown == ["explain photos"])
  }
}
