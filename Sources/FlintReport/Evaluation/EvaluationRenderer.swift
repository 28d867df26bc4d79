package import FlintCore
package import FlintText

/// An output format of an evaluation. Features are written while they are evaluated, so the results are never all in
/// memory.
package protocol EvaluationRenderer {
  mutating func begin(_ head: ReportContext, into sink: inout ByteSink)

  /// Writes one feature. Features are passed in pre-order.
  ///
  /// - Parameter old: The feature's result in the ``ReportContext/baseline``, if there is one.
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
  /// Whether the status, the blockers or the next step differ from those of `old`.
  package func differs(from old: FeatureEvaluation) -> Bool {
    status != old.status || nextStep != old.nextStep || blockers != old.blockers
  }
}
