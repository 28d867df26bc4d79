internal import FlintCore
internal import FlintManifest

/// Constraints one below the other: what each requires and what the state has, in columns.
struct ConstraintLines {
  private let evaluator: Evaluator
  private let indentation: Int

  /// Longer names do not push the columns of the others.
  private let nameLimit: Int

  init(_ evaluator: Evaluator, indentation: Int, width: Int) {
    self.evaluator = evaluator
    self.indentation = indentation
    nameLimit = width * 2 / 5
  }

  /// A constraint with the feature that declares it.
  struct Row {
    let evaluation: ConstraintEvaluation
    let feature: Int
    let isInherited: Bool
  }

  func lines(_ rows: [Row], seenFrom feature: Int) -> [Line] {
    let cells = rows.map { row in
      Cells(
        name: Span(name(row, seenFrom: feature)),
        facts: SpokenFacts(row.evaluation.constraint, in: row.feature, evaluator.state))
    }
    let nameColumn = indentation + 2
    let factColumn = nameColumn + widest(cells.map(\.name.width), limit: nameLimit) + 2
    let actualColumn =
      factColumn + widest(cells.map { "needs \($0.facts.required)".count }, limit: nameLimit) + 2
    return zip(rows, cells).map { row, cells in
      var line = Line(indentation: indentation, hanging: nameColumn + 2)
      let status = row.evaluation.status
      line.add(status.symbol, status.role)
      line.pad(to: nameColumn, atLeast: 1)
      line.add(cells.name.text)
      line.pad(to: factColumn)
      add(row, cells.facts, actualColumn, to: &line)
      return line
    }
  }

  private struct Cells {
    let name: Span
    let facts: SpokenFacts
  }

  private func add(_ row: Row, _ facts: SpokenFacts, _ actualColumn: Int, to line: inout Line) {
    if row.evaluation.status == .notActive {
      line.add(evaluator.message(of: row.evaluation, in: row.feature), .quiet)
    } else {
      line.add("needs ", .quiet)
      line.add(facts.required)
      line.pad(to: actualColumn)
      line.add("has ", .quiet)
      line.add(facts.actual, row.evaluation.status.role)
      if row.evaluation.hasUnknownGuard { line.add(", not known if required", .quiet) }
    }
    if row.isInherited { line.add("  (inherited)", .quiet) }
  }

  private func name(_ row: Row, seenFrom feature: Int) -> String {
    Blocker(feature: row.feature, constraint: row.evaluation)
      .name(seenFrom: feature, in: evaluator.manifest)
  }

  private func widest(_ widths: [Int], limit: Int) -> Int {
    widths.filter { $0 <= limit }.max() ?? 0
  }
}
