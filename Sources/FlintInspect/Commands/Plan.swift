import FlintAnalysis
import FlintLogic
import FlintManifest
import FlintModel
import FlintText

extension Command {
  static let plan = Command(
    name: "plan",
    summary: "Find the smallest sets of changes that make a feature available.",
    arguments: [.manifest, .feature],
    options: .list(allowOption, byOption, limitOption, exitCodeOption) + .state
      + .list(formatOption, .output),
    examples: [
      "plan manifest.json smart-playlists --platform iOS",
      "plan manifest.json smart-playlists --by user --allow restricted",
    ],
    run: { context in
      let file = try context.readManifest(context.invocation.arguments[0])
      let features = context.features(
        context.invocation.arguments.dropFirst(), of: file.manifest)
      let simulated = try context.simulatedState(of: file)
      try context.requireNoProblems()

      let (allowed, owner) = (context.invocation[allowOption], context.invocation[byOption])
      let result: PlanResult
      do throws(LimitExceeded) {
        result = try Planner.plan(
          features[0], from: simulated.state, in: file.manifest, allowing: allowed, by: owner,
          limit: context.invocation[limitOption])
      } catch {
        throw Problem.tooLarge(error, feature: features[0], in: file.manifest)
      }
      context.warnOfImpossibleState(breaking: result.broken, of: file.manifest)
      context.warnOfMissingDate(
        deciding: result.status == .available ? [] : features, in: simulated.state,
        of: file.manifest)
      let helpful =
        result.plans.isEmpty
        ? PlanAllowances.helpful(
          for: features[0], from: simulated.state, in: file.manifest, beside: allowed, by: owner)
        : []
      let report = PlanReport(
        result, from: ResolvedState(simulated.state, in: file.manifest),
        helpful: helpful.map { set in
          allowances.filter { set.contains($0.value) }.map(\.word)
        })
      try context.write(report, as: formatOption)
      let fails = context.invocation[exitCodeOption] && result.plans.isEmpty
      return fails ? .checkFailed : .success
    })
}

private let allowances: Words<PlanAllowances> = [
  ("restricted", .restricted), ("environment", .environment), ("platform", .platform),
  ("date", .date),
]

private let allowOption = Setting<PlanAllowances>(
  option: Option(
    name: "allow", value: .choice(allowances.map(\.word)), placeholder: "KIND", repeats: true,
    takesList: true,
    help:
      """
      Also permit this kind of change: restricted (authorize restricted permissions), environment (set \
      environment attributes), platform (change the platform) or date (wait for a date).
      """
  )
) { given in PlanAllowances(given.compactMap { allowances.value(of: $0) }) }

private let byOption = Setting<Owner?>(
  option: Option(
    name: "by", value: .choice([Owner.user, .developer].map(\.name)), placeholder: "OWNER",
    help: "List only changes that this owner can make: user or developer.")
) { $0.last.flatMap { Owner(name: $0) } }

private let limitOption = Setting.count(
  "limit", default: 20, help: "The maximum number of plans [20].")

private let exitCodeOption = Setting.flag(
  "exit-code", help: "Exit with status 1 if there is no plan.")

private let formatOption: Setting<Renderer<PlanReport>> =
  .format(
    ("text", { $0.writeText(style: $1.textStyle, into: &$2) }),
    ("json", { report, _, sink in report.writeJSON(into: &sink) }))

struct PlanReport {
  let result: PlanResult
  let state: ResolvedState

  var manifest: Manifest { state.manifest }
  var feature: FeatureDeclaration { manifest.features[result.feature] }

  /// Sets of further `--allow` values, each with which a plan exists.
  let helpful: [[String]]

  init(_ result: PlanResult, from state: ResolvedState, helpful: [[String]] = []) {
    self.result = result
    self.state = state
    self.helpful = helpful
  }

  var impossible: [(blocker: Blocker, message: String)] {
    if result.impossible.isEmpty { return [] }
    let sentences = Sentences(state)
    return result.impossible.map { ($0, sentences.message(of: $0.constraint, in: $0.feature)) }
  }
}

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

extension PlanReport {
  func writeJSON(into sink: inout ByteSink) { Self.json.write(self, into: &sink) }

  static var json: JSONOutput<PlanReport> {
    .object(nil, nil, .lines) {
      JSONMember.formatVersion
      JSONMember("feature", .id, "The feature's id") { $0.feature.id }
      JSONMember("status", .status, "The feature's status before any change") {
        $0.result.status
      }
      JSONMember(
        "plans", .list(of: plan, .lines),
        """
        The smallest sets of changes that make the feature available, shortest first; one plan without \
        changes if it is available already; empty if no changes that `--allow`, `--by` and the \
        assumptions permit make it available
        """
      ) { report in report.result.plans.map { ($0, report) } }
      JSONMember(
        "impossible", .list(of: obstacle, .lines),
        """
        If there is no plan: the constraints that cannot be satisfied by changes that `--allow`, `--by` \
        and the assumptions permit; empty if each constraint can be satisfied, but not all of them at once
        """
      ) { report in report.impossible.map { ($0.blocker, $0.message, report.manifest) } }
    }
  }

  private static var plan: JSONOutput<([Change], PlanReport)> {
    .object(
      "plan", "A set of changes that makes the feature available; none of them can be left out"
    ) {
      JSONMember("changes", .list(of: change, .lines), "The changes that must be made") {
        changes, report in changes.map { ($0, report) }
      }
    }
  }

  private static var change: JSONOutput<(Change, PlanReport)> {
    .object(
      "change", "A change of one fact of the state, such as a purchase",
      rules: [
        "allOf": .choices(
          by: "change", among: Change.Kind.allCases.map { ($0.rawValue, $0.schema) })
      ]
    ) {
      JSONMember("change", .word, "The kind of change") { $0.0.kind }
      JSONMember(
        "subject", .nonEmptyText,
        "The subject of the change: the id of a product, feature, attribute or bucket; the name of a permission; the "
          + "name of the platform whose OS version changes; or "
          + alternatives(DeviceFact.allCases.map { "`\($0.key)`" } + ["`platform`"])
      ) { $0.0.subject(in: $0.1.manifest) }
      JSONMember("value", changedValue, "The new value") { ($0.0, $0.1.manifest) }
      JSONMember("owner", .name, "Who can make the change") { $0.0.owner(in: $0.1.manifest) }
      JSONMember("message", .nonEmptyText, "The change, as a sentence") {
        ChangeSentences($0.1.state).sentence(for: [$0.0])
      }
    }
  }

  private static var changedValue: JSONOutput<(Change, Manifest)> {
    JSONOutput(["type": ["boolean", "integer", "number", "string"]]) {
      $1.value(of: $0.0, in: $0.1)
    }
  }

  private static var obstacle: JSONOutput<(Blocker, String, Manifest)> {
    .object(
      "obstacle",
      """
      A constraint that cannot be satisfied by changes that `--allow`, `--by` and the \
      assumptions permit
      """
    ) {
      JSONMember(
        "feature", .orNull(.id),
        "The id of the feature that declares the constraint; null for a constraint of the app"
      ) {
        blocker, _, manifest in blocker.feature.map { manifest.features[$0].id }
      }
      JSONMember("constraint", .constraintID, "The constraint's id") { blocker, _, manifest in
        blocker.constraint.constraint.name(block: blocker.constraint.block, in: manifest)
      }
      JSONMember("message", .nonEmptyText, "A sentence that explains the status") { $0.1 }
    }
  }
}

extension Change {
  func subject(in manifest: Manifest) -> String {
    switch self {
    case .purchase(let product): manifest.products[product].id
    case .unlock(let feature), .enableToggle(let feature), .disableToggle(let feature),
      .enableRuntime(let feature), .disableRuntime(let feature):
      manifest.features[feature].id
    case .authorize(let permission, _): permission.name
    case .enterRollout(let bucket), .leaveRollout(let bucket, _): manifest.buckets[bucket]
    case .waitForDate: "date"
    case .set(let fact, _):
      fact.subject.map { manifest.id(of: $0.kind, at: $0.index) } ?? fact.location.section.name
    case .upgradeOS(let platform, _): platform.name
    case .upgradeApp: "appVersion"
    case .changePlatform: "platform"
    }
  }
}

extension Change.Kind {
  fileprivate var schema: Schema {
    var members: [(String, Schema)] = [("value", value)]
    if let owner { members.append(("owner", .constant(.string(owner.name)))) }
    return ["properties": .object(members)]
  }

  private var value: Schema {
    switch self {
    case .purchase: .constant(.string(PurchaseStatus.purchased.name))
    case .authorize: .permissionStatus
    case .unlock, .enableToggle, .enableRuntime: .constant(true)
    case .disableToggle, .disableRuntime: .constant(false)
    case .enterRollout: .constant(0)
    case .leaveRollout: .percent
    case .waitForDate: .date
    case .setAttribute: ["type": ["boolean", "integer", "string"]]
    case .upgradeOS, .upgradeApp: .versionText
    case .changePlatform: .platform
    }
  }
}

extension JSONWriter {
  fileprivate mutating func value(of change: Change, in manifest: Manifest) {
    switch change {
    case .purchase: string(PurchaseStatus.purchased.name)
    case .authorize(_, let status): string(status.name)
    case .unlock, .enableToggle, .enableRuntime: bool(true)
    case .disableToggle, .disableRuntime: bool(false)
    case .enterRollout: int(0)
    case .leaveRollout(_, let percent): number(percent.description)
    case .waitForDate(let date): string(date.description)
    case .set(let fact, let value):
      self.value(ConstraintFacts.Value(value, of: manifest.domain(of: fact)))
    case .upgradeOS(_, let version), .upgradeApp(let version): string(version.description)
    case .changePlatform(let platform): string(platform.name)
    }
  }
}
