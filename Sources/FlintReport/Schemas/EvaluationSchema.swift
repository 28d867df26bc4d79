internal import FlintCore
internal import FlintManifest
internal import FlintScenarios
internal import FlintText

extension Schema {
  static var evaluation: Schema {
    .record(
      [
        ("formatVersion", .constant(1)),
        ("manifest", .text.described("The manifest's path as it was given")),
        ("state", .resolvedState), ("summary", summary),
        ("features", .list(of: .evaluatedFeature)),
      ],
      optional: [
        (
          "baseline",
          .resolvedState
            .described("The state that was compared with; features then lists what differs")
        ),
        ("broken", brokenAssumptions),
      ])
  }

  static var brokenAssumptions: Schema {
    .set(of: .id).with(["minItems": 1])
      .described("The assumptions that are false in the state, which is impossible")
  }

  private static var summary: Schema {
    .record(FeatureStatus.allCases.map { ($0.name, ["type": "integer", "minimum": 0]) })
  }

  fileprivate static var blockers: Schema { .list(of: .blocker) }

  static func record(
    _ members: [(String, Schema)], optional: [(String, Schema)] = []
  ) -> Schema {
    .closed(members + optional, required: members.map(\.0))
  }

  /// What holds for members of one object.
  fileprivate static func properties(_ members: KeyValuePairs<String, Schema>) -> Schema {
    ["properties": .object(members.map { ($0.key, $0.value) })]
  }
}

extension StateSection {
  /// Where everything has a value.
  fileprivate var resolvedSchema: Schema {
    switch self {
    case .osVersion, .appVersion: .writtenVersion
    case .date: .dateText
    case .attributes: .map(from: .id, to: .attributeValue)
    case .buckets: .map(from: .id, to: .bucket)
    case .purchases: .map(from: .nonEmptyText, to: .statedHolding)
    case .unlocked: .set(of: .id)
    case .defaults: .record(DefaultsKey.allCases.map { ($0.name, $0.schema) })
    case .platform, .permissions, .toggles, .runtime: schema
    }
  }

  /// Whether it stands in a resolved state only where it is given.
  fileprivate var isOptional: Bool {
    switch self {
    case .date: true
    case .platform, .osVersion, .appVersion, .permissions, .purchases, .unlocked, .toggles,
      .runtime, .attributes, .buckets, .defaults:
      false
    }
  }
}

extension ConstraintKind {
  /// What the members of a judged constraint hold if it is of this kind.
  fileprivate var schema: Schema {
    var members: [(String, Schema)] = [("kind", .constant(.string(name)))]
    members.append(("owner", owner))
    members += [("required", required), ("actual", actual)]
    if let operands { members.append(("operands", operands)) }
    let schema: Schema = ["properties": .object(members)]
    // What is made of no others has no operands.
    return operands == nil
      ? schema.with(["not": .requires("operands")]) : schema.with(["required": ["operands"]])
  }

  private var owner: Schema {
    switch self {
    case .platform, .platforms, .appVersion, .date: .constant(.string(Owner.environment.name))
    case .runtimeEnabled, .rollout: .constant(.string(Owner.developer.name))
    case .userToggled, .permission, .purchase: .constant(.string(Owner.user.name))
    case .attribute: .names(of: Owner.self)
    case .feature, .condition, .allOf, .anyOf, .not: .null
    }
  }

  private var operands: Schema? {
    let one = Schema.list(of: .constraint).with(["minItems": 1])
    return switch self {
    case .allOf, .anyOf: .list(of: one).with(["minItems": 1])
    case .not: .list(of: one).with(["minItems": 1, "maxItems": 1])
    case .condition:
      .list(of: one).with(["maxItems": 1])
        .described("Empty where the condition is too large to be shown")
    case .platform, .platforms, .appVersion, .date, .runtimeEnabled, .userToggled, .permission,
      .purchase, .attribute, .rollout, .feature:
      nil
    }
  }

  private var required: Schema {
    switch self {
    case .platform, .appVersion: .requiredVersion
    case .platforms, .purchase, .date: .nonEmptyText
    case .runtimeEnabled, .userToggled, .condition, .allOf, .anyOf, .not: .constant(true)
    case .permission:
      .anyOf(
        .constant(.string(SystemPermissionStatus.authorized.name)),
        .list(of: .permissionStatus).with(["minItems": 1]))
    case .attribute:
      .anyOf(
        .boolean, .nonEmptyText, .values,
        .record([("notIn", .values)]), .pattern)
    case .rollout: .matching("^< [0-9.]+$")
    case .feature: .constant(.string(FeatureStatus.available.name))
    }
  }

  private var actual: Schema {
    switch self {
    case .platform: .orNull(.writtenVersion)
    case .appVersion: .writtenVersion
    case .platforms: .nonEmptyText
    case .date: .orNull(.dateText)
    case .runtimeEnabled, .condition, .allOf, .anyOf, .not: ["type": ["boolean", "null"]]
    case .userToggled: .boolean
    case .permission: .permissionStatus
    case .purchase:
      ["type": "object", "additionalProperties": .heldValue, "minProperties": 1]
    case .attribute: .attributeValue
    case .rollout: .orNull(.bucket)
    case .feature: .featureStatus
    }
  }
}

// MARK: - Definitions

extension Schema {
  fileprivate static let resolvedState: Schema = named("resolvedState") {
    .record(
      StateSection.allCases.filter { !$0.isOptional }.map { ($0.name, $0.resolvedSchema) },
      optional: StateSection.allCases.filter(\.isOptional).map { ($0.name, $0.resolvedSchema) }
    )
    .described("A state in which everything that the manifest asks for has a value")
  }

  fileprivate static let writtenVersion: Schema = named("writtenVersion") {
    .anyOf(.versionText, .constant("latest"))
  }

  fileprivate static let dateText: Schema = named("dateText") {
    .matching("^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2})?Z)?$")
  }

  fileprivate static let attributeValue: Schema = named("attributeValue") {
    ["type": ["boolean", "string", "integer", "null"]]
  }

  fileprivate static let bucket: Schema = named("drawn") {
    ["type": "number", "minimum": 0, "exclusiveMaximum": 100]
  }

  /// What the store says of a product at the state's date, or a consumable's credits.
  fileprivate static let heldValue: Schema = named("heldValue") {
    .anyOf(.purchaseStatus, .credits)
  }

  fileprivate static let statedHolding: Schema = named("statedHolding") {
    .anyOf(.heldValue, .record([("until", .dateText)]))
  }

  fileprivate static let values: Schema = named("values") {
    .list(of: ["type": ["string", "integer"]]).with(["minItems": 1])
  }

  fileprivate static let pattern: Schema = named("pattern") {
    .record([], optional: TextPattern.Part.allCases.map { ($0.name, .values) })
      .with(["minProperties": 1])
  }

  fileprivate static let requiredVersion: Schema = named("requiredVersion") {
    .matching("^(any|unsupported|>= [0-9.]+|< [0-9.]+|>= [0-9.]+, < [0-9.]+)$")
  }

  fileprivate static let evaluatedFeature: Schema = named("feature") {
    let path = Schema.list(of: .id).with(["minItems": 1])
    return .record(
      [
        ("id", .id), ("name", .text), ("parent", .orNull(.id)),
        ("path", path.described("From the root to the feature itself")),
        ("status", .featureStatus.described("With all ancestors' constraints")),
        ("ownStatus", .featureStatus), ("constraints", .list(of: .constraint)),
        ("blockers", .blockers), ("nextStep", .orNull(.nextStep)),
      ],
      optional: [
        ("team", .text.described("Its own, or that of the nearest ancestor that has one")),
        ("until", .dateText.described("From when on it is to be gone")),
        (
          "baseline",
          .record([("status", .featureStatus), ("blockers", .blockers)])
            .described("What it was in the state that was compared with")
        ),
      ]
    ).with([
      "if": .properties(["status": .constant(.string(FeatureStatus.available.name))]),
      "then": .properties(["blockers": ["maxItems": 0], "nextStep": .null]),
      "else": .properties(["blockers": ["minItems": 1], "nextStep": ["type": "object"]]),
    ])
  }

  fileprivate static let constraintID: Schema = named("constraintID") {
    // A feature has a thing of the first kinds once, and many of the others, each with a name.
    let names = ConstraintKind.allCases.map { kind in
      switch kind {
      case .platforms, .appVersion, .date, .runtimeEnabled, .userToggled, .rollout, .allOf, .anyOf,
        .not:
        kind.name + "$"
      case .platform, .permission, .purchase, .attribute, .feature, .condition: kind.name + ":"
      }
    }
    return .matching("^(when\\[[1-9][0-9]*\\]/)?(\(names.joined(separator: "|")))")
  }

  fileprivate static let constraint: Schema = named("constraint") {
    let owner = Schema.orNull(.names(of: Owner.self))
      .described("Null for what is made of others, which several may own")
    let operands = Schema.list(of: .list(of: .constraint))
      .described("The conditions that it is made of, each the list of its constraints")
    return .record(
      [
        ("id", .constraintID), ("kind", .names(of: ConstraintKind.self)), ("owner", owner),
        ("status", .names(of: ConstraintStatus.self)), ("required", true), ("actual", true),
        ("message", .nonEmptyText),
      ], optional: [("operands", operands)]
    ).with(["oneOf": .array(ConstraintKind.allCases.map(\.schema))])
  }

  fileprivate static let blocker: Schema = named("blocker") {
    .record([
      ("feature", Schema.orNull(.id).described("Null for the app")), ("constraint", .constraintID),
    ])
  }

  fileprivate static let nextStep: Schema = named("nextStep") {
    .record([
      ("action", .action), ("subjects", .list(of: .text).with(["minItems": 1])),
      ("message", .nonEmptyText),
    ])
  }
}
