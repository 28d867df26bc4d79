package import FlintPopulation
package import FlintText

/// A population's totals as a table: a row for each constraint of each feature, with the feature's own totals in it.
package struct AudienceCSV {
  package init() {}

  package func write(_ audience: Audience, into sink: inout ByteSink) {
    let writer = CSVWriter()
    writer.write(
      [
        "feature", "available", "undetermined", "unavailable", "constraint", "notSatisfied",
        "notDetermined", "decisive",
      ], into: &sink)
    for feature in audience.features {
      let totals = [feature.available, feature.undetermined, feature.unavailable].map { "\($0)" }
      if feature.constraints.isEmpty {
        writer.write([feature.id] + totals + ["", "", "", ""], into: &sink)
      }
      for constraint in feature.constraints {
        let counts = [constraint.notSatisfied, constraint.notDetermined, constraint.decisive]
        writer.write(
          [feature.id] + totals + [constraint.name(seenFrom: feature.id)]
            + counts.map { "\($0)" }, into: &sink)
      }
    }
  }
}
