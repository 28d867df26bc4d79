import FlintModel

/// Columns for what is required and what is, operands below.
struct ConstraintLines {
  private let sentences: Sentences
  private let indentation: Int
  private let width: Int

  /// In cells; wider texts get lines of their own.
  private let columnLimit: Int

  private let partLimit: Int

  init(_ sentences: Sentences, indentation: Int, width: Int, partLimit: Int = 24) {
    self.sentences = sentences
    self.indentation = indentation
    self.width = width
    self.partLimit = partLimit
    columnLimit = width * 2 / 5
  }

  func lines(_ rows: [ReportedConstraint], seenFrom feature: Int) -> [Line] {
    let groups = rows.map { row in
      let parts = row.evaluation.status == .notActive ? [] : row.parts
      return (
        entries: [entry(row, seenFrom: feature)] + parts.prefix(partLimit).map { entry($0) },
        hidden: parts.count - partLimit
      )
    }
    let columns = Columns(
      groups.flatMap(\.entries).filter { !isLong($0) }, indentation: indentation, width: width)
    return groups.flatMap { entries, hidden in
      entries.flatMap { lines($0, columns) }
        + (hidden > 0
          ? [Line(indentation: indentation + 2).adding("  and \(hidden) more", .quiet)] : [])
    }
  }

  private struct Entry {
    let status: ConstraintStatus
    let role: Role
    var depth = 0
    let name: Span

    /// Nil for inactive constraints and headings.
    var required: Span?
    var actual: Span?

    /// In place of both values.
    var remark: String?
    var isInherited = false
    var hasUnknownGuard = false

    var offset: Int { 2 * depth }
    var needsWidth: Int { required.map { "needs ".count + $0.width } ?? 0 }
    var hasWidth: Int {
      guard let actual else { return 0 }
      return "now ".count + actual.width + (hasUnknownGuard ? Self.unknownGuard.count : 0)
        + (isInherited ? Self.inherited.count : 0)
    }

    static let unknownGuard = ", possibly not required"
    static let inherited = "  (inherited)"
  }

  private struct Columns {
    private let indentation: Int
    let required: Int
    let actual: Int

    init(_ entries: [Entry], indentation: Int, width: Int) {
      self.indentation = indentation
      let names = indentation + 2 + (entries.map { $0.offset + $0.name.width }.max() ?? 0)
      required = names + 2
      let column = names + 2
      // An entry that needs two lines anyway does not widen the column. Neither does an entry that would force other
      // entries onto two lines.
      var rest = entries.filter { column + $0.needsWidth + 2 + $0.hasWidth <= width }
      while let widest = rest.map(\.needsWidth).max(),
        rest.contains(where: { column + widest + 2 + $0.hasWidth > width })
      {
        rest.removeAll { $0.needsWidth == widest }
      }
      actual = column + (rest.map(\.needsWidth).max() ?? 0) + 2
    }

    func name(_ entry: Entry) -> Int { indentation + entry.offset + 2 }
  }

  private func isLong(_ entry: Entry) -> Bool {
    entry.offset + entry.name.width > columnLimit || (entry.required?.width ?? 0) > columnLimit
  }

  private func lines(_ entry: Entry, _ columns: Columns) -> [Line] {
    let name = columns.name(entry)
    var line = Line(indentation: name - 2, hanging: name + 2)
    line.add(entry.status.symbol, entry.role)
    line.pad(to: name, atLeast: 1)
    line.add(entry.name)
    guard let required = entry.required, let actual = entry.actual else {
      if let remark = entry.remark {
        line.pad(to: columns.required)
        line.add(remark, .quiet)
      }
      note(entry, &line)
      return [line]
    }
    var has = Line(hanging: columns.required + "now ".count)
    addActual(actual, of: entry, to: &has)
    note(entry, &has)
    if isLong(entry) || columns.required + max(entry.needsWidth, has.width) > width {
      return stacked(entry, required, actual, under: line, name + 2)
    }
    line.pad(to: columns.required)
    addRequired(required, to: &line)
    if max(columns.actual, line.width + 2) + has.width <= width {
      line.pad(to: columns.actual)
      return [has.spans.reduce(into: line) { $0.add($1) }]
    }
    // The actual value is placed below the required one.
    var below = Line(hanging: has.hanging)
    below.pad(to: columns.required)
    return [line, has.spans.reduce(into: below) { $0.add($1) }]
  }

  private func stacked(
    _ entry: Entry, _ required: Span, _ actual: Span, under first: Line, _ column: Int
  ) -> [Line] {
    var title = first
    note(entry, &title)
    var needs = Line(indentation: column, hanging: column + 6)
    addRequired(required, to: &needs)
    var has = Line(indentation: column, hanging: column + 6)
    addActual(actual, of: entry, to: &has)
    return [title, needs, has]
  }

  private func addRequired(_ required: Span, to line: inout Line) {
    line.add("needs ", .quiet)
    line.add(required)
  }

  private func addActual(_ actual: Span, of entry: Entry, to line: inout Line) {
    line.add("now ", .quiet)
    line.add(actual.text, entry.role)
    if entry.hasUnknownGuard { line.add(Entry.unknownGuard, .quiet) }
  }

  private func note(_ entry: Entry, _ line: inout Line) {
    if entry.isInherited { line.add(Entry.inherited, .quiet) }
  }

  // MARK: Entries

  private func entry(_ row: ReportedConstraint, seenFrom feature: Int) -> Entry {
    let status = row.evaluation.status
    var entry = Entry(
      status: status, role: status.role, name: Span(sentences.name(of: row, seenFrom: feature)),
      isInherited: row.isInherited, hasUnknownGuard: row.evaluation.hasUnknownGuard)
    if status == .notActive {
      entry.remark = sentences.message(of: row.evaluation, in: row.feature)
    } else {
      let facts = sentences.facts(of: row)
      (entry.required, entry.actual) = (Span(facts.required), Span(facts.actual))
    }
    return entry
  }

  private func entry(_ part: ReportedPart) -> Entry {
    let facts = part.facts(sentences)
    return Entry(
      status: part.status, role: part.role, depth: part.depth,
      name: Span(part.name(in: sentences.manifest)), required: facts.map { Span($0.required) },
      actual: facts.map { Span($0.actual) })
  }
}

/// What blocks in either state, with both values.
struct DifferenceLines {
  private let old: Sentences
  private let new: Sentences
  private let indentation: Int

  init(from old: Sentences, to new: Sentences, indentation: Int) {
    self.old = old
    self.new = new
    self.indentation = indentation
  }

  func lines(from before: FeatureEvaluation, to now: FeatureEvaluation) -> [Line] {
    let still = Set(now.blockers.map(BlockerIdentity.init))
    let gone = before.blockers.filter { !still.contains(BlockerIdentity($0)) }
    let earlier = Set(before.blockers.map(BlockerIdentity.init))
    return gone.map { line("−", .good, $0, of: now, "no longer blocks") }
      + now.blockers.map { blocker in
        earlier.contains(BlockerIdentity(blocker))
          ? line("=", .quiet, blocker, of: now, "still blocks")
          : line("+", .bad, blocker, of: now, "now blocks")
      }
  }

  private func concernsOtherPlatform(_ constraint: Constraint, _ sentences: Sentences) -> Bool {
    if case .requirement(.platform(let platform, _)) = constraint {
      platform != sentences.state.platform
    } else {
      false
    }
  }

  private func line(
    _ symbol: String, _ role: Role, _ blocker: Blocker, of evaluation: FeatureEvaluation,
    _ change: String
  ) -> Line {
    var line = Line(indentation: indentation, hanging: indentation + 4)
    line.add(symbol + " ", role)
    line.add(blocker.name(seenFrom: evaluation.feature, in: new.manifest))
    line.add(" \(change): ", .quiet)
    let constraint = blocker.constraint.constraint
    let had = old.factsNow(of: blocker).actual
    let has = new.factsNow(of: blocker)
    line.add("needs ", .quiet)
    line.add(has.required)
    // A constraint on the version of a platform has no actual value on other platforms.
    if had != has.actual, !concernsOtherPlatform(constraint, old) {
      line.add(", was ", .quiet)
      line.add(had)
    }
    if !concernsOtherPlatform(constraint, new) {
      line.add(", now ", .quiet)
      line.add(has.actual, had == has.actual ? .plain : role)
    }
    if blocker.feature != evaluation.feature { line.add("  (inherited)", .quiet) }
    return line
  }
}

/// A blocking constraint without its outcome and its operands' outcomes, which differ from state to state.
struct BlockerIdentity: Hashable {
  let feature: Int?
  let constraint: Constraint
  let block: Int?

  init(_ blocker: Blocker) {
    feature = blocker.feature
    constraint = blocker.constraint.constraint
    block = blocker.constraint.block
  }
}

extension Sentences {
  /// Evaluated anew, because the blocker may come from another state.
  fileprivate func factsNow(of blocker: Blocker) -> ConstraintDescription {
    let owner = ConstraintContext(blocker.feature)
    let here = evaluation(of: blocker.constraint.constraint, of: owner)
    return ConstraintDescription(here, of: owner, self)
  }
}
