import FlintCore
import FlintModel
import Testing

extension FeatureAttribute<Int> {
  static var launches: Self { Self("launches", owner: .environment, defaultValue: 0) }
}

extension FeatureAttribute<Version> {
  static var server: Self { Self("server", name: "Server version", owner: .environment) }
}

extension FeatureAttribute<String> {
  static var country: Self { Self("country", owner: .environment) }
  static var region: Self { Self("region", owner: .environment) }
}

extension FeatureAttribute<DateTime> {
  static var installed: Self { Self("installed", owner: .environment) }
}

extension SubscriptionGroup {
  static let main = Self("main", name: "Membership", levels: ["plus", "patron"])
}

private let plus = AutoRenewingSubscriptionProduct(
  name: "Plus", productID: "PLUS", group: .main, level: "plus")
private let patron = AutoRenewingSubscriptionProduct(
  name: "Patron", productID: "PATRON", group: .main, level: "patron")
private let pro = NonConsumableProduct(name: "Pro", productID: "PRO")
private let gem = ConsumableProduct(name: "Gem", productID: "GEM")

extension FeatureCondition {
  fileprivate static let paid = Self("paid", name: "Paid or staff") {
    $0.anyOf {
      $0.purchase(.main, atLeast: "plus")
      $0.attribute(.staff)
    }
  }
}

/// Compares conditions in Swift code with their form in a manifest.
@Suite("Conditions in Swift code")
struct ConditionBuilderTests {
  private typealias Other = Declaring.Other

  private func manifest(_ declare: @escaping Declare) throws -> Manifest {
    try Declaring.manifest(products: [plus, patron], declare)
  }

  private typealias Declare = Declaring.Declare

  private func constraints(_ declare: @escaping Declare) throws -> [Constraint] {
    try manifest(declare).features[1].constraints
  }

  @Test("Ranges, texts and ages of attributes are declared with leading-dot syntax")
  func attributes() throws {
    let manifest = try manifest {
      $0.attribute(.launches.atLeast(3))
      $0.attribute(.server.atLeast("2025.6", below: "2027"))
      $0.attribute(.country.isNot("CN", "RU"))
      $0.attribute(.installed.ago(atLeast: .days(2)))
      $0.attribute(.build.is(.debug, .beta))
      $0.attribute(.staff)
      $0.attribute(.region.beginsWith("eu-"))
    }
    let attributes: [AttributeDeclaration] = [
      AttributeDeclaration(
        id: "launches", domain: .integer, owner: .environment, defaultValue: .integer(0)),
      AttributeDeclaration(
        id: "server", name: "Server version", domain: .version, owner: .environment),
      AttributeDeclaration(id: "country", domain: .text, owner: .environment),
      AttributeDeclaration(id: "installed", domain: .date, owner: .environment),
      AttributeDeclaration(
        id: "build", domain: .choice(["debug", "beta", "release"]), defaultValue: .choice(2)),
      AttributeDeclaration(
        id: "staff", name: "Internal staff", domain: .boolean, defaultValue: .boolean(false)),
      AttributeDeclaration(id: "region", domain: .text, owner: .environment),
    ]
    #expect(manifest.attributes == attributes)
    let accepted: [AttributeRequirement.Accepted] = [
      .integerRange(.atLeast(3)), .versions(VersionRange(atLeast: "2025.6", below: "2027")!),
      .otherTexts(texts("CN", "RU")), .age(.atLeast(.days(2))), .choices([0, 1]), .boolean(true),
      .pattern(TextPattern(beginsWith: texts("eu-"))!),
    ]
    let constraints: [Constraint] = accepted.enumerated().map { index, accepted in
      .attribute(AttributeRequirement(attribute: index, accepted: accepted))
    }
    #expect(manifest.features[1].constraints == constraints)
  }

  @Test("Every comparison of an attribute accepts the values of its name")
  func comparisons() {
    typealias Attribute = FeatureAttribute
    let cases: [(any FeatureAttributeRequirement, AttributeRequirement.Accepted)] = [
      (Attribute<Int>.launches.is(1, 2), .integers([1, 2])),
      (Attribute<Int>.launches.below(9), .integerRange(.below(9))),
      (Attribute<DateTime>.installed.below("2026-01-01"), .dates(.below("2026-01-01"))),
      (Attribute<Build>.build.isNot(.release), .otherChoices([2])),
      (Attribute<String>.country.is("FR"), .texts(texts("FR"))),
      (
        Attribute<String>.country.beginsWith("F", "D", "F"),
        .pattern(TextPattern(beginsWith: texts("F", "D"))!)
      ),
      (Attribute<String>.country.contains("R"), .pattern(TextPattern(contains: texts("R"))!)),
      (Attribute<String>.country.endsWith("R"), .pattern(TextPattern(endsWith: texts("R"))!)),
      (
        Attribute<String>.country.matches(beginsWith: ["F"], endsWith: ["R", "E"]),
        .pattern(TextPattern(beginsWith: texts("F"), endsWith: texts("R", "E"))!)
      ),
    ]
    for (requirement, accepted) in cases {
      #expect(requirement.accepted == accepted, "\(accepted)")
    }
  }

  private func texts(_ texts: String...) -> [ExactText] { texts.map { ExactText($0) } }

  @Test("Dates, rollouts, statuses, groups and other features have their own methods")
  func words() throws {
    let manifest = try manifest {
      $0.date(from: "2026-12-01", until: "2027-01-07T12:00Z")
      $0.permission(.photos, in: [.authorized])
      $0.purchase(.main, atLeast: "patron")
      $0.purchase(plus, in: [.purchased, .inBillingRetry])
      $0.rollout(percent: 12.5, bucket: "sale")
      $0.feature(Other.self)
      $0.condition(.paid)
    }
    let names = manifest.features[1].constraints.map { $0.name(in: manifest) }
    let expected = [
      "date", "permission:photos=authorized", "purchase:group:main>=patron",
      "purchase:PLUS=purchased|inBillingRetry", "rollout", "feature:other", "condition:paid",
    ]
    #expect(names == expected)
    let group = GroupDeclaration("main", name: "Membership", levels: ["plus", "patron"])
    #expect(manifest.groups == [group])
    let levels: [[Int?]] = manifest.products.map { [$0.group, $0.level] }
    #expect(levels == [[0, 0], [0, 1]])
    #expect(manifest.buckets == ["sale"])
    let staff = Constraint.attribute(AttributeRequirement(attribute: 0, accepted: .boolean(true)))
    let purchase = Constraint.purchase(.group(0, atLeast: 0, in: nil))
    let paid = Condition([.anyOf([Condition([purchase]), Condition([staff])])])
    let condition = ConditionDeclaration(id: "paid", name: "Paid or staff", is: paid)
    #expect(manifest.conditions == [condition])
  }

  @Test("A rollout without a name uses the feature's own bucket")
  func ownBucket() throws {
    #expect(try manifest { $0.rollout(percent: 5) }.buckets == ["declaring"])
  }

  @Test("Each statement in anyOf is an alternative, and several in a nested block are an allOf")
  func alternatives() throws {
    let constraints = try constraints {
      $0.anyOf {
        $0.iOS = 17
        $0.allOf {
          $0.macOS = .any
          $0.permission(.photos)
        }
        $0.runtimeEnabled()
        $0.runtimeEnabled()
      }
    }
    let alternatives: [Condition] = [
      Condition([.platforms([.iOS(17)])]),
      Condition([.platforms([.macOS()]), .permission(PermissionRequirement(.photos))]),
      Condition([.runtimeEnabled]),
    ]
    #expect(constraints == [.anyOf(alternatives)])
  }

  @Test("Statements in not are combined, and noneOf is the negation of alternatives")
  func negations() throws {
    let negation = try constraints {
      $0.not {
        $0.runtimeEnabled()
        $0.feature(Other.self)
      }
    }
    let noneOf = try constraints {
      $0.noneOf {
        $0.runtimeEnabled()
        $0.feature(Other.self)
      }
    }
    let both: [Constraint] = [.runtimeEnabled, .feature(0)]
    let either = Constraint.anyOf(both.map { Condition([$0]) })
    let expected: [[Constraint]] = [[.not(Condition(both))], [.not(Condition([either]))]]
    #expect([negation, noneOf] == expected)
  }

  @Test("Repeated anyOf and not constraints must all be satisfied")
  func twice() throws {
    let constraints = try constraints {
      $0.anyOf { $0.runtimeEnabled() }
      $0.anyOf { $0.feature(Other.self) }
      $0.not { $0.permission(.camera) }
    }
    #expect(
      constraints == [
        .allOf([
          Condition([.anyOf([Condition([.runtimeEnabled])])]),
          Condition([.anyOf([Condition([.feature(0)])])]),
        ]), .not(Condition([.permission(PermissionRequirement(.camera))])),
      ])
  }

  private static let spellings: [(Declare, Declare)] = [
    ({ $0.purchase(pro) }, { $0.purchase(anyOf: pro, pro) }),
    ({ $0.rollout(percent: 5) }, { $0.rollout(percent: 5, bucket: "declaring") }),
    (
      { $0.runs(on: .iOS(), .tvOS(9)) }, { $0.runs(on: .tvOS(9), .iOS()) }
    ),
    (
      {
        $0.not {
          $0.attribute(.staff)
          $0.attribute(.launches.atLeast(3))
        }
      },
      {
        $0.not {
          $0.attribute(.launches.atLeast(3))
          $0.attribute(.staff)
        }
      }
    ),
  ]

  @Test("The same alternative in two spellings counts once", arguments: spellings)
  private func oneAlternative(_ one: @escaping Declare, _ other: @escaping Declare) throws {
    let several: Declare = { list in
      one(list)
      list.runtimeEnabled()
      other(list)
    }
    for list in [{ $0.anyOf(several) }, { $0.allOf(several) }] as [Declare] {
      let constraints = try constraints(list)
      #expect(constraints.flatMap(\.operands).count == 2)
      let negation = try self.constraints { $0.not(list) }
      #expect(negation.first?.operands == [Condition(constraints)])
    }
    // A single remaining alternative is still a list.
    let single = try constraints { builder in
      builder.anyOf {
        one($0)
        other($0)
      }
    }
    #expect(single.first?.operands.count == 1)
  }

  @Test("runsOn is a condition on the platform, and does not limit the feature's platforms")
  func runsOn() throws {
    let declared = try constraints { $0.runs(on: .iOS(14), .tvOS()) }
    let platforms = Constraint.platforms([.iOS(14), .tvOS()])
    #expect(declared == [.allOf([Condition([platforms])])])
  }

  @Test("A guard contains all statements in it")
  func guards() throws {
    let blocks = try manifest {
      $0.when {
        $0.feature(Other.self)
        $0.not { $0.attribute(.staff) }
      } require: {
        $0.permission(.tracking)
      }
      $0.when(.paid) { $0.runtimeEnabled() }
    }.features[1].conditional
    let counts = blocks.map { [$0.condition.constraints.count, $0.constraints.count] }
    #expect(counts == [[2, 1], [1, 1]])
    #expect(blocks[1].condition == Condition([.condition(0)]))
  }

  @Test("The app's platforms can be passed to setup")
  func app() throws {
    let manifest = Manifest(
      describing: Declaring.App.self, app: .init(name: "Podcasts", platforms: [.iOS(16), .macOS()]))
    #expect(
      manifest.app.constraints.map { $0.name(in: manifest) }
        == Platform.allCases.map { "platform:\($0)" })
  }

  @Test("An invalid condition is a mistake with a suggestion")
  func mistakes() {
    typealias Mistake = (UsageError, @Sendable (FeatureConstraintsBuilder) -> Void)
    let unlisted = SubscriptionGroup("unlisted")
    let cases: [Mistake] = [
      ("'Declaring' has an empty 'anyOf': add a condition", { $0.anyOf { _ in } }),
      ("'Declaring' has an empty 'not': add a condition", { $0.not { _ in } }),
      (
        "'Declaring' has a when(…) without conditions: require a platform, an app version or an attribute",
        {
          $0.when { _ in
          } require: { _ in
          }
        }
      ),
      (
        "'Declaring' has a when(…) inside a condition: use anyOf, allOf and not instead",
        { $0.not { $0.when(platforms: .iOS()) { $0.runtimeEnabled() } } }
      ),
      (
        "'Declaring' requires credits of “\(gem.name)” in the condition of a when(…), a named condition or a not: require them in the constraints of the feature itself",
        { $0.not { $0.purchase(gem, quantity: 2) } }
      ),
      (
        "'Declaring' requires credits of “\(gem.name)” in the condition of a when(…), a named condition or a not: require them in the constraints of the feature itself",
        {
          $0.when {
            $0.purchase(gem, quantity: 2)
          } require: {
            $0.runtimeEnabled()
          }
        }
      ),
      (
        "'Declaring' has an invalid list of statuses of “Pro”: list one or more statuses that a product or permission of this kind can have, without duplicates",
        { $0.purchase(pro, in: [.expired]) }
      ),
      (
        "'Declaring' has an invalid list of statuses of “camera”: list one or more statuses that a product or permission of this kind can have, without duplicates",
        { $0.permission(.camera, in: [.limited]) }
      ),
      (
        "'gold' is not a level of the subscription group 'main': use one of its levels",
        { $0.purchase(.main, atLeast: "gold") }
      ),
      (
        "no product of the subscription group 'unlisted' is known: pass its products to Flint.setup(_:products:)",
        { $0.purchase(unlisted) }
      ),
      (
        "'Declaring' has two different declarations of 'date': declare it once",
        {
          $0.date(from: "2026-01-01")
          $0.date(until: "2027-01-01")
        }
      ),
      (
        "'Declaring' has two different declarations of 'attribute:launches': declare it once",
        {
          $0.not {
            $0.attribute(.launches.atLeast(3))
            $0.attribute(.launches.below(9))
          }
        }
      ),
      (
        "'Declaring' requires 'Stranger', which is not in the feature tree: add it to the subfeatures of a group that is passed to Flint.setup(_:)",
        { $0.feature(Stranger.self) }
      ),
      (
        "'Declaring' requires itself: Declaring → Declaring",
        { $0.anyOf { $0.feature(Declaring.self) } }
      ),
      (
        "the condition 'mine' has 'runtimeEnabled', which applies to a single feature: require it in the features instead",
        { $0.condition(FeatureCondition("mine") { $0.runtimeEnabled() }) }
      ),
      (
        "the condition 'mine' has a rollout without a bucket: name one, such as rollout(percent: 50, bucket: \"sale\")",
        { $0.condition(FeatureCondition("mine") { $0.rollout(percent: 5) }) }
      ),
      (
        "'a b' is not a valid bucket name: use letters, digits, '.', '_' and '-'",
        { $0.rollout(percent: 5, bucket: "a b") }
      ),
      (
        "two different conditions have the id 'paid': give one of them a different id",
        {
          $0.condition(.paid)
          $0.condition(FeatureCondition("paid") { $0.attribute(.staff) })
        }
      ),
      (
        "'Declaring' has a when(…) with iOS as unsupported: list only the supported platforms",
        { $0.anyOf { $0.tvOSOnly = 9 } }
      ),
      (
        "'Declaring' has a when(…) with tvOS as unsupported: list only the supported platforms",
        { $0.not { $0.tvOS = .unsupported } }
      ),
    ]
    for (error, declare) in cases {
      #expect(throws: error) { _ = try manifest(declare) }
      #expect(error.description.contains(":") && !error.description.hasSuffix("."))
    }
  }

  private enum Stranger: Feature {}

  @Test("Conditions can be nested at most 64 deep")
  func depth() throws {
    @Sendable func nest(_ depth: Int, in builder: FeatureConstraintsBuilder) {
      if depth == 0 { return builder.runtimeEnabled() }
      builder.not { nest(depth - 1, in: $0) }
    }
    _ = try manifest { nest(64, in: $0) }
    #expect(
      throws:
        "'Declaring' nests conditions more than 64 deep: move inner ones into named conditions"
        as UsageError
    ) {
      _ = try manifest { nest(65, in: $0) }
    }
  }

  @Test("A named condition is read with its contents, and cannot contain itself")
  func namedConditions() throws {
    @Sendable func same() -> FeatureCondition {
      FeatureCondition("same") { $0.condition(FeatureCondition("inner") { $0.attribute(.staff) }) }
    }
    @Sendable func endless() -> FeatureCondition {
      FeatureCondition("endless") { $0.condition(endless()) }
    }
    let manifest = try manifest {
      $0.condition(same())
      $0.when(same()) { $0.rollout(percent: 5) }
    }
    #expect(manifest.conditions.map(\.id) == ["inner", "same"])
    #expect(throws: "'endless' requires itself: endless → endless" as UsageError) {
      _ = try self.manifest { $0.condition(endless()) }
    }
  }
}
