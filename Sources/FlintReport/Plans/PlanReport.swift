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
    sink.jsonLine { json in
      json.object(.lines) { json in
        json.member("formatVersion", 1)
        json.member("feature", feature.id)
        json.member("status", result.status.name)
        json.key("plans")
        json.array(.lines, of: result.plans) { plan, json in
          json.object { json in
            json.key("changes")
            json.array(.lines, of: plan) { write($0, to: &$1) }
          }
        }
        json.key("impossible")
        json.array(.lines, of: impossible) { impossible, json in
          json.object { json in
            let (blocker, message) = impossible
            json.member("feature", blocker.feature.map { manifest.features[$0].id })
            json.member("constraint", name(of: blocker))
            json.member("message", message)
          }
        }
      }
    }
  }

  private func write(_ change: Change, to json: inout JSONWriter) {
    json.object { json in
      json.member("change", change.name)
      json.member("subject", change.subject(in: manifest))
      json.key("value")
      json.value(of: change, in: manifest)
      json.member("owner", change.owner(in: manifest).name)
      json.member("message", ChangeSentences(state).sentence(for: [change]))
    }
  }

  private func name(of blocker: Blocker) -> String {
    blocker.constraint.constraint.name(block: blocker.constraint.block, in: manifest)
  }

  /// What is impossible, and a sentence on each.
  private var impossible: [(blocker: Blocker, message: String)] {
    if result.impossible.isEmpty { return [] }
    let sentences = Sentences(state)
    return result.impossible.map { ($0, sentences.message(of: $0.constraint, in: $0.feature)) }
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
    return [title.adding("No allowed set of changes makes it available. What is in the way:", .bad)]
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

extension JSONWriter {
  /// What a change makes of its subject.
  fileprivate mutating func value(of change: Change, in manifest: Manifest) {
    switch change {
    case .purchase: string(PurchaseStatus.purchased.name)
    case .authorize(_, let status): string(status.name)
    case .unlock, .enableToggle, .enableRuntime: bool(true)
    case .disableToggle, .disableRuntime: bool(false)
    case .enterRollout: int(0)
    case .leaveRollout(_, let percent): number(percent.description)
    case .waitForDate(let date): string(date.description)
    case .setAttribute(let attribute, let value):
      self.value(ConstraintFacts.Value(value, of: manifest.attributes[attribute]))
    case .upgradeOS(_, let version), .upgradeApp(let version): string(version.description)
    case .changePlatform(let platform): string(platform.name)
    }
  }
}
