internal import FlintCore
internal import FlintManifest
internal import FlintText

extension AudienceReader {
  mutating func groups(_ list: JSONValue, of whole: Audience) -> [Audience.Group] {
    var groups: [Audience.Group] = []
    for value in list.elements {
      guard let value = expect(.object, value, "a group", .object) else { continue }
      let (key, own) = self.group(value)
      let group = Audience.Group(
        key: key, states: own.states, weight: own.weight, numbers: own.numbers)
      let brace = value.start..<value.start + 1
      if problems.isEmpty {
        let isLike =
          own.hasSameShape(as: whole) && !group.key.isEmpty
          && groups.first?.key.map(\.name) ?? group.key.map(\.name) == group.key.map(\.name)
        if !isLike {
          add(.otherGroup, brace)
        } else if let last = groups.last, !last.key.precedes(group.key) {
          add(.disorderedGroups, brace)
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
      of: value, "a group", ["key", "states", "weight", "features"],
      optional: ["affected", "against"])
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
    readComparison(members[4], members[5], to: &own)
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
