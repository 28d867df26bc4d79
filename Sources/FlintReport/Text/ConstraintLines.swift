internal import FlintCore

/// Constraints one below the other: what each requires and what the state has, in columns.
struct ConstraintLines {
  private let sentences: Sentences
  private let indentation: Int
  private let width: Int

  /// Longer names do not push the columns of the others.
  private let nameLimit: Int

  init(_ sentences: Sentences, indentation: Int, width: Int) {
    self.sentences = sentences
    self.indentation = indentation
    self.width = width
    nameLimit = width * 2 / 5
  }

  func lines(_ rows: [ToldConstraint], seenFrom feature: Int) -> [Line] {
    let entries = rows.map { entry($0, seenFrom: feature) }
    let columns = Columns(entries, indentation: indentation, limit: nameLimit)
    return entries.flatMap { lines($0, columns) }
  }

  /// What is shown of a row.
  private struct Entry {
    let row: ToldConstraint
    let name: Span
    let required: Span
    let actual: Span
  }

  private struct Columns {
    let name: Int
    let required: Int
    let actual: Int

    init(_ entries: [Entry], indentation: Int, limit: Int) {
      func widest(_ widths: [Int]) -> Int { widths.filter { $0 <= limit }.max() ?? 0 }
      name = indentation + 2
      required = name + widest(entries.map(\.name.width)) + 2
      let active = entries.filter { $0.row.evaluation.status != .notActive }
      actual = required + widest(active.map { "needs ".count + $0.required.width }) + 2
    }
  }

  private func lines(_ entry: Entry, _ columns: Columns) -> [Line] {
    let status = entry.row.evaluation.status
    var line = Line(indentation: indentation, hanging: columns.name + 2)
    line.add(status.symbol, status.role)
    line.pad(to: columns.name, atLeast: 1)
    line.add(entry.name)
    if status == .notActive {
      line.pad(to: columns.required)
      line.add(sentences.message(of: entry.row.evaluation, in: entry.row.feature), .quiet)
      note(entry.row, &line)
      return [line]
    }
    if entry.name.width > nameLimit || entry.required.width > nameLimit {
      return stacked(entry, under: line, columns)
    }
    line.pad(to: columns.required)
    addRequired(entry, to: &line)
    var actual = Line(indentation: columns.required, hanging: columns.required + "has ".count)
    addActual(entry, to: &actual)
    note(entry.row, &actual)
    guard columns.actual + actual.width - actual.indentation <= width else {
      return [line, actual]
    }
    line.pad(to: columns.actual)
    return [actual.spans.reduce(into: line) { $0.add($1) }]
  }

  /// Long ones get a line for each fact.
  private func stacked(_ entry: Entry, under first: Line, _ columns: Columns) -> [Line] {
    var title = first
    note(entry.row, &title)
    var required = Line(indentation: columns.name + 2, hanging: columns.name + 8)
    addRequired(entry, to: &required)
    var actual = Line(indentation: columns.name + 2, hanging: columns.name + 8)
    addActual(entry, to: &actual)
    return [title, required, actual]
  }

  private func addRequired(_ entry: Entry, to line: inout Line) {
    line.add("needs ", .quiet)
    line.add(entry.required)
  }

  private func addActual(_ entry: Entry, to line: inout Line) {
    line.add("has ", .quiet)
    line.add(entry.actual.text, entry.row.evaluation.status.role)
    if entry.row.evaluation.hasUnknownGuard { line.add(", not known if required", .quiet) }
  }

  private func note(_ row: ToldConstraint, _ line: inout Line) {
    if row.isInherited { line.add("  (inherited)", .quiet) }
  }

  private func entry(_ row: ToldConstraint, seenFrom feature: Int) -> Entry {
    let facts = SpokenFacts(row.evaluation.constraint, in: row.feature, sentences.state)
    return Entry(
      row: row, name: Span(name(row, seenFrom: feature)), required: Span(facts.required),
      actual: Span(facts.actual))
  }

  private func name(_ row: ToldConstraint, seenFrom feature: Int) -> String {
    Blocker(feature: row.feature, constraint: row.evaluation)
      .name(seenFrom: feature, in: sentences.manifest)
  }
}
