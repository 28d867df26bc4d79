internal import FlintCore
internal import FlintManifest
internal import FlintReport

extension Command {
  static let explain = Command(
    name: "explain",
    summary: "One feature in full: what it asks for, what the state had, what to do next.",
    arguments: [
      .manifest, Argument(placeholder: "FEATURE", kind: .feature, help: "The feature's id."),
    ],
    options: Option.stateOptions + [.format(.text, .json), .output],
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
      let feature = evaluator.evaluate(features[0])
      let ancestors = file.manifest.ancestors(of: features[0]).map { evaluator.evaluate($0) }
      let head = EvaluationHead(
        manifestPath: FileName.shown(path), sentences: Sentences(evaluator),
        counts: StatusCounts([feature.status]),
        features: features, origin: simulated.origin, flags: simulated.flags)
      try context.writeResult { sink in
        switch context.invocation.format {
        case .json:
          ExplanationJSON().write(head, feature: feature, ancestors: ancestors, into: &sink)
        default:
          ExplanationText(style: context.textStyle)
            .write(head, feature: feature, ancestors: ancestors, into: &sink)
        }
      }
      return .success
    })
}
