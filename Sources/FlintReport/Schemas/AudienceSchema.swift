internal import FlintManifest
internal import FlintText

extension Schema {
  static var audience: Schema {
    .counted(
      [
        ("formatVersion", .constant(1)),
        ("states", Schema.total.described("How many states were judged")),
        ("weight", Schema.total.described("What they weigh together")),
        ("rejected", Schema.total.described("How many lines could not be read")),
        (
          "ignored",
          Schema.map(from: .nonEmptyText, to: .total)
            .described("How many lines name an id that the manifest does not declare")
        ),
        ("features", .list(of: .reachedFeature)),
      ])
  }

  /// All members are there.
  private static func counted(_ members: [(String, Schema)]) -> Schema {
    .closed(members, required: members.map(\.0))
  }

  private static let total: Schema = named("total") { .integer(from: 0) }

  private static let reachedFeature: Schema = named("feature") {
    .counted([
      ("id", .id), ("available", .total), ("undetermined", .total), ("unavailable", .total),
      (
        "constraints",
        Schema.list(of: .hinderingConstraint)
          .described("The feature's own, its ancestors' from the nearest, then the app's")
      ),
    ]).described("Totals are weights")
  }

  private static let hinderingConstraint: Schema = named("constraint") {
    .counted([
      ("feature", Schema.orNull(.id).described("Null for the app")),
      ("constraint", .nonEmptyText), ("notSatisfied", .total), ("notDetermined", .total),
      (
        "decisive",
        Schema.total.described(
          "Where the feature is not available and would be without this constraint")
      ),
    ])
  }
}
