internal import FlintModel
internal import FlintManifest
package import FlintText

extension Schema {
  /// ``StreamResults`` is written by hand for speed; tests check its lines against this.
  package static var streamLine: Schema {
    let features = Schema.list(of: .id)
    return Schema.closed(
      [
        (
          "id",
          [
            "description":
              "The state's `id` as in the input, any JSON value; absent if it has none"
          ]
        ),
        ("path", text.described("The file of the line; present if several files are read")),
        ("line", integer(from: 1).described("The number of the line in its file, from 1")),
        ("available", features.described("The available features, in the manifest's order")),
        ("undetermined", features.described("The undetermined features")),
        (
          "unavailable",
          map(from: .id, to: list(of: .nonEmptyText)).described(
            "The unavailable features with their blockers; a constraint of an ancestor is written FEATURE/CONSTRAINT"
          )
        ),
        (
          "drift",
          map(from: .id, to: drift).described(
            "With `--expect`, the features whose status differs from the expected one; absent if none"
          )
        ),
        (
          "error",
          nonEmptyText.described(
            "The reason why the line was rejected; the result then has neither id nor features")
        ),
      ], required: ["line"]
    ).with([
      "if": requires("error"),
      "then": [
        "properties": [
          "id": false, "available": false, "undetermined": false, "unavailable": false,
          "drift": false,
        ]
      ],
      "else": ["required": ["available", "undetermined", "unavailable"]],
    ])
  }

  private static var drift: Schema {
    let status = Schema.names(of: FeatureStatus.self)
    return named("drift") {
      Schema.closed(
        [
          ("expected", status.described("The status that the line expects")),
          ("actual", status.described("The actual status of the feature")),
        ], required: ["expected", "actual"]
      ).described("A feature whose status differs from the expected one")
    }
  }
}
