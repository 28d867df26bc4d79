extension EvaluationReport {
  /// Annotates features: an error if one is required but not available, else a notice.
  func writeGitHub(into sink: inout ByteSink) {
    let sentences = head.sentences
    for (evaluation, old) in results where evaluation.status != .available || old != nil {
      let isRequired = head.lacksRequired(evaluation)
      var title = "\(sentences.manifest.features[evaluation.feature].name) is "
      if isRequired { title += "required but " }
      title += evaluation.status.name
      if let old, old.status != evaluation.status { title += ", was \(old.status.name)" }
      var message = sentences.evaluator.headline(of: evaluation)
      // The next step may concern an undetermined constraint that the headline does not mention.
      if let open = sentences.evaluator.undeterminedSentence(of: evaluation) {
        message += ". Also unknown: \(open)"
      }
      if let steps = sentences.stepsDisplayText(of: evaluation) {
        message += ". Next step: \(steps)"
      }
      let position = head.position?(evaluation.feature)
      WorkflowCommand(
        severity: isRequired ? .error : .note, file: position?.path ?? head.manifestPath,
        location: position?.location, title: title, message: message
      ).write(to: &sink)
    }
    sink.append("\(head.counts.text)\n")
  }

  /// A test case for each feature. If it is not available, the case fails if the feature is
  /// required, and is skipped otherwise.
  func writeJUnit(into sink: inout ByteSink) {
    let manifest = head.sentences.manifest
    var suite = JUnitSuite(
      name: manifest.app.name ?? head.manifestPath, file: head.manifestPath)
    for (evaluation, _) in results {
      suite.add(
        manifest.features[evaluation.feature].id,
        of: (manifest.ancestors(of: evaluation.feature).map { manifest.features[$0].id } + [
          "features"
        ]).reversed().joined(separator: "."),
        evaluation.status == .available ? .passed : outcome(evaluation))
    }
    JUnitSuite.write([suite], of: "evaluate", into: &sink)
  }

  private func outcome(_ evaluation: FeatureEvaluation) -> JUnitOutcome {
    let sentences = head.sentences
    let reported = sentences.parts(of: evaluation, verbose: false).map { part in
      String(repeating: "  ", count: part.depth) + part.line(part.values(sentences)).text
    }
    let lines =
      [sentences.manifest.features[evaluation.feature].name] + reported
      + (sentences.stepsDisplayText(of: evaluation).map { ["Next step: \($0)"] } ?? [])
    let message = "\(evaluation.status.name): \(sentences.evaluator.headline(of: evaluation))"
    return head.required.contains(evaluation.feature)
      ? .failed(evaluation.status.name, message, lines)
      : .skipped(evaluation.status.name, message, lines)
  }
}
