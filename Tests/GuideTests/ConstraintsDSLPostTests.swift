import FlintCore
import Testing

// The code of the post “Flint's new Feature Constraints DSL”. The web page lost some closing parentheses, which are
// restored: after `.location(usage: .whenInUse)` in the first draft, and after each `PlatformConstraint(…)`. The `…`
// that represent the reader's code are omitted. `WrongProgramTests` compiles the post's builder and its extension
// separately, because their protocol has the name of the library's.

let premiumProduct = Product(name: "Premium", productID: "PREMIUM")
let basicProduct = Product(name: "Basic", productID: "BASIC")

private enum ConstraintsDSLPost {
  enum Earliest {
    final class DocumentSharingFeature: ConditionalFeature {
      static var availability: FeatureAvailability = .runtimeEvaluated

      static var isAvailable: Bool? = true
    }
  }

  enum FirstDraft {
    final class DocumentSharingFeature: ConditionalFeature {
      static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.iOS = 9
        requirements.macOS = "10.13"
        requirements.watchOS = .any

        requirements.precondition(.runtimeEnabled)
        requirements.precondition(.userToggled(defaultValue: true))
        requirements.permissions(.camera, .photos, .location(usage: .whenInUse))
      }

      static var isEnabled: Bool? = true
    }
  }

  enum Platforms {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.iOS = 9
      requirements.macOS = "10.13"
      requirements.watchOS = .any
    }
  }

  enum Preconditions {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.precondition(.runtimeEnabled)
      requirements.precondition(.userToggled(defaultValue: true))

      requirements.preconditions(
        .purchase(requirement: ProductRequirement(premiumProduct)),
        .purchase(requirement: ProductRequirement(basicProduct))
      )
    }
  }

  enum NotInDebugBuilds {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.precondition(.runtimeEnabled)
      requirements.precondition(.userToggled(defaultValue: true))

      #if !DEBUG
        requirements.preconditions(
          .purchase(requirement: ProductRequirement(premiumProduct)),
          .purchase(requirement: ProductRequirement(basicProduct))
        )
      #endif
    }
  }

  enum Permissions {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.permission(.camera)
      requirements.permissions(.photos, .location(usage: .whenInUse))
    }
  }

  enum LongForm {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.platform(PlatformConstraint(platform: .iOS, version: 9))
      requirements.platform(PlatformConstraint(platform: .macOS, version: "10.13"))
      requirements.platform(PlatformConstraint(platform: .watchOS, version: .any))

      requirements.precondition(.runtimeEnabled)
      requirements.precondition(.userToggled(defaultValue: true))

      requirements.permission(.camera)
      requirements.permission(.photos)
      requirements.permission(.location(usage: .whenInUse))
    }
  }

  enum ShortForm {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.iOS = 9
      requirements.macOS = "10.13"
      requirements.watchOS = .any

      requirements.preconditions(.runtimeEnabled, .userToggled(defaultValue: true))
      requirements.permissions(.camera, .photos, .location(usage: .whenInUse))
    }
  }

  enum Tedious {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.iOS = 9
      requirements.tvOS = .unsupported
      requirements.macOS = .unsupported
      requirements.watchOS = .unsupported
    }
  }

  enum Only {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.iOSOnly = 9
    }
  }
}

@Suite("Post: Feature Constraints DSL")
struct ConstraintsDSLPostTests {
  private typealias Post = ConstraintsDSLPost

  /// A closure in a structure, because Swift 6.3 in release passes no type for a task-local closure, and crashes.
  private struct Declaration: Sendable {
    var declare: @Sendable (FeatureConstraintsBuilder) -> Void = { _ in }
  }

  private enum Declaring: ConditionalFeature {
    @TaskLocal static var declaration = Declaration()
    static func constraints(requirements: FeatureConstraintsBuilder) {
      declaration.declare(requirements)
    }
  }

  private enum App: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Declaring.self] }
  }

  private func collect(
    _ constraints: @escaping @Sendable (FeatureConstraintsBuilder) -> Void
  ) -> [Constraint] {
    Declaring.$declaration.withValue(Declaration(declare: constraints)) {
      Manifest(describing: App.self, products: [premiumProduct, basicProduct]).features[0]
        .constraints
    }
  }

  private let platforms: [Constraint] = [
    .platform(.iOS, 9), .platform(.macOS, "10.13"), .platform(.watchOS, .any),
  ]
  private let permissions: [Constraint] = [
    SystemPermission.camera, .photos, .locationWhenInUse,
  ].map { .permission(PermissionRequirement($0)) }

  @Test("The long form and the short form are equivalent")
  func forms() {
    let expected =
      platforms + [.runtimeEnabled, .userToggled(defaultValue: true)] + permissions
    #expect(collect(Post.FirstDraft.DocumentSharingFeature.constraints) == expected)
    #expect(collect(Post.LongForm.constraints) == expected)
    #expect(collect(Post.ShortForm.constraints) == expected)
  }

  @Test("Numbers, texts and `any` are versions")
  func literals() {
    #expect(collect(Post.Platforms.constraints) == platforms)
  }

  @Test("Preconditions are combined")
  func preconditions() {
    let flags: [Constraint] = [.runtimeEnabled, .userToggled(defaultValue: true)]
    let purchases: [Constraint] = [.purchase(.product(0)), .purchase(.product(1))]
    #expect(collect(Post.Preconditions.constraints) == flags + purchases)
    #if DEBUG
      #expect(collect(Post.NotInDebugBuilds.constraints) == flags)
    #else
      #expect(collect(Post.NotInDebugBuilds.constraints) == flags + purchases)
    #endif
  }

  @Test("Permissions are combined")
  func permissionsAddUp() {
    #expect(collect(Post.Permissions.constraints) == permissions)
  }

  @Test("An Only platform excludes all others, including future ones")
  func only() {
    let tedious = Set(collect(Post.Tedious.constraints))
    let only = Set(collect(Post.Only.constraints))
    #expect(only == tedious.union([.platform(.visionOS, .unsupported)]))
  }

  @Test("In the earliest form, the feature's own isAvailable decides")
  func earliest() {
    #expect(
      collect(Post.Earliest.DocumentSharingFeature.constraints) == [.runtimeEnabled])
    #expect(Post.Earliest.DocumentSharingFeature.isEnabled == true)
  }
}
