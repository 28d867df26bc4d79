internal import FlintModel
package import FlintText

/// A key of a `constraints` object or of a condition: the key of a kind of constraint, such as `permissions`, or the
/// key `conditional`. The key `conditional`, for conditional blocks (constraints that apply only if a condition holds),
/// is allowed only in the `constraints` of a feature.
enum ConstraintKey: ObjectKey {
  // INVARIANT: the kind is never `platforms`. Its constraints have the same key as those of the kind `platform`.
  case kind(ConstraintKind)
  case conditional

  /// All keys, in the order in which `flint-inspect` reads and lists constraints. Authors can write the keys in any
  /// order.
  static let allCases = inConditions + [.conditional]

  private static let names = allCases.map(\.key)

  init?(key: JSONValue) {
    guard let position = Self.position(of: key) else { return nil }
    self = Self.allCases[position]
  }

  /// Returns the index of a key in ``allCases``; nil if no key has this name.
  static func position(of key: JSONValue) -> Int? {
    names.firstIndex { key.equals($0) }
  }

  private var key: StaticString { kind?.key ?? "conditional" }

  var name: String { key.description }

  var grammar: Grammar { kind?.grammar ?? .list(of: .block) }

  /// The kind of the constraints that the key declares, such as permissions; nil for `conditional`, whose value is a
  /// list of conditional blocks.
  var kind: ConstraintKind? { if case .kind(let kind) = self { kind } else { nil } }

  /// Whether the constraint depends on the feature that contains it, for example on the user's switch for this feature.
  /// Such a constraint is not allowed in a named condition, which belongs to no feature.
  var isOfFeature: Bool { kind?.traits.isOfFeature ?? false }

  /// Returns an estimate of how many constraints the key's value declares, so that memory can be reserved for them.
  func constraintCount(in value: JSONValue) -> Int {
    guard let kind else { return 0 }
    return kind.traits.layout.isRepeatable ? value.count : 1
  }

  /// The keys that are allowed in a condition of a feature. In a named condition or an assumption, which belongs to no
  /// feature, only the keys in `inNamedConditions` are allowed.
  static let inConditions: [ConstraintKey] = ConstraintKind.allCases.filter { $0 != .platforms }
    .map { .kind($0) }
  static let inNamedConditions = inConditions.filter { !$0.isOfFeature }

  fileprivate static func condition(isNamed: Bool) -> Grammar {
    .nonEmptyObject(isNamed ? inNamedConditions : inConditions) {
      $0.kind?.conditionGrammar(isNamed: isNamed) ?? $0.grammar
    }
  }
}

extension ConstraintKind {
  /// The grammar of the JSON value that declares constraints of this kind in the `constraints` of a feature or of a
  /// conditional block. For the kind `permission`, for example, it is the value of the key `permissions`.
  fileprivate var grammar: Grammar {
    switch self {
    case .platform, .platforms: .platforms
    case .device(let fact): fact.constraintGrammar
    case .runtimeEnabled: .boolean.withSchema(.constant(true))
    case .userToggled: .object(ToggleKey.self)
    case .permission: .set(of: .permissionRequirement)
    case .purchase: .list(of: .purchase)
    case .attribute: .requiredAttributes
    case .rollout: .object(RolloutKey.self)
    case .feature: .set(of: .name(.of(.feature)))
    case .condition: .set(of: .name(.of(.condition)))
    case .allOf, .anyOf: .conditions(.condition)
    case .not: .condition
    }
  }

  /// Returns the grammar of the JSON value that declares constraints of this kind in a condition. It is stricter than
  /// in the `constraints` of a feature or conditional block: for example, lists and objects must not be empty.
  ///
  /// - Parameter isNamed: true in a named condition or an assumption. They belong to no feature. The key `bucket` of a
  ///   rollout, whose default is the id of the feature, is therefore required in them.
  fileprivate func conditionGrammar(isNamed: Bool) -> Grammar {
    switch self {
    case .device, .runtimeEnabled, .userToggled: grammar
    case .platform, .platforms:
      .map(from: .of(.platform), to: .supported).with(["minProperties": 1])
    case .attribute: grammar.with(["minProperties": 1])
    case .permission, .purchase, .feature, .condition: grammar.with(["minItems": 1])
    case .rollout:
      isNamed ? grammar.with(["allOf": [.requires(RolloutKey.bucket.name)]]) : grammar
    case .allOf, .anyOf: .conditions(isNamed ? .namedCondition : .condition)
    case .not: isNamed ? .namedCondition : .condition
    }
  }
}

enum ToggleKey: KeyText, ObjectKey {
  case defaultValue

  var isRequired: Bool { true }

  var grammar: Grammar {
    switch self {
    case .defaultValue: .boolean
    }
  }
}

enum BlockKey: KeyText, ObjectKey {
  case when, constraints

  var isRequired: Bool { true }

  var grammar: Grammar {
    switch self {
    case .when: .condition
    case .constraints: .nonEmptyObject(ConstraintKey.inConditions)
    }
  }
}

enum RolloutKey: KeyText, ObjectKey {
  case percent, bucket

  var isRequired: Bool { self == .percent }

  var grammar: Grammar {
    switch self {
    case .percent: .value(.percent)
    case .bucket:
      .name(.declared(.bucket)).described("The rollout's bucket; the feature's id by default")
    }
  }
}

/// The keys of an object in the list `permissions`, such as `{ "permission": "camera", "in": ["authorized"] }`.
enum PermissionKey: KeyText, ObjectKey {
  case permission
  case statuses = "in"

  var isRequired: Bool { true }

  var grammar: Grammar {
    switch self {
    case .permission: .name(.of(.permission))
    case .statuses:
      .set(of: .words(of: Self.acceptedStatuses)).with(["minItems": 1])
    }
  }

  /// The statuses that can be listed under the key `in` as accepted: all except `unsupported`, which means that the
  /// platform does not offer the permission.
  static let acceptedStatuses = SystemPermissionStatus.allCases.filter { $0 != .unsupported }
}

/// The keys of an object that describes the accepted values of an attribute, such as `{ "beginsWith": "en" }`. If the
/// accepted values are a range, the object has the keys of ``RangeKey`` instead.
enum RequiredKey: KeyText, ObjectKey {
  case notIn, ago, beginsWith, contains, endsWith

  var grammar: Grammar {
    switch self {
    case .notIn:
      .texts(.attributeValue).with(["minItems": 1]).described("Any value except the listed ones")
    case .ago:
      .range(of: .value(.age)).described("The time from the attribute's date to the state's date")
    case .beginsWith: .oneOrMoreTexts.described("The text begins with one of the listed texts")
    case .contains: .oneOrMoreTexts.described("The text contains one of the listed texts")
    case .endsWith: .oneOrMoreTexts.described("The text ends with one of the listed texts")
    }
  }

  /// The part of a text that this key of a text pattern restricts: for `beginsWith`, it is the beginning. Nil for
  /// `notIn` and `ago`, which are not keys of text patterns.
  var part: TextPattern.Part? {
    switch self {
    case .notIn, .ago: nil
    case .beginsWith: .beginsWith
    case .contains: .contains
    case .endsWith: .endsWith
    }
  }

  static let ofPatterns = allCases.filter { $0.part != nil }
}

package enum RangeKey: KeyText, ObjectKey {
  case atLeast, below

  package var grammar: Grammar {
    switch self {
    case .atLeast, .below: .value(.version)
    }
  }
}

/// The keys of an object in the list `purchases`. The object requires a product, a subscription group, or a combination
/// of such requirements.
enum PurchaseKey: KeyText, ObjectKey {
  case product, quantity, group, atLeast, anyOf, allOf
  case statuses = "in"

  var grammar: Grammar {
    switch self {
    case .product: .name(.of(.product))
    case .quantity:
      .value(.integer(from: 1)).described("The number of credits; for consumables only")
    case .group: .name(.of(.group))
    case .atLeast:
      .name(.of(.level, in: .beside("group"))).described(
        "The lowest level of the group that is accepted")
    case .anyOf, .allOf: .list(of: .purchase).with(["minItems": 1])
    case .statuses:
      .set(of: .words(of: Self.acceptedStatuses)).with(["minItems": 1])
        .described("The accepted statuses")
    }
  }

  /// The statuses of a product that can be listed under the key `in` as accepted: all except `unknown`, which a feature
  /// cannot require.
  static let acceptedStatuses = PurchaseStatus.allCases.filter { $0 != .unknown }

  /// The optional keys that are allowed next to this key in a purchase requirement. For example, `quantity` and `in`
  /// are allowed next to `product`, and no other key is allowed next to `anyOf`. Empty for the optional keys.
  var companions: [PurchaseKey] {
    switch self {
    case .product: [.quantity, .statuses]
    case .group: [.atLeast, .statuses]
    case .anyOf, .allOf, .quantity, .atLeast, .statuses: []
    }
  }

  /// The keys that determine what a purchase requirement requires, such as `product`. Each requirement has exactly one
  /// of these keys.
  private static let forms: [PurchaseKey] = [.product, .group, .anyOf, .allOf]

  fileprivate static let requirements: [Grammar] = forms.map { form in
    .object(ObjectGrammar([form] + form.companions)).with(["required": [.string(form.name)]])
  }
}

// MARK: - Definitions

extension Grammar {
  fileprivate static func conditions(_ condition: Grammar) -> Grammar {
    .set(of: condition).with(["minItems": 1])
  }

  static let condition = named("condition") {
    ConstraintKey.condition(isNamed: false).described(
      "A condition, which is true if all constraints in it are satisfied")
  }
  static let namedCondition = named("namedCondition") { ConstraintKey.condition(isNamed: true) }

  static let permissionRequirement = named("permissionRequirement") {
    .anyOf([
      .name(.of(.permission)), .object(PermissionKey.self).with(["allOf": .array(statusLimits)]),
    ])
  }

  /// JSON Schemas for the key `in` of a permission requirement, one for each status that only some permissions can
  /// have. Each schema rejects its status for the other permissions. For example, only notifications can be
  /// `provisional`.
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

  static let block = named("block") {
    .object(BlockKey.self).described(
      "Constraints that apply only while the condition 'when' holds")
  }

  static let purchase = named("purchase") {
    .oneOf([.name(.of(.product))] + PurchaseKey.requirements)
  }

  /// The grammar of a text value in an object whose keys are ids of attributes. The value belongs to the attribute that
  /// is its key: in `{ "plan": "pro" }`, `"pro"` is a value of the attribute `plan`.
  static let attributeValue = name(.of(.value, in: .key))

  static let requiredAttributes = named("requiredAttributes") {
    .map(
      from: .of(.attribute),
      to: .anyOf([
        .boolean, attributeValue, .texts(attributeValue).with(["minItems": 1]),
        .value(.version), .set(of: .value(.attributeInteger)).with(["minItems": 1]), versionRange,
        dateRange, integerRange,
        .object(ObjectGrammar([RequiredKey.notIn])).with(["required": ["notIn"]]),
        .object(ObjectGrammar([RequiredKey.ago])).with(["required": ["ago"]]),
        .nonEmptyObject(RequiredKey.ofPatterns),
      ]))
  }

  fileprivate static let oneOrMoreTexts = anyOf([
    .value(.nonEmptyText), .texts().with(["minItems": 1]),
  ])

  // MARK: Ranges

  fileprivate static func range(of limit: Grammar) -> Grammar {
    nonEmptyObject(RangeKey.allCases) { _ in limit }
  }

  package static let versionRange = named("versionRange") { .range(of: .value(.version)) }
  package static let dateRange = named("dateRange") { .range(of: .value(.date)) }
  package static let integerRange = named("integerRange") { .range(of: .value(.attributeInteger)) }
  package static let rolloutPositionRange = named("drawnRange") { .range(of: .value(.percent)) }

  // MARK: Versions and platforms

  static let versionOrRange = named("versionOrRange") { .anyOf([.value(.version), versionRange]) }
  static let supported = named("supported") { .anyOf([versionOrRange, .words(["any"])]) }
  static let platformVersion = named("platformVersion") {
    .anyOf([supported, .words(["unsupported"])])
  }

  static let platforms = map(from: .of(.platform), to: platformVersion).withSchema(.platforms)
}

extension Schema {
  /// The `description` in the JSON Schema of numbers that can have at most four decimals. The keyword `multipleOf`
  /// could express this limit, but validators compute it in binary floating point and reject some valid numbers.
  static let decimals: Schema = "At most four decimals, written without an exponent"

  package static let percent = named("percent") {
    ["type": "number", "minimum": 0, "maximum": 100, "description": .decimals]
  }

  package static let platform = named("platform") { .names(of: Platform.self) }
  package static let permission = named("permission") { .names(of: SystemPermission.self) }

  fileprivate static let age: Schema = .matching(
    "^-?P(?=[0-9T])([0-9]+W)?([0-9]+D)?(T(?=[0-9])([0-9]+H)?([0-9]+M)?([0-9]+S)?)?$")

  package static let timeSpan: Schema = .matching(
    "^P(?=[0-9T])([0-9]+Y)?([0-9]+M)?([0-9]+W)?([0-9]+D)?(T(?=[0-9])([0-9]+H)?([0-9]+M)?([0-9]+S)?)?$"
  )

  /// The schema of a feature's `platforms`. A key such as `iOSOnly` excludes all platforms that have no key in the
  /// object. It cannot be combined with `iOS`, nor with another key that ends with `Only`, such as `macOSOnly`.
  fileprivate static let platforms = named("platforms") {
    let names = Platform.allCases.map(\.name)
    let members: [(String, Schema)] =
      names.map { ($0, Grammar.platformVersion.schema) }
      + names.map { ($0 + "Only", Grammar.supported.schema) }
    let excluded: [(String, Schema)] = names.map { name in
      let others = [name] + names.filter { $0 != name }.map { $0 + "Only" }
      return (name + "Only", ["properties": .object(others.map { ($0, false) })])
    }
    return .closed(members, required: []).with(["dependentSchemas": .object(excluded)])
      .described("A key such as iOSOnly excludes the platforms that are not listed")
  }
}
