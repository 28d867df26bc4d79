import FlintModel
import FlintText

/// An error if required, else a notice.
struct EvaluationGitHub: EvaluationRenderer {
  private var head: ReportContext?

  init() {}

  mutating func begin(_ head: ReportContext, into sink: inout ByteSink) {
    self.head = head
  }

  mutating func add(
    _ evaluation: FeatureEvaluation, baseline old: FeatureEvaluation?, into sink: inout ByteSink
  ) {
    guard let head, evaluation.status != .available || old != nil else { return }
    let sentences = head.sentences
    let isRequired =
      head.required.contains(evaluation.feature) && evaluation.status != .available
    var title = "\(sentences.manifest.features[evaluation.feature].name) is "
    if isRequired { title += "required but " }
    title += evaluation.status.name
    if let old, old.status != evaluation.status { title += ", was \(old.status.name)" }
    var message = sentences.headline(of: evaluation)
    // The next step may concern an undetermined constraint that the headline does not mention.
    if let open = sentences.undeterminedSentence(of: evaluation) {
      message += ". Also unknown: \(open)"
    }
    if let steps = sentences.stepsDisplayText(of: evaluation) {
      message += ". Next step: \(steps)"
    }
    let position = head.position?(evaluation.feature)
    WorkflowCommand(
      level: isRequired ? .error : .notice, file: position?.path ?? head.manifestPath,
      location: position?.location, title: title, message: message
    ).write(to: &sink)
  }

  mutating func end(into sink: inout ByteSink) {
    guard let head else { return }
    let counts = FeatureStatus.allCases.map { "\(head.counts[$0]) \($0.name)" }
    sink.append(counts.joined(separator: ", ") + "\n")
  }
}
