package import FlintAnalysis
package import FlintCore
package import FlintText

/// `plan`: how to make a feature available.
package struct PlanReport {
  private let result: PlanResult
  private let state: ResolvedState

  private var manifest: Manifest { state.manifest }
  private var feature: FeatureDeclaration { manifest.features[result.feature] }

  /// What would have to be allowed for there to be a plan, one set of words for each way.
  private let helpful: [[String]]

  package init(_ result: PlanResult, from state: ResolvedState, helpful: [[String]] = []) {
    self.result = result
    self.state = state
    self.helpful = helpful
  }

  // MARK: JSON

  package func writeJSON(into sink: inout ByteSink) {
    sink.append("{\n  \"formatVersion\": 1,\n  \"feature\": ")
    sink.appendJSON(feature.id)
    sink.append(",\n  \"status\": ")
    sink.appendJSON(result.status.name)
    sink.append(",\n  \"plans\": [")
    sink.appendJSON(lines: result.plans, indentation: 4) { sink, plan in
      sink.append("{\"changes\": [")
      sink.appendJSON(lines: plan, indentation: 6) { write($1, to: &$0) }
      sink.append("]}")
    }
    sink.append("],\n  \"impossible\": [")
    sink.appendJSON(lines: result.impossible, indentation: 4) { sink, blocker in
      sink.append("{\"feature\": ")
      if let feature = blocker.feature {
        sink.appendJSON(manifest.features[feature].id)
      } else {
        sink.append("null")
      }
      sink.append(", \"constraint\": ")
      sink.appendJSON(name(of: blocker))
      sink.append(", \"message\": ")
      sink.appendJSON(message(of: blocker))
      sink.append("}")
    }
    sink.append("]\n}\n")
  }

  private func write(_ change: Change, to sink: inout ByteSink) {
    sink.append("{\"change\": ")
    sink.appendJSON(change.name)
    sink.append(", \"subject\": ")
    sink.appendJSON(change.subject(in: manifest))
    sink.append(", \"value\": ")
    sink.appendJSON(value: change, in: manifest)
    sink.append(", \"owner\": ")
    sink.appendJSON(change.owner(in: manifest).name)
    sink.append(", \"message\": ")
    sink.appendJSON(ChangeSentences(state).sentence(for: [change]))
    sink.append("}")
  }

  private func name(of blocker: Blocker) -> String {
    blocker.constraint.constraint.name(block: blocker.constraint.block, in: manifest)
  }

  private func message(of blocker: Blocker) -> String {
    Sentences(state).message(of: blocker.constraint, in: blocker.feature)
  }

  // MARK: Text

  package func writeText(style: TextStyle, into sink: inout ByteSink) {
    TerminalWriter(style: style).write([title] + answer, to: &sink)
  }

  private var title: Line {
    var line = Line(hanging: 2)
    line.add(result.status.symbol + " ", result.status.role)
    line.add(feature.name, .strong)
    if feature.name != feature.id { line.add("  [\(feature.id)]", .quiet) }
    line.add("  \(result.status.name)", result.status.role)
    line.add(" on \(state.spokenDevice), \(state.spokenApp)", .quiet)
    return line
  }

  private var answer: [Line] {
    if result.status == .available {
      return [Line(indentation: 2).adding("Nothing needs to change.")]
    }
    if result.plans.isEmpty { return noPlan + advice }
    var lines = [Line.blank]
    let sentences = ChangeSentences(state)
    let digits = "\(result.plans.count)".utf8.count
    for (index, plan) in result.plans.enumerated() {
      let number = result.plans.count == 1 ? "" : "\(index + 1). "
      let padding = String(
        repeating: " ", count: result.plans.count == 1 ? 0 : digits + 2 - number.utf8.count)
      var line = Line(indentation: 2, hanging: 2 + padding.utf8.count + number.utf8.count)
      line.add(padding + number, .quiet)
      line.add(sentences.sentence(for: plan), .action)
      line.add("  (\(owners(of: plan)))", .quiet)
      lines.append(line)
    }
    if result.hasMore {
      lines.append(Line(indentation: 2).adding("and more: --limit shows them", .quiet))
    }
    return lines
  }

  private func owners(of plan: [Change]) -> String {
    Owner.allCases.filter { owner in plan.contains { $0.owner(in: manifest) == owner } }
      .map(\.name).joined(separator: ", ")
  }

  private var advice: [Line] {
    if helpful.isEmpty { return [] }
    var line = Line(indentation: 2, hanging: 4)
    line.add("→ With ", .action)
    for (index, words) in helpful.enumerated() {
      if index > 0 { line.add(" or ", .action) }
      line.add("--allow \(words.joined(separator: ","))", .action, isBreakable: false)
    }
    line.add(" there is a plan", .action)
    return [line]
  }

  var noPlan: [Line] {
    let title = Line(indentation: 2, hanging: 2)
    guard !result.impossible.isEmpty else {
      return [
        title.adding("No allowed set of changes makes it available: ", .bad)
          .adding("what each of its constraints needs rules another one out")
      ]
    }
    return [title.adding("No allowed set of changes makes it available. In the way stand:", .bad)]
      + result.impossible.map { blocker in
        let status = blocker.constraint.status
        var line = Line(indentation: 4, hanging: 6)
        line.add(status.symbol + " ", status.role)
        line.add(blocker.name(seenFrom: result.feature, in: manifest), .strong)
        line.add("  \(message(of: blocker))")
        return line
      }
  }
}

extension Change {
  /// What is changed, by its id or name.
  func subject(in manifest: Manifest) -> String {
    switch self {
    case .purchase(let product): manifest.products[product].id
    case .unlock(let feature), .enableToggle(let feature), .disableToggle(let feature),
      .enableRuntime(let feature), .disableRuntime(let feature):
      manifest.features[feature].id
    case .authorize(let permission, _): permission.name
    case .enterRollout(let bucket), .leaveRollout(let bucket, _): manifest.buckets[bucket]
    case .waitForDate: "date"
    case .setAttribute(let attribute, _): manifest.attributes[attribute].id
    case .upgradeOS(let platform, _): platform.name
    case .upgradeApp: "appVersion"
    case .changePlatform: "platform"
    }
  }
}

extension ByteSink {
  /// What a change makes of its subject.
  fileprivate mutating func appendJSON(value change: Change, in manifest: Manifest) {
    switch change {
    case .purchase: appendJSON(PurchaseStatus.purchased.name)
    case .authorize(_, let status): appendJSON(status.name)
    case .unlock, .enableToggle, .enableRuntime: appendJSON(true)
    case .disableToggle, .disableRuntime: appendJSON(false)
    case .enterRollout: append("0")
    case .leaveRollout(_, let percent): append(percent.description)
    case .waitForDate(let date): appendJSON(date.description)
    case .setAttribute(let attribute, let value):
      appendJSON(ConstraintFacts.Value(value, of: manifest.attributes[attribute]))
    case .upgradeOS(_, let version), .upgradeApp(let version): appendJSON(version.description)
    case .changePlatform(let platform): appendJSON(platform.name)
    }
  }
}
