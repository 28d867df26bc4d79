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
        )
      ])
  }

  private static var summary: Schema {
    .record(FeatureStatus.allCases.map { ($0.name, ["type": "integer", "minimum": 0]) })
  }

  fileprivate static var blockers: Schema { .list(of: .blocker) }

  fileprivate static func record(
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
    case .unlocked: .set(of: .id)
    case .defaults: .record(DefaultsKey.allCases.map { ($0.name, $0.schema) })
    case .platform, .permissions, .purchases, .toggles, .runtime, .attributes: schema
    }
  }
}

extension ConstraintKind {
  /// What the members of a judged constraint hold if it is of this kind.
  fileprivate var schema: Schema {
    var members: [(String, Schema)] = [("kind", .constant(.string(name)))]
    if let owner { members.append(("owner", .constant(.string(owner.name)))) }
    return ["properties": .object(members + [("required", required), ("actual", actual)])]
  }

  /// Nil where the declaration of the attribute says it.
  private var owner: Owner? {
    switch self {
    case .platform, .appVersion: .environment
    case .runtimeEnabled: .developer
    case .userToggled, .permission, .purchase: .user
    case .attribute: nil
    }
  }

  private var required: Schema {
    switch self {
    case .platform, .appVersion: .requiredVersion
    case .runtimeEnabled, .userToggled: .constant(true)
    case .permission: .constant(.string(SystemPermissionStatus.authorized.name))
    case .purchase: .nonEmptyText
    case .attribute: .anyOf(.boolean, .list(of: .text).with(["minItems": 1]))
    }
  }

  private var actual: Schema {
    switch self {
    case .platform: .orNull(.writtenVersion)
    case .appVersion: .writtenVersion
    case .runtimeEnabled: ["type": ["boolean", "null"]]
    case .userToggled: .boolean
    case .permission: .permissionStatus
    case .purchase:
      ["type": "object", "additionalProperties": .holding, "minProperties": 1]
    case .attribute: ["type": ["boolean", "string", "null"]]
    }
  }
}

// MARK: - Definitions

extension Schema {
  fileprivate static let resolvedState = named("resolvedState") {
    .record(StateSection.allCases.map { ($0.name, $0.resolvedSchema) })
      .described("A state in which everything that the manifest asks for has a value")
  }

  fileprivate static let writtenVersion = named("writtenVersion") {
    .anyOf(.versionText, .constant("latest"))
  }

  fileprivate static let requiredVersion = named("requiredVersion") {
    .matching("^(any|unsupported|>= [0-9.]+|< [0-9.]+|>= [0-9.]+, < [0-9.]+)$")
  }

  fileprivate static let evaluatedFeature = named("feature") {
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
        (
          "baseline",
          .record([("status", .featureStatus), ("blockers", .blockers)])
            .described("What it was in the state that was compared with")
        )
      ]
    ).with([
      "if": .properties(["status": .constant(.string(FeatureStatus.available.name))]),
      "then": .properties(["blockers": ["maxItems": 0], "nextStep": .null]),
      "else": .properties(["blockers": ["minItems": 1], "nextStep": ["type": "object"]]),
    ])
  }

  fileprivate static let constraintID = named("constraintID") {
    // A feature has a thing of the first kinds once, and many of the others, each with a name.
    let names = ConstraintKind.allCases.map { kind in
      switch kind {
      case .appVersion, .runtimeEnabled, .userToggled: kind.name + "$"
      case .platform, .permission, .purchase, .attribute: kind.name + ":"
      }
    }
    return .matching("^(when\\[[1-9][0-9]*\\]/)?(\(names.joined(separator: "|")))")
  }

  fileprivate static let constraint = named("constraint") {
    .record([
      ("id", .constraintID), ("kind", .names(of: ConstraintKind.self)),
      ("owner", .names(of: Owner.self)), ("status", .names(of: ConstraintStatus.self)),
      ("required", true), ("actual", true), ("message", .nonEmptyText),
    ]).with(["oneOf": .array(ConstraintKind.allCases.map(\.schema))])
  }

  fileprivate static let blocker = named("blocker") {
    .record([("feature", .id), ("constraint", .constraintID)])
  }

  fileprivate static let nextStep = named("nextStep") {
    .record([
      ("action", .action), ("subjects", .list(of: .text).with(["minItems": 1])),
      ("message", .nonEmptyText),
    ])
  }
}
