internal import FlintAnalysis
internal import FlintCore
internal import FlintManifest
internal import FlintReport

extension Command {
  static let plan = Command(
    name: "plan",
    summary: "The smallest sets of changes that make a feature available, and whose they are.",
    arguments: [.manifest, .feature],
    options: .list(.allow, .by, .planLimit, .exitCode) + .state + .list(.planFormat, .output),
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

      let result = Planner.plan(
        features[0], from: simulated.state, in: file.manifest,
        allowing: context.invocation[.allow], by: context.invocation[.by],
        limit: context.invocation[.planLimit])
      guard let result else {
        throw .values([.tooLarge(feature: file.manifest.features[features[0]].id)])
      }
      let report = PlanReport(result, from: ResolvedState(simulated.state, in: file.manifest))
      try context.write(report, as: .planFormat)
      let fails = context.invocation[.exitCode] && result.plans.isEmpty
      return fails ? .demandFailed : .success
    })
}

extension Setting<PlanAllowances> {
  fileprivate static var allow: Self {
    let words: Words<PlanAllowances> = [
      ("restricted", .restricted), ("environment", .environment), ("platform", .platform),
    ]
    return Setting(
      option: Option(
        name: "allow", value: .choice(words.map(\.word)), placeholder: "WHAT", repeats: true,
        takesList: true,
        help: "Also authorize what is restricted, set environment attributes, change the platform.")
    ) { given in PlanAllowances(given.compactMap { words.value(of: $0) }) }
  }
}

extension Setting<Owner?> {
  fileprivate static var by: Self {
    let owners = [Owner.user, .developer].map(\.name)
    return Setting(
      option: Option(
        name: "by", value: .choice(owners), placeholder: "OWNER",
        help: "Only what the user, or the developer, can do.")
    ) { $0.last.flatMap { Owner(name: $0) } }
  }
}

extension Setting<Int> {
  fileprivate static var planLimit: Self {
    .count("limit", default: 20, help: "List so many plans; 20 is the default.")
  }
}

extension Setting<Bool> {
  fileprivate static var exitCode: Self {
    .flag("exit-code", help: "Exit with status 1 when there is no plan.")
  }
}

extension Setting<Renderer<PlanReport>> {
  fileprivate static var planFormat: Self {
    .format(
      (.text, { $0.writeText(style: $1.textStyle, into: &$2) }),
      (.json, { report, _, sink in report.writeJSON(into: &sink) }))
  }
}
