import FlintModel

/// Columns for required and actual values, with operands below.
struct ConstraintLines {
  let sentences: Sentences
  let indentation: Int
  let width: Int
  var partLimit = 24

  func lines(_ rows: [Blocker], seenFrom feature: Int) -> [Line] {
    let groups = rows.map { row in
      let parts = row.constraint.status == .notActive ? [] : row.parts
      return (
        entries: [entry(row, seenFrom: feature)] + parts.prefix(partLimit).map { entry($0) },
        hidden: parts.count - partLimit
      )
    }
    let columns = columns(of: groups.flatMap(\.entries).filter { !isLong($0) })
    return groups.flatMap { entries, hidden in
      entries.flatMap { lines($0, columns) }
        + (hidden > 0
          ? [Line(indentation: indentation + 2, "\("  and \(hidden) more", .quiet)")] : [])
    }
  }

  private struct Entry {
    let mark: Line
    let name: Span
    var depth = 0

    /// Nil for inactive constraints and headings.
    var needs: Line?
    var has: Line?

    /// In place of both values.
    var remark: String?

    /// `(inherited)`
    var note: Line = ""

    var nameWidth: Int { 2 * depth + name.width }
    var needsWidth: Int { needs?.width ?? 0 }
    var hasWidth: Int { has.map { $0.width + note.width } ?? 0 }
  }

  private func columns(of entries: [Entry]) -> (required: Int, actual: Int) {
    let required = indentation + 4 + (entries.map(\.nameWidth).max() ?? 0)
    // An entry that needs two lines anyway does not widen the column. Neither does an entry that would force other
    // entries onto two lines.
    var rest = entries.filter { required + $0.needsWidth + 2 + $0.hasWidth <= width }
    while let widest = rest.map(\.needsWidth).max(),
      rest.contains(where: { required + widest + 2 + $0.hasWidth > width })
    {
      rest.removeAll { $0.needsWidth == widest }
    }
    return (required, required + (rest.map(\.needsWidth).max() ?? 0) + 2)
  }

  /// Wider texts get lines of their own.
  private func isLong(_ entry: Entry) -> Bool {
    let limit = width * 2 / 5
    return entry.nameWidth > limit || entry.needsWidth > limit + "needs ".count
  }

  private func lines(_ entry: Entry, _ columns: (required: Int, actual: Int)) -> [Line] {
    let name = indentation + 2 * entry.depth + 2
    var line = Line(indentation: name - 2, hanging: name + 2, entry.mark)
    line.pad(to: name, atLeast: 1)
    line.add(entry.name)
    guard let needs = entry.needs, let has = entry.has else {
      if let remark = entry.remark {
        line.pad(to: columns.required)
        line.add(remark, .quiet)
      }
      line += entry.note
      return [line]
    }
    let needed = max(entry.needsWidth, entry.hasWidth)
    if isLong(entry) || columns.required + needed > width {
      line += entry.note
      return [line] + [needs, has].map { Line(indentation: name + 2, hanging: name + 8, $0) }
    }
    line.pad(to: columns.required)
    line += needs
    if max(columns.actual, line.width + 2) + entry.hasWidth <= width {
      line.pad(to: columns.actual)
      line += "\(has)\(entry.note)"
      return [line]
    }
    // The actual value is placed below the required one.
    var below = Line(hanging: columns.required + "now ".count)
    below.pad(to: columns.required)
    below += "\(has)\(entry.note)"
    return [line, below]
  }

  // MARK: Entries

  private func entry(_ row: Blocker, seenFrom feature: Int) -> Entry {
    let status = row.constraint.status
    let name = row.name(seenFrom: feature, in: sentences.manifest)
    var entry = Entry(mark: "\(status)", name: Span(name))
    if row.feature != feature { entry.note = "\("  (inherited)", .quiet)" }
    if status == .notActive {
      entry.remark = sentences.message(of: row.constraint, in: row.feature)
    } else {
      set(sentences.facts(of: row), status.role, of: &entry)
      if row.constraint.hasUnknownGuard { entry.has?.add(", possibly not required", .quiet) }
    }
    return entry
  }

  private func entry(_ part: ReportedPart) -> Entry {
    var entry = Entry(
      mark: "\(part.status.symbol, part.role)", name: Span(part.name(in: sentences.manifest)),
      depth: part.depth)
    if let facts = part.facts(sentences) { set(facts, part.role, of: &entry) }
    return entry
  }

  private func set(_ facts: ConstraintDescription, _ role: Role, of entry: inout Entry) {
    entry.needs = "\("needs ", .quiet)\(facts.required)"
    entry.has = "\("now ", .quiet)\(facts.actual, role)"
  }
}

/// Constraints that block in either state, with both values.
struct DifferenceLines {
  let old: Sentences
  let new: Sentences
  let indentation: Int

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

  private func line(
    _ symbol: String, _ role: Role, _ blocker: Blocker, of evaluation: FeatureEvaluation,
    _ change: String
  ) -> Line {
    let constraint = blocker.constraint.constraint
    /// A constraint on the version of a platform has no actual value on other platforms.
    func concerns(_ sentences: Sentences) -> Bool {
      guard case .requirement(.platform(let platform, _)) = constraint else { return true }
      return platform == sentences.state.platform
    }
    let name = blocker.name(seenFrom: evaluation.feature, in: new.manifest)
    let had = old.factsNow(of: blocker).actual
    let has = new.factsNow(of: blocker)
    var line = Line(
      indentation: indentation, hanging: indentation + 4,
      "\(symbol, role) \(name)\(" \(change): ", .quiet)\("needs ", .quiet)\(has.required)")
    if had != has.actual, concerns(old) { line += "\(", was ", .quiet)\(had)" }
    if concerns(new) {
      line += "\(", now ", .quiet)\(has.actual, had == has.actual ? .plain : role)"
    }
    if blocker.feature != evaluation.feature { line.add("  (inherited)", .quiet) }
    return line
  }
}

/// A blocking constraint without outcomes, which differ from state to state.
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
