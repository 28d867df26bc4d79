import FlintModel
import RandomModels
import TestSupport
import Testing

/// Tests conditions. The operands are Boolean attributes.
@Suite("Conditions")
struct ConditionTests {
  private static let truths: [(AttributeValue, Ternary)] = [
    (.boolean(true), .yes), (.boolean(false), .no), (.unknown, .unknown),
  ]

  private static let manifest = Manifest(
    groups: [GroupDeclaration("main", levels: ["plus", "patron"])],
    products: [
      ProductDeclaration(id: "PLUS", type: .autoRenewingSubscription, group: 0, level: 0),
      ProductDeclaration(id: "PATRON", type: .autoRenewingSubscription, group: 0, level: 1),
      ProductDeclaration(id: "GEM", type: .consumable),
    ],
    attributes: [
      AttributeDeclaration(id: "a", domain: .boolean),
      AttributeDeclaration(id: "b", domain: .boolean),
      AttributeDeclaration(id: "launches", domain: .integer, defaultValue: .integer(0)),
      AttributeDeclaration(id: "server", domain: .version),
      AttributeDeclaration(id: "country", domain: .text),
      AttributeDeclaration(id: "installed", domain: .date),
    ],
    buckets: ["sale"])

  private func holds(_ attribute: Int) -> Condition {
    Condition(.attribute(AttributeRequirement(attribute: attribute, accepted: .boolean(true))))
  }

  private func truth(_ constraint: Constraint, in state: DeviceState = DeviceState()) -> Ternary {
    let manifest = Self.manifest.with(features: [
      FeatureDeclaration(id: "f", constraints: [constraint])
    ])
    return Evaluator(manifest, in: state).evaluate(0).constraints[0].status.truth
  }

  @Test("allOf is the minimum, anyOf the maximum and not the negation")
  func kleene() {
    let both = Condition(holds(0).constraints + holds(1).constraints)
    for (one, first) in Self.truths {
      for (other, second) in Self.truths {
        let state = DeviceState(attributes: [0: one, 1: other])
        let minimum = min(first, second)
        let cases: [(constraint: Constraint, expected: Ternary)] = [
          (.allOf([holds(0), holds(1)]), minimum),
          (.anyOf([holds(0), holds(1)]), max(first, second)),
          (.allOf([both]), minimum), (.not(both), !minimum),
        ]
        for (constraint, expected) in cases {
          #expect(
            truth(constraint, in: state) == expected, "\(constraint.kind) of \(first), \(second)")
        }
      }
    }
  }

  @Test("A guard can be any condition: the constraint or not the guard")
  func guards() {
    for (one, first) in Self.truths {
      for (other, second) in Self.truths {
        let block = ConditionalBlock(
          when: Condition(.not(holds(0))), constraints: holds(1).constraints)
        let manifest = Self.manifest.with(features: [
          FeatureDeclaration(id: "f", conditional: [block])
        ])
        let evaluation = Evaluator(manifest, in: DeviceState(attributes: [0: one, 1: other]))
          .evaluate(0)
        #expect(evaluation.status == FeatureStatus(max(first, second)))
        #expect((evaluation.constraints[0].status == .notActive) == (first == .yes))
      }
    }
  }

  @Test("A platforms condition is true only on the listed platforms")
  func platforms() {
    let listed = Constraint.allOf([Condition(.platforms([.iOS(14), .tvOS()]))])
    let cases: [(platform: Platform, version: InstalledVersion, expected: Ternary)] = [
      (.iOS, .version(14), .yes), (.iOS, .version(13), .no), (.tvOS, .version(1), .yes),
      (.macOS, .latest, .no),
    ]
    for (platform, version, expected) in cases {
      let state = DeviceState(platform: platform, osVersion: version)
      #expect(truth(listed, in: state) == expected, "\(platform) \(version)")
    }
  }

  @Test(
    "A date is compared with a range, and is unknown if the state has none",
    arguments: [
      (nil, .unknown), ("2026-11-30T23:59:59Z", .no), ("2026-12-01", .yes),
      ("2027-01-07T11:59:59Z", .yes), ("2027-01-07T12:00Z", .no),
    ] as [(DateTime?, Ternary)])
  func dates(date: DateTime?, expected: Ternary) {
    let range = DateRange(atLeast: "2026-12-01", below: "2027-01-07T12:00Z")!
    #expect(truth(.date(range), in: DeviceState(date: date)) == expected)
  }

  @Test(
    "An age is the time until the state's date, is negative before it, and requires both dates",
    arguments: [
      (nil, "2026-01-01", .unknown), ("2026-01-03", nil, .unknown),
      ("2026-01-02T23:59:59Z", "2026-01-01", .no), ("2026-01-03", "2026-01-01", .yes),
      ("2025-12-31", "2026-01-01", .no),
    ] as [(DateTime?, DateTime?, Ternary)])
  func ages(date: DateTime?, installed: DateTime?, expected: Ternary) {
    let age = Constraint.attribute(
      AttributeRequirement(attribute: 5, accepted: .age(.atLeast(.days(2)))))
    let negative = Constraint.attribute(
      AttributeRequirement(attribute: 5, accepted: .age(.below(TimeSpan("PT0S")!))))
    let state = DeviceState(date: date, attributes: installed.map { [5: .date($0)] } ?? [:])
    var isNegative = Ternary.unknown
    if let date, let installed { isNegative = Ternary(date < installed) }
    #expect([truth(age, in: state), truth(negative, in: state)] == [expected, isNegative])
  }

  @Test(
    "Numbers, versions and texts are compared by their type",
    arguments: [
      (2, .integerRange(.atLeast(3)), .integer(2), .no),
      (2, .integerRange(.atLeast(3)), .integer(3), .yes),
      (2, .integers([1, 5]), .integer(5), .yes), (2, .integers([1, 5]), .integer(3), .no),
      (3, .versions(.atLeast("2025.6")), .version(.version("2025.10")), .yes),
      (3, .versions(.below("2025.6")), .version(.latest), .no),
      (3, .versions(.below("2025.6")), .unknown, .unknown),
      (4, .texts([ExactText("FR")]), .text(ExactText("fr")), .no),
      (4, .otherTexts([ExactText("CN")]), .text(ExactText("FR")), .yes),
      (4, .otherTexts([ExactText("CN")]), .text(ExactText("CN")), .no),
      (4, .otherTexts([ExactText("\u{E9}")]), .text(ExactText("e\u{301}")), .yes),
      (4, pattern(beginsWith: "F", "fr"), .text(ExactText("FR")), .yes),
      (4, pattern(beginsWith: "f"), .text(ExactText("FR")), .no),
      (4, pattern(beginsWith: "FRA"), .text(ExactText("FR")), .no),
      (4, pattern(contains: "R"), .text(ExactText("FR")), .yes),
      (4, pattern(contains: "R"), .unknown, .unknown),
      (4, pattern(endsWith: "R"), .text(ExactText("FRA")), .no),
      // The same scalar may belong to the beginning and the end.
      (4, pattern(beginsWith: "ab", endsWith: "bc"), .text(ExactText("abc")), .yes),
      (4, pattern(beginsWith: "ab", contains: "x", endsWith: "bc"), .text(ExactText("abc")), .no),
      (4, pattern(endsWith: "\u{301}"), .text(ExactText("e\u{301}")), .yes),
      (4, pattern(endsWith: "\u{301}"), .text(ExactText("\u{E9}")), .no),
      (4, pattern(contains: "\u{E9}"), .text(ExactText("e\u{301}")), .no),
    ] as [(Int, AttributeRequirement.Accepted, AttributeValue, Ternary)])
  func attributes(
    attribute: Int, accepted: AttributeRequirement.Accepted, value: AttributeValue,
    expected: Ternary
  ) {
    let constraint = Constraint.attribute(
      AttributeRequirement(attribute: attribute, accepted: accepted))
    #expect(truth(constraint, in: DeviceState(attributes: [attribute: value])) == expected)
  }

  private static func pattern(
    beginsWith: String..., contains: String..., endsWith: String...
  ) -> AttributeRequirement.Accepted {
    func texts(_ texts: [String]) -> [ExactText] { texts.map { ExactText($0) } }
    guard
      let pattern = TextPattern(
        beginsWith: texts(beginsWith), contains: texts(contains), endsWith: texts(endsWith))
    else { preconditionFailure("no pattern") }
    return .pattern(pattern)
  }

  @Test("A pattern is not empty, and contains neither duplicate nor empty texts")
  func patterns() {
    let (composed, decomposed) = (ExactText("\u{E9}"), ExactText("e\u{301}"))
    let invalid: [TextPattern?] = [
      TextPattern(), TextPattern(contains: [ExactText("a"), ExactText("a")]),
      TextPattern(beginsWith: [ExactText("a")], endsWith: [ExactText("")]),
    ]
    #expect(invalid == [nil, nil, nil])
    #expect(TextPattern(contains: [composed, decomposed]) != nil)
  }

  @Test(
    "A rollout includes users with a position below it; 0 and 100 percent need no position",
    arguments: [
      (50, nil, .unknown), (50, "49.9999", .yes), (50, "50", .no), (100, nil, .yes), (0, nil, .no),
      (0, "0", .no),
    ] as [(Percent, String?, Ternary)])
  func rollouts(percent: Percent, position: String?, expected: Ternary) {
    let state = DeviceState(buckets: position.flatMap { Percent($0) }.map { [0: $0] } ?? [:])
    #expect(
      truth(.rollout(RolloutRequirement(percent: percent, bucket: 0)), in: state) == expected)
  }

  @Test("Subscriptions are compared with plain and with listed statuses")
  func statuses() {
    let plain: [PurchaseStatus: Ternary] = [
      .purchased: .yes, .inGracePeriod: .yes, .pending: .unknown, .unknown: .unknown,
      .notPurchased: .no, .revoked: .no, .inBillingRetry: .no, .expired: .no,
    ]
    let listed: [PurchaseStatus] = [.expired, .pending]
    for status in PurchaseStatus.allCases {
      let state = DeviceState(purchases: [0: .status(status)])
      let truths: [Ternary?] = [
        truth(.purchase(.product(0)), in: state),
        truth(.purchase(.product(0, in: listed)), in: state),
      ]
      let isListed: Ternary =
        listed.contains(status) ? .yes : status == .unknown ? .unknown : .no
      #expect(truths == [plain[status], isListed], "\(status)")
    }
  }

  @Test(
    "A subscription with an end is purchased until then, and expired afterwards",
    arguments: [(nil, .unknown), ("2026-12-31T23:59:59Z", .yes), ("2027-01-01", .no)]
      as [(DateTime?, Ternary)])
  func until(date: DateTime?, expected: Ternary) {
    let state = DeviceState(date: date, purchases: [0: .until("2027-01-01")])
    let isPurchased = truth(.purchase(.product(0)), in: state)
    let isExpired = truth(.purchase(.product(0, in: [.expired])), in: state)
    #expect(isPurchased == expected && isExpired == !expected)
  }

  @Test(
    "A subscription with a grace period is in it from its end, and then in billing retry",
    arguments: [
      (nil, .unknown), ("2026-12-31T23:59:59Z", .purchased), ("2027-01-01", .inGracePeriod),
      ("2027-01-16T23:59:59Z", .inGracePeriod), ("2027-01-17", .inBillingRetry),
      ("2028-01-01", .inBillingRetry),
    ] as [(DateTime?, PurchaseStatus)])
  func graceUntil(date: DateTime?, expected: PurchaseStatus) {
    let holding = ProductHolding.until("2027-01-01", graceUntil: "2027-01-17")
    #expect(holding.status(at: date) == expected)
    let state = DeviceState(date: date, purchases: [0: holding])
    #expect(truth(.purchase(.product(0)), in: state) == expected.truth)
    let isListed = truth(.purchase(.product(0, in: [.inBillingRetry])), in: state)
    #expect(isListed == (date == nil ? .unknown : Ternary(expected == .inBillingRetry)))
  }

  @Test("A group requires any of its products, at a level or above")
  func groups() {
    let (plus, patron) = (0, 1)
    typealias Case = (
      purchased: Int, level: Int?, statuses: [PurchaseStatus]?, expected: Ternary
    )
    let cases: [Case] = [
      (plus, nil, nil, .yes), (patron, 0, nil, .yes), (plus, 1, nil, .no),
      (plus, 1, [.notPurchased], .yes),
    ]
    for (purchased, level, statuses, expected) in cases {
      let state = DeviceState(purchases: [purchased: .status(.purchased)])
      let group = PurchaseExpression.group(0, atLeast: level, in: statuses)
      #expect(truth(.purchase(group), in: state) == expected, "\(group), purchased \(purchased)")
    }
  }

  @Test(
    "Permissions are compared with listed statuses",
    arguments: [
      (.limited, nil, .yes), (.limited, [.authorized], .no), (.notDetermined, [.denied], .unknown),
      (.notDetermined, [.notDetermined], .yes), (.denied, [.denied], .yes),
      (.authorized, [.denied], .no),
    ] as [(SystemPermissionStatus, [SystemPermissionStatus]?, Ternary)])
  func permissions(
    given: SystemPermissionStatus, statuses: [SystemPermissionStatus]?, expected: Ternary
  ) {
    let constraint = Constraint.permission(PermissionRequirement(.photos, in: statuses))
    #expect(truth(constraint, in: DeviceState(permissions: [.photos: given])) == expected)
  }

  @Test(
    "Unlocking satisfies purchases in alternatives, but not in guards, named conditions and negations"
  )
  func unlocked() {
    let buys = Condition(.purchase(.product(0)))
    let manifest = Manifest(
      groups: Self.manifest.groups, products: Self.manifest.products,
      conditions: [ConditionDeclaration(id: "paid", is: buys)],
      features: [
        FeatureDeclaration(
          id: "f", constraints: [.condition(0), .allOf([buys]), .anyOf([buys]), .not(buys)],
          conditional: [
            ConditionalBlock(when: buys, constraints: [.runtimeEnabled]),
            ConditionalBlock(
              when: Condition(.appVersion(.atLeast(1))), constraints: [.purchase(.product(0))]),
          ])
      ])
    let evaluation = Evaluator(manifest, in: DeviceState(unlocked: [0])).evaluate(0)
    #expect(
      evaluation.constraints.map(\.status) == [
        .notSatisfied, .satisfied, .satisfied, .satisfied, .notActive, .satisfied,
      ])
  }

  @Test("A required feature includes its ancestors and the app")
  func features() {
    let manifest = Manifest(
      app: .init(platforms: [.iOS()]),
      features: [
        FeatureDeclaration(id: "top", constraints: [.permission(.camera)]),
        FeatureDeclaration(id: "leaf", parent: 0),
        FeatureDeclaration(id: "other", constraints: [.feature(1)]),
      ])
    let cases: [(platform: Platform, camera: SystemPermissionStatus, expected: FeatureStatus)] = [
      (.iOS, .notDetermined, .undetermined), (.iOS, .denied, .unavailable),
      (.iOS, .authorized, .available), (.macOS, .authorized, .unavailable),
    ]
    for (platform, camera, expected) in cases {
      let state = DeviceState(platform: platform, permissions: [.camera: camera])
      let status = Evaluator(manifest, in: state).status(of: 2)
      #expect(status == expected, "\(platform), camera \(camera)")
    }
  }

  @Test("The app's version may differ by platform, and is the latest on others")
  func appVersions() {
    let manifest = Manifest(
      app: .init(versions: [.iOS: "2.1", .macOS: "3"]),
      features: [FeatureDeclaration(id: "f", constraints: [.appVersion(.atLeast("2.5"))])])
    let statuses = Platform.allCases.map { platform in
      Evaluator(manifest, in: DeviceState(platform: platform)).status(of: 0)
    }
    #expect(statuses == Platform.allCases.map { $0 == .iOS ? .unavailable : .available })
  }
}
