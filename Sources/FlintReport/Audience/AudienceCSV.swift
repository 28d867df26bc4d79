internal import FlintCore
package import FlintPopulation
package import FlintText

/// A population's totals as a table: a row for each constraint of each feature, with the feature's own totals in it. Where states
/// are grouped there is a row for each of these in each group, with the group's values before it.
package struct AudienceCSV {
  private let listing: AudienceListing

  package init(listing: AudienceListing = AudienceListing()) { self.listing = listing }

  private static let writer = CSVWriter()

  package func write(_ audience: Audience, into sink: inout ByteSink) {
    let compares = audience.against != nil
    let keys = audience.groups?.first?.key.map(\.name) ?? []
    let header =
      ["feature", "available", "undetermined", "unavailable"]
      + (compares ? ["lost", "gained"] : [])
      + ["constraint", "notSatisfied", "notDetermined", "decisive"]
      + (compares ? ["constraintLost", "constraintGained"] : [])
    Self.writer.write(keys + header, into: &sink)
    guard let groups = audience.groups else {
      return write(audience.features, audience.against, behind: [], into: &sink)
    }
    for group in groups {
      let alone = audience.alone(group)
      write(alone.features, alone.against, behind: group.key.map(\.value.cell), into: &sink)
    }
  }

  private func write(
    _ features: [Audience.Feature], _ against: [Audience.Comparison]?, behind values: [String],
    into sink: inout ByteSink
  ) {
    for (index, feature) in features.enumerated() where listing.contains(feature.id) {
      // In the order of the features, with those behind that only the other manifest has.
      let comparison = against?[index]
      let totals = [feature.available, feature.undetermined, feature.unavailable].map { "\($0)" }
      let row = values + [feature.id] + totals + cells(comparison)
      let constraints = feature.constraints.enumerated().map { offset, constraint in
        let counts = [constraint.notSatisfied, constraint.notDetermined, constraint.decisive]
        let cause = comparison.map { cells($0.causes.isEmpty ? nil : $0.causes[offset]) }
        return [constraint.name(seenFrom: feature.id)] + counts.map { "\($0)" } + (cause ?? [])
      }
      let former = (comparison?.causes.dropFirst(feature.constraints.count) ?? []).map { cause in
        [cause.name(seenFrom: feature.id), "", "", ""] + cells(cause)
      }
      write(row, constraints + former, compares: comparison != nil, into: &sink)
    }
    for comparison in (against ?? []).dropFirst(features.count)
    where listing.contains(comparison.id) {
      let row = values + [comparison.id, "", "", ""] + cells(comparison)
      write(row, [], compares: true, into: &sink)
    }
  }

  private func write(
    _ row: [String], _ constraints: [[String]], compares: Bool, into sink: inout ByteSink
  ) {
    for cells in constraints { Self.writer.write(row + cells, into: &sink) }
    if constraints.isEmpty {
      let none = [String](repeating: "", count: compares ? 6 : 4)
      Self.writer.write(row + none, into: &sink)
    }
  }

  private func cells(_ comparison: Audience.Comparison?) -> [String] {
    comparison.map { ["\($0.lost)", "\($0.gained)"] } ?? []
  }

  private func cells(_ cause: Audience.Cause?) -> [String] {
    cause.map { ["\($0.lost)", "\($0.gained)"] } ?? ["", ""]
  }
}

extension GroupValue {
  /// Nothing for null.
  var cell: String {
    switch self {
    case .boolean(let value): value ? "true" : "false"
    case .integer(let number): "\(number)"
    case .text(let text): text.text
    case .null: ""
    }
  }
}
