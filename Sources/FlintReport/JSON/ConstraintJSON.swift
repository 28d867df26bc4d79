internal import FlintCore
internal import FlintManifest

/// Judged constraints and their names as JSON.
struct ConstraintJSON {
  private let evaluator: Evaluator
  private let manifest: Manifest
  private var results: FragmentCache<ResultKey>
  private var names: FragmentCache<Constraint>

  init(_ evaluator: Evaluator) {
    self.evaluator = evaluator
    manifest = evaluator.manifest
    results = FragmentCache()
    names = FragmentCache()
  }

  /// Everything that a constraint's result depends on.
  private struct ResultKey: Hashable {
    let constraint: Constraint
    let status: ConstraintStatus
    let hasUnknownGuard: Bool

    /// What the state says of the feature itself, where that matters.
    let ofFeature: Ternary
  }

  /// The object of one constraint of a feature.
  mutating func write(
    _ evaluation: ConstraintEvaluation, in feature: Int, to sink: inout ByteSink
  ) {
    sink.append("{\"id\": \"")
    writePrefix(evaluation.block, to: &sink)
    let key = ResultKey(
      constraint: evaluation.constraint, status: evaluation.status,
      hasUnknownGuard: evaluation.hasUnknownGuard,
      ofFeature: fact(of: feature, for: evaluation.constraint))
    results.withFragment(key) { [evaluator] in
      Self.writeResult(evaluation, in: feature, evaluator, to: &$0)
    } use: {
      sink.append($0)
    }
  }

  /// The constraint's id as a JSON string.
  mutating func writeName(of evaluation: ConstraintEvaluation, to sink: inout ByteSink) {
    sink.append("\"")
    writePrefix(evaluation.block, to: &sink)
    names.withFragment(evaluation.constraint) { [manifest] in
      Self.writeBareName(of: evaluation.constraint, in: manifest, to: &$0)
    } use: {
      sink.append($0)
    }
  }

  private func fact(of feature: Int, for constraint: Constraint) -> Ternary {
    switch constraint {
    case .runtimeEnabled: evaluator.state.runtimeFlag(of: feature)
    case .userToggled(let value):
      Ternary(evaluator.state.toggle(of: feature, defaultValue: value))
    case .purchase: Ternary(evaluator.state.isUnlocked(feature))
    case .platform, .appVersion, .permission, .attribute: .unknown
    }
  }

  private func writePrefix(_ block: Int?, to sink: inout ByteSink) {
    guard let block else { return }
    sink.append("when[")
    sink.append(Int64(block + 1))
    sink.append("]/")
  }

  /// The name without its opening quote and the block's prefix.
  private static func writeBareName(
    of constraint: Constraint, in manifest: Manifest, to sink: inout ByteSink
  ) {
    // The JSON text of the name but for its first quote, which stands before the prefix.
    var quoted = JSONText.quoted(constraint.name(in: manifest))
    quoted.withUTF8 { sink.append(UnsafeBufferPointer(rebasing: $0.dropFirst())) }
  }

  private static func writeResult(
    _ evaluation: ConstraintEvaluation, in feature: Int, _ evaluator: Evaluator,
    to sink: inout ByteSink
  ) {
    let constraint = evaluation.constraint
    let facts = ConstraintFacts(constraint, in: feature, evaluator.state)
    writeBareName(of: constraint, in: evaluator.manifest, to: &sink)
    sink.append(", \"kind\": ")
    sink.appendJSON(constraint.kind.name)
    sink.append(", \"owner\": ")
    sink.appendJSON(constraint.owner(in: evaluator.manifest).name)
    sink.append(", \"status\": ")
    sink.appendJSON(evaluation.status.name)
    sink.append(", \"required\": ")
    sink.appendJSON(facts.required)
    sink.append(", \"actual\": ")
    sink.appendJSON(facts.actual)
    sink.append(", \"message\": ")
    sink.appendJSON(evaluator.message(of: evaluation, in: feature))
    sink.append("}")
  }
}
