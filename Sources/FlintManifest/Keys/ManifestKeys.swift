package import FlintCore
package import FlintText

enum ManifestKey: KeyText, ObjectKey {
  case manifestVersion, app, products, attributes, features, states, defaultState

  var isRequired: Bool { self == .manifestVersion }

  var schema: Schema {
    switch self {
    case .manifestVersion: .constant(1)
    case .app: .object(AppKey.allCases)
    case .products: .list(of: .product)
    case .attributes: .list(of: .attribute)
    case .features: .list(of: .feature)
    case .states: ["type": "object", "additionalProperties": .state]
    case .defaultState: .text.described("The name of one of the states")
    }
  }
}

enum AppKey: KeyText, ObjectKey {
  case name, version

  var schema: Schema {
    switch self {
    case .name: .text
    case .version: .version
    }
  }
}

enum ProductKey: KeyText, ObjectKey {
  case id, name, type, description

  var isRequired: Bool { self == .id || self == .type }

  var schema: Schema {
    switch self {
    case .id: .nonEmptyText
    case .name, .description: .text
    case .type: .names(of: ProductType.self)
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

/// What kind of values an attribute has.
enum AttributeType: String, NamedCase {
  case boolean, choice

  var name: String { rawValue }

  /// What an attribute of this type has besides.
  fileprivate var schema: Schema {
    switch self {
    case .boolean: ["properties": ["default": .boolean, "values": false]]
    case .choice: ["properties": ["default": .nonEmptyText], "required": ["values"]]
    }
  }

  fileprivate static var schemas: [Schema] {
    allCases.map { type in
      ["if": ["properties": ["type": .constant(.string(type.name))]], "then": type.schema]
    }
  }
}

enum FeatureKey: KeyText, ObjectKey {
  case id, name, description, isEnabled, actions, constraints, features

  var isRequired: Bool { self == .id }

  var schema: Schema {
    switch self {
    case .id: .id
    case .name, .description: .text
    case .isEnabled:
      .boolean.with(["default": true]).described(
        "What the runtime flag is where a state does not say")
    case .actions: .texts
    case .constraints: .object(ConstraintKey.allCases)
    case .features: .list(of: .feature)
    }
  }
}

extension AttributeDomain {
  var type: AttributeType {
    switch self {
    case .boolean: .boolean
    case .choice: .choice
    case .text, .integer, .version, .date:
      preconditionFailure("not written yet")
    }
  }
}

// MARK: - Definitions

extension Schema {
  package static var manifest: Schema { .object(ManifestKey.allCases) }

  package static func names<Case: NamedCase>(of cases: Case.Type) -> Schema {
    .names(cases.allCases.map(\.name))
  }

  static let product = named("product") { .object(ProductKey.allCases) }
  static let attribute = named("attribute") {
    .object(AttributeKey.allCases, ["allOf": .array(AttributeType.schemas)])
  }
  static let feature = named("feature") { .object(FeatureKey.allCases) }

  /// An id of a feature or an attribute.
  package static let id = named("id") { .matching("^[A-Za-z0-9][A-Za-z0-9._-]*$") }
  static let texts = named("texts") { .set(of: .nonEmptyText) }

  package static let versionText = named("versionText") {
    .matching("^(0|[1-9][0-9]{0,9})([.](0|[1-9][0-9]{0,9})){0,2}$").described(
      "One to three numbers")
  }

  package static let version = named("version") {
    .anyOf(.versionText, .integer(from: 0, to: Int64(Int32.max)))
      .described("10.10 is written as a string: as a number it would be 10.1")
  }
}
