import FlintAnalysis
import FlintModel
import FlintText

extension PlanReport {
  func writeText(style: TextStyle, into sink: inout ByteSink) {
    TerminalWriter(style: style).write([title] + answer, to: &sink)
  }

  private var title: Line {
    var line = Line(hanging: 2)
    line.add(result.status.symbol + " ", result.status.role)
    line.add(feature.name, .strong)
    if feature.name != feature.id { line.add("  [\(feature.id)]", .quiet) }
    line.add("  \(result.status.name)", result.status.role)
    line.add(" on \(state.deviceDisplayText), \(state.appDisplayText)", .quiet)
    return line
  }

  private var answer: [Line] {
    if result.status == .available {
      return [Line(indentation: 2).adding("No changes needed.")]
    }
    if result.plans.isEmpty { return noPlan + advice }
    let heading =
      result.plans.count == 1
      ? "To make it available:" : "To make it available, carry out one of these plans:"
    var lines = [Line(indentation: 2).adding(heading, .quiet)]
    let sentences = ChangeSentences(state)
    let digits = "\(result.plans.count)".utf8.count
    for (index, plan) in result.plans.enumerated() {
      let number = result.plans.count == 1 ? "" : "\(index + 1). "
      let padding = String(
        repeating: " ", count: result.plans.count == 1 ? 0 : digits + 2 - number.utf8.count)
      var line = Line(indentation: 2, hanging: 2 + padding.utf8.count + number.utf8.count)
      line.add(padding + number, .quiet)
      line.add(sentences.sentence(for: plan), .action)
      line.add("  (owner: \(owners(of: plan)))", .quiet)
      lines.append(line)
    }
    if result.hasMore {
      lines.append(
        Line(indentation: 2).adding("more plans exist; raise --limit to list them", .quiet))
    }
    return lines
  }

  private func owners(of plan: [Change]) -> String {
    Owner.allCases.filter { owner in plan.contains { $0.owner(in: manifest) == owner } }
      .map(\.name).joined(separator: ", ")
  }

  private var advice: [Line] {
    var lines: [Line] = []
    if !helpful.isEmpty {
      var line = Line(indentation: 2, hanging: 4)
      line.add("→ With ", .action)
      for (index, words) in helpful.enumerated() {
        if index > 0 { line.add(" or ", .action) }
        line.add("--allow \(words.joined(separator: ","))", .action, isBreakable: false)
      }
      line.add(", a plan exists", .action)
      lines.append(line)
    }
    if result.isDateMissing {
      lines.append(
        Line(indentation: 2, hanging: 4).adding(
          "→ The state has no date; set it with --date", .action))
    }
    return lines
  }

  var noPlan: [Line] {
    let title = Line(indentation: 2, hanging: 2)
    guard !result.impossible.isEmpty else {
      return [
        title.adding("No plan found: ", .bad)
          .adding("each constraint can be satisfied, but not all at once")
      ]
    }
    return [title.adding("No plan found. Blocked by:", .bad)]
      + impossible.map { blocker, message in
        let status = blocker.constraint.status
        var line = Line(indentation: 4, hanging: 6)
        line.add(status.symbol + " ", status.role)
        line.add(blocker.name(seenFrom: result.feature, in: manifest), .strong)
        line.add("  \(message)")
        return line
      }
  }
}
