internal import FlintCore
internal import FlintText

/// A writer of evaluated constraints, and of constraint ids, as JSON.
struct ConstraintJSON {
  private let sentences: Sentences
  private let manifest: Manifest

  /// The state in which the constraints are evaluated. It is also in `sentences`, but reading it there would copy it
  /// for each constraint.
  private let state: ResolvedState
  private var results = FragmentCache()
  private var names = FragmentCache()
  private var objects = GuardPrefixes { name, json in
    json.beginObject()
    json.member("id", name)
  }
  private var strings = GuardPrefixes { $1.string($0) }

  /// The key for the next lookup in a cache of JSON fragments. It is a property so that its memory is reused.
  private var key = FragmentKey()

  init(_ sentences: Sentences) {
    self.sentences = sentences
    manifest = sentences.manifest
    state = sentences.state
  }

  /// Writes one constraint as a JSON object.
  mutating func write(
    _ evaluation: ConstraintEvaluation, of owner: ConstraintContext, to json: inout JSONWriter
  ) {
    // A constraint with operands can be arbitrarily long: only its operands are cached.
    if evaluation.constraint.isComposite {
      return writeWhole(evaluation, of: owner, to: &json)
    }
    key.removeAll()
    key.add(evaluation.constraint)
    key.add(
      UInt64(evaluation.status.rawValue) << 16 | (evaluation.hasUnknownGuard ? 1 << 8 : 0)
        | UInt64(fact(of: owner, for: evaluation.constraint).rawValue))
    objects.prepare(evaluation.block)
    if results.write(key, after: objects, evaluation.block, to: &json) { return }
    guard results.hasRoom(for: key) else {
      return writeWhole(evaluation, of: owner, to: &json)
    }
    var result = JSONWriter(.facts)
    writeResult(evaluation, block: nil, of: owner, to: &result)
    result.endObject()
    results.remember(result.finish(), from: objects.length, as: key)
    _ = results.write(key, after: objects, evaluation.block, to: &json)
  }

  /// Writes the constraint's id as a JSON string.
  mutating func writeName(of evaluation: ConstraintEvaluation, to json: inout JSONWriter) {
    let constraint = evaluation.constraint
    key.removeAll()
    key.add(constraint)
    strings.prepare(evaluation.block)
    if names.write(key, after: strings, evaluation.block, to: &json) { return }
    guard names.hasRoom(for: key) else {
      return json.string(constraint.name(block: evaluation.block, in: manifest))
    }
    var name = JSONWriter(.facts)
    name.string(constraint.name(in: manifest))
    names.remember(name.finish(), from: strings.length, as: key)
    _ = names.write(key, after: strings, evaluation.block, to: &json)
  }

  /// Returns the fact about the declaring feature on which the JSON of a constraint depends. It is a part of the key
  /// under which this JSON is cached. For `runtimeEnabled` and `userToggled`, it is the feature's runtime flag or
  /// toggle; for a purchase, it is whether the app has unlocked the feature. All other constraints have the same JSON
  /// in every feature, so the result is the constant `unknown`.
  private func fact(of owner: ConstraintContext, for constraint: Constraint) -> Ternary {
    guard let feature = owner.feature else { return .unknown }
    return switch constraint {
    case .requirement(.runtimeEnabled): state.runtimeFlag(of: feature)
    case .requirement(.userToggled(let value)):
      Ternary(state.toggle(of: feature, defaultValue: value))
    case .requirement(.purchase): Ternary(owner.canBeUnlocked && state.isUnlocked(feature))
    case .requirement, .feature, .condition, .allOf, .anyOf, .not:
      .unknown
    }
  }

  /// Writes a constraint as a complete JSON object, including its operands. This object is not taken from a cache,
  /// because an object with operands can be arbitrarily long. Operands that have no operands themselves are taken from
  /// a cache.
  private mutating func writeWhole(
    _ evaluation: ConstraintEvaluation, of owner: ConstraintContext, to json: inout JSONWriter
  ) {
    writeResult(evaluation, block: evaluation.block, of: owner, to: &json)
    if evaluation.constraint.isComposite {
      let inner = owner.inside(evaluation.constraint)
      json.key("operands")
      json.beginArray(.lines)
      for operand in evaluation.operands {
        json.beginArray(.lines)
        for constraint in operand { write(constraint, of: inner, to: &json) }
        json.endArray()
      }
      json.endArray()
    }
    json.endObject()
  }

  /// Writes the JSON object of a constraint, without the operands and without the closing brace.
  private func writeResult(
    _ evaluation: ConstraintEvaluation, block: Int?, of owner: ConstraintContext,
    to json: inout JSONWriter
  ) {
    let constraint = evaluation.constraint
    let facts = ConstraintFacts(evaluation, of: owner, sentences)
    // `beginObject` is used because the closure that `object` takes would retain a copy of the state.
    json.beginObject()
    json.member("id", constraint.name(block: block, in: manifest))
    json.member("kind", constraint.kind.name)
    json.member("owner", constraint.owner(in: manifest)?.name)
    json.member("status", evaluation.status.name)
    json.key("required")
    json.value(facts.required)
    json.key("actual")
    json.value(facts.actual)
    json.member("message", sentences.message(of: evaluation, of: owner))
  }
}

extension Constraint {
  /// Whether the constraint consists of other constraints, its operands, as an `allOf` does.
  fileprivate var isComposite: Bool {
    switch self {
    case .condition, .allOf, .anyOf, .not: true
    case .requirement, .feature:
      false
    }
  }
}
