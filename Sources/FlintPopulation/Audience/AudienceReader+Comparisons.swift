internal import FlintCore
internal import FlintManifest
internal import FlintText

extension AudienceReader {
  /// Reads the comparison with another manifest into `audience`, and reports numbers that contradict each other.
  ///
  /// - Parameters:
  ///   - affected: The value of the key `affected` (numbers of users for whom any feature changes); nil if the key is
  ///     missing.
  ///   - against: The value of the key `against` (a list of the changes of each feature); nil if the key is missing.
  ///   - audience: The audience (totals of a population or of one group) that is being read from JSON. Its features and
  ///     its number of users have already been read.
  mutating func readComparison(
    _ affected: JSONValue?, _ against: JSONValue?, to audience: inout Audience
  ) {
    audience.against = comparisons(against, of: audience.features, weight: audience.weight)
    if let found = affected ?? against, affected == nil || against == nil {
      return add(.halfComparison, found.start..<found.start + 1)
    }
    guard let affected = expect(.object, affected, "'affected'", .object) else { return }
    let members = self.members(of: affected, "'affected'", ["lost", "gained", "changed"])
    var sums = Audience.Affected()
    sums.lost = number(members[0], "'lost'")
    sums.gained = number(members[1], "'gained'")
    sums.changed = number(members[2], "'changed'")
    audience.affected = sums
    if problems.isEmpty, !sums.isPossible(for: audience.against ?? [], of: audience.weight) {
      add(.wrongAffected, affected.start..<affected.start + 1)
    }
  }

  /// Reads the list under the key `against` in a saved result of the command `audience`. The list has one comparison
  /// for each feature: the changes of its status from the old manifest to the new one.
  ///
  /// - Parameter features: The features that the same result (or the same group in it) lists under its key `features`.
  ///   The list must begin with one comparison for each of them, in the same order. Comparisons of features that only
  ///   the old manifest has may follow.
  private mutating func comparisons(
    _ value: JSONValue?, of features: [Audience.Feature], weight: Int64
  ) -> [Audience.Comparison]? {
    guard let list = expect(.array, value, "'against'", .array) else { return nil }
    var comparisons: [Audience.Comparison] = []
    for value in list.elements {
      guard let value = expect(.object, value, "a comparison", .object) else { continue }
      let feature = comparisons.count < features.count ? features[comparisons.count] : nil
      comparisons.append(comparison(value, of: feature, weight: weight))
    }
    let isComplete = comparisons.count >= features.count
    if problems.isEmpty, !isComplete || !comparisons.starts(with: features, by: { $0.id == $1.id })
    {
      add(.otherComparison, list.start..<list.start + 1)
    }
    return comparisons
  }

  private mutating func comparison(
    _ value: JSONValue, of feature: Audience.Feature?, weight: Int64
  ) -> Audience.Comparison {
    let members = self.members(
      of: value, "a comparison", ["id", "lost", "gained", "moves", "causes"])
    let before = problems.count
    var comparison = Audience.Comparison(
      id: expect(.string, members[0], "'id'", .string)?.string ?? "",
      lost: number(members[1], "'lost'"), gained: number(members[2], "'gained'"), causes: [])
    // Only users who have the feature with the new manifest can have gained it, and only the other users can have lost
    // it.
    let available = feature?.available ?? 0
    if before == problems.count,
      comparison.gained > available || comparison.lost > weight - available
    {
      add(.changeTooLarge(feature: comparison.id), (members[0] ?? value).range)
    }
    if let moves = expect(.array, members[3], "'moves'", .array) {
      readMoves(moves, to: &comparison)
    }
    if let causes = expect(.array, members[4], "'causes'", .array) {
      for value in causes.elements {
        guard let value = expect(.object, value, "a cause", .object) else { continue }
        comparison.causes.append(cause(value, of: comparison))
      }
      let isOfFeature =
        comparison.causes.isEmpty
        || comparison.causes.starts(with: feature?.constraints ?? []) { $0.isSame(as: $1) }
      if problems.isEmpty, !isOfFeature || feature == nil && !comparison.causes.isEmpty {
        add(.otherConstraints(feature: comparison.id), (members[0] ?? value).range)
      }
    }
    return comparison
  }

  private mutating func readMoves(_ list: JSONValue, to comparison: inout Audience.Comparison) {
    let before = problems.count
    var isInOrder = true
    var last = -1
    for value in list.elements {
      guard let value = expect(.object, value, "a move", .object) else { continue }
      let members = self.members(of: value, "a move", ["old", "new", "weight"])
      let (old, new) = (status(members[0], "'old'"), status(members[1], "'new'"))
      let weight = number(members[2], "'weight'")
      let kind = Audience.Moves.kinds.firstIndex { $0.old == old && $0.new == new } ?? -1
      isInOrder = isInOrder && kind > last && weight > 0
      if kind >= 0 { comparison.moves.weights[kind] = weight }
      last = kind
    }
    let (lost, gained) = (comparison.moves.lost, comparison.moves.gained)
    if before == problems.count,
      !isInOrder || lost != comparison.lost || gained != comparison.gained
    {
      add(.wrongMoves(feature: comparison.id), list.start..<list.start + 1)
    }
  }

  private mutating func status(_ value: JSONValue?, _ subject: String) -> FeatureStatus? {
    guard let text = expect(.string, value, subject, .string), let name = text.string else {
      return nil
    }
    let names = FeatureStatus.allCases.map(\.name)
    guard let index = names.firstIndex(of: name) else {
      let nearest = nearestName(to: name, among: names)
      let fact = InputProblem.Fact.unknownValue(
        name, of: "status", allowed: names, nearest: nearest)
      add(.input(fact), text.range)
      return nil
    }
    return FeatureStatus.allCases[index]
  }

  private mutating func cause(
    _ value: JSONValue, of comparison: Audience.Comparison
  ) -> Audience.Cause {
    let members = self.members(of: value, "a cause", ["feature", "constraint", "lost", "gained"])
    let before = problems.count
    let cause = Audience.Cause(
      feature: members[0]?.kind == .null
        ? nil : expect(.string, members[0], "'feature'", .orNull(.text))?.string ?? "",
      constraint: expect(.string, members[1], "'constraint'", .string)?.string ?? "",
      lost: number(members[2], "'lost'"), gained: number(members[3], "'gained'"))
    if before == problems.count, cause.lost > comparison.lost || cause.gained > comparison.gained {
      add(
        .constraintWeightTooLarge(
          feature: comparison.id, constraint: cause.name(seenFrom: comparison.id)),
        (members[1] ?? value).range)
    }
    return cause
  }
}

extension Audience.Affected {
  /// Returns whether the numbers of users `lost`, `gained` and `changed` can be correct, given the changes of each
  /// single feature. For example, `lost` counts the users who lose at least one feature. It must be at least the number
  /// of users who lose a certain feature, and at most the sum of these numbers for all features. It must also not
  /// exceed the number of all users.
  fileprivate func isPossible(
    for comparisons: [Audience.Comparison], of weight: Int64
  ) -> Bool {
    func isPossible(_ sum: Int64, _ parts: [Int64]) -> Bool {
      sum <= weight && sum >= parts.max() ?? 0 && sum <= parts.saturatingSum
    }
    return isPossible(lost, comparisons.map(\.lost))
      && isPossible(gained, comparisons.map(\.gained))
      && isPossible(changed, comparisons.map { $0.moves.weights.saturatingSum })
      && changed >= max(lost, gained)
  }
}

extension Audience.Moves {
  fileprivate var lost: Int64 { sum { $0.old == .available } }
  fileprivate var gained: Int64 { sum { $0.new == .available } }

  private func sum(where isCounted: ((old: FeatureStatus, new: FeatureStatus)) -> Bool) -> Int64 {
    zip(Self.kinds, weights).filter { isCounted($0.0) }.map(\.1).saturatingSum
  }
}

extension [Int64] {
  /// The sum of the elements, none of which may be negative. If the sum exceeds 2^63-1, the result is 2^63-1.
  fileprivate var saturatingSum: Int64 {
    reduce(0) { sum, number in
      let (result, overflow) = sum.addingReportingOverflow(number)
      return overflow ? .max : result
    }
  }
}
