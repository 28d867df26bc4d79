import FlintModel
import FlintPopulation
import FlintText

struct GroupLines {
  private let groups: [Audience.Group]
  private let ranges: Audience.NumberRanges
  private let names: [String]
  private let nameWidth: Int
  private let digits: Int

  /// Nil without groups.
  init?(of audience: Audience, width: Int) {
    guard let groups = audience.groups else { return nil }
    self.groups = groups
    ranges = audience.numberRanges
    names = groups.map { group in
      group.key.map { visible($0.value.displayText(of: $0.name)) }.joined(separator: ", ")
    }
    nameWidth = min(names.map { DisplayWidth.of($0) }.max() ?? 0, max(width - 50, 12))
    digits = groups.map { AudienceNumbers.grouped($0.weight).utf8.count }.max() ?? 0
  }

  func lines(of feature: Int) -> [Line] {
    title + zip(groups, names).flatMap { lines($0, $1, feature) }
  }

  /// Empty without a comparison.
  var affectedLines: [Line] {
    guard let range = ranges.affected else { return [] }
    return title
      + zip(groups, names).flatMap { group, name in
        var (lines, line) = beginning(name)
        let amounts = Array(group.numbers[range])
        line.add(
          AudienceNumbers.total(amounts[2], of: group.weight, "changed", digits),
          amounts[2] > 0 ? .open : .quiet, isBreakable: false)
        line.add(" of \(AudienceNumbers.grouped(group.weight))", .quiet)
        for (amount, change) in zip(amounts.prefix(2), Self.changes) where amount > 0 {
          line.add(total: amount, of: group.weight, change.word, change.role)
        }
        lines.append(line)
        return lines
      }
  }

  private static let changes: [(word: String, role: Role)] = [
    ("lost", .bad), ("gained", .good), ("changed", .open),
  ]

  private var title: [Line] {
    guard let first = groups.first else { return [] }
    let keys = first.key.map(\.name).joined(separator: ", ")
    return [Line(indentation: 2, hanging: 4).adding("by \(visible(keys)):", .quiet)]
  }

  private func beginning(_ name: String) -> (before: [Line], line: Line) {
    let column = 4 + nameWidth + 2
    var line = Line(indentation: 4, hanging: column)
    line.add(name)
    var before: [Line] = []
    if DisplayWidth.of(name) > nameWidth {
      before = [line]
      line = Line(indentation: 4, hanging: column)
    }
    line.pad(to: column)
    return (before, line)
  }

  private func lines(_ group: Audience.Group, _ name: String, _ feature: Int) -> [Line] {
    let available = group.numbers[ranges.features[feature].lowerBound]
    var (lines, line) = beginning(name)
    line.add(
      AudienceNumbers.total(available, of: group.weight, "✓", digits), .good, isBreakable: false)
    let whole = AudienceNumbers.grouped(group.weight)
    line.add(" of \(whole)", .quiet)
    line.add(String(repeating: " ", count: digits - whole.utf8.count))
    guard !ranges.against.isEmpty else { return lines + [line] }
    let first = ranges.against[feature].lowerBound
    // The first two numbers are the losses and the gains. The weight of each kind of status change follows.
    let others = Audience.Moves.kindsWithoutAvailable.reduce(0) {
      $0 &+ group.numbers[first + 2 + $1]
    }
    let amounts = [group.numbers[first], group.numbers[first + 1], others]
    var changes = Self.changes
    if amounts[0] | amounts[1] != 0 { changes[2].word = "otherwise changed" }
    for (amount, change) in zip(amounts, changes) where amount > 0 {
      line.add(total: amount, of: group.weight, change.word, change.role)
    }
    lines.append(line)
    return lines
  }
}

extension GroupValue {
  fileprivate func displayText(of key: String) -> String {
    switch self {
    case .boolean(let value): value ? key.factName : "not \(key.factName)"
    case .integer(let number): "\(key.factName) \(number)"
    case .text(let text) where key == "platform": text.text
    case .text(let text) where key.hasPrefix("permission:"):
      "\(key.factName) \(SystemPermissionStatus(name: text.text)?.label ?? text.text)"
    case .text(let text) where key.hasPrefix("purchase:"):
      "\(key.factName) \(PurchaseStatus(name: text.text)?.label ?? text.text)"
    case .text(let text): "\(key.factName) \(text.text)"
    case .null where key.hasPrefix("group:"): "no \(key.factName)"
    case .null: "\(key.factName) unknown"
    }
  }
}

extension String {
  fileprivate var factName: String {
    switch self {
    case "osVersion": "OS"
    case "appVersion": "app"
    default: String(split(separator: ":", maxSplits: 1).last ?? "")
    }
  }
}
