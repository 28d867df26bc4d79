import FlintAnalysis
import FlintModel
import FlintManifest

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
    run: { (context) throws(CommandFailure) in
      let file = try context.readManifest(context.invocation.arguments[0])
      var problems: [ValueProblem] = []
      let features = context.features(
        context.invocation.arguments.dropFirst(), of: file.manifest, problems: &problems)
      let simulated = try context.simulatedState(of: file, problems: &problems)
      guard problems.isEmpty else { throw .values(problems) }

      let (allowed, owner) = (context.invocation[allowOption], context.invocation[byOption])
      let result: PlanResult
      do throws(LimitExceeded) {
        result = try Planner.plan(
          features[0], from: simulated.state, in: file.manifest, allowing: allowed, by: owner,
          limit: context.invocation[limitOption])
      } catch {
        throw .values([.tooLarge(error, feature: features[0], in: file.manifest)])
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
