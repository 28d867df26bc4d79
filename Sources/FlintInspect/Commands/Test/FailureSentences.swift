import FlintAnalysis
import FlintModel
import FlintScenarios

extension ExpectationFailure {
  private var manifest: Manifest { sentences.manifest }

  private func name(of feature: Int) -> String { "“\(manifest.features[feature].name)”" }

  var message: String {
    let prefix =
      switch location {
      case .step(let number): "step \(number): "
      case .row(let number): "case \(number): "
      case .claim: ""
      }
    switch fact {
    case .feature(let expected, let found):
      return prefix + name(of: found.feature) + difference(expected, found)
    case .outcome(let expected, let found, _):
      let outcome = found?.rawValue ?? "neither outcome"
      return prefix + "expected \(expected.rawValue), got \(outcome)"
    case .claim(let claim, _):
      return claim.quantifier == .never
        ? "the 'never' claim is false: a state matches it"
        : "the 'always' claim is false: a state does not match it"
    }
  }

  private func difference(_ expected: FeatureExpectation, _ found: FeatureEvaluation) -> String {
    if let status = expected.status, status != found.status {
      return " is \(found.status.name), expected \(status.name)"
    }
    if !expected.blockersHold(of: found, in: manifest) {
      return " is \(found.status.name), but has different blockers than expected"
    }
    return " has a different next step than expected"
  }

  var expected: String {
    switch fact {
    case .feature(let expected, _):
      return text(
        expected.status?.name, expected.blockers,
        expected.nextStep.map { if case .action(let action) = $0 { action.name } else { nil } })
    case .outcome(let expected, _, _): return expected.rawValue
    case .claim(let claim, _):
      return (claim.quantifier == .never ? "never " : "always ") + claim.formula.text(in: manifest)
    }
  }

  /// `unavailable; no next step`
  var actual: String {
    switch fact {
    case .feature(let expected, let found):
      return text(
        expected.status.map { _ in found.status.name },
        expected.blockers.map { _ in found.blockerNames(in: manifest) },
        expected.nextStep.map { _ in found.nextStep?.action.name })
    case .outcome(_, let found, _): return found?.rawValue ?? "neither outcome"
    case .claim(_, let features):
      return features.map { "\(manifest.features[$0.feature].id) \($0.status.name)" }
        .joined(separator: ", ")
    }
  }

  private func text(_ status: String?, _ blockers: [String]?, _ nextStep: String??) -> String {
    var parts: [String] = []
    if let status { parts.append(status) }
    if let blockers {
      parts.append(
        blockers.isEmpty ? "no blockers" : "blocked by " + blockers.joined(separator: ", "))
    }
    if let nextStep { parts.append(nextStep.map { "next step \($0)" } ?? "no next step") }
    return parts.joined(separator: "; ")
  }

  var reasons: [String] {
    switch fact {
    case .feature(_, let found): return reasons(for: found)
    case .outcome(_, _, let feature): return feature.map { reasons(for: $0) } ?? []
    case .claim(_, let features):
      return features.flatMap { feature in
        reasons(for: feature).map { "\(name(of: feature.feature)): \($0)" }
      }
    }
  }

  private func reasons(for found: FeatureEvaluation) -> [String] {
    if found.status == .available { return ["no constraint blocks it"] }
    return found.blockers.map { blocker in
      let sentence = sentences.message(of: blocker.constraint, in: blocker.feature)
      if blocker.feature == found.feature { return sentence }
      return (blocker.feature.map { name(of: $0) } ?? "the app") + ": \(sentence)"
    }
  }

  var features: [Int] {
    switch fact {
    case .feature(let expected, _): [expected.feature]
    case .outcome(_, _, let feature): feature.map { [$0.feature] } ?? []
    case .claim(_, let features): features.map(\.feature)
    }
  }

  func command(manifestPath: String) -> String {
    let ids = features.map { manifest.features[$0].id }
    let words = ["flint-inspect", "evaluate", ShellWord.path(manifestPath)] + ids
    let arguments = StateArguments(sentences.state.given, of: manifest)
    return (words + arguments.words).joined(separator: " ")
  }
}

extension ClaimFormula {
  /// `not (available a or available b)`
  func text(in manifest: Manifest) -> String {
    switch self {
    case .feature(let feature, let status): "\(status.name) \(manifest.features[feature].id)"
    case .allOf(let operands): joined(operands, " and ", manifest)
    case .anyOf(let operands): joined(operands, " or ", manifest)
    case .not(let operand): "not (\(operand.text(in: manifest)))"
    }
  }

  private func joined(
    _ operands: [ClaimFormula], _ separator: String, _ manifest: Manifest
  ) -> String {
    operands.map { operand in
      if case .feature = operand {
        operand.text(in: manifest)
      } else {
        "(\(operand.text(in: manifest)))"
      }
    }.joined(separator: separator)
  }
}
