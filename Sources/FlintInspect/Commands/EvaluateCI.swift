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

/// A required feature fails, another one is skipped with the reason. Without times: the same input
/// gives the same bytes.
struct EvaluationJUnit: EvaluationRenderer {
  private var head: ReportContext?

  /// Kept, because the file begins with their number.
  private var cases: [UInt8] = []
  private var total = 0
  private var failures = 0
  private var skipped = 0

  init() {}

  mutating func begin(_ head: ReportContext, into sink: inout ByteSink) {
    self.head = head
  }

  mutating func add(
    _ evaluation: FeatureEvaluation, baseline old: FeatureEvaluation?, into sink: inout ByteSink
  ) {
    guard let head else { return }
    total += 1
    if evaluation.status != .available {
      if head.required.contains(evaluation.feature) { failures += 1 } else { skipped += 1 }
    }
    var element = ByteSink()
    write(evaluation, head, to: &element)
    element.withBytes { cases.append(contentsOf: $0) }
  }

  mutating func end(into sink: inout ByteSink) {
    guard let head else { return }
    let name = XMLText.escaped(head.sentences.manifest.app.name ?? head.manifestPath)
    let counts = "tests=\"\(total)\" failures=\"\(failures)\" errors=\"0\""
    sink.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    sink.append("<testsuites name=\"flint-inspect evaluate\" \(counts)>\n")
    sink.append("  <testsuite name=\"\(name)\" \(counts) skipped=\"\(skipped)\"")
    sink.append(" file=\"\(XMLText.escaped(head.manifestPath))\">\n")
    sink.append(cases)
    sink.append("  </testsuite>\n</testsuites>\n")
  }

  private func write(
    _ evaluation: FeatureEvaluation, _ head: ReportContext, to sink: inout ByteSink
  ) {
    let manifest = head.sentences.manifest
    let feature = manifest.features[evaluation.feature]
    let parents = manifest.ancestors(of: evaluation.feature).map { manifest.features[$0].id }
    let path = (parents + ["features"]).reversed().joined(separator: ".")
    sink.append("    <testcase name=\"\(XMLText.escaped(feature.id))\"")
    sink.append(" classname=\"\(XMLText.escaped(path))\"")
    guard evaluation.status != .available else { return sink.append("/>\n") }
    let element = head.required.contains(evaluation.feature) ? "failure" : "skipped"
    let message = "\(evaluation.status.name): \(head.sentences.headline(of: evaluation))"
    sink.append(">\n      <\(element) type=\"\(evaluation.status.name)\"")
    sink.append(" message=\"\(XMLText.escaped(message))\">")
    sink.append(XMLText.escaped(feature.name))
    for constraint in head.sentences.reported(of: evaluation, verbose: false) {
      for line in details(constraint, of: evaluation, head.sentences) {
        sink.append("\n" + XMLText.escaped(line))
      }
    }
    if let steps = head.sentences.stepsDisplayText(of: evaluation) {
      sink.append("\nNext step: " + XMLText.escaped(steps))
    }
    sink.append("</\(element)>\n    </testcase>\n")
  }

  private func details(
    _ constraint: ReportedConstraint, of evaluation: FeatureEvaluation, _ sentences: Sentences
  ) -> [String] {
    let name = sentences.name(of: constraint, seenFrom: evaluation.feature)
    return [line(constraint.evaluation.status, name, sentences.facts(of: constraint), evaluation)]
      + constraint.parts.map { part in
        let facts = part.facts(sentences).map { ": needs \($0.required), now \($0.actual)" } ?? ""
        return String(repeating: "  ", count: part.depth)
          + "\(part.status.symbol) \(part.name(in: sentences.manifest))\(facts)"
      }
  }

  /// With a question mark if unknown while another constraint decides.
  private func line(
    _ status: ConstraintStatus, _ name: String, _ facts: ConstraintDescription,
    _ evaluation: FeatureEvaluation
  ) -> String {
    let isBeside = evaluation.status == .unavailable && status == .notDetermined
    let mark = isBeside ? "? " : ""
    return "\(mark)\(name): needs \(facts.required), now \(facts.actual)"
  }
}
