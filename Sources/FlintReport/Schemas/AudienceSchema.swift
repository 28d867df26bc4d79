internal import FlintManifest
internal import FlintText

extension Schema {
  static var audience: Schema {
    .record([
      ("formatVersion", .constant(1)),
      ("states", count.described("Lines that were counted")),
      ("weight", count.described("Of all these lines; the numbers below add up weights")),
      ("rejected", count.described("Lines that could not be read")),
      (
        "ignored",
        .map(from: .nonEmptyText, to: count).described("Lines that name an undeclared id")
      ),
      ("features", .list(of: feature)),
    ])
  }

  private static var count: Schema { .named("count") { .integer(from: 0) } }

  private static var feature: Schema {
    .named("feature") {
      .record([
        ("id", .id), ("available", count), ("undetermined", count), ("unavailable", count),
        (
          "constraints",
          .list(of: constraint).described("Its own, then its ancestors', then the app's")
        ),
      ])
    }
  }

  private static var constraint: Schema {
    .named("constraint") {
      .record([
        ("feature", Schema.orNull(.id).described("Null for the app")),
        ("constraint", .nonEmptyText), ("notSatisfied", count),
        ("notDetermined", count),
        ("decisive", count.described("Those that the feature would gain without the constraint")),
      ])
    }
  }
}
