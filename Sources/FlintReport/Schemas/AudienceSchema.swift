internal import FlintManifest
internal import FlintScenarios
internal import FlintText

extension Schema {
  static var audience: Schema {
    .record(
      [
        ("formatVersion", .constant(1)),
        ("states", count.described("Lines that were counted")),
        ("weight", count.described("Of all these lines; the numbers below add up weights")),
        ("rejected", count.described("Lines that could not be read")),
        (
          "ignored",
          .map(from: .nonEmptyText, to: count).described("Lines that name an undeclared id")
        ),
        ("features", .list(of: feature)),
      ],
      optional: [
        ("affected", affected),
        (
          "impossible",
          .map(from: .id, to: count).described("Of the states that break each assumption")
        ),
        (
          "against",
          .list(of: comparison).described("Who loses and who gains against another manifest")
        ),
        ("by", .list(of: group).described("The same totals of each group")),
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

  private static var affected: Schema {
    .named("affected") {
      .record([
        ("lost", count.described("Those who lose at least one feature")),
        ("gained", count.described("Those who gain at least one feature")),
        ("changed", count.described("Those for whom the status of at least one feature changes")),
      ]).described("With 'against'")
    }
  }

  private static var move: Schema {
    .named("move") {
      .record([("old", .featureStatus), ("new", .featureStatus), ("weight", count)])
    }
  }

  private static var comparison: Schema {
    .named("comparison") {
      .record([
        ("id", .id), ("lost", count.described("Those who had the feature and have it no more")),
        ("gained", count),
        ("moves", .list(of: move).described("The pairs of different statuses that occur")),
        (
          "causes",
          .list(of: cause).described(
            "The feature's constraints, then those that only the old one had")
        ),
      ])
    }
  }

  private static var cause: Schema {
    .named("cause") {
      .record([
        ("feature", Schema.orNull(.id).described("Null for the app")),
        ("constraint", .nonEmptyText),
        ("lost", count.described("Of the lost, those in whose way it stands now")),
        ("gained", count.described("Of the gained, those in whose way it stood")),
      ])
    }
  }

  private static var group: Schema {
    .named("group") {
      .record(
        [
          (
            "key",
            ["type": "object", "minProperties": 1, "additionalProperties": keyValue]
          ),
          ("states", count), ("weight", count), ("features", .list(of: feature)),
        ], optional: [("affected", affected), ("against", .list(of: comparison))])
    }
  }

  private static var keyValue: Schema {
    ["type": ["boolean", "integer", "string", "null"]]
  }
}
