import FlintCore
import Testing

// The code of the guide “Features and Actions”. Its products, photo permissions and platform blocks are those of
// “Conditional Features”, and are in that file. This file contains the differences.

enum FeaturesAndActionsGuide {
  public class DeepLinkingFeature: ConditionalFeature {
    public static var description: String = "Deep Linking and app-URL handling"

    public static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.precondition(.runtimeEnabled)
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
      requirements.preconditions(
        .userToggled(defaultValue: true),
        .runtimeEnabled,
        .purchase(PurchaseRequirement(premiumSubscription)))
    }

    static var isEnabled: Bool? = MyPlayerProgressTracker.shared.tutorialCompleted
  }

  final class PhotoAttachmentsFeature: ConditionalFeature {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.permissions(.photos, .camera)
    }
    static let showPhotoSelection = action(ShowPhotoSelectionAction.self)
  }

  final class AppFeatures: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] = [
      DeepLinkingFeature.self, LevelBuilderFeature.self, PhotoAttachmentsFeature.self,
    ]
  }

  // The part of UIKit that the guide's code uses.

  final class UIAlertAction {
    enum Style { case `default` }
    init(title: String, style: Style, handler: (() -> Void)?) {}
  }

  final class UIAlertController {
    enum Style { case alert }
    let title: String
    init(title: String, message: String, preferredStyle: Style) { self.title = title }
    func addAction(_ action: UIAlertAction) {}
  }

  @MainActor
  final class PhotoViewController: PhotoPresenter {
    var shown: [String] = []

    func showPhotoPicker() { shown.append("picker") }
    func present(_ alert: UIAlertController, animated: Bool) { shown.append(alert.title) }

    func selectPhoto() {
      if let request = PhotoAttachmentsFeature.request(PhotoAttachmentsFeature.showPhotoSelection) {
        request.perform(using: self)
      } else {
        let constraints = Flint.constraintsEvaluator.evaluate(for: PhotoAttachmentsFeature.self)
        if constraints.unsatisfied.permissions.count > 0 {

          let permission = constraints.unsatisfied.permissions.first!
          let status = Flint.permissionChecker.status(of: permission)

          if status == .denied {
            let alertController = UIAlertController(
              title: "Permission required!",
              message:
                "You need to grant Photos access. Please go to Settings, Flint Demo and enable photos access.",
              preferredStyle: .alert)
            alertController.addAction(UIAlertAction(title: "OK", style: .default, handler: nil))
            present(alertController, animated: true)
          } else if status == .restricted {
            let alertController = UIAlertController(
              title: "Access is restricted!",
              message: "You need Photos access but this is restricted on your device.",
              preferredStyle: .alert)
            alertController.addAction(UIAlertAction(title: "OK", style: .default, handler: nil))
            present(alertController, animated: true)
          } else if status == .notDetermined {
            Flint.permissionChecker.requestAuthorization(for: permission)
          }
        }
      }
    }
  }
}

@Suite("Guide: Features and Actions", .serialized)
struct FeaturesAndActionsGuideTests {
  private typealias Guide = FeaturesAndActionsGuide

  @Test("Preconditions are equivalent to their own functions")
  func preconditions() {
    #expect(
      Guide.AppFeatures.evaluation(of: "level-builder").constraints.map(\.constraint) == [
        .runtimeEnabled, .userToggled(defaultValue: true), .purchase(.product(0)),
      ])
    #expect(
      Guide.AppFeatures.evaluation(of: "deep-linking").constraints.map(\.constraint)
        == [.runtimeEnabled])
  }

  @Test("Only the first unsatisfied permission is requested, and each status has its alert")
  @MainActor
  func selectPhoto() {
    let permissions = InMemoryPermissions(answers: [.photos: .authorized, .camera: .denied])
    let screen = Guide.PhotoViewController()
    Flint.withOwnRegistry {
      Flint.setup(Guide.AppFeatures.self) { $0.permissionChecker = permissions }
      screen.selectPhoto()
      #expect(permissions.requests == [.photos])
      screen.selectPhoto()
      #expect(permissions.requests == [.photos, .camera])
      screen.selectPhoto()
      permissions.set(.restricted, of: .camera)
      screen.selectPhoto()
      permissions.set(.authorized, of: .camera)
      screen.selectPhoto()
    }
    #expect(screen.shown == ["Permission required!", "Access is restricted!", "picker"])
  }
}
