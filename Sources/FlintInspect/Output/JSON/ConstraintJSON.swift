import FlintModel
import FlintText

struct ConstraintJSON {
  private let sentences: Sentences
  private let manifest: Manifest

  init(_ sentences: Sentences) {
    self.sentences = sentences
    manifest = sentences.manifest
  }

  func write(
    _ evaluation: ConstraintEvaluation, of owner: ConstraintContext, to json: inout JSONWriter
  ) {
    let constraint = evaluation.constraint
    let facts = ConstraintFacts(evaluation, of: owner, sentences)
    // `beginObject` is used because the closure that `object` takes would retain a copy of the state.
    json.beginObject()
    json.member("id", constraint.name(block: evaluation.block, in: manifest))
    json.member("kind", constraint.kind.name)
    json.member("owner", constraint.owner(in: manifest)?.name)
    json.member("status", evaluation.status.name)
    json.key("required")
    json.value(facts.required)
    json.key("actual")
    json.value(facts.actual)
    json.member("message", sentences.message(of: evaluation, of: owner))
    if constraint.isComposite {
      let inner = owner.inside(constraint)
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
}

extension Constraint {
  fileprivate var isComposite: Bool {
    switch self {
    case .condition, .allOf, .anyOf, .not: true
    case .requirement, .feature: false
    }
  }
}
