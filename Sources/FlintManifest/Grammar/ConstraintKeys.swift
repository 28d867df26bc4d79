extension ConstraintKind {
  /// Kinds with a key in JSON. `platforms` shares the key of `platform`.
  static let written = allCases.filter { $0 != .platforms }

  private static let keys = written.map(\.key)

  /// The index in ``written`` of the kind with this key.
  static func position(of key: JSONValue) -> Int? { keys.firstIndex { key.equals($0) } }

  fileprivate static func members(
    of kinds: [Self] = written, _ grammar: (Self) -> Grammar
  ) -> [ObjectGrammar.Member] {
    kinds.map { ($0.key.description, grammar($0)) }
  }
}

extension ObjectGrammar {
  /// The keys of a feature's own constraints, including `conditional`.
  static let constraints = ObjectGrammar(
    "'constraints'",
    members: conditionalConstraints.members + [("conditional", .list(of: .block))])
  static let conditionalConstraints = ObjectGrammar(
    "'constraints'", members: ConstraintKind.members(\.grammar))
  static let featureCondition = ObjectGrammar(
    "a condition", members: ConstraintKind.members { $0.conditionGrammar(isNamed: false) })
  /// The keys of a named condition. It cannot test a feature's runtime flag or toggle.
  static let namedCondition = ObjectGrammar(
    "a condition",
    members: ConstraintKind.members(of: ConstraintKind.written.filter { !$0.traits.isOfFeature }) {
      $0.conditionGrammar(isNamed: true)
    })

  static let toggle = ObjectGrammar(
    "'userToggled'", requiring: ["defaultValue"], ["defaultValue": .boolean])

  static let block = ObjectGrammar(
    "a conditional block", requiring: ["when", "constraints"],
    ["when": .condition, "constraints": .nonEmptyObject(conditionalConstraints)])

  static let rollout = ObjectGrammar(
    "'rollout'", requiring: ["percent"],
    [
      "percent": .value(.percent),
      "bucket": .declared(.bucket).described(
        "The rollout's bucket; the feature's id by default"),
    ])

  /// The object `{ "permission": "camera", "in": ["authorized"] }`.
  static let permission = ObjectGrammar(
    "a permission", requiring: ["permission", "in"],
    [
      "permission": .of(.permission),
      "in": .set(of: .words(of: SystemPermissionStatus.accepted)).nonEmpty,
    ])

  static let refused = ObjectGrammar(
    "a choice",
    [
      "notIn": .texts(.attributeValue).nonEmpty.described(
        "Any value except the listed ones")
    ])

  static let age = ObjectGrammar(
    "a date attribute",
    [
      "ago": .range(of: .value(.age)).described(
        "The time from the attribute's date to the state's date")
    ])

  fileprivate static let pattern = ObjectGrammar(
    "a text attribute",
    [
      "beginsWith": .oneOrMoreTexts.described("The text begins with one of the listed texts"),
      "contains": .oneOrMoreTexts.described("The text contains one of the listed texts"),
      "endsWith": .oneOrMoreTexts.described("The text ends with one of the listed texts"),
    ])
}

extension ConstraintKind {
  fileprivate var grammar: Grammar {
    switch self {
    case .platform, .platforms: .platforms
    // In a state, `date` is a date; here it is a range of dates.
    case .device(.appVersion): .versionOrRange
    case .device(.date): .dateRange
    case .runtimeEnabled: .boolean.withSchema(.constant(true))
    case .userToggled: .object(.toggle)
    case .permission: .set(of: .permissionRequirement)
    case .purchase: .list(of: .purchase)
    case .attribute: .requiredAttributes
    case .rollout: .object(.rollout)
    case .feature: .set(of: .of(.feature))
    case .condition: .set(of: .of(.condition))
    case .allOf, .anyOf: .conditions(.condition)
    case .not: .condition
    }
  }

  /// The grammar inside a condition. Stricter than in `constraints`: nothing may be empty.
  /// - Parameter isNamed: Whether it is a named condition or an assumption, where a rollout needs
  ///   its bucket.
  fileprivate func conditionGrammar(isNamed: Bool) -> Grammar {
    switch self {
    case .device, .runtimeEnabled, .userToggled: grammar
    case .platform, .platforms:
      .map(from: .of(.platform), to: .supported).with(["minProperties": 1])
    case .attribute: grammar.with(["minProperties": 1])
    case .permission, .purchase, .feature, .condition: grammar.nonEmpty
    case .rollout: isNamed ? grammar.with(["allOf": [.requires("bucket")]]) : grammar
    case .allOf, .anyOf: .conditions(isNamed ? .namedCondition : .condition)
    case .not: isNamed ? .namedCondition : .condition
    }
  }
}

extension SystemPermissionStatus {
  /// Statuses that `in` may list.
  static let accepted = allCases.filter { $0 != .unsupported }
}

extension PurchaseStatus {
  /// Statuses that `in` may list.
  static let accepted = allCases.filter { $0 != .unknown }
}

extension ObjectGrammar {
  /// A product, a group, or a combination of purchases.
  static let purchase = ObjectGrammar(
    "a purchase",
    [
      "product": .of(.product),
      "quantity": .value(.integer(from: 1)).described(
        "The number of credits; for consumables only"),
      "group": .of(.group),
      "atLeast": .of(.level, in: .beside("group")).described(
        "The lowest level of the group that is accepted"),
      "anyOf": .list(of: .purchase).nonEmpty,
      "allOf": .list(of: .purchase).nonEmpty,
      "in": .set(of: .words(of: PurchaseStatus.accepted)).nonEmpty
        .described("The accepted statuses"),
    ])

  /// Keys of which a purchase has exactly one. Each value lists the optional keys beside it.
  static let purchaseForms: KeyValuePairs<String, [String]> = [
    "product": ["quantity", "in"], "group": ["atLeast", "in"], "anyOf": [], "allOf": [],
  ]

  fileprivate static let purchases = purchaseForms.map { form, companions in
    Grammar.object(purchase.only([form] + companions)).with(["required": [.string(form)]])
  }
}

// MARK: - Definitions

extension Grammar {
  fileprivate static func conditions(_ condition: Grammar) -> Grammar {
    .set(of: condition).nonEmpty
  }

  static let condition = named("condition") {
    .nonEmptyObject(.featureCondition).described(
      "A condition, which is true if all constraints in it are satisfied")
  }
  static let namedCondition = named("namedCondition") { .nonEmptyObject(.namedCondition) }

  static let permissionRequirement = named("permissionRequirement") {
    .anyOf([
      .of(.permission), .object(.permission).with(["allOf": .array(statusLimits)]),
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
    .object(.block).described(
      "Constraints that apply only while the condition 'when' holds")
  }

  static let purchase: Grammar = .named("purchase") {
    .oneOf([.of(.product)] + ObjectGrammar.purchases)
  }

  /// A value of the attribute whose id is the key: `{ "plan": "pro" }`.
  static let attributeValue = name(.of(.value, in: .key))

  static let requiredAttributes = named("requiredAttributes") {
    .map(
      from: .of(.attribute),
      to: .anyOf([
        .boolean, attributeValue, .texts(attributeValue).nonEmpty,
        .value(.version), .set(of: .value(.attributeInteger)).nonEmpty, versionRange,
        dateRange, integerRange,
        .object(.refused).with(["required": ["notIn"]]),
        .object(.age).with(["required": ["ago"]]), .nonEmptyObject(.pattern),
      ]))
  }

  fileprivate static let oneOrMoreTexts = anyOf([
    .value(.nonEmptyText), .texts().nonEmpty,
  ])

  // MARK: Ranges

  fileprivate static func range(of limit: Grammar) -> Grammar {
    nonEmptyObject(ObjectGrammar("a range", ["atLeast": limit, "below": limit]))
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
  /// The limit to four decimals, in words. As `multipleOf`, it would reject valid numbers, because
  /// validators compute in binary.
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
  private var schema: Schema {
    switch self {
    case .boolean: .boolean
    case .choice, .text: .nonEmptyText
    case .integer: .attributeInteger
    case .version: .version
    case .date: .date
    }
  }

  /// The type of a value in messages: `a version`.
  var prose: String {
    switch self {
    case .boolean: "true, false"
    case .choice: "one of the attribute's values"
    case .text: "a string"
    case .integer, .version, .date: String(subject.dropLast(" attribute".count))
    }
  }

  /// The type of an attribute in messages: `an integer attribute`.
  var subject: String { "\(self == .integer ? "an" : "a") \(name) attribute" }

  /// Whether values have this kind in JSON. Versions, for example, are strings or numbers.
  func takes(_ kind: JSONKind) -> Bool {
    switch form {
    case .truth: kind == .bool
    case .number: kind == .number
    case .string: kind == .string || (self == .version && kind == .number)
    }
  }

  /// For each type, the schema of an attribute's `default` and `values`.
  static var schemas: [Schema] {
    allCases.map { type in
      let value = type.schema
      let then: Schema =
        type == .choice
        ? ["properties": ["default": value], "required": ["values"]]
        : ["properties": ["default": value, "values": false]]
      return ["if": ["properties": ["type": .constant(.string(type.name))]], "then": then]
    }
  }
}
