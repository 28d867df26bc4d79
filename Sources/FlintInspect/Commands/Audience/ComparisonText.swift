import FlintModel
import FlintPopulation
import FlintText

/// A writer of the changes between two manifests as sentences: “Dynamic Speed: 31 of 103 users lose it; 27 of them
/// because iOS is below 17”.
///
/// If the manifests are not known, as when totals are read from JSON files and added up, ids are written in place of
/// names.
struct ComparisonText {
  private let sentences: CauseSentences?
  private let weight: Int64

  init(_ sentences: CauseSentences?, of weight: Int64) {
    self.sentences = sentences
    self.weight = weight
  }

  /// Returns the heading of a comparison: how many users lose a feature, gain a feature, or see any status change. If
  /// any user loses or gains one, a note adds that a user can be counted for several features.
  ///
  /// - Parameter count: The number of all compared features, if the lines after the heading show only some of them; nil
  ///   if they show all.
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

  /// Returns lines about each feature whose status changes for at least one user, and a line with the number of the
  /// other features. The features are sorted by the number of users who lose the feature, then of those who gain it,
  /// then of those with another change, all in descending order, and at last by their order in the manifest.
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

  /// Returns the reasons why users lose the feature (or why users who gain it lacked it before), each with its number
  /// of users. They are sorted by this number in descending order.
  ///
  /// - Parameters:
  ///   - amount: The number of users who lose the feature because of a constraint, or of those who gain it.
  ///   - reason: Describes a constraint as a reason, such as `because iOS is below 17`.
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
  /// The number of users whose status changes between unavailable and undetermined, which is neither a loss nor a gain.
  fileprivate var withoutAvailable: Int64 {
    Self.kindsWithoutAvailable.reduce(0) { $0 &+ weights[$1] }
  }
}
