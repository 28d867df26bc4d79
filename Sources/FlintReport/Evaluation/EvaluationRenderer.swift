package import FlintCore
package import FlintText

/// One format of an evaluation, written while the features are evaluated so that nothing holds all results.
package protocol EvaluationRenderer {
  mutating func begin(_ head: ReportContext, into sink: inout ByteSink)

  /// Writes one feature; in pre-order. `old` is its result in the ``ReportContext/baseline`` where there is one.
  mutating func add(
    _ evaluation: FeatureEvaluation, baseline old: FeatureEvaluation?, into sink: inout ByteSink)

  mutating func end(into sink: inout ByteSink)
}

extension EvaluationRenderer {
  package mutating func add(_ evaluation: FeatureEvaluation, into sink: inout ByteSink) {
    add(evaluation, baseline: nil, into: &sink)
  }
}

extension FeatureEvaluation {
  /// Whether somebody who asks if, why not, or what to do gets another answer than from `old`.
  package func differs(from old: FeatureEvaluation) -> Bool {
    status != old.status || nextStep != old.nextStep || blockers != old.blockers
  }
}
