import FlintCore
import FlintModel
import Testing

@Suite("The authorization controller")
struct AuthorisationControllerTests {
  private enum Selfie: ConditionalFeature {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.permissions(.photos, .camera, .contacts)
    }
  }
  private enum Sharing: ConditionalFeature {
    static let trial = FeatureAttribute<Bool>("trial")
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.when(attributes: trial.is(true)) {
        $0.permission(.photos)
        $0.purchase(NonConsumableProduct(name: "Premium", productID: "PREM"))
        $0.userToggled(defaultValue: false)
      }
    }
  }
  private enum OptionalGroup: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Sharing.self] }
  }
  private enum App: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Selfie.self] }
  }

  /// A coordinator that records each step and returns the given results. Some methods have completion handlers, others
  /// are async.
  private final class Coordinator: PermissionAuthorisationCoordinator {
    let order: [SystemPermission]
    let actions: [SystemPermission: SystemPermissionRequestAction]
    let cancelAfter: SystemPermission?
    let steps = Recorder<String>()

    init(
      order: [SystemPermission] = [],
      actions: [SystemPermission: SystemPermissionRequestAction] = [:],
      cancelAfter: SystemPermission? = nil
    ) {
      self.order = order
      self.actions = actions
      self.cancelAfter = cancelAfter
    }

    private func note(_ step: String) { steps.append(step) }

    func willBeginPermissionAuthorisation(
      for permissions: [SystemPermission],
      completion: @escaping @Sendable ([SystemPermission]) -> Void
    ) {
      note("begin \(permissions)")
      completion(order)
    }

    func willRequestPermission(
      for permission: SystemPermission
    ) async -> SystemPermissionRequestAction {
      note("will \(permission)")
      return actions[permission] ?? .request
    }

    func didRequestPermission(
      for permission: SystemPermission, status: SystemPermissionStatus,
      completion: @escaping @Sendable (Bool) -> Void
    ) {
      note("did \(permission) \(status)")
      completion(permission == cancelAfter)
    }

    func didCompletePermissionAuthorisation(
      cancelled: Bool, outstanding: [SystemPermission]
    ) async {
      note("end \(cancelled) \(outstanding)")
    }
  }

  private let checker = InMemoryPermissions(
    answers: [.photos: .authorized, .camera: .denied, .contacts: .authorized])

  private func controller(_ coordinator: Coordinator?) -> AuthorisationController? {
    Flint.withOwnRegistry {
      Flint.setup(App.self) { $0.permissionChecker = checker }
      return Selfie.permissionAuthorisationController(using: coordinator)
    }
  }

  /// Asks for the permissions of the feature, and returns nil if there is nothing to ask for.
  private func authorise(_ coordinator: Coordinator?) async -> AuthorisationOutcome? {
    await controller(coordinator)?.authorise()
  }

  @Test("Leads the user through every step, in the coordinator's order")
  func everyStep() async {
    let coordinator = Coordinator(order: [.contacts])
    let outcome = await authorise(coordinator)
    #expect(outcome == AuthorisationOutcome(isCancelled: false, outstanding: [.camera]))
    let steps = [
      "begin [photos, camera, contacts]", "will contacts", "did contacts authorized",
      "will photos", "did photos authorized", "will camera", "did camera denied",
      "end false [camera]",
    ]
    #expect(coordinator.steps.elements == steps)
    #expect(checker.requests == [.contacts, .photos, .camera])
  }

  @Test("Works without a coordinator")
  func alone() async {
    let outcome = await authorise(nil)
    #expect(outcome?.outstanding == [.camera])
    #expect(checker.requests == [.photos, .camera, .contacts])
  }

  @Test("Skips permissions and cancels as the coordinator decides")
  func skipAndCancel() async {
    let coordinator = Coordinator(actions: [.photos: .skip, .camera: .cancelAll])
    let outcome = await authorise(coordinator)
    let all: [SystemPermission] = [.photos, .camera, .contacts]
    #expect(outcome == AuthorisationOutcome(isCancelled: true, outstanding: all))
    #expect(checker.requests.isEmpty)
    let last = ["will photos", "will camera", "end true [photos, camera, contacts]"]
    #expect(coordinator.steps.elements.suffix(3) == last)
  }

  @Test("Cancels after a result as the coordinator decides")
  func cancelAfter() async {
    let outcome = await authorise(Coordinator(cancelAfter: .photos))
    #expect(outcome == AuthorisationOutcome(isCancelled: true, outstanding: [.camera, .contacts]))
    #expect(checker.requests == [.photos])
  }

  @Test("Requests nothing after it was cancelled, nor a second time")
  func cancelled() async {
    let first = controller(nil)
    first?.cancel()
    let cancelled = await first?.authorise()
    #expect(cancelled?.isCancelled == true)
    #expect(checker.requests.isEmpty)
    let second = controller(nil)
    await second?.authorise()
    let repeated = await second?.authorise()
    #expect(repeated?.outstanding == [.camera])
    #expect(checker.requests.count == 3)
  }

  @Test("Does not request permissions of a block until its guard is true")
  func unknownBlock() async {
    let attributes = InMemoryAttributes()
    let checker = checker
    /// Checks what the user can do for the feature now: grant permissions, buy products and turn on the toggle.
    func checkNeeds(
      permissions: [SystemPermission], products: [String], toggle: Bool,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let purchases = Sharing.purchases.requiredToUnlock
      #expect(Sharing.permissions.all == permissions, sourceLocation: sourceLocation)
      #expect(Sharing.permissions.notDetermined == permissions, sourceLocation: sourceLocation)
      #expect(purchases.map(\.description) == products, sourceLocation: sourceLocation)
      #expect(Sharing.requiresUserToggle == toggle, sourceLocation: sourceLocation)
    }
    await Flint.withOwnRegistry {
      Flint.setup(OptionalGroup.self) { dependencies in
        dependencies.permissionChecker = checker
        dependencies.attributes = attributes
      }
      attributes.set(Sharing.trial, to: nil)
      check(Sharing.self, isAvailable: nil)
      checkNeeds(permissions: [], products: [], toggle: false)
      #expect(Sharing.permissionAuthorisationController(using: nil) == nil)
      let evaluation = Flint.constraintsEvaluator.evaluate(for: Sharing.self)
      #expect(evaluation.undetermined.permissions == [.photos])
      #expect(evaluation.nextStep?.action == .waitForStatus)
      attributes.set(Sharing.trial, to: true)
      checkNeeds(permissions: [.photos], products: ["Premium"], toggle: true)
      let controller = Sharing.permissionAuthorisationController(using: nil)
      let outcome = await controller?.authorise()
      #expect(outcome == AuthorisationOutcome(isCancelled: false, outstanding: []))
    }
    #expect(checker.requests == [.photos])
  }

  @Test("Is nil if no permission is undetermined")
  func nothingToAsk() {
    checker.set(.authorized, of: .photos)
    checker.set(.denied, of: .camera)
    checker.set(.restricted, of: .contacts)
    #expect(controller(nil) == nil)
  }

  @Test("Retries once everything is answered, but not if a permission was skipped")
  func retry() async throws {
    await withCheckedContinuation { continuation in
      controller(nil)?.begin { continuation.resume() }
    }
    #expect(checker.requests.count == 3)

    for permission in [SystemPermission.photos, .camera, .contacts] {
      checker.set(.notDetermined, of: permission)
    }
    let putOff = Coordinator(actions: [.camera: .skip])
    await controller(putOff)?.authorise { Issue.record("retried, though the camera was put off") }
    let broken = Coordinator(cancelAfter: .camera)
    await controller(broken)?.authorise { Issue.record("retried after a cancellation") }
    #expect(checker.requests.count == 6)
  }
}
