import FlintCore
import FlintModel
import Testing

/// Tests the builder with the cases of Flint 1.x, and with additional ones.
@Suite("The constraints builder")
struct ConstraintsCollectorTests {
  private func collect(
    _ declare: (FeatureConstraintsBuilder) -> Void
  ) throws -> ConstraintsCollector.Declarations {
    try ConstraintsCollector.collect(for: "Feature", declare)
  }

  /// Returns the declared constraint of each platform that has one other than `any`, which is the default.
  private func platforms(
    _ declare: (FeatureConstraintsBuilder) -> Void
  ) throws -> [Platform: PlatformVersionConstraint] {
    var versions: [Platform: PlatformVersionConstraint] = [:]
    for case .platform(let constraint) in try collect(declare).constraints {
      versions[constraint.platform] = constraint.version
    }
    return versions.filter { $0.value != .any }
  }

  @Test("Platform constraints are combined")
  func platformsAddUp() throws {
    let declared = try platforms { builder in
      builder.require(.platform(.init(platform: .iOS, version: .any)))
      builder.require(.platform(.init(platform: .macOS, version: "10.13")))
      builder.require(.platform(.init(platform: .tvOS, version: 11)))
      builder.require(.platform(.init(platform: .watchOS, version: .any)))
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
    func othersBefore(_ builder: FeatureConstraintsBuilder) {
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
    var constraint = PlatformConstraint.iOS()
    var supported = SupportedPlatform.iOS()
    let declared = try platforms { builder in
      switch platform {
      case .iOS: (constraint, supported, builder.iOS) = (.iOS(9), .iOS(9), 9)
      case .macOS: (constraint, supported, builder.macOS) = (.macOS(9), .macOS(9), 9)
      case .tvOS: (constraint, supported, builder.tvOS) = (.tvOS(9), .tvOS(9), 9)
      case .watchOS: (constraint, supported, builder.watchOS) = (.watchOS(9), .watchOS(9), 9)
      case .visionOS: (constraint, supported, builder.visionOS) = (.visionOS(9), .visionOS(9), 9)
      }
    }
    #expect(declared[platform] == 9)
    #expect(constraint == PlatformConstraint(platform: platform, version: 9))
    #expect(supported == SupportedPlatform(platform, .atLeast(9)))
  }

  @Test("An Only platform comes first, and the others follow in their order")
  func onlyOrder() throws {
    let others: [FeatureConstraint] = Platform.allCases.filter { $0 != .tvOS }.map {
      .platform(PlatformConstraint(platform: $0, version: .unsupported))
    }
    let declared = try collect { $0.tvOSOnly = 9 }
    #expect(declared.constraints == [.platform(.tvOS(9))] + others)
  }

  @Test("Constraints are listed by kind, then in written order; a repeated one counts once")
  func order() throws {
    let a = NonConsumableProduct(name: "A", productID: "A")
    let b = NonConsumableProduct(name: "B", productID: "B")
    let declared = try collect { builder in
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
    let expected: [FeatureConstraint] = [
      .platform(.iOS(10)), .appVersion(.atLeast("2.0")), .runtimeEnabled,
      .userToggled(defaultValue: false), .permission(.photos), .permission(.camera),
      .purchase(PurchaseRequirement(b)), .purchase(PurchaseRequirement(a)),
      .attribute(FeatureAttribute.staff.is(true)),
    ]
    #expect(declared.constraints == expected)
    #expect(declared.blocks.isEmpty)
  }

  @Test("A block contains the constraints declared in it, and an empty block has no effect")
  func blocks() throws {
    let declared = try collect { builder in
      builder.permission(.camera)
      builder.when(platforms: .iOS(14), .macOS(), attributes: FeatureAttribute.build.is(.release)) {
        $0.permission(.tracking)
      }
      builder.when(appVersion: .below("2.0")) { _ in }
      builder.when(appVersion: .atLeast("2.0")) { $0.executionState(.foreground, .inactive) }
    }
    #expect(declared.constraints == [.permission(.camera)])
    let conditions: [FeatureConditions] = [
      FeatureConditions(
        platforms: [.iOS(14), .macOS()], attributes: [FeatureAttribute.build.is(.release)]),
      FeatureConditions(appVersion: .atLeast("2.0")),
    ]
    #expect(declared.blocks.map(\.conditions) == conditions)
    let constraints: [[FeatureConstraint]] = [
      [.permission(.tracking)],
      [.attribute(FeatureAttribute.executionState.is(.foreground, .inactive))],
    ]
    #expect(declared.blocks.map(\.constraints) == constraints)
  }

  @Test("A contradiction is a mistake that names the feature")
  func mistakes() throws {
    let cases: [(UsageError, (FeatureConstraintsBuilder) -> Void)] = [
      (
        .toggleDefaultsDiffer(feature: "Feature"),
        {
          $0.userToggled(defaultValue: true)
          $0.userToggled(defaultValue: false)
        }
      ),
      (
        .toggleDefaultsDiffer(feature: "Feature"),
        {
          $0.userToggled(defaultValue: true)
          $0.when(platforms: .iOS()) { $0.userToggled(defaultValue: false) }
        }
      ),
      (
        .constraintDeclaredTwice(constraint: "appVersion", feature: "Feature"),
        {
          $0.appVersion(.atLeast("1"))
          $0.appVersion(.below("3"))
        }
      ),
      (
        .constraintDeclaredTwice(constraint: "attribute:staff", feature: "Feature"),
        {
          $0.attribute(.staff)
          $0.attribute(FeatureAttribute.staff.is(false))
        }
      ),
      (.blockWithoutConditions(feature: "Feature"), { $0.when { $0.permission(.camera) } }),
      (
        .unsupportedInConditions(.tvOS, feature: "Feature"),
        { $0.when(platforms: .tvOS(.unsupported)) { $0.runtimeEnabled() } }
      ),
      (
        .platformTwiceInConditions(.iOS, feature: "Feature"),
        { $0.when(platforms: .iOS(9), .iOS(10)) { $0.runtimeEnabled() } }
      ),
      (
        .constraintDeclaredTwice(constraint: "attribute:staff", feature: "Feature"),
        {
          $0.when(attributes: FeatureAttribute.staff.is(true), FeatureAttribute.staff.is(false)) {
            $0.runtimeEnabled()
          }
        }
      ),
      (
        .blockInBlock(feature: "Feature"),
        { $0.when(platforms: .iOS()) { $0.when(platforms: .macOS()) { $0.runtimeEnabled() } } }
      ),
    ]
    for (error, declare) in cases {
      #expect(throws: error) { try collect(declare) }
      #expect(error.description.contains("'Feature'"))
    }
  }

  @Test("A mock with only the two protocol requirements supports every spelling")
  func mock() {
    final class Mock: FeatureConstraintsBuilder {
      var required: [FeatureConstraint] = []
      func require(_ constraint: FeatureConstraint) { required.append(constraint) }
      func when(
        _ conditions: FeatureConditions, require constraints: (FeatureConstraintsBuilder) -> Void
      ) {
        constraints(self)
      }
    }
    let mock = Mock()
    mock.iOS = 9
    mock.when(platforms: .macOS()) { $0.permissions(.camera, .photos) }
    let expected: [FeatureConstraint] = [
      .platform(.iOS(9)), .permission(.camera), .permission(.photos),
    ]
    #expect(mock.required == expected)
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
