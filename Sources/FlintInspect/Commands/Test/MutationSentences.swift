import FlintModel
import FlintScenarios

extension MutationReport {
  /// `83.3 %, 15 of 18 mutants killed, 2 equivalent`
  var summary: String {
    let mutants = tally.noticeable == 1 ? "mutant" : "mutants"
    var sum = "\(tally.percentText) %, \(tally.killed) of \(tally.noticeable) \(mutants) killed"
    if tally.equivalent > 0 { sum += ", \(tally.equivalent) equivalent" }
    return isReached ? sum : sum + "; \(requiredPercentText) % required"
  }

  var requiredPercentText: String {
    let percent = requiredPercent ?? 0
    return Int(exactly: percent).map { "\($0)" } ?? "\(percent)"
  }
}

extension MutationReport.Survivor {
  func message(in manifest: Manifest) -> String {
    "no scenario fails when " + whatIsDifferent(in: manifest)
  }

  /// `the toggle of 'playback' is on by default`
  func whatIsDifferent(in manifest: Manifest) -> String {
    let change = mutation.whatIsDifferent(in: manifest)
    if difference != nil { return change }
    return change + "; undecided: too complex to find a state that shows it"
  }
}

extension Mutation {
  fileprivate func whatIsDifferent(in manifest: Manifest) -> String {
    switch change {
    case .withoutConstraint(let name):
      return "'\(isWhole ? constraint ?? name : name)'\(phrase(in: manifest)) is no longer required"
    case .withoutOperand(let number, let kind):
      let ending = kind == .anyOf ? "is no longer accepted" : "is no longer required"
      return "condition \(number) of '\(kind.name)'\(phrase(in: manifest)) \(ending)"
    case .withoutPurchase(let expression):
      let ending = kind == .dropAlternative ? "is no longer accepted" : "is no longer required"
      return "'\(expression)'\(phrase(in: manifest)) \(ending)"
    case .withoutValue(let value): return "'\(value)'\(phrase(in: manifest)) is no longer accepted"
    case .withoutBound(let bound): return "the bound '\(bound)'\(phrase(in: manifest)) is removed"
    case .movedBound(let bound, let moved):
      return "the bound '\(bound)'\(phrase(in: manifest)) is changed to '\(moved)'"
    case .withoutKey(let key): return "'\(key)'\(phrase(in: manifest)) is no longer required"
    case .flipped(let value):
      switch subject {
      case .attribute(let attribute):
        return "attribute '\(manifest.attributes[attribute].id)' is \(value) by default"
      case .feature, .condition, .app:
        let what = constraint == nil && isFlag ? "'isEnabled'" : "the toggle"
        return "\(what)\(phrase(in: manifest)) is \(value.switchWord) by default"
      }
    }
  }

  private var isFlag: Bool { if case .isEnabled = location { true } else { false } }

  private var isWhole: Bool {
    if case .part(.constraints, let steps) = location { steps.count == 1 } else { false }
  }

  /// ` of 'playback'`; empty for an attribute's default.
  private func phrase(in manifest: Manifest) -> String {
    switch location {
    case .isEnabled(let feature): return " of '\(manifest.features[feature].id)'"
    case .attributeDefault: return ""
    case .appPlatform: return " of the app"
    case .part(.named(let condition), _):
      return " in the condition '\(manifest.conditions[condition].id)'"
    // Mutations never edit an assumption.
    case .part(.assumed(let assumption), _):
      return " in the assumption '\(manifest.assumptions[assumption].id)'"
    case .part(.guarding(let feature, let block), _):
      return " in the guard of conditional block \(block + 1) of '\(manifest.features[feature].id)'"
    case .part(.constraints(let feature, _), _):
      let owner = " of '\(manifest.features[feature].id)'"
      guard !isWhole, kind != .flipDefault, let constraint else { return owner }
      return " in '\(constraint)'" + owner
    }
  }
}
