package import FlintModel
package import FlintText

enum ManifestKey: KeyText, ObjectKey {
  case manifestVersion, app, groups, products, attributes, conditions, assume, features, states
  case defaultState

  var isRequired: Bool { self == .manifestVersion }

  var grammar: Grammar {
    switch self {
    case .manifestVersion: .value(.constant(1))
    case .app: .object(AppKey.self)
    case .groups: .list(of: .group)
    case .products: .list(of: .product)
    case .attributes: .list(of: .attribute)
    case .conditions: .list(of: .object(DeclaredConditionKey.self))
    case .assume:
      .list(of: .object(AssumptionKey.self)).described(
        "Conditions that hold in every possible state")
    case .features: .list(of: .featureOrInclude)
    case .states: .map(from: .declared(.state), to: .state)
    case .defaultState:
      .name(.of(.state)).described("The name of the state to use by default")
    }
  }
}

/// The top-level keys of an included file.
enum IncludedFileKey: KeyText, ObjectKey {
  case manifestVersion, groups, products, attributes, conditions, assume, features

  /// Lists that are appended to the manifest's. `features` stand in place of the include.
  static let lists: [IncludedFileKey] = [.groups, .products, .attributes, .conditions, .assume]

  var isRequired: Bool { self == .manifestVersion }

  var grammar: Grammar {
    switch self {
    case .manifestVersion: ManifestKey.manifestVersion.grammar
    case .groups: ManifestKey.groups.grammar
    case .products: ManifestKey.products.grammar
    case .attributes: ManifestKey.attributes.grammar
    case .conditions: ManifestKey.conditions.grammar
    case .assume: ManifestKey.assume.grammar
    case .features: ManifestKey.features.grammar
    }
  }
}

/// `{ "include": "audio.json" }`
enum IncludeKey: KeyText, ObjectKey {
  case include

  var isRequired: Bool { true }

  var grammar: Grammar {
    .name(.of(.file)).described(
      "The path of an included file, relative to the folder of the file that contains this entry")
  }
}

enum AppKey: KeyText, ObjectKey {
  case name, version, platforms

  var grammar: Grammar {
    switch self {
    case .name: .value(.text)
    case .version:
      .anyOf([
        .value(.version),
        .map(from: .of(.platform), to: .value(.version)).with(["minProperties": 1]),
      ]).described(
        "One version of the app, or one for each platform; platforms that are not listed have the latest version"
      )
    case .platforms:
      .anyOf([
        .set(of: .name(.of(.platform))).with(["minItems": 1]),
        .map(from: .of(.platform), to: .anyOf([.value(.version), .words(["any"])]))
          .with(["minProperties": 1]),
      ]).described("The platforms that the app runs on, with their minimum versions if any")
    }
  }
}

enum GroupKey: KeyText, ObjectKey {
  case id, name, description, levels

  var isRequired: Bool { self == .id }

  var grammar: Grammar {
    switch self {
    case .id: .name(.declared(.group))
    case .name, .description: .value(.text)
    case .levels:
      .set(of: .name(.declared(.level, in: .beside("id")))).with(["minItems": 1])
        .described("The levels, from the lowest to the highest")
    }
  }
}

/// The condition is under `is` or `that`; the other keys are the same.
protocol ConditionDeclarationKey: ObjectKey {
  static var id: Self { get }
  static var name: Self { get }
  static var description: Self { get }
  static var condition: Self { get }

  static var kind: NameKind { get }
}

extension ConditionDeclarationKey {
  var isRequired: Bool { self == .id || self == .condition }

  var grammar: Grammar {
    self == .id
      ? .name(.declared(Self.kind)) : self == .condition ? .namedCondition : .value(.text)
  }
}

enum DeclaredConditionKey: KeyText, ConditionDeclarationKey {
  case id, name, description
  case condition = "is"

  static let kind = NameKind.condition
}

enum AssumptionKey: KeyText, ConditionDeclarationKey {
  case id, name, description
  case condition = "that"

  static let kind = NameKind.assumption
}

enum ProductKey: KeyText, ObjectKey {
  case id, name, type, description, group, level

  var isRequired: Bool { self == .id || self == .type }

  var grammar: Grammar {
    switch self {
    case .id: .name(.declared(.product))
    case .name, .description: .value(.text)
    case .type: .words(of: ProductType.self)
    case .group:
      .name(.of(.group)).described(
        "The subscription group; for auto-renewing subscriptions only")
    case .level:
      .name(.of(.level, in: .beside("group"))).described(
        "One of the group's levels; required if the group has levels")
    }
  }
}

enum AttributeKey: KeyText, ObjectKey {
  case id, type, owner, values
  case defaultValue = "default"
  case isAlwaysKnown = "alwaysKnown"
  case name, description

  var isRequired: Bool { self == .id || self == .type }

  var grammar: Grammar {
    switch self {
    case .id: .name(.declared(.attribute))
    case .type: .words(of: AttributeType.self)
    case .owner: .words(of: Owner.self).with(["default": .string(Owner.developer.name)])
    case .values:
      .texts(.name(.declared(.value, in: .beside("id")))).with(["minItems": 1])
    // The type of the attribute determines the schema of its default; see `AttributeType.schemas`.
    case .defaultValue:
      .anyOf([.boolean, .name(.of(.value, in: .beside("id")))]).withSchema(true)
    case .isAlwaysKnown:
      .boolean.with(["default": false]).described("Whether it is never unknown; needs a default")
    case .name, .description: .value(.text)
    }
  }
}

enum FeatureKey: KeyText, ObjectKey {
  case id, name, description, team, until, isEnabled, actions, constraints, features

  var isRequired: Bool { self == .id }

  var grammar: Grammar {
    switch self {
    case .id: .name(.declared(.feature))
    case .name, .description: .value(.text)
    case .team:
      .name(.of(.team)).described("The responsible team; inherited by the features inside")
    case .until:
      .value(.date).described("The date from which the feature should no longer exist")
    case .isEnabled:
      .boolean.withSchema(["type": ["boolean", "null"]]).with(["default": true]).described(
        "The value of the runtime flag in states that do not contain it; null if it is not known")
    case .actions: .texts(.name(.declared(.action, in: .beside("id"))))
    case .constraints: .object(ConstraintKey.self)
    case .features: .list(of: .featureOrInclude)
    }
  }
}

// MARK: - Definitions

extension Grammar {
  package static let manifest = object(ManifestKey.self)
  package static let includedFile = object(IncludedFileKey.self)

  static let group = named("group") {
    .object(GroupKey.self).described("A subscription group in the store")
  }
  static let product = named("product") {
    .object(ProductKey.self).with([
      "dependentRequired": ["level": ["group"]],
      "if": [
        "properties": ["type": .constant(.string(ProductType.autoRenewingSubscription.name))]
      ],
      "else": ["properties": ["group": false]],
    ])
  }
  static let attribute = named("attribute") {
    .object(AttributeKey.self).with(["allOf": .array(AttributeType.schemas)])
  }
  static let feature = named("feature") { .object(FeatureKey.self) }

  static let featureOrInclude = anyOf([feature, object(IncludeKey.self)]).withSchema([
    "if": .requires(IncludeKey.include.name), "then": object(IncludeKey.self).schema,
    "else": feature.schema,
  ])

  static func texts(_ text: Grammar = .value(.nonEmptyText)) -> Grammar {
    .named("texts") { .set(of: text) }
  }
}

extension Schema {
  package static func names<Case: NamedCase>(of cases: Case.Type) -> Schema {
    .names(cases.allCases.map(\.name))
  }

  /// All ids but products', for which the store has its rules.
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
