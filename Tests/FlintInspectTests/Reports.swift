import FlintModel
import FlintText
import RandomModels
import TestSupport

@testable import FlintInspect

/// Returns a format's output for all features.
func render(
  _ head: ReportContext, as format: (EvaluationReport, inout ByteSink) -> Void
) -> String {
  let evaluator = head.sentences.evaluator
  let baseline = head.baseline?.sentences.evaluator
  let features = head.features ?? Array(evaluator.manifest.features.indices)
  let results = features.map { (evaluator.evaluate($0), old: baseline?.evaluate($0)) }
  var sink = ByteSink()
  let listed = results.filter { evaluation, old in
    old.map { evaluation.differs(from: $0) } ?? true
  }
  format(EvaluationReport(head: head, results: AnyIterator(listed.makeIterator())), &sink)
  return sink.string
}

func renderJSON(_ head: ReportContext) -> String {
  render(head) { $0.writeJSON(into: &$1) }
}
