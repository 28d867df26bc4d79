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

  private func collect(
    _ constraints: (FeatureConstraintsBuilder) -> Void
  ) throws -> [FeatureConstraint] {
    try ConstraintsCollector.collect(for: "Feature", constraints).constraints
  }

  private let platforms: [FeatureConstraint] = [
    .platform(.iOS(9)), .platform(.macOS("10.13")), .platform(.watchOS(.any)),
  ]
  private let permissions: [FeatureConstraint] = [
    .permission(.camera), .permission(.photos), .permission(.locationWhenInUse),
  ]

  @Test("The long form and the short form are equivalent")
  func forms() throws {
    let expected =
      platforms + [.runtimeEnabled, .userToggled(defaultValue: true)] + permissions
    #expect(try collect(Post.FirstDraft.DocumentSharingFeature.constraints) == expected)
    #expect(try collect(Post.LongForm.constraints) == expected)
    #expect(try collect(Post.ShortForm.constraints) == expected)
  }

  @Test("Numbers, texts and `any` are versions")
  func literals() throws {
    #expect(try collect(Post.Platforms.constraints) == platforms)
  }

  @Test("Preconditions are combined")
  func preconditions() throws {
    let flags: [FeatureConstraint] = [.runtimeEnabled, .userToggled(defaultValue: true)]
    let purchases: [FeatureConstraint] = [
      .purchase(PurchaseRequirement(premiumProduct)), .purchase(PurchaseRequirement(basicProduct)),
    ]
    #expect(try collect(Post.Preconditions.constraints) == flags + purchases)
    #if DEBUG
      #expect(try collect(Post.NotInDebugBuilds.constraints) == flags)
    #else
      #expect(try collect(Post.NotInDebugBuilds.constraints) == flags + purchases)
    #endif
  }

  @Test("Permissions are combined")
  func permissionsAddUp() throws {
    #expect(try collect(Post.Permissions.constraints) == permissions)
  }

  @Test("An Only platform excludes all others, including future ones")
  func only() throws {
    let tedious = Set(try collect(Post.Tedious.constraints))
    let only = Set(try collect(Post.Only.constraints))
    #expect(only == tedious.union([.platform(.visionOS(.unsupported))]))
  }

  @Test("In the earliest form, the feature's own isAvailable decides")
  func earliest() throws {
    #expect(
      try collect(Post.Earliest.DocumentSharingFeature.constraints) == [.runtimeEnabled])
    #expect(Post.Earliest.DocumentSharingFeature.isEnabled == true)
  }
}
