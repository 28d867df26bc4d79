package import FlintPopulation
package import FlintText

/// A population's totals for a person: for each feature a bar of whom it reaches, and what holds the rest back, what would gain most
/// first.
package struct AudienceText {
  private let style: TextStyle

  package init(style: TextStyle) { self.style = style }

  package func write(_ audience: Audience, into sink: inout ByteSink) {
    let writer = TerminalWriter(style: style)
    writer.write(heading(audience), to: &sink)
    if !audience.features.isEmpty { writer.write(legend, to: &sink) }
    // As wide as the largest number, so that they stand below each other.
    let digits = grouped(audience.weight).utf8.count
    for feature in audience.features {
      writer.write(.blank, to: &sink)
      writer.write(title(feature), to: &sink)
      writer.write(bar(feature, audience.weight, digits), to: &sink)
      let open = feature.constraints.filter { $0.notSatisfied > 0 || $0.notDetermined > 0 }
      // Sorting keeps the declared order of those that gain the same.
      for constraint in open.enumerated().sorted(by: {
        ($1.element.decisive, $0.offset) < ($0.element.decisive, $1.offset)
      }) {
        writer.write(
          line(constraint.element, of: feature.id, audience.weight, digits), to: &sink)
      }
    }
  }

  private func heading(_ audience: Audience) -> Line {
    var line = Line(hanging: 2)
    line.add("\(grouped(audience.states)) \(plural("state", audience.states))", .strong)
    if audience.weight != audience.states { line.add(", weighing \(grouped(audience.weight))") }
    if audience.rejected > 0 {
      let lines = plural("line", audience.rejected)
      line.add("   ✗ \(grouped(audience.rejected)) \(lines) rejected", .bad)
    }
    if !audience.ignored.isEmpty {
      line.add("   \(counted(audience.ignored.count, "undeclared id")) ignored", .quiet)
    }
    return line
  }

  private var legend: Line {
    Line(hanging: 2).adding("✓ available", .good).adding("  ? undetermined", .open)
      .adding("  ✗ unavailable", .bad)
      .adding(
        ": share and number; + what a feature would gain without a constraint, which is not met ✗ or open ?",
        .quiet)
  }

  private func title(_ feature: Audience.Feature) -> Line {
    var line = Line(hanging: 2)
    // The id alone: totals that are merged know no names, and look like those of one run.
    line.add(feature.id, .strong)
    return line
  }

  private func bar(_ feature: Audience.Feature, _ weight: Int64, _ digits: Int) -> Line {
    var line = Line(indentation: 2, hanging: 4)
    let cells = min(max(style.width - 2 - 3 * (digits + 10), 8), 20)
    let available = cellCount(feature.available, of: weight, in: cells)
    let open = cellCount(feature.available + feature.undetermined, of: weight, in: cells)
    line.add(String(repeating: "█", count: available), .good, isBreakable: false)
    line.add(String(repeating: "▒", count: open - available), .open, isBreakable: false)
    line.add(String(repeating: "·", count: cells - open), .quiet, isBreakable: false)
    line.add("  " + total(feature.available, of: weight, "✓", digits), .good)
    line.add("  " + total(feature.undetermined, of: weight, "?", digits), .open)
    line.add("  " + total(feature.unavailable, of: weight, "✗"), .bad)
    return line
  }

  private func line(
    _ constraint: Audience.Constraint, of feature: String, _ weight: Int64, _ digits: Int
  ) -> Line {
    var line = Line(indentation: 2, hanging: 4)
    let gain = share(constraint.decisive, of: weight)
    let shown = gain.drop { $0 == " " }
    let number = grouped(constraint.decisive)
    line.add(
      String(repeating: " ", count: gain.count - shown.count) + "+" + shown + " "
        + String(repeating: " ", count: digits - number.utf8.count) + number,
      constraint.decisive > 0 ? .action : .quiet, isBreakable: false)
    line.add(" without ", .quiet)
    line.add(constraint.name(seenFrom: feature))
    line.add("  \(total(constraint.notSatisfied, of: weight, "✗"))", .bad)
    if constraint.notDetermined > 0 {
      line.add("  \(total(constraint.notDetermined, of: weight, "?"))", .open)
    }
    return line
  }

  /// `25.0% ✗ 250`, the number filled up to so many digits.
  private func total(
    _ part: Int64, of whole: Int64, _ symbol: String, _ digits: Int = 0
  ) -> String {
    let number = grouped(part)
    let fill = String(repeating: " ", count: max(digits - number.utf8.count, 0))
    return "\(share(part, of: whole)) \(symbol) \(number)\(fill)"
  }

  /// Of a bar, rounded to the nearest cell.
  private func cellCount(_ part: Int64, of whole: Int64, in cells: Int) -> Int {
    guard whole > 0 else { return 0 }
    return Int((Double(part) / Double(whole) * Double(cells)).rounded())
  }

  /// In per cent with one digit behind the point, five characters wide; never rounded to nothing or to all.
  private func share(_ part: Int64, of whole: Int64) -> String {
    guard whole > 0, part > 0 else { return "   0%" }
    if part == whole { return " 100%" }
    let tenths = min(max(Int((Double(part) / Double(whole) * 1000).rounded()), 1), 999)
    let text = "\(tenths / 10).\(tenths % 10)%"
    return String(repeating: " ", count: 5 - text.count) + text
  }

  private func grouped(_ number: Int64) -> String {
    let digits = String(number)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }
}
