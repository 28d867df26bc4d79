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

  /// The object of one constraint.
  /// - Parameter indentation: of the line that it begins.
  mutating func write(
    _ evaluation: ConstraintEvaluation, of owner: ConstraintOwner, indentation: Int,
    to sink: inout ByteSink
  ) {
    sink.append(literal: "{\"id\": \"")
    writePrefix(evaluation.block, to: &sink)
    // What is made of others is as long as it likes: its parts are remembered, and not the whole.
    if !evaluation.operands.isEmpty {
      writeResult(evaluation, of: owner, to: &sink)
      return writeOperands(of: evaluation, of: owner, indentation: indentation + 2, to: &sink)
    }
    key.removeAll()
    key.add(evaluation.constraint)
    key.add(
      UInt64(evaluation.status.rawValue) << 16 | (evaluation.hasUnknownGuard ? 1 << 8 : 0)
        | UInt64(fact(of: owner, for: evaluation.constraint).rawValue))
    if results.write(key, to: &sink) { return }
    guard results.hasRoom(for: key) else {
      writeResult(evaluation, of: owner, to: &sink)
      return sink.append(literal: "}")
    }
    var result = ByteSink()
    writeResult(evaluation, of: owner, to: &result)
    result.append(literal: "}")
    results.remember(result, as: key)
    sink.append(result)
  }

  /// The conditions that a constraint is made of, each on lines of its own.
  private mutating func writeOperands(
    of evaluation: ConstraintEvaluation, of owner: ConstraintOwner, indentation: Int,
    to sink: inout ByteSink
  ) {
    let inner = owner.inside(evaluation.constraint)
    sink.append(literal: ", \"operands\": [")
    for (index, operand) in evaluation.operands.enumerated() {
      if index > 0 { sink.append(literal: ",") }
      beginLine(indentation, &sink)
      sink.append(literal: "[")
      for (index, constraint) in operand.enumerated() {
        if index > 0 {
          sink.append(literal: ",")
          beginLine(indentation + 1, &sink)
        }
        write(constraint, of: inner, indentation: indentation + 1, to: &sink)
      }
      sink.append(literal: "]")
    }
    beginLine(indentation - 2, &sink)
    sink.append(literal: "]}")
  }

  private func beginLine(_ indentation: Int, _ sink: inout ByteSink) {
    sink.append(literal: "\n")
    sink.append(repeating: UInt8(ascii: " "), count: indentation)
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

  /// What the state says of the owner itself, where that matters: nothing else tells two owners of one constraint apart.
  private func fact(of owner: ConstraintOwner, for constraint: Constraint) -> Ternary {
    guard let feature = owner.feature else { return .unknown }
    return switch constraint {
    case .runtimeEnabled: sentences.state.runtimeFlag(of: feature)
    case .userToggled(let value):
      Ternary(sentences.state.toggle(of: feature, defaultValue: value))
    case .purchase: Ternary(owner.canBeUnlocked && sentences.state.isUnlocked(feature))
    case .platform, .platforms, .appVersion, .date, .permission, .attribute, .rollout, .feature,
      .condition, .allOf, .anyOf, .not:
      .unknown
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

  /// What stands behind the opening quote of the name, up to the closing brace.
  private func writeResult(
    _ evaluation: ConstraintEvaluation, of owner: ConstraintOwner, to sink: inout ByteSink
  ) {
    let constraint = evaluation.constraint
    let facts = ConstraintFacts(evaluation, of: owner, sentences)
    writeBareName(of: constraint, to: &sink)
    sink.append(literal: ", \"kind\": ")
    sink.appendJSON(constraint.kind.name)
    sink.append(literal: ", \"owner\": ")
    if let owner = constraint.owner(in: manifest) {
      sink.appendJSON(owner.name)
    } else {
      sink.append(literal: "null")
    }
    sink.append(literal: ", \"status\": ")
    sink.appendJSON(evaluation.status.name)
    sink.append(literal: ", \"required\": ")
    sink.appendJSON(facts.required)
    sink.append(literal: ", \"actual\": ")
    sink.appendJSON(facts.actual)
    sink.append(literal: ", \"message\": ")
    sink.appendJSON(sentences.message(of: evaluation, of: owner))
  }
}
