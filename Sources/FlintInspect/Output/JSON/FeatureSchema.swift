import FlintModel
import FlintManifest
import FlintScenarios
import FlintText

// `evaluate` writes 100,000 features in a quarter of a second. A description as a `JSONOutput`, from which the schema
// could be derived, would be too slow for that. The schema of what `EvaluationJSON`, `FeatureJSON` and `ConstraintJSON`
// write is therefore defined separately, here and in `ConstraintSchema`. Tests check that the output matches it.

extension Schema {
  static var evaluation: Schema {
    .record(
      [
        (
          "formatVersion", .constant(1),
          "The version of the format; incompatible changes increase it"
        ),
        ("manifest", .text, "The path of the manifest, as given on the command line"),
        ("state", .resolvedState, "The state in which the features are evaluated"),
        ("summary", summary, "The number of listed features with each status"),
        ("features", .list(of: .evaluatedFeature), "The features, in the manifest's order"),
      ],
      optional: [
        (
          "baseline", .resolvedState,
          "The baseline state; `features` then lists only the features that differ; present with `--baseline`"
        ),
        ("broken", BrokenAssumptions.json.schema, BrokenAssumptions.documentation),
      ])
  }

  private static var summary: Schema {
    .record(
      FeatureStatus.allCases.map {
        ($0.name, .integer(from: 0), "The number of \($0.name) features")
      })
  }

  static let evaluatedFeature: Schema = named("feature") {
    let path = Schema.list(of: .id).with(["minItems": 1])
    return .record(
      [
        ("id", .id, "The feature's id"),
        ("name", .text, "The feature's name; the id if it has no name"),
        ("parent", .orNull(.id), "The id of the parent feature; null at the top level"),
        ("path", path, "The ids from the top-level feature to this one"),
        (
          "status", .featureStatus,
          "The feature's status, including its ancestors' and the app's constraints"
        ),
        ("ownStatus", .featureStatus, "The feature's status by its own constraints alone"),
        (
          "constraints", .list(of: .constraint),
          "The feature's own constraints, including inactive ones"
        ),
        (
          "blockers", .list(of: .blocker),
          "The constraints that block the feature: its own, then its ancestors', then the app's"
        ),
        (
          "nextStep", .orNull(.nextStep),
          "The next step for the app; null if the feature is available"
        ),
      ],
      optional: [
        ("team", .text, "The team of the feature, or of its nearest ancestor with a team"),
        ("until", .date, "The date by which the feature is to be removed"),
        (
          "baseline",
          .record([
            ("status", .featureStatus, "The feature's status in the baseline state"),
            ("blockers", .list(of: .blocker), "The feature's blockers in the baseline state"),
          ]), "The feature in the baseline state; present with `--baseline`"
        ),
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
      ("action", .action, "The kind of next step"),
      (
        "subjects", .list(of: .text).with(["minItems": 1]),
        """
        The subjects of the step: ids of products, features, attributes or buckets, names of permissions or \
        platforms
        """
      ),
      ("message", .nonEmptyText, "The step as a sentence"),
    ]).described("The step that the app can take next")
  }

  /// No other keys.
  static func record(
    _ members: [(key: String, schema: Schema, documentation: String)],
    optional: [(key: String, schema: Schema, documentation: String)] = []
  ) -> Schema {
    .closed(
      (members + optional).map { ($0.key, $0.schema.described($0.documentation)) },
      required: members.map(\.key))
  }

  fileprivate static func properties(_ members: KeyValuePairs<String, Schema>) -> Schema {
    ["properties": .object(members.map { ($0.key, $0.value) })]
  }
}
