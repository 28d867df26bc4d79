import Foundation
import TestSupport
import Testing

/// Runs the library with the thread sanitizer, with concurrent queries and changes by many tasks.
@Suite("The thread sanitizer")
struct ThreadSanitizerTests {
  private static let program = """
    enum Speed: ConditionalFeature {
      static let premium = NonConsumableProduct(name: "Premium", productID: "PREM")
      static let fact = FeatureAttribute<Bool>("fact", defaultValue: true)
      static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.userToggled(defaultValue: true)
        requirements.purchase(premium)
        requirements.permissions(.camera, .photos)
        requirements.attribute(fact)
      }
      static let go = action(GoAction.self)
    }
    enum GoAction: Action {
      static func perform(
        context: ActionContext<Int>, presenter: NoPresenter,
        completion: @escaping @Sendable (ActionOutcome) -> Void
      ) { completion(.success) }
    }
    enum App: FeatureGroup {
      static var subfeatures: [FeatureDefinition.Type] { [Speed.self] }
    }
    struct Coordinator: PermissionAuthorisationCoordinator {}

    let purchases = InMemoryPurchases()
    let permissions = InMemoryPermissions(answers: [.camera: .authorized, .photos: .authorized])
    let debug = DebugPurchaseTracker(targetPurchaseTracker: purchases)
    let attributes = InMemoryAttributes()
    Flint.setup(App.self) { dependencies in
      dependencies.purchaseTracker = debug
      dependencies.permissionChecker = permissions
      dependencies.attributes = attributes
    }
    let observation = Flint.availabilityChanges.observe { _ in _ = Speed.isAvailable }
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for round in 0..<100 {
            purchases.set(round % 2 == 0 ? .purchased : .unknown, of: Speed.premium)
            if round % 3 == task % 3 {
              debug.overridePurchase(productID: "PREM", with: .purchased)
            } else {
              debug.invalidateAllPurchaseOverrides()
            }
            attributes.set(Speed.fact, to: round % 2 == 0)
            Speed.go.request()?.perform(with: round)
            _ = Speed.unsatisfiedDescription
            if round % 20 == 0 {
              permissions.set(.notDetermined, of: .camera)
              Flint.userToggles = InMemoryToggles()
              let controller = Speed.permissionAuthorisationController(using: Coordinator())
              controller?.begin {}
              await controller?.authorise()
              controller?.cancel()
            }
          }
        }
      }
    }
    observation.cancel()
    print("done")
    """

  @Test(
    "Finds no data race in concurrent queries and changes",
    .enabled(if: TestDepth.current == .thorough, "it compiles FlintCore once more"))
  func clean() throws {
    try Toolchain.withTemporaryFolder { folder in
      let main = folder.appendingPathComponent("main.swift")
      try Self.program.write(to: main, atomically: true, encoding: .utf8)
      let built = folder.appendingPathComponent("program").path
      let compiled = try Toolchain.run(
        [
          "swiftc", "-wmo", "-sanitize=thread", "-swift-version", "6", "-package-name", "flint",
          "-enable-upcoming-feature", "InternalImportsByDefault", "-module-name", "Program",
        ] + Toolchain.librarySources() + [main.path, "-o", built])
      try #require(compiled.status == 0, "\(compiled.output)")
      let ran = try Toolchain.run([built])
      #expect(ran.output == "done\n")
      #expect(ran.status == 0)
    }
  }
}
