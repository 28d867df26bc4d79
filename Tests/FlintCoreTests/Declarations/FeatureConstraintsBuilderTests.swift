import FlintCore
import FlintModel
import Testing

/// Tests the builder with the cases of Flint 1.x, and with additional ones.
@Suite("The constraints builder")
struct FeatureConstraintsBuilderTests {
  private typealias Declare = Declaring.Declare

  /// Returns the declared constraint of each platform that has one other than `any`, which is the default.
  private func platforms(
    _ declare: @escaping Declare
  ) throws -> [Platform: PlatformVersionConstraint] {
    var versions: [Platform: PlatformVersionConstraint] = [:]
    for case .platform(let platform, let version) in try Declaring.feature(declare)
      .constraints
    {
      versions[platform] = version
    }
    return versions.filter { $0.value != .any }
  }

  @Test("Platform constraints are combined")
  func platformsAddUp() throws {
    let declared = try platforms { builder in
      builder.iOS = .any
      builder.macOS = "10.13"
      builder.tvOS = 11
      builder.watchOS = .any
    }
    #expect(
      declared == [
        .macOS: .atLeast(version: Version(10, 13)), .tvOS: .atLeast(version: 11),
      ])
  }

  @Test("Platforms can be assigned")
  func platformAssignment() throws {
    let declared = try platforms { builder in
      builder.iOS = 11
      builder.macOS = "10.13"
      builder.tvOS = 10
      builder.watchOS = .any
      builder.visionOS = "1.1"
    }
    let expected: [Platform: PlatformVersionConstraint] = [
      .iOS: .atLeast(version: 11), .macOS: .atLeast(version: "10.13"),
      .tvOS: .atLeast(version: 10), .visionOS: .atLeast(version: "1.1"),
    ]
    #expect(declared == expected)
  }

  @Test("Every platform is any by default")
  func defaultPlatforms() throws {
    #expect(try platforms { _ in } == [:])
  }

  @Test("Texts define all parts of a version")
  func textVersions() throws {
    let declared = try platforms { builder in
      builder.iOS = "10.1"
      builder.macOS = "10.13.4"
      builder.tvOS = "11.2"
      builder.watchOS = "4.1"
    }
    let expected: [Platform: PlatformVersionConstraint] = [
      .iOS: .atLeast(version: Version(10, 1, 0)), .macOS: .atLeast(version: Version(10, 13, 4)),
      .tvOS: .atLeast(version: Version(11, 2, 0)), .watchOS: .atLeast(version: Version(4, 1, 0)),
    ]
    #expect(declared == expected)
  }

  @Test("An Only platform makes all others unsupported, even those declared before")
  func only() throws {
    @Sendable func othersBefore(_ builder: FeatureConstraintsBuilder) {
      builder.iOS = 9
      builder.macOS = "10.13"
      builder.tvOS = "11.2"
      builder.watchOS = "4.1"
      builder.visionOS = 1
    }
    for platform in Platform.allCases {
      let declared = try platforms { builder in
        othersBefore(builder)
        switch platform {
        case .iOS: builder.iOSOnly = "8.1"
        case .macOS: builder.macOSOnly = "8.1"
        case .tvOS: builder.tvOSOnly = "8.1"
        case .watchOS: builder.watchOSOnly = "8.1"
        case .visionOS: builder.visionOSOnly = "8.1"
        }
      }
      for other in Platform.allCases {
        #expect(
          declared[other] == (other == platform ? .atLeast(version: "8.1") : .unsupported),
          "\(platform) only, \(other)")
      }
    }
  }

  @Test("Every platform supports all spellings", arguments: Platform.allCases)
  func spellings(_ platform: Platform) throws {
    let declared = try platforms { builder in
      switch platform {
      case .iOS: builder.iOS = 9
      case .macOS: builder.macOS = 9
      case .tvOS: builder.tvOS = 9
      case .watchOS: builder.watchOS = 9
      case .visionOS: builder.visionOS = 9
      }
    }
    let supported: [SupportedPlatform] = [.iOS(9), .macOS(9), .tvOS(9), .watchOS(9), .visionOS(9)]
    #expect(declared[platform] == 9)
    #expect(supported.contains(SupportedPlatform(platform, .atLeast(9))))
  }

  @Test("An Only platform comes first, and the others follow in their order")
  func onlyOrder() throws {
    let others: [Constraint] = Platform.allCases.filter { $0 != .tvOS }.map {
      .platform($0, .unsupported)
    }
    let declared = try Declaring.feature { $0.tvOSOnly = 9 }
    #expect(declared.constraints == [.platform(.tvOS, 9)] + others)
  }

  @Test("Constraints are listed by kind, then in written order; a repeated one counts once")
  func order() throws {
    let a = NonConsumableProduct(name: "A", productID: "A")
    let b = NonConsumableProduct(name: "B", productID: "B")
    let declared = try Declaring.feature { builder in
      builder.attribute(.staff)
      builder.purchases(b, a)
      builder.purchase(b)
      builder.permissions(.photos, .camera, .photos)
      builder.userToggled(defaultValue: false)
      builder.userToggled(defaultValue: false)
      builder.runtimeEnabled()
      builder.appVersion(.atLeast("2.0"))
      builder.iOS = 9
      builder.iOS = 10
    }
    let expected: [Constraint] = [
      .platform(.iOS, 10), .appVersion(.atLeast("2.0")), .runtimeEnabled,
      .userToggled(defaultValue: false), .permission(PermissionRequirement(.photos)),
      .permission(PermissionRequirement(.camera)), .purchase(.product(0)), .purchase(.product(1)),
      .attribute(AttributeRequirement(attribute: 0, accepted: .boolean(true))),
    ]
    #expect(declared.constraints == expected)
    #expect(declared.conditional.isEmpty)
  }

  @Test("A block contains the constraints declared in it, and an empty block has no effect")
  func blocks() throws {
    let unused = NonConsumableProduct(name: "Unused", productID: "UNUSED")
    let manifest = try Declaring.manifest { builder in
      builder.permission(.camera)
      builder.when(platforms: .iOS(14), .macOS(), attributes: FeatureAttribute.build.is(.release)) {
        $0.permission(.tracking)
      }
      builder.when {
        $0.purchase(unused)
      } require: { _ in
      }
      builder.when(appVersion: .atLeast("2.0")) { $0.executionState(.foreground, .inactive) }
    }
    let declared = manifest.features[1]
    #expect(
      manifest.products.isEmpty && manifest.attributes.map(\.id) == ["build", "execution-state"])
    #expect(declared.constraints == [.permission(PermissionRequirement(.camera))])
    let build = Constraint.attribute(AttributeRequirement(attribute: 0, accepted: .choices([2])))
    let conditions = [
      Condition([.platforms([.iOS(14), .macOS()]), build]),
      Condition([.appVersion(.atLeast("2.0"))]),
    ]
    #expect(declared.conditional.map(\.condition) == conditions)
    let constraints: [[Constraint]] = [
      [.permission(PermissionRequirement(.tracking))],
      [.attribute(AttributeRequirement(attribute: 1, accepted: .choices([0, 1])))],
    ]
    #expect(declared.conditional.map(\.constraints) == constraints)
  }

  @Test("A contradiction is a mistake that names the feature")
  func mistakes() throws {
    let cases: [(UsageError, Declare)] = [
      (
        "'Declaring' declares userToggled with two default values: use the same value",
        {
          $0.userToggled(defaultValue: true)
          $0.userToggled(defaultValue: false)
        }
      ),
      (
        "'Declaring' declares userToggled with two default values: use the same value",
        {
          $0.userToggled(defaultValue: true)
          $0.when(platforms: .iOS()) { $0.userToggled(defaultValue: false) }
        }
      ),
      (
        "'Declaring' has two different declarations of 'appVersion': declare it once",
        {
          $0.appVersion(.atLeast("1"))
          $0.appVersion(.below("3"))
        }
      ),
      (
        "'Declaring' has two different declarations of 'attribute:staff': declare it once",
        {
          $0.attribute(.staff)
          $0.attribute(FeatureAttribute.staff.is(false))
        }
      ),
      (
        "'Declaring' has a when(…) without conditions: require a platform, an app version or an attribute",
        { $0.when { $0.permission(.camera) } }
      ),
      (
        "'Declaring' lists iOS twice in one when(…): list it once",
        { $0.when(platforms: .iOS(9), .iOS(10)) { $0.runtimeEnabled() } }
      ),
      (
        "'Declaring' has two different declarations of 'attribute:staff': declare it once",
        {
          $0.when(attributes: FeatureAttribute.staff.is(true), FeatureAttribute.staff.is(false)) {
            $0.runtimeEnabled()
          }
        }
      ),
      (
        "'Declaring' has a when(…) inside a when(…): put all conditions into one when(…)",
        { $0.when(platforms: .iOS()) { $0.when(platforms: .macOS()) { $0.runtimeEnabled() } } }
      ),
    ]
    for (error, declare) in cases {
      #expect(throws: error) { try Declaring.feature(declare) }
      #expect(error.description.contains("'Declaring'"))
    }
  }
}

enum Build: String, CaseIterable, FeatureAttributeValue {
  case debug, beta, release
}

extension FeatureAttribute<Bool> {
  static var staff: Self { Self("staff", name: "Internal staff", defaultValue: false) }
}

extension FeatureAttribute<Build> {
  static var build: Self { Self("build", defaultValue: .release) }
}
