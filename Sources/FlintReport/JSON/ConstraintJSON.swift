internal import FlintCore
internal import FlintManifest

/// Judged constraints and their names as JSON.
struct ConstraintJSON {
  private let evaluator: Evaluator
  private let manifest: Manifest
  private var results = FragmentCache<ResultKey>()
  private var names = FragmentCache<NameKey>()

  init(_ evaluator: Evaluator) {
    self.evaluator = evaluator
    manifest = evaluator.manifest
  }

  /// Everything that a constraint's result depends on.
  private struct ResultKey: FragmentKey {
    let constraint: Constraint

    /// Equal versions can be written differently.
    let writtenParts: UInt8
    let status: ConstraintStatus
    let hasUnknownGuard: Bool

    /// What the state says of the feature itself, where that matters.
    let ofFeature: Ternary

    var fingerprint: UInt64 {
      var fingerprint = Fingerprint()
      fingerprint.add(constraint)
      fingerprint.add(
        UInt64(writtenParts) << 24 | UInt64(status.rawValue) << 16
          | UInt64(ofFeature.rawValue) << 8 | (hasUnknownGuard ? 1 : 0))
      return fingerprint.value
    }
  }

  private struct NameKey: FragmentKey {
    let constraint: Constraint

    var fingerprint: UInt64 {
      var fingerprint = Fingerprint()
      fingerprint.add(constraint)
      return fingerprint.value
    }
  }

  /// The object of one constraint of a feature.
  mutating func write(
    _ evaluation: ConstraintEvaluation, in feature: Int, to sink: inout ByteSink
  ) {
    sink.append("{\"id\": \"")
    writePrefix(evaluation.block, to: &sink)
    let key = ResultKey(
      constraint: evaluation.constraint, writtenParts: writtenParts(of: evaluation.constraint),
      status: evaluation.status, hasUnknownGuard: evaluation.hasUnknownGuard,
      ofFeature: fact(of: feature, for: evaluation.constraint))
    if results.write(key, to: &sink) { return }
    var result = ByteSink()
    writeResult(evaluation, in: feature, to: &result)
    results.remember(result, as: key)
    sink.append(result)
  }

  /// The constraint's id as a JSON string.
  mutating func writeName(of evaluation: ConstraintEvaluation, to sink: inout ByteSink) {
    sink.append("\"")
    writePrefix(evaluation.block, to: &sink)
    let key = NameKey(constraint: evaluation.constraint)
    if names.write(key, to: &sink) { return }
    var name = ByteSink()
    writeBareName(of: evaluation.constraint, to: &name)
    names.remember(name, as: key)
    sink.append(name)
  }

  private func writtenParts(of constraint: Constraint) -> UInt8 {
    switch constraint {
    case .platform(_, .versions(let range)), .appVersion(let range):
      (range.atLeast?.writtenParts ?? 0) << 2 | (range.below?.writtenParts ?? 0)
    case .platform, .runtimeEnabled, .userToggled, .permission, .purchase, .attribute: 0
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
  private func writeBareName(of constraint: Constraint, to sink: inout ByteSink) {
    var quoted = JSONText.quoted(constraint.name(in: manifest))
    quoted.withUTF8 { sink.append(UnsafeBufferPointer(rebasing: $0.dropFirst())) }
  }

  private func writeResult(
    _ evaluation: ConstraintEvaluation, in feature: Int, to sink: inout ByteSink
  ) {
    let constraint = evaluation.constraint
    let facts = ConstraintFacts(constraint, in: feature, evaluator.state)
    writeBareName(of: constraint, to: &sink)
    sink.append(", \"kind\": ")
    sink.appendJSON(constraint.kind.name)
    sink.append(", \"owner\": ")
    sink.appendJSON(constraint.owner(in: manifest).name)
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
