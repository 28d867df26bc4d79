import FlintModel
import FlintText

/// One feature at a time, so that they are never all in memory.
protocol EvaluationRenderer {
  mutating func begin(_ head: ReportContext, into sink: inout ByteSink)

  /// Parents first.
  /// - Parameter old: In ``ReportContext/baseline``.
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
