internal import FlintModel
package import FlintText

/// A key of `constraints` or of a condition; only a feature's `constraints` can have `conditional`.
enum ConstraintKey: ObjectKey {
  // INVARIANT: the kind is never `platforms`. Its constraints have the same key as those of the kind `platform`.
  case kind(ConstraintKind)
  case conditional

  /// In the order in which constraints are listed.
  static let allCases = inConditions + [.conditional]

  private static let names = allCases.map(\.key)

  init?(key: JSONValue) {
    guard let position = Self.position(of: key) else { return nil }
    self = Self.allCases[position]
  }

  /// In ``allCases``.
  static func position(of key: JSONValue) -> Int? {
    names.firstIndex { key.equals($0) }
  }

  private var key: StaticString { kind?.key ?? "conditional" }

  var name: String { key.description }

  var grammar: Grammar { kind?.grammar ?? .list(of: .block) }

  /// Nil for `conditional`.
  var kind: ConstraintKind? { if case .kind(let kind) = self { kind } else { nil } }

  /// Not allowed in a named condition, which belongs to no feature.
  var isOfFeature: Bool { kind?.traits.isOfFeature ?? false }

  /// An estimate, to reserve memory.
  func constraintCount(in value: JSONValue) -> Int {
    guard let kind else { return 0 }
    return kind.traits.layout.isRepeatable ? value.count : 1
  }

  /// Those of a feature's conditions; others have `inNamedConditions` only.
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

  /// Stricter than in `constraints`: nothing may be empty.
  /// - Parameter isNamed: In a named condition or assumption, where a rollout needs its bucket.
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

/// `{ "permission": "camera", "in": ["authorized"] }`
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

  /// Those that `in` may list.
  static let acceptedStatuses = SystemPermissionStatus.allCases.filter { $0 != .unsupported }
}

/// What an attribute must have, unless it is a range; see ``RangeKey``.
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

  /// Nil for keys that are no part of a pattern.
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

/// A product, a group, or a combination.
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

  /// Those that `in` may list.
  static let acceptedStatuses = PurchaseStatus.allCases.filter { $0 != .unknown }

  /// Optional keys beside this one.
  var companions: [PurchaseKey] {
    switch self {
    case .product: [.quantity, .statuses]
    case .group: [.atLeast, .statuses]
    case .anyOf, .allOf, .quantity, .atLeast, .statuses: []
    }
  }

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

  /// Belongs to the attribute that is its key: `{ "plan": "pro" }`.
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
  /// In words: validators compute `multipleOf` in binary and reject valid numbers.
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

extension AttributeType {
  private struct ValueDescription {
    let subject: String
    let prose: String

    // A closure, so that the schema is created only if it is used: a description is created for each value that is
    // read, and often only its subject is used.
    let schema: () -> Schema
  }

  private var valueDescription: ValueDescription {
    switch self {
    case .boolean:
      ValueDescription(subject: "a boolean attribute", prose: "true, false") { .boolean }
    case .choice:
      ValueDescription(subject: "a choice attribute", prose: "one of the attribute's values") {
        .nonEmptyText
      }
    case .text: ValueDescription(subject: "a text attribute", prose: "a string") { .nonEmptyText }
    case .integer:
      ValueDescription(subject: "an integer attribute", prose: "an integer") { .attributeInteger }
    case .version: ValueDescription(subject: "a version attribute", prose: "a version") { .version }
    case .date: ValueDescription(subject: "a date attribute", prose: "a date") { .date }
    }
  }

  /// For messages: `a version`.
  var prose: String { valueDescription.prose }

  /// For messages: `an integer attribute`.
  var subject: String { valueDescription.subject }

  /// A version, for example, is a string or a number.
  func takes(_ kind: JSONKind) -> Bool {
    switch form {
    case .truth: kind == .bool
    case .number: kind == .number
    case .string: kind == .string || (self == .version && kind == .number)
    }
  }

  /// One for each type; each restricts `default` and `values`.
  static var schemas: [Schema] {
    allCases.map { type in
      let value = type.valueDescription.schema()
      let then: Schema =
        type == .choice
        ? ["properties": ["default": value], "required": ["values"]]
        : ["properties": ["default": value, "values": false]]
      return ["if": ["properties": ["type": .constant(.string(type.name))]], "then": then]
    }
  }
}
