import Foundation
import Testing

/// Checks the compiler's result for programs that use the library: correct ones compile, and ones that perform an
/// action without a request do not.
@Suite("Type-checking of programs")
struct WrongProgramTests {
  private static let feature = """
    import FlintCore
    final class DeepLinkingFeature: ConditionalFeature {
      static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
      }
      static let open = action(OpenAction.self)
    }
    final class PlayFeature: Feature {
      static let open = action(OpenAction.self)
    }
    enum OpenAction: Action {
      static func perform(
        context: ActionContext<String>, presenter: NoPresenter,
        completion: @escaping @Sendable (ActionOutcome) -> Void
      ) { completion(.success) }
    }

    """

  @Test(
    "Programs that request first, or need not, compile",
    arguments: [
      "DeepLinkingFeature.open.request()?.perform(with: \"app:start\")",
      "if let request = DeepLinkingFeature.request(DeepLinkingFeature.open) { request.perform(with: \"\") }",
      "PlayFeature.open.perform(with: \"app:start\")",
    ])
  func right(_ program: String) throws {
    let output = try Toolchain.typecheck(Self.feature + program, ["-swift-version", "5"])
    #expect(output == "")
  }

  @Test(
    "Programs that perform an action without a request do not compile",
    arguments: [
      (
        "DeepLinkingFeature.open.perform(with: \"app:start\")",
        "value of type 'ConditionalActionBinding<DeepLinkingFeature, OpenAction>' has no member 'perform'"
      ),
      (
        "DeepLinkingFeature.open.request().perform(with: \"app:start\")",
        "must be unwrapped to refer to member 'perform'"
      ),
      (
        "ConditionalActionRequest(DeepLinkingFeature.open).perform(with: \"app:start\")",
        "initializer is inaccessible due to 'internal' protection level"
      ),
      (
        "StaticActionBinding<DeepLinkingFeature, OpenAction>().perform(with: \"\")",
        "type 'DeepLinkingFeature' does not conform to protocol 'Feature'"
      ),
      (
        "DeepLinkingFeature.open.request()?.perform(with: 5)",
        "cannot convert value of type 'Int' to expected argument type"
      ),
    ])
  func wrong(_ program: String, _ error: String) throws {
    let output = try Toolchain.typecheck(Self.feature + program, ["-swift-version", "5"])
    #expect(output.contains("error: ") && output.contains(error), "\(output)")
  }

  @Test("The post's builder and its extension compile, and require only setters of the reader")
  func postsBuilder() throws {
    // The web page lost the other platforms, which are similar.
    let output = try Toolchain.typecheck(
      """
      import FlintCore
      public protocol FeatureConstraintsBuilder: AnyObject {
        func platform(_ requirement: PlatformConstraint)

        func precondition(_ requirement: FeaturePrecondition)

        func permission(_ permission: SystemPermission)
      }
      public extension FeatureConstraintsBuilder {
        public func preconditions(_ requirements: FeaturePrecondition...) {
          for requirement in requirements {
            self.precondition(requirement)
          }
        }

        public func permissions(_ requirements: SystemPermission...) {
          for requirement in requirements {
            self.permission(requirement)
          }
        }

        public var iOS: PlatformVersionConstraint {
          get {
            fatalError("Not supported, you can only assign in this DSL")
          }
          set {
            self.platform(.init(platform: .iOS, version: newValue))
          }
        }

        public var watchOS: PlatformVersionConstraint {
          get {
            fatalError("Not supported, you can only assign in this DSL")
          }
          set {
            self.platform(.init(platform: .watchOS, version: newValue))
          }
        }
      }
      """, ["-swift-version", "5"])
    #expect(!output.contains("error:"), "\(output)")
  }
}
