internal import FlintCore

/// What the page says of constraints: less than the evaluator, which knows the state's values, and nothing that is not so.
struct PageSentences {
  let manifest: Manifest

  /// Where a constraint takes no part; nil where it always does.
  func inactive(_ constraint: Constraint, block: Int?, in feature: Int?) -> PageCase {
    var any: [PageCase] = []
    if case .platform(let platform, _) = constraint {
      any.append(.no(.test(.system(platform, nil))))
    }
    if let guarding = guarding(block, in: feature) { any.append(.no(guarding)) }
    return .any(any)
  }

  /// Where a constraint is open because nobody knows yet if its block applies.
  func hasOpenGuard(_ constraint: Constraint, block: Int?, in feature: Int?) -> PageCase {
    guard let guarding = guarding(block, in: feature) else { return .any([]) }
    return .all([.unknown(guarding), .not(.yes(manifest.meaning(of: constraint, in: feature)))])
  }

  private func guarding(_ block: Int?, in feature: Int?) -> Formula? {
    guard let block, let feature else { return nil }
    return manifest.meaning(
      of: manifest.features[feature].conditional[block].condition, in: feature)
  }

  /// Everything that can be said of a constraint, and where: the first that holds is said.
  func sentences(
    on constraint: Constraint, block: Int?, in feature: Int?
  ) -> [(when: PageCase, sentence: String)] {
    var all: [(when: PageCase, sentence: String)] = []
    if case .platform(let platform, _) = constraint {
      all.append((.no(.test(.system(platform, nil))), "concerns \(platform.name) only"))
    }
    if let guarding = guarding(block, in: feature) {
      all.append((.no(guarding), "not required here"))
    }
    let meaning = manifest.meaning(of: constraint, in: feature)
    return all + [
      (.no(meaning), sentence(on: constraint, .no)),
      (.unknown(meaning), sentence(on: constraint, .unknown)),
      (.always, sentence(on: constraint, .yes)),
    ]
  }

  private func sentence(on constraint: Constraint, _ truth: Ternary) -> String {
    switch constraint {
    case .platform(let platform, .any): return "every version of \(platform.name) will do"
    case .platform(let platform, .unsupported): return "not supported on \(platform.name)"
    case .runtimeEnabled:
      switch truth {
      case .yes: return "the app has it enabled"
      case .no: return "the app has it disabled"
      case .unknown: return "it is not known yet whether the app has it enabled"
      }
    case .userToggled:
      return truth == .yes ? "the user has it turned on" : "the user has it turned off"
    case .feature(let feature):
      let name = "“\(manifest.features[feature].name)”"
      switch truth {
      case .yes: return "\(name) is available"
      case .no: return "\(name) is not available"
      case .unknown: return "\(name) is not known yet to be available"
      }
    case .condition(let condition): return holds("“\(manifest.conditions[condition].name)”", truth)
    case .allOf(let conditions):
      return conditions.count == 1
        ? holds("its condition", truth)
        : spoken(truth, "all \(conditions.count) conditions hold", no: "not ")
    case .anyOf(let conditions):
      if conditions.count == 1 { return holds("its condition", truth) }
      return truth == .no
        ? "none of \(conditions.count) alternatives holds"
        : spoken(truth, "one of \(conditions.count) alternatives holds", no: "")
    case .not(let condition):
      let inside = condition.constraints.map(demand).joined(separator: " and ")
      switch truth {
      case .yes: return "this must not hold, and does not: \(inside)"
      case .no: return "this must not hold, and does: \(inside)"
      case .unknown:
        return "this must not hold, and it is not known yet whether it does: \(inside)"
      }
    case .platform(_, .versions), .platforms, .appVersion, .date, .permission, .purchase,
      .attribute, .rollout:
      let name = demand(constraint)
      switch truth {
      case .yes: return "as required: \(name)"
      case .no: return "this is required: \(name)"
      case .unknown: return "it is not known yet whether it is as required: \(name)"
      }
    }
  }

  private func demand(_ constraint: Constraint) -> String {
    var text = ""
    constraint.writeDemand(in: manifest, to: &text)
    return text
  }

  private func holds(_ name: String, _ truth: Ternary) -> String {
    truth == .no ? "\(name) does not hold" : spoken(truth, "\(name) holds", no: "")
  }

  private func spoken(_ truth: Ternary, _ statement: String, no negation: String) -> String {
    switch truth {
    case .yes: statement
    case .no: negation + statement
    case .unknown: "it is not known yet whether \(statement)"
    }
  }
}
