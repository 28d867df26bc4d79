// `evaluate` writes 100,000 features in a quarter of a second, for which a `JSONOutput` would be
// too slow. The schema of what `EvaluationJSON` and `FeatureJSON` write is therefore separate, here
// and in `ConstraintSchema`. Tests compare both.

extension Schema {
  static var evaluation: Schema {
    .record(
      [
        "formatVersion": .constant(1).described(
          "The version of the format; incompatible changes increase it"),
        "manifest": .text.described("The path of the manifest, as given on the command line"),
        "state": .resolvedState.described("The state in which the features are evaluated"),
        "summary": summary.described("The number of listed features with each status"),
        "features": .list(of: .evaluatedFeature).described(
          "The features, in the manifest's order"),
      ],
      optional: [
        "baseline": .resolvedState.described(
          "The baseline state; `features` then lists only the features that differ; present with `--baseline`"
        ),
        "broken": ReportContext.brokenAssumptions.schema.described(
          ReportContext.brokenAssumptionsDocumentation),
      ])
  }

  private static var summary: Schema {
    .closed(
      FeatureStatus.allCases.map {
        ($0.name, .integer(from: 0).described("The number of \($0.name) features"))
      }, required: FeatureStatus.allCases.map(\.name))
  }

  static let evaluatedFeature: Schema = named("feature") {
    .record(
      [
        "id": .id.described("The feature's id"),
        "name": .text.described("The feature's name; the id if it has no name"),
        "parent": .orNull(.id).described("The id of the parent feature; null at the top level"),
        "path": .list(of: .id).with(["minItems": 1]).described(
          "The ids from the top-level feature to this one"),
        "status": .featureStatus.described(
          "The feature's status, including its ancestors' and the app's constraints"),
        "ownStatus": .featureStatus.described(
          "The feature's status by its own constraints alone"),
        "constraints": .list(of: .constraint).described(
          "The feature's own constraints, including inactive ones"),
        "blockers": .list(of: .blocker).described(
          "The constraints that block the feature: its own, then its ancestors', then the app's"),
        "nextStep": .orNull(.nextStep).described(
          "The next step for the app; null if the feature is available"),
      ],
      optional: [
        "team": .text.described("The team of the feature, or of its nearest ancestor with a team"),
        "until": .date.described("The date by which the feature is to be removed"),
        "baseline": .record([
          "status": .featureStatus.described("The feature's status in the baseline state"),
          "blockers": .list(of: .blocker).described(
            "The feature's blockers in the baseline state"),
        ]).described("The feature in the baseline state; present with `--baseline`"),
      ]
    ).with([
      "description": "A feature, evaluated in a state",
      "if": .properties(["status": .constant(.string(FeatureStatus.available.name))]),
      "then": .properties(["blockers": ["maxItems": 0], "nextStep": .null]),
      "else": .properties(["blockers": ["minItems": 1], "nextStep": ["type": "object"]]),
    ])
  }

  fileprivate static var blocker: Schema { JSONOutput<(String?, String)>.blocker.schema }

  fileprivate static let nextStep: Schema = named("nextStep") {
    .record([
      "action": .action.described("The kind of next step"),
      "subjects": .list(of: .text).with(["minItems": 1]).described(
        """
        The subjects of the step: ids of products, features, attributes or buckets, names of permissions or \
        platforms
        """),
      "message": .nonEmptyText.described("The step as a sentence"),
    ]).described("The step that the app can take next")
  }

  /// An object with these members and no others.
  static func record(
    _ members: KeyValuePairs<String, Schema>, optional: KeyValuePairs<String, Schema> = [:]
  ) -> Schema {
    .closed(
      (Array(members) + Array(optional)).map { ($0.key, $0.value) }, required: members.map(\.key))
  }

  fileprivate static func properties(_ members: KeyValuePairs<String, Schema>) -> Schema {
    ["properties": .object(members.map { ($0.key, $0.value) })]
  }

  static let constraint: Schema = named("constraint") {
    .record(
      [
        "id": .constraintID.described(
          "The constraint's id; unique in the feature or, within `operands`, in the same list"),
        "kind": .names(of: ConstraintKind.self).described("The kind of constraint"),
        "owner": .orNull(.names(of: Owner.self)).described(
          "Who can change the outcome; null for a compound constraint, which can have several owners"
        ),
        "status": .names(of: ConstraintStatus.self).described(
          "The constraint's status in the state"),
        "required": .bool(true).described("The required value"),
        "actual": .bool(true).described("The value in the state, to compare with `required`"),
        "message": .nonEmptyText.described("A sentence that explains the status"),
      ],
      optional: [
        "operands": .list(of: .list(of: .constraint).with(["minItems": 1])).described(
          """
          The operands of a compound constraint, such as `anyOf`, each a list of constraints; empty for a named condition \
          that is too large to list
          """)
      ]
    ).with([
      "description": "A constraint, evaluated in a state",
      "allOf": .choices(by: "kind", among: ConstraintKind.allCases.map { ($0.name, $0.schema) }),
    ])
  }

  static let constraintID: Schema = named("constraintID") {
    // The id of a constraint is its kind. Where a feature can have several of a kind, a name
    // follows, as in `permission:camera`.
    let names = ConstraintKind.allCases.map {
      $0.name + ($0.traits.layout.isRepeatable ? ":" : "$")
    }
    return .matching("^(when\\[[1-9][0-9]*\\]/)?(\(names.joined(separator: "|")))")
  }

  fileprivate static let values: Schema = named("values") {
    .list(of: ["type": ["string", "integer"]]).with(["minItems": 1])
  }

  fileprivate static let pattern: Schema = named("pattern") {
    .closed(
      TextPattern.Part.allCases.map { ($0.name, values.described($0.documentation)) }, required: []
    )
    .with(["minProperties": 1])
    .described("A pattern that a text must match; if several keys are given, all apply")
  }

  fileprivate static let requiredValue: Schema = .anyOf(
    .boolean, .nonEmptyText, .values,
    .record(["notIn": .values.described("Any value except the listed ones")]), .pattern)

  fileprivate static let requiredVersion: Schema = named("requiredVersion") {
    .matching("^(any|unsupported|>= [0-9.]+|< [0-9.]+|>= [0-9.]+, < [0-9.]+)$")
  }
}

extension JSONOutput<String> {
  static var constraintID: JSONOutput { .text(.constraintID) }
}

extension ConstraintKind {
  fileprivate var schema: Schema {
    // The schema of the operands themselves is not included, because it is the same for every kind.
    let values = values
    let members = [
      ("owner", owner), ("required", values.required), ("actual", values.actual),
      ("operands", operandCount ?? false),
    ]
    let schema: Schema = ["properties": .object(members)]
    return operandCount == nil ? schema : schema.with(["required": ["operands"]])
  }

  private var owner: Schema {
    switch traits.owner {
    case .always(let owner): .constant(.string(owner.name))
    case .ofAttribute: .names(of: Owner.self)
    case .none: .null
    }
  }

  private var operandCount: Schema? { Self.operandCounts[self] }

  private static let operandCounts: [ConstraintKind: Schema] = [
    .allOf: ["minItems": 1], .anyOf: ["minItems": 1], .not: ["minItems": 1, "maxItems": 1],
    .condition: ["maxItems": 1],
  ]

  private var values: (required: Schema, actual: Schema) {
    switch self {
    case .platform: (.requiredVersion, .orNull(.writtenVersion))
    case .platforms: (.nonEmptyText, .nonEmptyText)
    case .device(let fact): Self.values(of: fact)
    case .userToggled: (.constant(true), .boolean)
    case .runtimeEnabled, .condition, .allOf, .anyOf, .not:
      (.constant(true), ["type": ["boolean", "null"]])
    case .permission:
      (
        .anyOf(
          .constant(.string(SystemPermissionStatus.authorized.name)),
          .list(of: .permissionStatus).with(["minItems": 1])), .permissionStatus
      )
    case .purchase:
      (
        .nonEmptyText,
        ["type": "object", "additionalProperties": .heldValue, "minProperties": 1]
      )
    case .attribute: (.requiredValue, .writtenAttributeValue)
    case .rollout: (.matching("^< [0-9.]+$"), .orNull(.rolloutPosition))
    case .feature: (.constant(.string(FeatureStatus.available.name)), .featureStatus)
    }
  }

  private static func values(of fact: DeviceFact) -> (required: Schema, actual: Schema) {
    let actual = StateSection.device(fact).valueSchema
    let required: Schema =
      switch fact.domain.type.structure {
      case .ordered: fact.domain == .version ? .requiredVersion : .nonEmptyText
      case .listed, .texts: .requiredValue
      }
    return (required, fact.canBeAbsent ? .orNull(actual) : actual)
  }
}

extension TextPattern.Part {
  fileprivate var documentation: String {
    switch self {
    case .beginsWith: "The text begins with one of the listed texts"
    case .contains: "The text contains one of the listed texts"
    case .endsWith: "The text ends with one of the listed texts"
    }
  }
}
