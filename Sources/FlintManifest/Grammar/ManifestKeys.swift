extension ObjectGrammar {
  static let manifest = ObjectGrammar(
    "a manifest", requiring: ["manifestVersion"], members: manifestMembers)

  /// A file that a manifest includes. Its lists are appended to the manifest's, but its features
  /// replace the include.
  static let includedFile = ObjectGrammar(
    "a part of a manifest", requiring: ["manifestVersion"],
    members: manifestMembers.filter { !["app", "states", "defaultState"].contains($0.key) })

  private static let manifestMembers: [Member] = [
    ("manifestVersion", .value(.constant(1))), ("app", .object(app)),
    ("groups", .list(of: .group)), ("products", .list(of: .product)),
    ("attributes", .list(of: .attribute)),
    ("conditions", .list(of: .object(condition))),
    (
      "assume",
      .list(of: .object(assumption)).described("Conditions that hold in every possible state")
    ), ("features", .list(of: .featureOrInclude)),
    ("states", .map(from: .declared(.state), to: .state)),
    (
      "defaultState",
      .of(.state).described("The name of the state to use by default")
    ),
  ]

  static let include = ObjectGrammar(
    "an include", requiring: ["include"],
    [
      "include": .of(.file).described(
        "The path of an included file, relative to the folder of the file that contains this entry")
    ])

  static let app = ObjectGrammar(
    "'app'",
    [
      "name": .text,
      "version": .anyOf([
        .value(.version),
        .map(from: .of(.platform), to: .value(.version)).with(["minProperties": 1]),
      ]).described(
        "One version of the app, or one for each platform; platforms that are not listed have the latest version"
      ),
      "platforms": .anyOf([
        .set(of: .of(.platform)).nonEmpty,
        .map(from: .of(.platform), to: .anyOf([.value(.version), .words(["any"])]))
          .with(["minProperties": 1]),
      ]).described("The platforms that the app runs on, with their minimum versions if any"),
    ])

  private static let ignore = Grammar.texts().described(
    "Rules whose findings here and inside are left out, except errors")

  static let group = ObjectGrammar(
    "a group", requiring: ["id"],
    [
      "id": .declared(.group), "name": .text, "description": .text, "ignore": ignore,
      "levels": .set(of: .declared(.level, in: .beside("id"))).nonEmpty
        .described("The levels, from the lowest to the highest"),
    ])

  static let condition = declaredCondition("a condition", .condition, under: "is")
  static let assumption = declaredCondition("an assumption", .assumption, under: "that")

  private static func declaredCondition(
    _ owner: String, _ kind: NameKind, under key: String
  ) -> ObjectGrammar {
    ObjectGrammar(
      owner, requiring: ["id", key],
      [
        "id": .declared(kind), "name": .text, "description": .text, "ignore": ignore,
        key: .namedCondition,
      ])
  }

  static let product = ObjectGrammar(
    "a product", requiring: ["id", "type"],
    [
      "id": .declared(.product), "name": .text, "type": .words(of: ProductType.self),
      "description": .text, "ignore": ignore,
      "group": .of(.group).described(
        "The subscription group; for auto-renewing subscriptions only"),
      "level": .of(.level, in: .beside("group")).described(
        "One of the group's levels; required if the group has levels"),
    ])

  static let attribute = ObjectGrammar(
    "an attribute", requiring: ["id", "type"],
    [
      "id": .declared(.attribute), "type": .words(of: AttributeType.self),
      "owner": .words(of: Owner.self).with(["default": .string(Owner.developer.name)]),
      "values": .texts(.declared(.value, in: .beside("id"))).nonEmpty,
      // The type of the attribute determines the schema of its default; see `AttributeType.schemas`.
      "default": .anyOf([.boolean, .of(.value, in: .beside("id"))]).withSchema(true),
      "alwaysKnown": .boolean.with(["default": false]).described(
        "Whether it is never unknown; needs a default"),
      "name": .text, "description": .text, "ignore": ignore,
    ])

  static let feature = ObjectGrammar(
    "a feature", requiring: ["id"],
    [
      "id": .declared(.feature), "name": .text, "description": .text, "ignore": ignore,
      "code": .anyOf([.value(FeatureCode.schema), .set(of: .value(FeatureCode.schema))])
        .described("Names of the feature in source code"),
      "team": .of(.team).described("The responsible team; inherited by the features inside"),
      "until": .value(.date).described("The date from which the feature should no longer exist"),
      "isEnabled": .boolean.withSchema(["type": ["boolean", "null"]]).with(["default": true])
        .described(
          "The value of the runtime flag in states that do not contain it; null if it is not known"),
      "actions": .texts(.declared(.action, in: .beside("id"))),
      "constraints": .object(constraints), "features": .list(of: .featureOrInclude),
    ])
}

// MARK: - Definitions

extension Grammar {
  package static let manifest: Grammar = .object(.manifest)
  package static let includedFile: Grammar = .object(.includedFile)

  static let group: Grammar = .named("group") {
    .object(.group).described("A subscription group in the store")
  }
  static let product: Grammar = .named("product") {
    .object(.product).with([
      "dependentRequired": ["level": ["group"]],
      "if": [
        "properties": ["type": .constant(.string(ProductType.autoRenewingSubscription.name))]
      ],
      "else": ["properties": ["group": false]],
    ])
  }
  static let attribute: Grammar = .named("attribute") {
    .object(.attribute).with(["allOf": .array(AttributeType.schemas)])
  }
  static let feature: Grammar = .named("feature") { .object(.feature) }

  static let featureOrInclude: Grammar = .anyOf([feature, .object(.include)]).withSchema([
    "if": .requires("include"), "then": Grammar.object(.include).schema, "else": feature.schema,
  ])

  static func texts(_ text: Grammar = .value(.nonEmptyText)) -> Grammar {
    .named("texts") { .set(of: text) }
  }
}

extension Schema {
  package static func names<Case: NamedCase>(of cases: Case.Type) -> Schema {
    .names(cases.allCases.map(\.name))
  }

  /// An id. Ids of products follow the store's rules instead.
  package static let id = named("id") { .matching("^[A-Za-z0-9][A-Za-z0-9._-]*$") }

  package static let versionText = named("versionText") {
    .matching("^(0|[1-9][0-9]{0,9})([.](0|[1-9][0-9]{0,9})){0,2}$").described(
      "One to three numbers, separated by dots")
  }

  /// From -2⁵³ to 2⁵³, which every JSON parser represents exactly.
  package static let attributeInteger = named("attributeInteger") {
    .integer(
      from: AttributeDomain.integers.lowerBound, to: AttributeDomain.integers.upperBound)
  }

  package static let date = named("date") {
    .matching(
      "^(19[7-9][0-9]|[2-9][0-9]{3})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
        + "(T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?Z)?$"
    ).described("A day (meaning its start), or a day and a time, in UTC")
  }

  package static let version = named("version") {
    .anyOf(.versionText, .integer(from: 0, to: Int64(Int32.max)))
      .described("A version with a dot must be a string, because 10.10 as a number equals 10.1")
  }
}
