internal import FlintCore
internal import FlintPopulation
internal import FlintText

/// Whom a feature reaches in each group of a population, a line each.
struct GroupLines {
  private let groups: [Audience.Group]
  private let places: (features: [Range<Int>], against: [Range<Int>])
  private let names: [String]
  private let nameWidth: Int
  private let digits: Int

  /// Nil where the states are not grouped.
  init?(of audience: Audience, width: Int) {
    guard let groups = audience.groups else { return nil }
    self.groups = groups
    places = audience.places
    names = groups.map { group in
      group.key.map { visible($0.value.spoken(of: $0.name)) }.joined(separator: ", ")
    }
    nameWidth = min(names.map { DisplayWidth.of($0) }.max() ?? 0, max(width - 50, 12))
    digits = groups.map { AudienceNumbers.grouped($0.weight).utf8.count }.max() ?? 0
  }

  func lines(of feature: Int) -> [Line] {
    guard let first = groups.first else { return [] }
    let keys = first.key.map(\.name).joined(separator: ", ")
    return [Line(indentation: 2, hanging: 4).adding("by \(visible(keys)):", .quiet)]
      + zip(groups, names).map { line($0, $1, feature) }
  }

  private func line(_ group: Audience.Group, _ name: String, _ feature: Int) -> Line {
    let available = group.numbers[places.features[feature].lowerBound]
    var line = Line(indentation: 4, hanging: 6)
    line.add(name)
    line.pad(to: 4 + nameWidth + 2)
    line.add(AudienceNumbers.total(available, of: group.weight, "✓", digits), .good)
    let whole = AudienceNumbers.grouped(group.weight)
    line.add(" of \(whole)", .quiet)
    line.add(String(repeating: " ", count: digits - whole.utf8.count))
    guard !places.against.isEmpty else { return line }
    let first = places.against[feature].lowerBound
    let changes: [(Int64, String, Role)] = [
      (group.numbers[first], "lost", .bad), (group.numbers[first + 1], "gained", .good),
    ]
    for (amount, word, role) in changes where amount > 0 {
      line.add("  \(AudienceNumbers.total(amount, of: group.weight, word))", role)
    }
    return line
  }
}

extension GroupValue {
  /// The value as people read it behind the others: `iOS`, `17`, `staff`, `country unknown`.
  fileprivate func spoken(of key: String) -> String {
    switch self {
    case .boolean(let value): value ? key.thing : "not \(key.thing)"
    case .integer(let number): "\(key.thing) \(number)"
    case .text(let text) where key == "platform": text.text
    case .text(let text): "\(key.thing) \(text.text)"
    case .null: "\(key.thing) unknown"
    }
  }
}

extension String {
  /// What is behind the kind of a key, in words: `attribute:country` is `country`.
  fileprivate var thing: String {
    switch self {
    case "osVersion": "OS"
    case "appVersion": "app"
    default: String(split(separator: ":", maxSplits: 1).last ?? "")
    }
  }
}
