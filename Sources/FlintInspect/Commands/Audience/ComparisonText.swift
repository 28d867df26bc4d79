import FlintModel
import FlintPopulation
import FlintText

/// Without manifests, ids are written.
struct ComparisonText {
  private let sentences: CauseSentences?
  private let weight: Int64

  init(_ sentences: CauseSentences?, of weight: Int64) {
    self.sentences = sentences
    self.weight = weight
  }

  /// - Parameter count: Nil if all are shown.
  func headline(_ affected: Audience.Affected, ofFeatures count: Int?) -> [Line] {
    var line = Line(hanging: 2)
    if let count { line.add("Across \(counted(count, "feature")): ") }
    let changed = AudienceNumbers.grouped(affected.changed)
    switch (affected.lost, affected.gained) {
    case (0, 0) where affected.changed == 0:
      return [line.adding("no status changes among \(allUsers)")]
    case (0, 0):
      line.add("no user loses or gains a feature, but ")
      line.add("at least one status changes for \(changed) of \(allUsers)", .open)
    case (let lost, let gained):
      if lost > 0 {
        let verb = lost == 1 ? "loses" : "lose"
        line.add(
          "\(AudienceNumbers.grouped(lost)) of \(allUsers) \(verb) at least one feature", .bad)
      } else {
        line.add("none of \(allUsers) loses a feature")
      }
      line.add(", ")
      if gained > 0 {
        let verb = gained == 1 ? "gains" : "gain"
        line.add("\(AudienceNumbers.grouped(gained)) \(verb) at least one", .good)
      } else {
        line.add("no user gains one")
      }
      line.add(", and at least one status changes for \(changed)")
    }
    let note = "Counts overlap: a user can lose several features; a loss can have several causes"
    return [line, Line(hanging: 2).adding(note, .quiet)]
  }

  private var allUsers: String {
    let users = plural("user", weight)
    return "\(AudienceNumbers.grouped(weight)) \(users)"
  }

  /// By losses, gains, other changes, then the manifest's order; at last the number of unchanged
  /// ones.
  func lines(_ comparisons: [Audience.Comparison]) -> [Line] {
    let changed = comparisons.filter { !$0.moves.occurring.isEmpty }
    let ordered = changed.enumerated().sorted { one, other in
      let (first, second) = (one.element, other.element)
      return (second.lost, second.gained, second.moves.withoutAvailable, one.offset)
        < (first.lost, first.gained, first.moves.withoutAvailable, other.offset)
    }
    var lines = ordered.flatMap { self.lines($0.element) }
    let rest = comparisons.count - changed.count
    if rest > 0 {
      let others = changed.isEmpty ? "" : "other "
      let text = "\(counted(rest, others + "feature")): no status changes"
      lines.append(Line(hanging: 2).adding(text, .quiet))
    }
    return lines
  }

  private func lines(_ comparison: Audience.Comparison) -> [Line] {
    var lines: [Line] = []
    let name = sentences?.name(of: comparison.id) ?? comparison.id
    func add(
      _ amount: Int64, _ verb: (one: String, several: String), _ role: Role,
      _ causes: [(amount: Int64, reason: String)]
    ) {
      guard amount > 0 else { return }
      var line = Line(hanging: 4)
      line.add("\(name): ", .strong)
      line.add(
        """
        \(AudienceNumbers.grouped(amount)) of \(allUsers) \
        \(amount == 1 ? verb.one : verb.several) it
        """, role)
      if let first = causes.first { line.add("; \(sentence(first, of: amount))") }
      if sentences?.isRemoved(comparison.id) == true { line.add("; the feature was removed") }
      if sentences?.isAdded(comparison.id) == true { line.add("; the feature was added") }
      lines.append(line)
      for cause in causes.dropFirst() {
        lines.append(Line(indentation: 4, hanging: 6).adding(sentence(cause, of: amount)))
      }
    }
    add(
      comparison.lost, ("loses", "lose"), .bad,
      causes(comparison, \.lost) { reason(of: $0, in: comparison.id) })
    add(
      comparison.gained, ("gains", "gain"), .good,
      causes(comparison, \.gained) { formerReason(of: $0, in: comparison.id) })
    if lines.isEmpty {
      var line = Line(hanging: 4)
      line.add("\(name): ", .strong)
      let amount = AudienceNumbers.grouped(comparison.moves.withoutAvailable)
      line.add("the status changes for \(amount) of \(allUsers)", .open)
      line.add("; no user loses or gains it")
      lines.append(line)
    }
    return lines + [moves(comparison.moves)]
  }

  private func moves(_ moves: Audience.Moves) -> Line {
    var line = Line(indentation: 4, hanging: 6)
    for (index, move) in moves.occurring.enumerated() {
      if index > 0 { line.add(", ", .quiet) }
      let weight = AudienceNumbers.grouped(move.weight)
      line.add("\(move.old.name) → \(move.new.name) \(weight)", .quiet, isBreakable: false)
    }
    return line
  }

  private func sentence(_ cause: (amount: Int64, reason: String), of amount: Int64) -> String {
    cause.amount == amount
      ? amount == 1 ? cause.reason : "all of them \(cause.reason)"
      : "\(AudienceNumbers.grouped(cause.amount)) of them \(cause.reason)"
  }

  /// By number, descending.
  private func causes(
    _ comparison: Audience.Comparison, _ amount: KeyPath<Audience.Cause, Int64>,
    _ reason: (Audience.Cause) -> String
  ) -> [(amount: Int64, reason: String)] {
    comparison.causes.enumerated().filter { $0.element[keyPath: amount] > 0 }.sorted { one, other in
      (other.element[keyPath: amount], one.offset) < (one.element[keyPath: amount], other.offset)
    }.map { ($0.element[keyPath: amount], reason($0.element)) }
  }

  private func reason(of cause: Audience.Cause, in feature: String) -> String {
    sentences?.reason(cause.constraint, of: cause.feature).map {
      "because \(declaringFeature(cause, feature))\($0)"
    }
      ?? "because of \(cause.name(seenFrom: feature))"
  }

  private func formerReason(of cause: Audience.Cause, in feature: String) -> String {
    sentences?.formerReason(cause.constraint, of: cause.feature).map {
      "lacked it because \(declaringFeature(cause, feature))\($0)"
    } ?? "lacked it because of \(cause.name(seenFrom: feature))"
  }

  private func declaringFeature(_ cause: Audience.Cause, _ feature: String) -> String {
    guard let owner = cause.feature, owner != feature else { return "" }
    return "in “\(sentences?.name(of: owner) ?? owner)” "
  }
}

extension Audience.Moves {
  fileprivate var withoutAvailable: Int64 {
    Self.kindsWithoutAvailable.reduce(0) { $0 &+ weights[$1] }
  }
}
