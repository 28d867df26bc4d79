internal import FlintCore
internal import FlintManifest
internal import FlintText

/// Comparisons and groups of a result.
extension AudienceReader {
  // MARK: Comparisons

  /// - Parameter features: those of the result, which the comparison begins with.
  mutating func comparisons(
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
    let members = self.members(of: value, "a comparison", ["id", "lost", "gained", "causes"])
    let before = problems.count
    var comparison = Audience.Comparison(
      id: expect(.string, members[0], "'id'", .string)?.string ?? "",
      lost: number(members[1], "'lost'"), gained: number(members[2], "'gained'"), causes: [])
    // Those who have a feature have not lost it.
    let available = feature?.available ?? 0
    if before == problems.count,
      comparison.gained > available || comparison.lost > weight - available
    {
      add(.tooMuchChange(feature: comparison.id), (members[0] ?? value).range)
    }
    if let causes = expect(.array, members[3], "'causes'", .array) {
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

  private mutating func cause(
    _ value: JSONValue, of comparison: Audience.Comparison
  ) -> Audience.Cause {
    let members = self.members(of: value, "a cause", ["feature", "constraint", "lost", "gained"])
    let before = problems.count
    let cause = Audience.Cause(
      feature: members[0]?.kind == .null
        ? nil : expect(.string, members[0], "'feature'", .stringOrNull)?.string ?? "",
      constraint: expect(.string, members[1], "'constraint'", .string)?.string ?? "",
      lost: number(members[2], "'lost'"), gained: number(members[3], "'gained'"))
    if before == problems.count, cause.lost > comparison.lost || cause.gained > comparison.gained {
      add(
        .tooMuch(feature: comparison.id, constraint: cause.name(seenFrom: comparison.id)),
        (members[1] ?? value).range)
    }
    return cause
  }

  // MARK: Groups

  mutating func groups(_ list: JSONValue, of whole: Audience) -> [Audience.Group] {
    var groups: [Audience.Group] = []
    for value in list.elements {
      guard let value = expect(.object, value, "a group", .object) else { continue }
      let (key, own) = self.group(value)
      let group = Audience.Group(
        key: key, states: own.states, weight: own.weight, numbers: own.numbers)
      let place = value.start..<value.start + 1
      if problems.isEmpty {
        let isLike =
          own.hasSameShape(as: whole) && !group.key.isEmpty
          && groups.first?.key.map(\.name) ?? group.key.map(\.name) == group.key.map(\.name)
        if !isLike {
          add(.otherGroup, place)
        } else if let last = groups.last, !last.key.precedes(group.key) {
          add(.disorderedGroups, place)
        }
      }
      groups.append(group)
    }
    if problems.isEmpty, !groups.addUp(to: whole) {
      add(.wrongGroups, list.start..<list.start + 1)
    }
    return groups
  }

  private mutating func group(
    _ value: JSONValue
  ) -> (key: [Audience.Group.Member], Audience) {
    let members = self.members(
      of: value, "a group", ["key", "states", "weight", "features"], optional: ["against"])
    var own = Audience(
      states: number(members[1], "'states'"), weight: number(members[2], "'weight'"), rejected: 0,
      ignored: [:], features: [])
    var key: [Audience.Group.Member] = []
    if let values = expect(.object, members[0], "'key'", .object) {
      for (name, value) in values.members {
        key.append(.init(name: name.string ?? "", value: groupValue(value)))
      }
    }
    if let features = expect(.array, members[3], "'features'", .array) {
      var ranges: [Range<Int>] = []
      own.features = self.features(features, weight: own.weight, ranges: &ranges)
    }
    own.against = comparisons(members[4], of: own.features, weight: own.weight)
    return (key, own)
  }

  private mutating func groupValue(_ value: JSONValue) -> GroupValue {
    switch value.kind {
    case .null: return .null
    case .bool: return .boolean(value.bool ?? false)
    case .string: return .text(ExactText(value.string ?? ""))
    case .number:
      if case .value(let number) = value.integer { return .integer(number) }
      add(
        .input(
          .invalidInteger(text: value.source, subject: "a key's value", .fractionOrExponent)),
        value.range)
    case .object, .array:
      _ = expect(.string, value, "a key's value", .string)
    }
    return .null
  }
}

extension [Audience.Group] {
  /// Whether the totals of all groups together are those of the whole.
  fileprivate func addUp(to whole: Audience) -> Bool {
    guard let first else { return whole.states == 0 }
    var total = first
    var sum = AudienceSum()
    for group in dropFirst() {
      sum.add(&total.states, group.states)
      sum.add(&total.weight, group.weight)
      sum.add(&total.numbers, group.numbers)
    }
    return !sum.isTooLarge && total.states == whole.states && total.weight == whole.weight
      && total.numbers == whole.numbers
  }
}
