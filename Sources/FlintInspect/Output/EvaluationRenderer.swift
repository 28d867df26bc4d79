import FlintModel
import FlintText

/// A writer of an evaluation's results in one output format. It receives one feature at a time, as soon as the feature
/// is evaluated, so the results of all features are never in memory at once.
protocol EvaluationRenderer {
  mutating func begin(_ head: ReportContext, into sink: inout ByteSink)

  /// Writes the result of one feature. The caller passes each feature before the features inside it.
  ///
  /// - Parameter old: The feature's result in the ``ReportContext/baseline``, the state to compare with; nil if there
  ///   is none.
  mutating func add(
    _ evaluation: FeatureEvaluation, baseline old: FeatureEvaluation?, into sink: inout ByteSink)

  mutating func end(into sink: inout ByteSink)
}

extension FeatureEvaluation {
  /// Whether the status, or the constraints that block the feature, differ from those in another state.
  func differs(from old: FeatureEvaluation) -> Bool {
    status != old.status
      || blockers.map(BlockerIdentity.init) != old.blockers.map(BlockerIdentity.init)
  }
}
