internal import FlintCore
package import FlintText

/// The keys of the JSON object `constraints`, such as `permissions`, and of a condition, which is an object with the
/// same keys. Only the `constraints` of a feature can have the key `conditional`; conditions, and constraints that
/// apply only if a condition holds, cannot.
enum ConstraintKey: KeyText, ObjectKey {
  case platforms, appVersion, date, runtimeEnabled, userToggled, permissions, purchases, attributes
  case rollout, features, conditions, allOf, anyOf, not, conditional

  var schema: Schema {
    switch self {
    case .platforms: .platforms
    case .appVersion: .versionOrRange
    case .date: .dateRange
    case .runtimeEnabled: .constant(true)
    case .userToggled: .object(ToggleKey.allCases)
    case .permissions: .set(of: .permissionRequirement)
    case .purchases: .list(of: .purchase)
    case .attributes: .requiredAttributes
    case .rollout: .object(RolloutKey.allCases)
    case .features, .conditions: .set(of: .id)
    case .allOf, .anyOf: .conditions(.condition)
    case .not: .condition
    case .conditional: .list(of: .block)
    }
  }

  /// Returns the JSON Schema of the key's value in a condition. Lists and objects must not be empty there, unlike in
  /// the `constraints` of a feature.
  ///
  /// - Parameter isNamed: whether the condition is a named condition (declared once, for use in several features) or an
  ///   assumption, or inside one. Such conditions belong to no feature, so a rollout in them must name its bucket.
  fileprivate func schema(isNamed: Bool) -> Schema {
    switch self {
    case .appVersion, .date, .runtimeEnabled, .userToggled, .conditional: schema
    case .platforms: .map(from: .platform, to: .supported).with(["minProperties": 1])
    case .attributes: schema.with(["minProperties": 1])
    case .permissions, .purchases, .features, .conditions: schema.with(["minItems": 1])
    case .rollout: isNamed ? schema.with(["allOf": [.requires(RolloutKey.bucket.name)]]) : schema
    case .allOf, .anyOf: .conditions(isNamed ? .namedCondition : .condition)
    case .not: isNamed ? .namedCondition : .condition
    }
  }

  /// Whether the constraint depends on the feature that contains it, for example on the user's toggle of this feature.
  /// Such a constraint is not allowed in a named condition or an assumption, because these belong to no feature.
  var isOfFeature: Bool {
    switch self {
    case .runtimeEnabled, .userToggled: true
    case .platforms, .appVersion, .date, .permissions, .purchases, .attributes, .rollout, .features,
      .conditions, .allOf, .anyOf, .not, .conditional:
      false
    }
  }

  /// The keys that a condition in a feature may contain, for example an element of `anyOf`. Named conditions and
  /// assumptions may contain fewer keys.
  static let inConditions = allCases.filter { $0 != .conditional }
  static let inNamedConditions = inConditions.filter { !$0.isOfFeature }

  fileprivate static func condition(isNamed: Bool) -> Schema {
    let keys = isNamed ? inNamedConditions : inConditions
    return Schema.closed(keys.map { ($0.name, $0.schema(isNamed: isNamed)) }, required: [])
      .with(Schema.extensionKeys).with(["anyOf": .array(keys.map { .requires($0.name) })])
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
    case .when: .condition
    case .constraints: .objectNaming(ConstraintKey.inConditions)
    }
  }
}

enum RolloutKey: KeyText, ObjectKey {
  case percent, bucket

  var isRequired: Bool { self == .percent }

  var schema: Schema {
    switch self {
    case .percent: .percent
    case .bucket: .id.described("The rollout's bucket; the feature's id by default")
    }
  }
}

/// The keys of an object in the list `permissions`, such as `{ "permission": "camera", "in": ["authorized"] }`.
enum PermissionKey: KeyText, ObjectKey {
  case permission
  case statuses = "in"

  var isRequired: Bool { true }

  var schema: Schema {
    switch self {
    case .permission: .permission
    case .statuses:
      .set(
        of: .names(SystemPermissionStatus.allCases.filter { $0 != .unsupported }.map(\.name))
      ).with(["minItems": 1])
    }
  }
}

/// The keys of an object that describes the accepted values of an attribute, such as `{ "beginsWith": "en" }`. A range,
/// such as `{ "atLeast": 18 }`, has the keys ``RangeKey`` instead.
enum RequiredKey: KeyText, ObjectKey {
  case notIn, ago, beginsWith, contains, endsWith

  var schema: Schema {
    switch self {
    case .notIn: .texts.with(["minItems": 1]).described("Any value except these")
    case .ago:
      .objectNaming(RangeKey.allCases, of: .age)
        .described("The time from the attribute's date to the state's date")
    case .beginsWith: .oneOrMoreTexts.described("The text begins with one of these")
    case .contains: .oneOrMoreTexts.described("The text contains one of these")
    case .endsWith: .oneOrMoreTexts.described("The text ends with one of these")
    }
  }

  /// The part of a text pattern that the key specifies: for example, `beginsWith` specifies the beginning of the text.
  /// Nil for the keys `notIn` and `ago`, which are not for patterns.
  var part: TextPattern.Part? {
    switch self {
    case .notIn, .ago: nil
    case .beginsWith: .beginsWith
    case .contains: .contains
    case .endsWith: .endsWith
    }
  }

  /// The keys of a text pattern: `beginsWith`, `contains` and `endsWith`.
  static let ofPatterns = allCases.filter { $0.part != nil }
}

package enum RangeKey: KeyText, ObjectKey {
  case atLeast, below

  package var schema: Schema {
    switch self {
    case .atLeast, .below: .version
    }
  }
}

/// The keys of a requirement in `purchases`: a product, a subscription group, or a combination of requirements.
enum PurchaseKey: KeyText, ObjectKey {
  case product, quantity, group, atLeast, anyOf, allOf
  case statuses = "in"

  var schema: Schema {
    switch self {
    case .product: .nonEmptyText
    case .quantity: .integer(from: 1).described("The number of credits; for consumables only")
    case .group: .id
    case .atLeast: .id.described("The lowest level of the group that is accepted")
    case .anyOf, .allOf: .list(of: .purchase).with(["minItems": 1])
    case .statuses:
      .set(of: .names(PurchaseStatus.allCases.filter { $0 != .unknown }.map(\.name)))
        .with(["minItems": 1]).described("The accepted statuses")
    }
  }

  /// The optional keys that a requirement with this key can have in addition: for `product`, they are `quantity` and
  /// `in`. The result is empty for the combinations `anyOf` and `allOf`, and for keys that are optional themselves.
  var companions: [PurchaseKey] {
    switch self {
    case .product: [.quantity, .statuses]
    case .group: [.atLeast, .statuses]
    case .anyOf, .allOf, .quantity, .atLeast, .statuses: []
    }
  }

  /// The keys that determine the kind of a purchase requirement: a product, a subscription group, or a combination.
  /// Each requirement has exactly one of them.
  private static let forms: [PurchaseKey] = [.product, .group, .anyOf, .allOf]

  fileprivate static var schemas: [Schema] {
    forms.map { .object([$0] + $0.companions).with(["required": [.string($0.name)]]) }
  }
}

// MARK: - Definitions

extension Schema {
  /// Returns the schema of a JSON object that must have at least one of the given keys.
  fileprivate static func objectNaming(_ keys: [any ObjectKey]) -> Schema {
    .object(keys, ["anyOf": .array(keys.map { .requires($0.name) })])
  }

  /// Returns the schema of a JSON object that must have at least one of the given keys. The values of all keys have the
  /// schema `value`.
  fileprivate static func objectNaming(_ keys: [any ObjectKey], of value: Schema) -> Schema {
    Schema.closed(keys.map { ($0.name, value) }, required: []).with(extensionKeys)
      .with(["anyOf": .array(keys.map { .requires($0.name) })])
  }

  /// Returns the schema of a list of conditions in which no condition occurs twice.
  fileprivate static func conditions(_ condition: Schema) -> Schema {
    .set(of: condition).with(["minItems": 1])
  }

  static let condition = named("condition") {
    ConstraintKey.condition(isNamed: false).described(
      "A condition, which is true if all constraints in it are satisfied")
  }
  static let namedCondition = named("namedCondition") { ConstraintKey.condition(isNamed: true) }

  static let permissionRequirement = named("permissionRequirement") {
    .anyOf(.permission, .object(PermissionKey.allCases, ["allOf": .array(statusLimits)]))
  }

  /// Schemas that reject statuses that a permission cannot have. There is one schema for each status that only some
  /// permissions can have: for example, the schema for `provisional` rejects it for all permissions except
  /// `notifications`.
  private static var statusLimits: [Schema] {
    SystemPermissionStatus.allCases.filter { !SystemPermissionStatus.defaults.contains($0) }
      .map { status in
        let able = SystemPermission.allCases.filter { $0.allows(status) }.map(\.name)
        return [
          "if": ["properties": ["permission": .names(able)]],
          "else": [
            "properties": ["in": ["items": ["not": .constant(.string(status.name))]]]
          ],
        ]
      }
  }

  /// The description, in a JSON Schema, of a number with at most four decimals. The schema does not use the keyword
  /// `multipleOf` for this, because validators compute in binary floating point and would reject valid numbers.
  static let decimals: Schema = "At most four decimals, written without an exponent"

  package static let percent = named("percent") {
    ["type": "number", "minimum": 0, "maximum": 100, "description": .decimals]
  }

  package static let platform = named("platform") { .names(of: Platform.self) }
  package static let permission = named("permission") { .names(of: SystemPermission.self) }
  static let block = named("block") {
    .object(BlockKey.allCases).described(
      "Constraints that apply only while the condition 'when' holds")
  }

  static let purchase = named("purchase") { .oneOf([.nonEmptyText] + PurchaseKey.schemas) }

  static let requiredAttributes = named("requiredAttributes") {
    .map(
      from: .id,
      to: .anyOf(
        .boolean, .nonEmptyText, .texts.with(["minItems": 1]), .version,
        .set(of: .attributeInteger).with(["minItems": 1]), .versionRange, .dateRange,
        .integerRange, .object([RequiredKey.notIn], ["required": ["notIn"]]),
        .object([RequiredKey.ago], ["required": ["ago"]]),
        .objectNaming(RequiredKey.ofPatterns)))
  }

  fileprivate static let oneOrMoreTexts: Schema = .anyOf(
    .nonEmptyText, .texts.with(["minItems": 1]))

  // MARK: Ranges

  package static let dateRange = named("dateRange") { .objectNaming(RangeKey.allCases, of: .date) }
  package static let integerRange = named("integerRange") {
    .objectNaming(RangeKey.allCases, of: .attributeInteger)
  }
  package static let rolloutPositionRange = named("drawnRange") {
    .objectNaming(RangeKey.allCases, of: .percent)
  }

  fileprivate static let age: Schema = .matching(
    "^-?P(?=[0-9T])([0-9]+W)?([0-9]+D)?(T(?=[0-9])([0-9]+H)?([0-9]+M)?([0-9]+S)?)?$")

  package static let timeSpan: Schema = .matching(
    "^P(?=[0-9T])([0-9]+Y)?([0-9]+M)?([0-9]+W)?([0-9]+D)?(T(?=[0-9])([0-9]+H)?([0-9]+M)?([0-9]+S)?)?$"
  )

  // MARK: Versions and platforms

  package static let versionRange = named("versionRange") {
    .objectNaming(RangeKey.allCases)
  }
  static let versionOrRange = named("versionOrRange") { .anyOf(.version, .versionRange) }
  static let supported = named("supported") { .anyOf(.versionOrRange, .constant("any")) }
  static let platformVersion = named("platformVersion") {
    .anyOf(.supported, .constant("unsupported"))
  }

  /// The schema of a feature's `platforms`. A key that ends with `Only`, such as `iOSOnly`, excludes all platforms that
  /// are not listed. An object with `iOSOnly` must therefore contain neither `iOS` nor a second key of this kind, such
  /// as `macOSOnly`.
  static let platforms = named("platforms") {
    let names = Platform.allCases.map(\.name)
    let members: [(String, Schema)] =
      names.map { ($0, .platformVersion) } + names.map { ($0 + "Only", .supported) }
    let excluded: [(String, Schema)] = names.map { name in
      let others = [name] + names.filter { $0 != name }.map { $0 + "Only" }
      return (name + "Only", ["properties": .object(others.map { ($0, false) })])
    }
    return .closed(members, required: []).with(["dependentSchemas": .object(excluded)])
      .described("An Only key, such as iOSOnly, excludes the platforms that are not listed")
  }
}
