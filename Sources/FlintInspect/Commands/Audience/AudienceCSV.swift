import FlintModel
import FlintPopulation
import FlintText

/// Writes the totals of a population (a set of user states) as CSV. There is one row for each constraint of each
/// feature, or one row for a feature without constraints. A row contains the numbers of users for whom the feature is
/// available, undetermined and unavailable, and the numbers of users for whom the constraint is not satisfied, is
/// unknown, and is the only reason why they lack the feature. If the users are grouped, for example by OS version,
/// these rows are written for each group, and begin with the values of the group, such as `17`.
///
/// If two manifests are compared, further columns contain numbers of users: first one column for each change of the
/// feature's status, such as `availableToUndetermined`, then the users who lose any feature, gain any feature, or see
/// any status change.
struct AudienceCSV {
  private let listing: AudienceListing

  init(listing: AudienceListing = AudienceListing()) { self.listing = listing }

  private static let writer = CSVWriter()

  func write(_ audience: Audience, into sink: inout ByteSink) {
    let compares = audience.against != nil
    let header =
      ["feature", "available", "undetermined", "unavailable"]
      + (compares ? ["lost", "gained"] : [])
      + ["constraint", "notSatisfied", "notDetermined", "decisive"]
      + (compares ? ["constraintLost", "constraintGained"] : [])
      + (compares ? Self.moveColumns + Self.affectedColumns : [])
    Self.writer.write(audience.keys + header, into: &sink)
    guard let groups = audience.groups else {
      return write(audience, after: [], into: &sink)
    }
    for group in groups {
      let alone = audience.audience(of: group)
      write(alone, after: group.key.map(\.value.cell), into: &sink)
    }
  }

  private static let moveColumns = Audience.Moves.kinds.map { kind in
    "\(kind.old.name)To\(kind.new.name.prefix(1).uppercased())\(kind.new.name.dropFirst())"
  }

  private static let affectedColumns = ["affectedLost", "affectedGained", "affectedChanged"]

  private func write(_ audience: Audience, after values: [String], into sink: inout ByteSink) {
    let (features, against) = (audience.features, audience.against)
    let affected = audience.affected.map { ["\($0.lost)", "\($0.gained)", "\($0.changed)"] } ?? []
    for (index, feature) in features.enumerated() where listing.contains(feature.id) {
      // The comparisons are in the order of the features. Those of features that only the old manifest has are at the
      // end.
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
      let changes = comparison.map { $0.moves.weights.map { "\($0)" } + affected } ?? []
      write(row, constraints + former, changes, into: &sink)
    }
    for comparison in (against ?? []).dropFirst(features.count)
    where listing.contains(comparison.id) {
      let row = values + [comparison.id, "", "", ""] + cells(comparison)
      write(row, [], comparison.moves.weights.map { "\($0)" } + affected, into: &sink)
    }
  }

  private func write(
    _ row: [String], _ constraints: [[String]], _ changes: [String], into sink: inout ByteSink
  ) {
    for cells in constraints { Self.writer.write(row + cells + changes, into: &sink) }
    if constraints.isEmpty {
      let none = [String](repeating: "", count: changes.isEmpty ? 4 : 6)
      Self.writer.write(row + none + changes, into: &sink)
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
  var cell: String {
    switch self {
    case .boolean(let value): value ? "true" : "false"
    case .integer(let number): "\(number)"
    case .text(let text): text.text
    case .null: ""
    }
  }
}
