internal import FlintCore
internal import FlintPopulation
internal import FlintText

/// Who loses and who gains, in sentences: “Dynamic Speed: 31 of 103 people lose it; 27 of them because iOS is below 17”.
///
/// Where the manifests are not known, as of results that are added up, everything goes by its id.
struct ComparisonText {
  private let sentences: CauseSentences?
  private let weight: Int64

  init(_ sentences: CauseSentences?, of weight: Int64) {
    self.sentences = sentences
    self.weight = weight
  }

  /// What most people lose first, then what most gain; equals as they are declared.
  func lines(_ comparisons: [Audience.Comparison]) -> [Line] {
    let changed = comparisons.filter { $0.lost > 0 || $0.gained > 0 }
    let ordered = changed.enumerated().sorted { one, other in
      (other.element.lost, other.element.gained, one.offset)
        < (one.element.lost, one.element.gained, other.offset)
    }
    var lines = ordered.flatMap { self.lines($0.element) }
    let rest = comparisons.count - changed.count
    if rest > 0 {
      let others = changed.isEmpty ? "" : "other "
      let text = "\(counted(rest, others + "feature")): nobody loses or gains"
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
        "\(AudienceNumbers.grouped(amount)) of \(AudienceNumbers.grouped(weight)) "
          + "\(weight == 1 ? "person" : "people") \(amount == 1 ? verb.one : verb.several) it", role
      )
      if let first = causes.first { line.add("; \(sentence(first, of: amount))") }
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
    return lines
  }

  private func sentence(_ cause: (amount: Int64, reason: String), of amount: Int64) -> String {
    cause.amount == amount
      ? amount == 1 ? cause.reason : "all of them \(cause.reason)"
      : "\(AudienceNumbers.grouped(cause.amount)) of them \(cause.reason)"
  }

  /// What most goes back to first.
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
      "because \(place(cause, feature))\($0)"
    }
      ?? "because of \(cause.name(seenFrom: feature))"
  }

  private func formerReason(of cause: Audience.Cause, in feature: String) -> String {
    sentences?.formerReason(cause.constraint, of: cause.feature).map {
      "had not had it because \(place(cause, feature))\($0)"
    } ?? "had not had it because of \(cause.name(seenFrom: feature))"
  }

  /// Says so where it is not the feature's own constraint: “in “Playback” ”.
  private func place(_ cause: Audience.Cause, _ feature: String) -> String {
    guard let owner = cause.feature, owner != feature else { return "" }
    return "in “\(sentences?.name(of: owner) ?? owner)” "
  }
}
