import FlintModel
import FlintPopulation
import FlintText

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
