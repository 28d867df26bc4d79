internal import FlintCore
package import FlintText

/// `constraints` of features; those of blocks have them too, but for `conditional`.
enum ConstraintKey: KeyText, ObjectKey {
  case platforms, appVersion, runtimeEnabled, userToggled, permissions, purchases, attributes
  case conditional

  var schema: Schema {
    switch self {
    case .platforms: .to(.platforms)
    case .appVersion: .to(.versionOrRange)
    case .runtimeEnabled: .constant(true)
    case .userToggled: .object(ToggleKey.allCases)
    case .permissions: .set(of: .to(.permission))
    case .purchases: .list(of: .to(.purchase))
    case .attributes: .to(.requiredAttributes)
    case .conditional: .list(of: .to(.block))
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
    case .platforms: .map(from: .to(.platform), to: .to(.supported)).with(["minProperties": 1])
    case .appVersion: .to(.versionOrRange)
    case .attributes: .to(.requiredAttributes).with(["minProperties": 1])
    }
  }
}

package enum RangeKey: KeyText, ObjectKey {
  case atLeast, below

  package var schema: Schema {
    switch self {
    case .atLeast, .below: .to(.version)
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
    case .anyOf, .allOf: .list(of: .to(.purchase)).with(["minItems": 1])
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
}

extension Schema.Definition {
  package static var platform: Self { .init("platform") { .names(of: Platform.self) } }
  package static var permission: Self { .init("permission") { .names(of: SystemPermission.self) } }
  static var block: Self {
    .init("block") {
      .object(BlockKey.allCases).described("Constraints that take part only where a guard holds")
    }
  }

  static var purchase: Self { .init("purchase") { .oneOf([.nonEmptyText] + PurchaseKey.schemas) } }

  static var requiredAttributes: Self {
    .init("requiredAttributes") {
      .map(
        from: .to(.id), to: .anyOf(.boolean, .nonEmptyText, .to(.texts).with(["minItems": 1])))
    }
  }

  // MARK: Versions and platforms

  package static var versionRange: Self {
    .init("versionRange") {
      .objectNaming(RangeKey.allCases)
    }
  }
  static var versionOrRange: Self {
    .init("versionOrRange") { .anyOf(.to(.version), .to(.versionRange)) }
  }
  static var supported: Self {
    .init("supported") { .anyOf(.to(.versionOrRange), .constant("any")) }
  }
  static var platformVersion: Self {
    .init("platformVersion") { .anyOf(.to(.supported), .constant("unsupported")) }
  }

  /// Of a feature: an `Only` key excludes the platform without it, and the other `Only` keys.
  static var platforms: Self {
    .init("platforms") {
      let names = Platform.allCases.map(\.name)
      let members: [(String, Schema)] =
        names.map { ($0, .to(.platformVersion)) } + names.map { ($0 + "Only", .to(.supported)) }
      let excluded: [(String, Schema)] = names.map { name in
        let others = [name] + names.filter { $0 != name }.map { $0 + "Only" }
        return (name + "Only", ["properties": .object(others.map { ($0, false) })])
      }
      return .closed(members, required: []).with(["dependentSchemas": .object(excluded)])
        .described("Every platform but the one that an Only key names is unsupported")
    }
  }
}
