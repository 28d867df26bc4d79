import FlintAnalysis
import FlintModel
import FlintManifest

extension Command {
  static let explain = Command(
    name: "explain",
    otherNames: ["why", "show"],
    summary: "Explain a feature's status in full, with the next step.",
    arguments: [.manifest, .feature],
    options: .list(briefOption) + .state + .list(formatOption, .output),
    examples: ["explain manifest.json dynamic-speed --state subscriber"],
    run: { (context) throws(CommandFailure) in
      let path = context.invocation.arguments[0]
      let file = try context.readManifest(path)
      var problems: [ValueProblem] = []
      let features = context.features(
        context.invocation.arguments.dropFirst(), of: file.manifest, problems: &problems)
      let simulated = try context.simulatedState(of: file, problems: &problems)
      guard problems.isEmpty else { throw .values(problems) }

      let evaluator = Evaluator(file.manifest, in: simulated.state)
      context.warnOfImpossibleState(breaking: evaluator.brokenAssumptions, of: file.manifest)
      let feature = evaluator.evaluate(features[0])
      context.warnOfMissingDate(
        deciding: feature.status == .undetermined ? features : [], in: simulated.state,
        of: file.manifest)
      let ancestors = file.manifest.ancestors(of: features[0]).map { evaluator.evaluate($0) }
      let head = ReportContext(
        manifestPath: FileName.shown(path), sentences: Sentences(evaluator),
        counts: StatusCounts([feature.status]),
        features: features, origin: simulated.origin, flags: simulated.flags)
      if context.invocation[briefOption] {
        let text = ExplanationText(style: context.textStyle)
        // If the feature is too complex for plans, none is known.
        let result = try? Planner.plan(
          features[0], from: simulated.state, in: file.manifest, allowing: .date)
        try context.writeResult { sink in
          text.writeBrief(head, feature: feature, plans: result?.plans ?? [], into: &sink)
        }
        return .success
      }
      let explanation = Explanation(
        head: head, feature: feature, ancestors: ancestors, evaluator: evaluator)
      try context.write(explanation, as: formatOption)
      return .success
    })
}

private let briefOption = Setting.flag(
  "brief", help: "Print at most three lines, for a customer."
).excluding("format").withheldFromTools()

private struct Explanation: Sendable {
  let head: ReportContext
  let feature: FeatureEvaluation
  let ancestors: [FeatureEvaluation]
  let evaluator: Evaluator
}

private let formatOption: Setting<Renderer<Explanation>> = .format(
  (
    "text",
    {
      ExplanationText(style: $1.textStyle)
        .write(
          $0.head, feature: $0.feature, ancestors: $0.ancestors,
          evaluate: $0.evaluator.evaluate, into: &$2)
    }
  ),
  (
    "json",
    { ExplanationJSON().write($0.head, feature: $0.feature, ancestors: $0.ancestors, into: &$2) }
  ))
