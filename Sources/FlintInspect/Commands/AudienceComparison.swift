/// Writes a comparison of audiences as lines. Without sentences, features and constraints appear by
/// id.
struct ComparisonText {
  let sentences: CauseSentences?
  let weight: Int64

  /// - Parameter count: How many features are compared; nil if all are.
  func headline(_ affected: Audience.Affected, ofFeatures count: Int?) -> [Line] {
    let scope = count.map { "Across \(counted($0, "feature")): " } ?? ""
    let changed = affected.changed.grouped
    if affected.lost == 0, affected.gained == 0, affected.changed == 0 {
      return ["\(scope)no status changes among \(allUsers)"]
    }
    let note: Line =
      "\("Counts overlap: a user can lose several features; a loss can have several causes", .quiet)"
    if affected.lost == 0, affected.gained == 0 {
      let change = "at least one status changes for \(changed) of \(allUsers)"
      return ["\(scope)no user loses or gains a feature, but \(change, .open)", note]
    }
    let lose = affected.lost == 1 ? "loses" : "lose"
    let gain = affected.gained == 1 ? "gains" : "gain"
    let lost: Line =
      affected.lost == 0
      ? "none of \(allUsers) loses a feature"
      : "\("\(affected.lost.grouped) of \(allUsers) \(lose) at least one feature", .bad)"
    let gained: Line =
      affected.gained == 0
      ? "no user gains one" : "\("\(affected.gained.grouped) \(gain) at least one", .good)"
    return [
      "\(scope)\(lost), \(gained), and at least one status changes for \(changed)", note,
    ]
  }

  private var allUsers: String { counted(users: weight) }

  /// Features ordered by losses, gains, other changes and the manifest's order. The last line
  /// counts the unchanged ones.
  func lines(_ comparisons: [Audience.Comparison]) -> [Line] {
    let changed = comparisons.filter { !$0.moves.occurring.isEmpty }
    let ordered = changed.enumerated().sorted { one, other in
      let (first, second) = (one.element, other.element)
      return (second.lost, second.gained, second.moves.withoutAvailable, one.offset)
        < (first.lost, first.gained, first.moves.withoutAvailable, other.offset)
    }
    let rest = comparisons.count - changed.count
    let others = changed.isEmpty ? "" : "other "
    let unchanged = "\(counted(rest, "\(others)feature")): no status changes"
    return ordered.flatMap { lines($0.element) }
      + (rest > 0 ? ["\(unchanged, .quiet)"] : [])
  }

  private func lines(_ comparison: Audience.Comparison) -> [Line] {
    var lines: [Line] = []
    let id = comparison.id
    let name = "\(sentences?.name(of: id) ?? id): "
    func add(
      _ amount: Int64, _ verb: (one: String, several: String), _ role: Role,
      _ causes: [(amount: Int64, reason: String)]
    ) {
      guard amount > 0 else { return }
      let change =
        "\(amount.grouped) of \(allUsers) \(amount == 1 ? verb.one : verb.several) it"
      var line = Line(hanging: 4, "\(name, .strong)\(change, role)")
      if let first = causes.first { line.add("; \(sentence(first, of: amount))") }
      if let sentences, sentences.new.feature(id) == nil { line.add("; the feature was removed") }
      if let sentences, sentences.old.feature(id) == nil { line.add("; the feature was added") }
      lines.append(line)
      lines += causes.dropFirst().map {
        Line(indentation: 4, "\(sentence($0, of: amount))")
      }
    }
    add(
      comparison.lost, ("loses", "lose"), .bad,
      causes(comparison, \.lost) { cause in
        "because "
          + reason(cause, in: id, sentences?.reason(cause.constraint, of: cause.feature))
      })
    add(
      comparison.gained, ("gains", "gain"), .good,
      causes(comparison, \.gained) { cause in
        "lacked it because "
          + reason(cause, in: id, sentences?.formerReason(cause.constraint, of: cause.feature))
      })
    if lines.isEmpty {
      let change =
        "the status changes for \(comparison.moves.withoutAvailable.grouped) of \(allUsers)"
      lines.append(
        Line(hanging: 4, "\(name, .strong)\(change, .open); no user loses or gains it"))
    }
    let moves = comparison.moves.occurring.map { move -> Line in
      let text = "\(move.old.name) → \(move.new.name) \(move.weight.grouped)"
      return "\(text, .quiet, isBreakable: false)"
    }.joined(by: "\(", ", .quiet)")
    return lines + [Line(indentation: 4, moves)]
  }

  private func sentence(_ cause: (amount: Int64, reason: String), of amount: Int64) -> String {
    cause.amount == amount
      ? amount == 1 ? cause.reason : "all of them \(cause.reason)"
      : "\(cause.amount.grouped) of them \(cause.reason)"
  }

  /// The causes of losses or gains, those for most people first.
  private func causes(
    _ comparison: Audience.Comparison, _ amount: KeyPath<Audience.Cause, Int64>,
    _ reason: (Audience.Cause) -> String
  ) -> [(amount: Int64, reason: String)] {
    comparison.causes.enumerated().filter { $0.element[keyPath: amount] > 0 }.sorted { one, other in
      (other.element[keyPath: amount], one.offset) < (one.element[keyPath: amount], other.offset)
    }.map { ($0.element[keyPath: amount], reason($0.element)) }
  }

  private func reason(_ cause: Audience.Cause, in feature: String, _ sentence: String?) -> String {
    guard let sentence else { return "of \(cause.name(seenFrom: feature))" }
    guard let owner = cause.feature, owner != feature else { return sentence }
    return "in “\(sentences?.name(of: owner) ?? owner)” \(sentence)"
  }
}

extension Audience.Moves {
  var withoutAvailable: Int64 {
    Self.kindsWithoutAvailable.reduce(0) { $0 &+ weights[$1] }
  }
}

/// Writes a row for each group's feature, then rows for its constraints.
extension Audience {
  func writeCSV(listsConstraints: Bool, into sink: inout ByteSink) {
    let columns = listsConstraints ? constraintColumns : []
    let totals =
      ["available", "undetermined", "unavailable"]
      + (against == nil ? [] : ["lost", "gained"] + Self.changeColumns)
    CSVWriter.write(
      keys + ["feature"] + totals + columns, into: &sink)
    guard let groups = groups else {
      return writeRows(after: [], constraintColumns: columns.count, into: &sink)
    }
    for group in groups {
      audience(of: group).writeRows(
        after: group.key.map(\.value.cell), constraintColumns: columns.count, into: &sink)
    }
  }

  private static let changeColumns =
    Audience.Moves.kinds.map { kind in
      "\(kind.old.name)To\(kind.new.name.prefix(1).uppercased())\(kind.new.name.dropFirst())"
    } + ["affectedLost", "affectedGained", "affectedChanged"]

  private var constraintColumns: [String] {
    ["constraint", "notSatisfied", "notDetermined", "decisive"]
      + (against == nil ? [] : ["constraintLost", "constraintGained"])
  }

  /// - Parameter width: The number of columns for constraints; 0 lists none.
  private func writeRows(
    after values: [String], constraintColumns width: Int, into sink: inout ByteSink
  ) {
    let affected = affected.map { [$0.lost, $0.gained, $0.changed] } ?? []
    func write(
      _ id: String, _ totals: [Int64?], _ comparison: Audience.Comparison?,
      _ constraints: [Audience.Constraint]
    ) {
      let cells =
        (totals + (comparison.map { [$0.lost, $0.gained] + $0.moves.weights + affected } ?? []))
        .map(Self.cell)
      func row(_ cells: [String], _ constraint: [String]) {
        CSVWriter.write(values + [id] + cells + constraint, into: &sink)
      }
      row(cells, [String](repeating: "", count: width))
      if width == 0 { return }
      let causes = comparison?.causes ?? []
      for index in 0..<max(constraints.count, causes.count) {
        let constraint = index < constraints.count ? constraints[index] : nil
        let cause = index < causes.count ? causes[index] : nil
        let name = constraint?.name(seenFrom: id) ?? cause?.name(seenFrom: id) ?? ""
        let counts = [constraint?.notSatisfied, constraint?.notDetermined, constraint?.decisive]
        row(
          cells.map { _ in "" },
          [name]
            + (counts + (comparison == nil ? [] : [cause?.lost, cause?.gained])).map(Self.cell))
      }
    }
    for (index, feature) in features.enumerated() {
      // The comparisons are in the order of the features, then those of the old manifest's only.
      write(
        feature.id, [feature.available, feature.undetermined, feature.unavailable],
        against?[index], feature.constraints)
    }
    for comparison in (against ?? []).dropFirst(features.count) {
      write(comparison.id, [nil, nil, nil], comparison, [])
    }
  }

  private static func cell(_ number: Int64?) -> String { number.map { "\($0)" } ?? "" }
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
