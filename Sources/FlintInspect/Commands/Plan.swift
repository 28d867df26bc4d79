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
      let (file, features, simulated) = try context.readSubject()
      let (allowed, owner) = (context[allowOption], context[byOption])
      let result: PlanResult
      do throws(LimitExceeded) {
        result = try Planner.plan(
          features[0], from: simulated.state, in: file.manifest, allowing: allowed, by: owner,
          limit: context[limitOption])
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
      try context.write(
        PlanReport(
          result: result,
          head: ReportContext(
            manifestPath: FileName.shown(context.arguments[0]),
            sentences: Sentences(ResolvedState(simulated.state, in: file.manifest)),
            counts: StatusCounts(), origin: simulated.origin, flags: simulated.flags),
          helpful: helpful.map { set in allowances.filter { set.contains($0.value) }.map(\.word)
          }), as: formatOption)
      return context[exitCodeOption] && result.plans.isEmpty ? .checkFailed : .success
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
    asText(\.lines),
    asJSON { PlanReport.json(in: $0.state) })

struct PlanReport {
  let result: PlanResult
  let head: ReportContext

  var state: ResolvedState { head.sentences.state }
  var manifest: Manifest { state.manifest }
  var feature: FeatureDeclaration { manifest.features[result.feature] }

  /// Sets of values that could be added to `--allow`. With any of these sets, a plan exists.
  var helpful: [[String]] = []

  var impossible: [(blocker: Blocker, message: String)] {
    result.impossible.map {
      ($0, head.sentences.evaluator.message(of: $0.constraint, in: $0.feature))
    }
  }

  var lines: [Line] {
    head.stateLines(isDetailed: false) + ["\(result.status, of: feature)"]
      + answer
  }

  private var answer: [Line] {
    if result.status == .available { return [Line(indentation: 2, "No changes needed.")] }
    if result.plans.isEmpty { return noPlan + advice }
    let plans = PlanAlternatives.merged(
      result.plans.map { plan in
        PlanAlternatives(
          steps: state.steps(for: plan),
          owners: Owner.allCases.filter { owner in
            plan.contains { $0.owner(in: manifest) == owner }
          })
      })
    let width = plans.count == 1 ? 0 : "\(plans.count). ".utf8.count
    var lines: [Line] = []
    if plans.count > 1 { lines.append(Line(indentation: 2, "\("One of:", .quiet)")) }
    for (index, plan) in plans.enumerated() {
      let number = width == 0 ? "→ " : "\(index + 1). "
      var line = Line(
        indentation: 2, hanging: 2 + max(width, 2), "\(number.aligned(to: width), .quiet)")
      line +=
        "\(ResolvedState.sentence(of: plan.steps), .action)\("  (owner: \(plan.owners.map(\.name).list()))", .quiet)"
      lines.append(line)
    }
    if result.hasMore {
      lines.append(
        Line(
          indentation: 2, hanging: 2, "\("more plans exist; raise --limit to list them", .quiet)"))
    }
    return lines
  }

  private var advice: [Line] {
    var lines: [Line] = []
    if !helpful.isEmpty {
      let options = helpful.map { words -> Line in
        "\("--allow \(words.joined(separator: ","))", .action, isBreakable: false)"
      }.joined(by: "\(" or ", .action)")
      lines.append(
        Line(indentation: 2, "\("→ With ", .action)\(options)\(", a plan exists", .action)"))
    }
    if result.isDateMissing {
      let advice = "→ The state has no date; set it with --date"
      lines.append(Line(indentation: 2, "\(advice, .action)"))
    }
    return lines
  }

  var noPlan: [Line] {
    if result.impossible.isEmpty {
      let reason = "each constraint can be satisfied, but not all at once"
      return [Line(indentation: 2, hanging: 2, "\("No plan found: ", .bad)\(reason)")]
    }
    return [Line(indentation: 2, hanging: 2, "\("No plan found. Blocked by:", .bad)")]
      + impossible.map { blocker, message in
        Line(
          indentation: 4,
          "\(blocker.constraint.status) \(blocker.name(seenFrom: result.feature, in: manifest), .strong)  \(message)"
        )
      }
  }

  /// The report as JSON, with plans for `state`. A fresh install is enough for the schema.
  static func json(
    in state: ResolvedState = ResolvedState(DeviceState(), in: Manifest())
  ) -> JSONOutput<PlanReport> {
    let manifest = state.manifest
    let value = JSONOutput<Change>(["type": ["boolean", "integer", "number", "string"]]) {
      $1.value($0.reportedValue(in: manifest))
    }
    let change = JSONOutput<Change>.object(
      "change", "A change of one fact of the state, such as a purchase",
      rules: [
        "allOf": .choices(
          by: "change", among: Change.Kind.allCases.map { ($0.rawValue, $0.schema) })
      ]
    ) {
      JSONMember("change", .word, "The kind of change", \.kind)
      JSONMember(
        "subject", .nonEmptyText,
        "The subject of the change: the id of a product, feature, attribute or bucket; the name of a permission; the "
          + "name of the platform whose OS version changes; or "
          + alternatives(DeviceFact.allCases.map { "`\($0.key)`" } + ["`platform`"])
      ) { $0.subject(in: manifest) }
      JSONMember("value", value, "The new value", \.self)
      JSONMember("owner", .name, "Who can make the change") { $0.owner(in: manifest) }
      JSONMember("message", .nonEmptyText, "The change, as a sentence") {
        state.sentence(for: [$0])
      }
    }
    let plan = JSONOutput<[Change]>.object(
      "plan", "A set of changes that makes the feature available; none of them can be left out"
    ) {
      JSONMember("changes", .list(of: change, .lines), "The changes that must be made", \.self)
    }
    let obstacle = JSONOutput<(blocker: Blocker, message: String)>.object(
      "obstacle",
      """
      A constraint that cannot be satisfied by changes that `--allow`, `--by` and the \
      assumptions permit
      """
    ) {
      JSONMember(
        "feature", .orNull(.id),
        "The id of the feature that declares the constraint; null for a constraint of the app"
      ) { $0.blocker.feature.map { manifest.features[$0].id } }
      JSONMember("constraint", .constraintID, "The constraint's id") {
        let evaluation = $0.blocker.constraint
        return evaluation.constraint.name(block: evaluation.block, in: manifest)
      }
      JSONMember("message", .nonEmptyText, "A sentence that explains the status", \.message)
    }
    return .result {
      JSONMember("feature", .id, "The feature's id", \.feature.id)
      JSONMember("status", .status, "The feature's status before any change", \.result.status)
      JSONMember(
        "plans", .list(of: plan, .lines),
        """
        The smallest sets of changes that make the feature available, shortest first; one plan without \
        changes if it is available already; empty if no changes that `--allow`, `--by` and the \
        assumptions permit make it available
        """, \.result.plans)
      JSONMember(
        "impossible", .list(of: obstacle, .lines),
        """
        If there is no plan: the constraints that cannot be satisfied by changes that `--allow`, `--by` \
        and the assumptions permit; empty if each constraint can be satisfied, but not all of them at once
        """, \.impossible)
    }
  }
}

extension Change {
  func subject(in manifest: Manifest) -> String {
    if kind == .upgradeOS, let platform = value.system?.platform { return platform.name }
    return fact.subject.map { manifest.id(of: $0.kind, at: $0.index) } ?? fact.location.section.name
  }

  fileprivate func reportedValue(in manifest: Manifest) -> ConstraintFacts.Value {
    if kind == .changePlatform, let platform = value.system?.platform {
      return .text(platform.name)
    }
    return ConstraintFacts.Value(value, of: fact, in: manifest)
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
