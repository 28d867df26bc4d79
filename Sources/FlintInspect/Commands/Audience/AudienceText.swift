import FlintModel
import FlintPopulation
import FlintText

struct AudienceText {
  private let style: TextStyle
  private let listing: AudienceListing
  private let names: [String: String]
  private let sentences: CauseSentences?

  /// - Parameters:
  /// - names: Others are written as ids.
  /// - sentences: Nil for ids of constraints.
  init(
    style: TextStyle, listing: AudienceListing = AudienceListing(), names: [String: String] = [:],
    sentences: CauseSentences? = nil
  ) {
    self.style = style
    self.listing = listing
    self.names = names
    self.sentences = sentences
  }

  func write(_ audience: Audience, into sink: inout ByteSink) {
    let writer = TerminalWriter(style: style)
    writer.write(heading(audience), to: &sink)
    for broken in audience.impossible ?? [] where broken.weight > 0 {
      writer.write(line(broken, audience.weight), to: &sink)
    }
    // An empty population has nothing else to report.
    if audience.states == 0 { return }
    let groups = GroupLines(of: audience, width: style.width)
    if let against = audience.against, let affected = audience.affected {
      let text = ComparisonText(sentences, of: audience.weight)
      let count = listing.isRestricted ? against.count : nil
      for line in text.headline(affected, ofFeatures: count) { writer.write(line, to: &sink) }
      for line in groups?.affectedLines ?? [] { writer.write(line, to: &sink) }
      writer.write(.blank, to: &sink)
      for line in text.lines(against.filter { listing.contains($0.id) }) {
        writer.write(line, to: &sink)
      }
      writer.write(.blank, to: &sink)
    }
    let features = audience.features.enumerated().filter { listing.contains($0.element.id) }
    if !features.isEmpty { writer.write(legend, to: &sink) }
    // All numbers have the width of the largest one, so that they are aligned.
    let digits = AudienceNumbers.grouped(audience.weight).utf8.count
    for (number, feature) in features {
      writer.write(.blank, to: &sink)
      writer.write(title(feature), to: &sink)
      writer.write(bar(feature, audience.weight, digits), to: &sink)
      let open = feature.constraints.filter { $0.notSatisfied > 0 || $0.notDetermined > 0 }
      // Constraints with the same gain keep their declared order.
      for constraint in open.enumerated().sorted(by: {
        ($1.element.decisive, $0.offset) < ($0.element.decisive, $1.offset)
      }) {
        writer.write(
          line(constraint.element, of: feature.id, audience.weight, digits), to: &sink)
      }
      for line in groups?.lines(of: number) ?? [] { writer.write(line, to: &sink) }
    }
  }

  private func heading(_ audience: Audience) -> Line {
    var line = Line(hanging: 2)
    let states = plural("state", audience.states)
    line.add("\(AudienceNumbers.grouped(audience.states)) \(states)", .strong)
    if audience.weight != audience.states {
      let users = plural("user", audience.weight)
      line.add(", \(AudienceNumbers.grouped(audience.weight)) \(users)")
    }
    if audience.rejected > 0 {
      let lines = plural("line", audience.rejected)
      line.add("   ✗ \(AudienceNumbers.grouped(audience.rejected)) \(lines) rejected", .bad)
    }
    if !audience.ignored.isEmpty {
      let count = audience.ignored.count
      let ids = counted(count, "undeclared id") + (count < UndeclaredID.limit ? "" : " or more")
      line.add("   \(ids) ignored", .quiet)
    }
    return line
  }

  private func line(_ broken: Audience.BrokenAssumption, _ weight: Int64) -> Line {
    var line = Line(hanging: 2)
    line.add("! ", .open)
    let users = broken.weight == 1 ? "user" : "users"
    line.add("assumption '\(broken.id)' is false for ")
    line.add("\(AudienceNumbers.grouped(broken.weight)) \(users)")
    let share = AudienceNumbers.share(broken.weight, of: weight).drop { $0 == " " }
    line.add(" (\(share))", .quiet)
    return line
  }

  private var legend: [Line] {
    [
      Line(hanging: 2).adding("█ ✓ available", .good, isBreakable: false).adding("  ")
        .adding("▒ ? undetermined", .open, isBreakable: false).adding("  ")
        .adding("· ✗ unavailable", .bad, isBreakable: false).adding(
          ": percentage and number", .quiet),
      Line(hanging: 2).adding("+ gained", .action)
        .adding(" if the constraint is dropped  ", .quiet)
        .adding("✗ not satisfied", .bad, isBreakable: false).adding("  ")
        .adding("? unknown", .open, isBreakable: false),
    ]
  }

  private func title(_ feature: Audience.Feature) -> Line {
    var line = Line(hanging: 2)
    let name = names[feature.id] ?? feature.id
    line.add(name, .strong)
    if !name.isSame(as: feature.id) { line.add("  [\(feature.id)]", .quiet) }
    return line
  }

  private func bar(_ feature: Audience.Feature, _ weight: Int64, _ digits: Int) -> Line {
    var line = Line(indentation: 2, hanging: 4)
    let cells = min(max(style.width - 2 - 3 * (digits + 10), 8), 20)
    let available = AudienceNumbers.cellCount(feature.available, of: weight, in: cells)
    // Saved results may contradict themselves, so the sum is clamped.
    let sum = UInt64(feature.available) + UInt64(feature.undetermined)
    let open = AudienceNumbers.cellCount(Int64(clamping: sum), of: weight, in: cells)
    line.add(String(repeating: "█", count: available), .good, isBreakable: false)
    line.add(String(repeating: "▒", count: open - available), .open, isBreakable: false)
    line.add(String(repeating: "·", count: cells - open), .quiet, isBreakable: false)
    line.add(total: feature.available, of: weight, "✓", .good, digits)
    line.add(total: feature.undetermined, of: weight, "?", .open, digits)
    line.add(total: feature.unavailable, of: weight, "✗", .bad)
    return line
  }

  private func line(
    _ constraint: Audience.Constraint, of feature: String, _ weight: Int64, _ digits: Int
  ) -> Line {
    var line = Line(indentation: 2, hanging: 4)
    let gain = AudienceNumbers.share(constraint.decisive, of: weight)
    let shown = gain.drop { $0 == " " }
    let number = AudienceNumbers.grouped(constraint.decisive)
    line.add(
      String(repeating: " ", count: gain.count - shown.count) + "+" + shown + " "
        + String(repeating: " ", count: max(digits - number.utf8.count, 0)) + number,
      constraint.decisive > 0 ? .action : .quiet, isBreakable: false)
    line.add(" if ", .quiet)
    line.add(constraint.name(seenFrom: feature))
    line.add(" is dropped", .quiet)
    line.add(total: constraint.notSatisfied, of: weight, "✗", .bad)
    if constraint.notDetermined > 0 {
      line.add(total: constraint.notDetermined, of: weight, "?", .open)
    }
    return line
  }
}

extension Line {
  /// Not wrapped inside.
  mutating func add(
    total part: Int64, of whole: Int64, _ symbol: String, _ role: Role, _ digits: Int = 0
  ) {
    let text = AudienceNumbers.total(part, of: whole, symbol, digits)
    let shown = text.drop { $0 == " " }
    add(String(repeating: " ", count: 2 + text.count - shown.count))
    add(String(shown), role, isBreakable: false)
  }
}
