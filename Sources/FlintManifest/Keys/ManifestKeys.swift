package import FlintCore
package import FlintText

enum ManifestKey: KeyText, ObjectKey {
  case manifestVersion, app, groups, products, attributes, conditions, assume, features, states
  case defaultState

  var isRequired: Bool { self == .manifestVersion }

  var schema: Schema {
    switch self {
    case .manifestVersion: .constant(1)
    case .app: .object(AppKey.allCases)
    case .groups: .list(of: .group)
    case .products: .list(of: .product)
    case .attributes: .list(of: .attribute)
    case .conditions: .list(of: .object(DeclaredConditionKey.allCases))
    case .assume:
      .list(of: .object(AssumptionKey.allCases)).described(
        "Conditions that hold in every possible state")
    case .features: .list(of: .featureOrInclude)
    case .states: ["type": "object", "additionalProperties": .state]
    case .defaultState: .text.described("The name of the state to use by default")
    }
  }
}

/// The keys at the top level of a file that a manifest includes.
enum IncludedFileKey: KeyText, ObjectKey {
  case manifestVersion, groups, products, attributes, conditions, assume, features

  /// The keys of lists whose elements are appended to the list with the same key in the manifest. The key `features` is
  /// missing here, because the features of an included file replace the element `{ "include": PATH }`.
  static let lists: [IncludedFileKey] = [.groups, .products, .attributes, .conditions, .assume]

  var isRequired: Bool { self == .manifestVersion }

  var schema: Schema {
    switch self {
    case .manifestVersion: ManifestKey.manifestVersion.schema
    case .groups: ManifestKey.groups.schema
    case .products: ManifestKey.products.schema
    case .attributes: ManifestKey.attributes.schema
    case .conditions: ManifestKey.conditions.schema
    case .assume: ManifestKey.assume.schema
    case .features: ManifestKey.features.schema
    }
  }
}

/// The key of an element that includes another file in a list of features: `{ "include": "audio.json" }`.
enum IncludeKey: KeyText, ObjectKey {
  case include

  var isRequired: Bool { true }

  var schema: Schema {
    .nonEmptyText.described(
      "A file in the manifest's folder, as a path relative to the folder of this file")
  }
}

enum AppKey: KeyText, ObjectKey {
  case name, version, platforms

  var schema: Schema {
    switch self {
    case .name: .text
    case .version:
      .anyOf(.version, .map(from: .platform, to: .version).with(["minProperties": 1]))
        .described("One version, or one for each platform; platforms not listed have the latest")
    case .platforms:
      .anyOf(
        .set(of: .platform).with(["minItems": 1]),
        .map(from: .platform, to: .anyOf(.version, .constant("any"))).with(["minProperties": 1])
      ).described("The platforms that the app runs on, with their minimum versions if any")
    }
  }
}

enum GroupKey: KeyText, ObjectKey {
  case id, name, description, levels

  var isRequired: Bool { self == .id }

  var schema: Schema {
    switch self {
    case .id: .id
    case .name, .description: .text
    case .levels:
      .set(of: .id).with(["minItems": 1]).described("The levels, from the lowest to the highest")
    }
  }
}

enum DeclaredConditionKey: KeyText, ObjectKey {
  case id, name, description
  case condition = "is"

  var isRequired: Bool { self == .id || self == .condition }

  var schema: Schema {
    switch self {
    case .id: .id
    case .name, .description: .text
    case .condition: .namedCondition
    }
  }
}

/// The keys of an assumption (a condition that is true in every possible state), which is an element of the list
/// `assume`.
enum AssumptionKey: KeyText, ObjectKey {
  case id, name, description
  case condition = "that"

  var isRequired: Bool { self == .id || self == .condition }

  var schema: Schema {
    switch self {
    case .id: .id
    case .name, .description: .text
    case .condition: .namedCondition
    }
  }
}

enum ProductKey: KeyText, ObjectKey {
  case id, name, type, description, group, level

  var isRequired: Bool { self == .id || self == .type }

  var schema: Schema {
    switch self {
    case .id: .nonEmptyText
    case .name, .description: .text
    case .type: .names(of: ProductType.self)
    case .group: .id.described("The subscription group; for auto-renewing subscriptions only")
    case .level: .id.described("One of the group's levels; required if the group has levels")
    }
  }
}

enum AttributeKey: KeyText, ObjectKey {
  case id, type, owner, values
  case defaultValue = "default"
  case name, description

  var isRequired: Bool { self == .id || self == .type }

  var schema: Schema {
    switch self {
    case .id: .id
    case .type: .names(of: AttributeType.self)
    case .owner: .names(of: Owner.self).with(["default": .string(Owner.developer.name)])
    case .values: .texts.with(["minItems": 1])
    case .defaultValue: true
    case .name, .description: .text
    }
  }
}

/// The type of an attribute's values. An attribute is a value that the app supplies, such as the user's country.
package enum AttributeType: String, NamedCase {
  case boolean, choice, text, integer, version, date

  package var name: String { rawValue }

  /// The schema of the keys `default` and `values` in the declaration of an attribute of this type.
  fileprivate var schema: Schema {
    switch self {
    case .boolean: ["properties": ["default": .boolean, "values": false]]
    case .choice: ["properties": ["default": .nonEmptyText], "required": ["values"]]
    case .text: ["properties": ["default": .nonEmptyText, "values": false]]
    case .integer: ["properties": ["default": .attributeInteger, "values": false]]
    case .version: ["properties": ["default": .version, "values": false]]
    case .date: ["properties": ["default": .date, "values": false]]
    }
  }

  fileprivate static var schemas: [Schema] {
    allCases.map { type in
      ["if": ["properties": ["type": .constant(.string(type.name))]], "then": type.schema]
    }
  }
}

enum FeatureKey: KeyText, ObjectKey {
  case id, name, description, team, until, isEnabled, actions, constraints, features

  var isRequired: Bool { self == .id }

  var schema: Schema {
    switch self {
    case .id: .id
    case .name, .description: .text
    case .team: .text.described("The responsible team; inherited by the features inside")
    case .until: .date.described("The date from which the feature should no longer exist")
    case .isEnabled:
      .boolean.with(["default": true]).described(
        "The value of the runtime flag in states that do not contain it")
    case .actions: .texts
    case .constraints: .object(ConstraintKey.allCases)
    case .features: .list(of: .featureOrInclude)
    }
  }
}

extension AttributeDomain {
  package var type: AttributeType {
    switch self {
    case .boolean: .boolean
    case .choice: .choice
    case .text: .text
    case .integer: .integer
    case .version: .version
    case .date: .date
    }
  }
}

// MARK: - Definitions

extension Schema {
  package static var manifest: Schema { .object(ManifestKey.allCases) }

  package static func names<Case: NamedCase>(of cases: Case.Type) -> Schema {
    .names(cases.allCases.map(\.name))
  }

  static let group = named("group") {
    .object(GroupKey.allCases).described("A subscription group in the store")
  }
  static let product = named("product") {
    .object(
      ProductKey.allCases,
      [
        "dependentRequired": ["level": ["group"]],
        "if": [
          "properties": ["type": .constant(.string(ProductType.autoRenewingSubscription.name))]
        ],
        "else": ["properties": ["group": false]],
      ])
  }
  static let attribute = named("attribute") {
    .object(AttributeKey.allCases, ["allOf": .array(AttributeType.schemas)])
  }
  static let feature = named("feature") { .object(FeatureKey.allCases) }

  /// The schema of an element of a list of features: a feature, or an object such as `{ "include": "audio.json" }`.
  static let featureOrInclude: Schema = [
    "if": .requires(IncludeKey.include.name), "then": .object(IncludeKey.allCases),
    "else": .feature,
  ]

  /// The schema of all ids except those of products.
  package static let id = named("id") { .matching("^[A-Za-z0-9][A-Za-z0-9._-]*$") }
  static let texts = named("texts") { .set(of: .nonEmptyText) }

  package static let versionText = named("versionText") {
    .matching("^(0|[1-9][0-9]{0,9})([.](0|[1-9][0-9]{0,9})){0,2}$").described(
      "One to three numbers, separated by dots")
  }

  /// The schema of the integers from -2⁵³ to 2⁵³, which every JSON parser represents exactly.
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
      .described("A version with a dot is a string, because 10.10 as a number equals 10.1")
  }
}
