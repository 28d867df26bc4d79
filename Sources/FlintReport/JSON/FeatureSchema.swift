internal import FlintCore
internal import FlintManifest
internal import FlintScenarios
internal import FlintText

// `evaluate` writes 100,000 features in a quarter of a second, which is too fast for a `JSONOutput` description. The
// schema of what `EvaluationJSON`, `FeatureJSON` and `ConstraintJSON` write is therefore defined separately, here and in
// `ConstraintSchema`. Tests check that the two agree.

extension Schema {
  static var evaluation: Schema {
    .record(
      [
        (
          "formatVersion", .constant(1),
          "The version of the format; it changes when readers would break"
        ),
        ("manifest", .text, "The manifest's path as it was given"),
        ("state", .resolvedState, "The state that the features are evaluated in"),
        ("summary", summary, "How many of the listed features have each status"),
        ("features", .list(of: .evaluatedFeature), "The features, in the manifest's order"),
      ],
      optional: [
        (
          "baseline", .resolvedState,
          "The state to compare with; `features` then lists what differs. With `--baseline`"
        ),
        ("broken", BrokenAssumptions.json.schema, BrokenAssumptions.documentation),
      ])
  }

  private static var summary: Schema {
    .record(
      FeatureStatus.allCases.map { ($0.name, .integer(from: 0), "Features that are \($0.name)") })
  }

  static let evaluatedFeature: Schema = named("feature") {
    let path = Schema.list(of: .id).with(["minItems": 1])
    return .record(
      [
        ("id", .id, "The feature's id"),
        ("name", .text, "Its name, by default the id"),
        ("parent", .orNull(.id), "The feature that it is part of; null at the top"),
        ("path", path, "The ids from the top to the feature itself"),
        ("status", .featureStatus, "Its status, with its ancestors' and the app's constraints"),
        ("ownStatus", .featureStatus, "Its status by its own constraints alone"),
        (
          "constraints", .list(of: .constraint),
          "Its own constraints, those that are not active too"
        ),
        (
          "blockers", .list(of: .blocker),
          "The constraints that keep it from being available: its own, its ancestors', the app's"
        ),
        ("nextStep", .orNull(.nextStep), "What the app can do next; null when available"),
      ],
      optional: [
        ("team", .text, "Its team, or that of the nearest ancestor that has one"),
        ("until", .date, "The date from which on it is to be gone"),
        (
          "baseline",
          .record([
            ("status", .featureStatus, "Its status in the state to compare with"),
            ("blockers", .list(of: .blocker), "Its blockers there"),
          ]), "What it is in the state to compare with. With `--baseline`"
        ),
      ]
    ).with([
      "description": "A feature in a state",
      "if": .properties(["status": .constant(.string(FeatureStatus.available.name))]),
      "then": .properties(["blockers": ["maxItems": 0], "nextStep": .null]),
      "else": .properties(["blockers": ["minItems": 1], "nextStep": ["type": "object"]]),
    ])
  }

  fileprivate static var blocker: Schema { JSONOutput<(String?, String)>.blocker.schema }

  fileprivate static let nextStep: Schema = named("nextStep") {
    .record([
      ("action", .action, "The kind of step"),
      (
        "subjects", .list(of: .text).with(["minItems": 1]),
        "What the step is about: ids of products, features, attributes or buckets, names of permissions or "
          + "platforms"
      ),
      ("message", .nonEmptyText, "The step as a sentence"),
    ]).described("What the app can do to get further")
  }

  /// Returns the schema of an object that has exactly these keys, each with its documentation.
  static func record(
    _ members: [(key: String, schema: Schema, documentation: String)],
    optional: [(key: String, schema: Schema, documentation: String)] = []
  ) -> Schema {
    .closed(
      (members + optional).map { ($0.key, $0.schema.described($0.documentation)) },
      required: members.map(\.key))
  }

  /// Returns a schema that restricts members of an object.
  fileprivate static func properties(_ members: KeyValuePairs<String, Schema>) -> Schema {
    ["properties": .object(members.map { ($0.key, $0.value) })]
  }
}
