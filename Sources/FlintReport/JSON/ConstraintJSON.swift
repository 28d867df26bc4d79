internal import FlintCore
internal import FlintText

/// Judged constraints and their names as JSON.
struct ConstraintJSON {
  private let sentences: Sentences
  private let manifest: Manifest
  private var results = FragmentCache()
  private var names = FragmentCache()

  /// What is looked for; kept for its memory.
  private var key = FragmentKey()

  init(_ sentences: Sentences) {
    self.sentences = sentences
    manifest = sentences.manifest
  }

  /// The object of one constraint of a feature.
  mutating func write(
    _ evaluation: ConstraintEvaluation, in feature: Int, to sink: inout ByteSink
  ) {
    sink.append(literal: "{\"id\": \"")
    writePrefix(evaluation.block, to: &sink)
    key.removeAll()
    key.add(evaluation.constraint)
    key.add(
      UInt64(evaluation.status.rawValue) << 16 | (evaluation.hasUnknownGuard ? 1 << 8 : 0)
        | UInt64(fact(of: feature, for: evaluation.constraint).rawValue))
    if results.write(key, to: &sink) { return }
    guard results.hasRoom(for: key) else {
      return writeResult(evaluation, in: feature, to: &sink)
    }
    var result = ByteSink()
    writeResult(evaluation, in: feature, to: &result)
    results.remember(result, as: key)
    sink.append(result)
  }

  /// The constraint's id as a JSON string.
  mutating func writeName(of evaluation: ConstraintEvaluation, to sink: inout ByteSink) {
    sink.append(literal: "\"")
    writePrefix(evaluation.block, to: &sink)
    key.removeAll()
    key.add(evaluation.constraint)
    if names.write(key, to: &sink) { return }
    guard names.hasRoom(for: key) else {
      return writeBareName(of: evaluation.constraint, to: &sink)
    }
    var name = ByteSink()
    writeBareName(of: evaluation.constraint, to: &name)
    names.remember(name, as: key)
    sink.append(name)
  }

  /// What the state says of the feature itself, where that matters.
  private func fact(of feature: Int, for constraint: Constraint) -> Ternary {
    switch constraint {
    case .runtimeEnabled: sentences.state.runtimeFlag(of: feature)
    case .userToggled(let value):
      Ternary(sentences.state.toggle(of: feature, defaultValue: value))
    case .purchase: Ternary(sentences.state.isUnlocked(feature))
    case .platform, .appVersion, .permission, .attribute: .unknown
    }
  }

  private func writePrefix(_ block: Int?, to sink: inout ByteSink) {
    guard let block else { return }
    sink.append(literal: "when[")
    sink.append(Int64(block + 1))
    sink.append(literal: "]/")
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
    let facts = ConstraintFacts(constraint, in: feature, sentences.state)
    writeBareName(of: constraint, to: &sink)
    sink.append(literal: ", \"kind\": ")
    sink.appendJSON(constraint.kind.name)
    sink.append(literal: ", \"owner\": ")
    sink.appendJSON(constraint.owner(in: manifest).name)
    sink.append(literal: ", \"status\": ")
    sink.appendJSON(evaluation.status.name)
    sink.append(literal: ", \"required\": ")
    sink.appendJSON(facts.required)
    sink.append(literal: ", \"actual\": ")
    sink.appendJSON(facts.actual)
    sink.append(literal: ", \"message\": ")
    sink.appendJSON(sentences.message(of: evaluation, in: feature))
    sink.append(literal: "}")
  }
}
