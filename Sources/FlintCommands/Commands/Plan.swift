internal import FlintAnalysis
internal import FlintCore
internal import FlintManifest
internal import FlintReport

extension Command {
  static let plan = Command(
    name: "plan",
    summary: "The smallest sets of changes that make a feature available, and whose they are.",
    arguments: [
      .manifest, Argument(placeholder: "FEATURE", kind: .feature, help: "The feature's id."),
    ],
    options: [.allow, .by, .planLimit, .exitCode] + Option.stateOptions
      + [.format(.text, .json), .output],
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
      let limit = context.invocation.count(.planLimit, default: 20, problems: &problems)
      guard problems.isEmpty else { throw .values(problems) }

      let allowed = context.invocation.values(of: .allow)
      var allowances: PlanAllowances = []
      if allowed.contains("restricted") { allowances.insert(.restricted) }
      if allowed.contains("environment") { allowances.insert(.environment) }
      if allowed.contains("platform") { allowances.insert(.platform) }
      let result = Planner.plan(
        features[0], from: simulated.state, in: file.manifest, allowing: allowances,
        by: context.invocation.value(of: .by).flatMap { Owner(name: $0) }, limit: limit)
      guard let result else {
        throw .values([.tooLarge(feature: file.manifest.features[features[0]].id)])
      }
      let report = PlanReport(result, from: ResolvedState(simulated.state, in: file.manifest))
      try context.writeResult { sink in
        switch context.invocation.format {
        case .json: report.writeJSON(into: &sink)
        default: report.writeText(style: context.textStyle, into: &sink)
        }
      }
      let fails = result.plans.isEmpty && context.invocation.has(.exitCode)
      return fails ? .demandFailed : .success
    })
}

extension Option {
  fileprivate static let allow = Option(
    name: "allow", value: .choice(["restricted", "environment", "platform"]), placeholder: "WHAT",
    repeats: true, takesList: true,
    help: "Also authorize what is restricted, set environment attributes, change the platform.")

  fileprivate static let by = Option(
    name: "by", value: .choice(["user", "developer"]), placeholder: "OWNER",
    help: "Only what the user, or the developer, can do.")

  fileprivate static let planLimit = Option(
    name: "limit", value: .text, placeholder: "N", help: "List so many plans; 20 is the default.")

  fileprivate static let exitCode = Option(
    name: "exit-code", value: .none, help: "Exit with status 1 when there is no plan.")
}

extension Invocation {
  /// The number that an option gives, from 1 on.
  func count(_ option: Option, default usual: Int, problems: inout [ValueProblem]) -> Int {
    guard let text = value(of: option) else { return usual }
    if let number = Int(text), number > 0, text.utf8.first != UInt8(ascii: "+") { return number }
    problems.append(.notACount(text, option: option.name))
    return usual
  }
}
