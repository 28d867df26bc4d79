import FlintModel
import FlintManifest
import FlintText

extension Schema {
  static let constraint: Schema = named("constraint") {
    let operands = Schema.list(of: .list(of: .constraint).with(["minItems": 1]))
    return .record(
      [
        (
          "id", .constraintID,
          "The constraint's id; unique in the feature or, within `operands`, in the same list"
        ),
        ("kind", .names(of: ConstraintKind.self), "The kind of constraint"),
        (
          "owner", .orNull(.names(of: Owner.self)),
          "Who can change the outcome; null for a compound constraint, which can have several owners"
        ),
        ("status", .names(of: ConstraintStatus.self), "The constraint's status in the state"),
        ("required", true, "The required value"),
        ("actual", true, "The value in the state, to compare with `required`"),
        ("message", .nonEmptyText, "A sentence that explains the status"),
      ],
      optional: [
        (
          "operands", operands,
          """
          The operands of a compound constraint, such as `anyOf`, each a list of constraints; empty for a named condition \
          that is too large to list
          """
        )
      ]
    ).with([
      "description": "A constraint, evaluated in a state",
      "allOf": .choices(by: "kind", among: ConstraintKind.allCases.map { ($0.name, $0.schema) }),
    ])
  }

  static let constraintID: Schema = named("constraintID") {
    // If a feature can have only one constraint of a kind, the id of this constraint is its kind. Otherwise, a name
    // follows the kind, as in `permission:camera`.
    let names = ConstraintKind.allCases.map {
      $0.name + ($0.traits.layout.isRepeatable ? ":" : "$")
    }
    return .matching("^(when\\[[1-9][0-9]*\\]/)?(\(names.joined(separator: "|")))")
  }

  fileprivate static let values: Schema = named("values") {
    .list(of: ["type": ["string", "integer"]]).with(["minItems": 1])
  }

  fileprivate static let pattern: Schema = named("pattern") {
    .record([], optional: TextPattern.Part.allCases.map { ($0.name, .values, $0.documentation) })
      .with(["minProperties": 1])
      .described("A pattern that a text must match; if several keys are given, all apply")
  }

  fileprivate static let requiredValue: Schema = .anyOf(
    .boolean, .nonEmptyText, .values,
    .record([("notIn", .values, "Any value except the listed ones")]), .pattern)

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
