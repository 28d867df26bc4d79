import FlintLogic
import FlintManifest
import FlintModel
import FlintText
import TestSupport
import Testing

@testable import FlintAnalysis

/// Tests which states the analyses examine, in tables. ``EveryState`` tests the analyses with random manifests.
@Suite("The states that are examined")
struct UniverseTests {
  private static func manifest(_ members: String) throws -> Manifest {
    try ManifestFile(
      SourceFile(path: "m.json", text: SourceText("{\(members) \"manifestVersion\": 1}"))
    ).manifest
  }

  private static func feature(_ constraints: String, more: String = "") -> String {
    #""features": [{"id": "f", "constraints": {\#(constraints)}}\#(more)],"#
  }

  @Test(
    "A permission has all of its statuses as soon as one is named",
    arguments: SystemPermission.allCases, [false, true])
  func permissionStatuses(permission: SystemPermission, isNamed: Bool) {
    let requirement = PermissionRequirement(permission, in: isNamed ? [.denied] : nil)
    let constraint = Constraint.permission(requirement)
    let manifest = Manifest(features: [FeatureDeclaration(id: "f", constraints: [constraint])])
    let values = StateSpace(manifest).domain(of: .permission(permission)).values
    let expected = SystemPermissionStatus.allCases.filter { status in
      switch status {
      case .notDetermined, .unsupported: false
      case .authorized, .denied, .restricted: true
      default: isNamed && permission.allows(status)
      }
    }
    let all = [FactValue.notGiven] + expected.map { .permission($0) }
    #expect(Set(values) == Set(all))
  }

  private static let naming: [(constraint: String, products: [String])] = [
    (#"["A"]"#, []), (#"[{"group": "g"}]"#, []),
    (#"[{"product": "A", "in": ["purchased"]}]"#, ["A"]),
    (#"[{"group": "g", "in": ["revoked"]}]"#, ["A", "B"]),
    (#"[{"group": "g", "atLeast": "high", "in": ["purchased"]}]"#, ["A", "B"]),
    (#"[{"anyOf": ["A", {"allOf": ["C", {"product": "N", "in": ["pending"]}]}]}]"#, ["N"]),
  ]

  @Test(
    "A product has all of its statuses as soon as one is named for it or its group",
    arguments: naming)
  func productStatuses(constraint: String, products: [String]) throws {
    let manifest = try Self.manifest(
      #"""
      "groups": [{"id": "g", "levels": ["low", "high"]}],
      "products": [
        {"id": "A", "type": "autoRenewingSubscription", "group": "g", "level": "low"},
        {"id": "B", "type": "autoRenewingSubscription", "group": "g", "level": "high"},
        {"id": "C", "type": "nonConsumable"}, {"id": "N", "type": "nonRenewingSubscription"}],
      """# + Self.feature(#""purchases": \#(constraint)"#))
    let space = StateSpace(manifest)
    for (index, product) in manifest.products.enumerated() {
      let isNamed = products.contains(product.id)
      let expected = PurchaseStatus.allCases.filter { status in
        switch status {
        case .notPurchased: false
        case .purchased, .unknown: true
        case .pending, .revoked, .inGracePeriod, .inBillingRetry, .expired:
          isNamed && product.type.allows(status)
        }
      }
      let all = [FactValue.notGiven] + expected.map { .purchase($0) }
      #expect(Set(space.domain(of: .product(index)).values) == Set(all), "\(product.id)")
    }
  }

  private static let bounds: [(Platform, [Version], [Version])] = [
    (.iOS, [16], [15]), (.iOS, [19], [18]), (.iOS, [20, 22], [18]),
    (.iOS, [17, 21, 26, 27], [26, 17, 16]), (.iOS, [26], [18]), (.tvOS, ["25.9.9"], [18]),
    (.macOS, [16], [15]), (.macOS, ["15.1", "16.0.1"], ["15.1", 14]),
    (.macOS, ["10.15"], ["10.14"]), (.watchOS, [12, 13], [11]), (.visionOS, [3], [2]),
    (.visionOS, ["2.1", 20, "26.1"], [26, "2.1", 1]),
  ]

  @Test("No system version is examined that was never released", arguments: bounds)
  func releases(platform: Platform, bounds: [Version], expected: [Version]) {
    let manifest = Manifest(
      features: bounds.enumerated().map {
        FeatureDeclaration(
          id: "f\($0.offset)",
          constraints: [.platform(platform, .versions(.atLeast($0.element)))])
      })
    let versions = StateSpace(manifest).systems.filter { $0.platform == platform }.map(\.version)
    #expect(versions == [.latest] + expected.map { .version($0) })
  }

  @Test(
    "A feature for versions that were never released is never available",
    arguments: [
      (#""iOSOnly": {"atLeast": 19, "below": 26}"#, true),
      (#""iOSOnly": {"atLeast": "20.1", "below": 22}"#, true),
      (#""iOSOnly": {"atLeast": 19, "below": "26.0.1"}"#, false),
      (#""iOSOnly": {"atLeast": "18.9", "below": 19}"#, false),
      (#""macOSOnly": {"atLeast": 16, "below": 26}"#, true),
    ])
  func neverReleased(platforms: String, isNever: Bool) throws {
    let manifest = try Self.manifest(Self.feature(#""platforms": {\#(platforms)}"#))
    let rules = ProvenFindings.find(in: manifest).map(\.rule)
    #expect(rules.contains(.neverAvailable) == isNever)
  }

  private static let assumptions: [(platforms: String, assume: [String], excluded: [String])] = [
    (#"["iOS", "visionOS"]"#, [#""platforms": {"iOS": "any"}"#], ["visionOS 0"]),
    (#"["iOS", "macOS", "tvOS"]"#, [#""platforms": {"iOS": 17}"#], ["macOS 0", "tvOS 0"]),
    (#"["iOS", "macOS"]"#, [#""anyOf": [{"platforms": {"iOS": 17}}, {"appVersion": 2}]"#], []),
    (
      #"["iOS", "macOS"]"#,
      [
        #""appVersion": 2"#,
        #""anyOf": [{"platforms": {"iOS": 17}}, {"appVersion": {"below": 2}}]"#,
      ], ["macOS 1"]
    ),
    (
      #"{"iOS": 17, "macOS": 13}"#, [#""platforms": {"iOS": "any", "macOS": {"below": 13}}"#],
      ["macOS 0"]
    ),
    (
      #"{"iOS": 22, "macOS": 13}"#, [#""platforms": {"macOS": 13, "iOS": {"below": 26}}"#],
      ["iOS 0"]
    ),
  ]

  @Test("A platform of the app is reported that assumptions exclude", arguments: assumptions)
  func excludedPlatforms(platforms: String, assume: [String], excluded: [String]) throws {
    let list = assume.enumerated().map { #"{"id": "a\#($0)", "that": {\#($1)}}"# }
    let manifest = try Self.manifest(
      "\"app\": {\"platforms\": \(platforms)}, \"assume\": [\(list.joined(separator: ","))],"
        + Self.feature(#""permissions": ["camera"]"#))
    let found = ProvenFindings.find(in: manifest).filter { $0.rule == .platformWithoutStates }
    #expect(
      found.map { finding in
        guard case .declared(.assumption, let index) = finding.location else { return "elsewhere" }
        return "\(finding.platform?.name ?? "no platform") \(index)"
      } == excluded)
  }

  /// An assumption that nothing satisfies, and one with as many independent patterns.
  private static let impossible =
    #""platforms": {"iOS": "any"}, "allOf": [{"platforms": {"macOS": "any"}}]"#
  private static func patterns(_ count: Int) -> String {
    let conditions = (0..<count).map {
      #"{"attributes": {"t": {"contains": "\#(Character(Unicode.Scalar(UInt8(97 + $0))))"}}}"#
    }
    return "\"anyOf\": [\(conditions.joined(separator: ","))]"
  }

  private static let limits: [(assume: [String], feature: Int, rules: [ProvenRule])] = [
    ([impossible + #", "attributes": {"t": {"endsWith": "!"}}"#], 24, [.conflictingAssumptions]),
    ([impossible, patterns(24)], 2, [.conflictingAssumptions]),
    ([#""attributes": {"t": {"endsWith": "!"}}"#], 24, [.tooLargeToProve]),
    ([patterns(24)], 2, [.tooLargeToProve]),
  ]

  @Test(
    "A limit does not mean that some state is possible",
    // Each different list of patterns takes 10 s in a debug build.
    arguments: TestDepth.current == .thorough ? limits : limits.filter { $0.feature == 24 })
  func limit(assume: [String], feature: Int, rules: [ProvenRule]) throws {
    let list = assume.enumerated().map { #"{"id": "a\#($0)", "that": {\#($1)}}"# }
    let manifest = try Self.manifest(
      #""attributes": [{"id": "t", "type": "text"}], "assume": [\#(list.joined(separator: ","))],"#
        + Self.feature(
          Self.patterns(feature),
          more: #", {"id": "g", "constraints": {"permissions": ["camera"]}}"#))
    let found = ProvenFindings.find(in: manifest)
    #expect(Set(found.map(\.rule)).subtracting([.neverAvailableOn]) == Set(rules))
    let isUnknown = assume == [Self.patterns(24)]
    let rule = isUnknown ? ProvenRule.tooLargeToProve : rules[0]
    guard rules == [.conflictingAssumptions] || isUnknown else {
      #expect(throws: Never.self) { try manifest.requirePossibleState() }
      return
    }
    #expect { try manifest.requirePossibleState() } throws: {
      ($0 as? NoPossibleState)?.rule == rule
    }
  }

  @Test("An attribute that is always known has only its values")
  func alwaysKnown() throws {
    func manifest(_ declaration: String) throws -> Manifest {
      try Self.manifest(
        #""attributes": [{"id": "a", "type": "boolean", \#(declaration)}],"#
          + Self.feature(#""not": {"attributes": {"a": true}}"#))
    }
    let plain = try manifest(#""default": true"#)
    let known = try manifest(#""default": true, "alwaysKnown": true"#)
    let other = try manifest(#""default": false, "alwaysKnown": true"#)
    let statuses = try [plain, known].map { manifest in
      try Cover(of: [0], in: manifest, .statuses).states.flatMap { $0.shows.map(\.result) }.count
    }
    #expect(statuses == [3, 2])
    // It is never without a value, so that the default makes no difference.
    #expect(try Differences.between(known, other).features == [])
    // What only one manifest knows always is at its default where the other does not know it.
    let examples = try Differences.between(plain, known).features.flatMap(\.examples)
    #expect(examples.map(\.old) == [.undetermined] && examples.map(\.new) == [.unavailable])
    #expect(examples.map(\.state.attributes) == [[0: .unknown]])
  }
}
