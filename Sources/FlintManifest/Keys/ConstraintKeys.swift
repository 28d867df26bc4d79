internal import FlintCore
package import FlintText

/// `constraints` of features; those of blocks have them too, but for `conditional`.
enum ConstraintKey: KeyText, ObjectKey {
  case platforms, appVersion, runtimeEnabled, userToggled, permissions, purchases, attributes
  case conditional

  var schema: Schema {
    switch self {
    case .platforms: .platforms
    case .appVersion: .versionOrRange
    case .runtimeEnabled: .constant(true)
    case .userToggled: .object(ToggleKey.allCases)
    case .permissions: .set(of: .permission)
    case .purchases: .list(of: .purchase)
    case .attributes: .requiredAttributes
    case .conditional: .list(of: .block)
    }
  }
}

enum ToggleKey: KeyText, ObjectKey {
  case defaultValue

  var isRequired: Bool { true }

  var schema: Schema {
    switch self {
    case .defaultValue: .boolean
    }
  }
}

enum BlockKey: KeyText, ObjectKey {
  case when, constraints

  var isRequired: Bool { true }

  var schema: Schema {
    switch self {
    case .when: .objectNaming(GuardKey.allCases)
    case .constraints: .objectNaming(ConstraintKey.allCases.filter { $0 != .conditional })
    }
  }
}

enum GuardKey: KeyText, ObjectKey {
  case platforms, appVersion, attributes

  var schema: Schema {
    switch self {
    case .platforms: .map(from: .platform, to: .supported).with(["minProperties": 1])
    case .appVersion: .versionOrRange
    case .attributes: .requiredAttributes.with(["minProperties": 1])
    }
  }
}

package enum RangeKey: KeyText, ObjectKey {
  case atLeast, below

  package var schema: Schema {
    switch self {
    case .atLeast, .below: .version
    }
  }
}

/// A requirement of `purchases`: a product, or a group of requirements.
enum PurchaseKey: KeyText, ObjectKey {
  case product, quantity, anyOf, allOf

  var schema: Schema {
    switch self {
    case .product: .nonEmptyText
    case .quantity: .integer(from: 1).described("For consumables, and for nothing else")
    case .anyOf, .allOf: .list(of: .purchase).with(["minItems": 1])
    }
  }

  /// What stands in one object.
  fileprivate static var forms: [[PurchaseKey]] { [[.product, .quantity], [.anyOf], [.allOf]] }

  fileprivate static var schemas: [Schema] {
    forms.map { .object($0).with(["required": [.string($0[0].name)]]) }
  }
}

// MARK: - Definitions

extension Schema {
  /// An object that has one of the keys or more.
  fileprivate static func objectNaming(_ keys: [any ObjectKey]) -> Schema {
    .object(keys, ["anyOf": .array(keys.map { .requires($0.name) })])
  }

  package static let platform = named("platform") { .names(of: Platform.self) }
  package static let permission = named("permission") { .names(of: SystemPermission.self) }
  static let block = named("block") {
    .object(BlockKey.allCases).described("Constraints that take part only where a guard holds")
  }

  static let purchase = named("purchase") { .oneOf([.nonEmptyText] + PurchaseKey.schemas) }

  static let requiredAttributes = named("requiredAttributes") {
    .map(
      from: .id, to: .anyOf(.boolean, .nonEmptyText, .texts.with(["minItems": 1])))
  }

  // MARK: Versions and platforms

  package static let versionRange = named("versionRange") {
    .objectNaming(RangeKey.allCases)
  }
  static let versionOrRange = named("versionOrRange") { .anyOf(.version, .versionRange) }
  static let supported = named("supported") { .anyOf(.versionOrRange, .constant("any")) }
  static let platformVersion = named("platformVersion") {
    .anyOf(.supported, .constant("unsupported"))
  }

  /// Of a feature: an `Only` key excludes the platform without it, and the other `Only` keys.
  static let platforms = named("platforms") {
    let names = Platform.allCases.map(\.name)
    let members: [(String, Schema)] =
      names.map { ($0, .platformVersion) } + names.map { ($0 + "Only", .supported) }
    let excluded: [(String, Schema)] = names.map { name in
      let others = [name] + names.filter { $0 != name }.map { $0 + "Only" }
      return (name + "Only", ["properties": .object(others.map { ($0, false) })])
    }
    return .closed(members, required: []).with(["dependentSchemas": .object(excluded)])
      .described("Every platform but the one that an Only key names is unsupported")
  }
}
