/// What is made of conditions, in words: how far it is, and by what.
extension Evaluator {
  /// `none of 2 alternatives holds: iOS at least 17; macOS and the photo library permission`
  func writeAlternatives(_ evaluation: ConstraintEvaluation, to text: inout String) {
    let truths = evaluation.operands.map(truth)
    let count = truths.count
    switch truths.reduce(Ternary.no, { $0 || $1 }) {
    case .yes:
      let met = truths.count { $0 == .yes }
      text += count == 1 ? "its condition holds" : "\(met) of \(count) alternatives \(holds(met))"
      write(evaluation.operands.indices.filter { truths[$0] == .yes }, of: evaluation, to: &text)
    case .no:
      text += count == 1 ? "its condition does not hold" : "none of \(count) alternatives holds"
      write(Array(truths.indices), of: evaluation, to: &text)
    case .unknown:
      text += "it is not known yet whether "
      text += count == 1 ? "its condition holds" : "one of \(count) alternatives holds"
      write(truths.indices.filter { truths[$0] == .unknown }, of: evaluation, to: &text)
    }
  }

  /// `1 of 3 conditions does not hold: the camera permission`
  func writeAll(_ evaluation: ConstraintEvaluation, to text: inout String) {
    let truths = evaluation.operands.map(truth)
    let count = truths.count
    switch truths.reduce(Ternary.yes, { $0 && $1 }) {
    case .yes: text += count == 1 ? "its condition holds" : "all \(count) conditions hold"
    case .no:
      let missing = truths.indices.filter { truths[$0] == .no }
      text += count == 1 ? "its condition " : "\(missing.count) of \(count) conditions "
      text += missing.count == 1 ? "does not hold" : "do not hold"
      write(missing, of: evaluation, to: &text)
    case .unknown:
      text += "it is not known yet whether "
      text += count == 1 ? "its condition holds" : "all \(count) conditions hold"
      write(truths.indices.filter { truths[$0] == .unknown }, of: evaluation, to: &text)
    }
  }

  /// `this must not hold, and does: “Internal staff” is on`
  func writeExclusion(
    _ evaluation: ConstraintEvaluation, of owner: ConstraintOwner, to text: inout String
  ) {
    let inside = evaluation.operands[0]
    let whole = truth(inside)
    switch whole {
    case .yes: text += "this must not hold, and does: "
    case .no: text += "this must not hold, and does not: "
    case .unknown: text += "this must not hold, and it is not known yet whether it does: "
    }
    // Of what does not hold, the parts that do say nothing.
    for (index, constraint) in inside.filter({ $0.status.truth == whole }).enumerated() {
      if index > 0 { text += ", and " }
      writeMessage(of: constraint, of: owner, to: &text)
    }
  }

  private func truth(_ operand: [ConstraintEvaluation]) -> Ternary {
    operand.reduce(.yes) { $0 && $1.status.truth }
  }

  private func holds(_ count: Int) -> String { count == 1 ? "holds" : "hold" }

  /// Writes some of the operands by what they demand; of many, the first few.
  private func write(
    _ operands: [Int], of evaluation: ConstraintEvaluation, to text: inout String
  ) {
    let few = 3
    for (position, operand) in operands.prefix(few).enumerated() {
      text += position == 0 ? ": " : "; "
      for (index, constraint) in evaluation.operands[operand].enumerated() {
        if index > 0 { text += " and " }
        constraint.constraint.writeDemand(in: manifest, to: &text)
      }
    }
    if operands.count > few { text += "; and \(operands.count - few) more" }
  }
}

extension Constraint {
  /// Writes what a constraint demands, as people say it: `iOS at least 17`, `the camera permission`, `“Build” is “beta”`.
  package func writeDemand(in manifest: Manifest, to text: inout String) {
    switch self {
    case .platform(let platform, let versions):
      text += platform.name
      switch versions {
      case .any: break
      case .unsupported: text += " not at all"
      case .versions(let range): write(range, to: &text)
      }
    case .platforms(let platforms):
      for (index, supported) in platforms.enumerated() {
        if index > 0 { text += " or " }
        text += supported.platform.name
        if let versions = supported.versions { write(versions, to: &text) }
      }
    case .appVersion(let range):
      text += "app version"
      write(range, to: &text)
    case .date(let range):
      text += "a date of "
      range.writeSpoken(to: &text)
    case .permission(let requirement):
      text += "the \(requirement.permission.spokenName) permission"
      if let statuses = requirement.statuses { text += " (\(alternatives(statuses.map(\.name))))" }
    case .attribute(let requirement):
      let attribute = manifest.attributes[requirement.attribute]
      text += "“\(attribute.name)” is "
      attribute.write(requirement.accepted, to: &text)
    case .rollout(let requirement):
      text +=
        "the first \(requirement.percent) percent of “\(manifest.buckets[requirement.bucket])”"
    case .not(let condition):
      text += "not "
      for (index, constraint) in condition.constraints.enumerated() {
        if index > 0 { text += " and " }
        constraint.writeDemand(in: manifest, to: &text)
      }
    case .allOf(let conditions):
      text += conditions.count == 1 ? "one condition" : "all of \(conditions.count) conditions"
    case .anyOf(let conditions):
      text += conditions.count == 1 ? "one condition" : "one of \(conditions.count) alternatives"
    case .runtimeEnabled, .userToggled, .purchase, .feature, .condition:
      writeSpokenName(in: manifest, to: &text)
    }
  }

  private func write(_ range: VersionRange, to text: inout String) {
    text += " "
    range.writeSpoken(to: &text)
  }
}
