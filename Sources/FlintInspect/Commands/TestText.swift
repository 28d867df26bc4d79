extension ExpectationFailure {
  private var manifest: Manifest { sentences.manifest }

  private func name(of feature: Int) -> String { "“\(manifest.features[feature].name)”" }

  private var prefix: String {
    switch location {
    case .step(let number): "step \(number): "
    case .row(let number): "case \(number): "
    case .claim: ""
    }
  }

  /// `step 2: “Speed”: expected available, got unavailable; the user's toggle is off`
  var sentence: String {
    let subject =
      if case .feature(_, let found) = fact { "\(name(of: found.feature)): " } else { "" }
    let (expected, actual) = Value.differing(expectedValue, actualValue)
    return (["\(prefix)\(subject)expected \(expected.text), got \(actual.text)"] + reasons)
      .joined(separator: "; ")
  }

  var message: String {
    switch fact {
    case .feature(let expected, let found):
      return prefix + name(of: found.feature) + difference(expected, found)
    case .outcome(let expected, let found, _):
      let outcome = found?.rawValue ?? "neither outcome"
      return "\(prefix)expected \(expected.rawValue), got \(outcome)"
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

  /// An expected or actual value, in words or as JSON.
  enum Value {
    /// A status, a claim, or whether a step is performed or refused. Nil if it is neither.
    case word(String?)
    case facts(Facts)

    /// The actual statuses of a claim's features, by id.
    case statuses([(key: String, value: FeatureStatus)])

    static func differing(_ expected: Value, _ actual: Value) -> (Value, Value) {
      guard case .facts(var expected) = expected, case .facts(var actual) = actual else {
        return (expected, actual)
      }
      if expected.status == actual.status { (expected.status, actual.status) = (nil, nil) }
      if expected.blockers == actual.blockers { (expected.blockers, actual.blockers) = (nil, nil) }
      if expected.nextStep == actual.nextStep { (expected.nextStep, actual.nextStep) = (nil, nil) }
      return (.facts(expected), .facts(actual))
    }

    /// `unavailable; no next step`
    var text: String {
      switch self {
      case .word(let word): word ?? "neither outcome"
      case .facts(let facts): facts.text
      case .statuses(let statuses):
        statuses.map { "\($0.key) \($0.value.name)" }.list()
      }
    }
  }

  /// A feature's expected or actual results. A nil member is not compared, or the same in both. A
  /// `nextStep` of `.some(nil)` means no next step.
  struct Facts {
    var status: FeatureStatus?
    var blockers: [String]?
    var nextStep: NextStep.Action??

    fileprivate var text: String {
      let blocked = blockers.map { blockers in
        blockers.isEmpty ? "no blockers" : "blocked by \(blockers.list())"
      }
      let step = nextStep.map { $0.map { "next step \($0.name)" } ?? "no next step" }
      return [status?.name, blocked, step].compactMap(\.self).list()
    }
  }

  var expectedValue: Value {
    switch fact {
    case .outcome(let expected, _, _): .word(expected.rawValue)
    case .feature(let expected, _) where expected.isStatusAlone: .word(expected.status?.name ?? "")
    case .feature(let expected, _):
      .facts(
        Facts(
          status: expected.status, blockers: expected.blockers,
          nextStep: expected.nextStep.map {
            if case .action(let action) = $0 { action } else { nil }
          }))
    case .claim(let claim, _):
      .word((claim.quantifier == .never ? "never " : "always ") + claim.formula.text(in: manifest))
    }
  }

  var actualValue: Value {
    switch fact {
    case .outcome(_, let found, _): .word(found?.rawValue)
    case .feature(let expected, let found) where expected.isStatusAlone: .word(found.status.name)
    case .feature(let expected, let found):
      .facts(
        Facts(
          status: expected.status.map { _ in found.status },
          blockers: expected.blockers.map { _ in found.blockerNames(in: manifest) },
          nextStep: expected.nextStep.map { _ in found.nextStep?.action }))
    case .claim(_, let features):
      .statuses(features.map { (manifest.features[$0.feature].id, $0.status) })
    }
  }

  var expected: String { expectedValue.text }

  var actual: String { actualValue.text }

  var reasons: [String] {
    switch fact {
    case .feature(_, let found): return reasons(for: found)
    case .outcome(_, _, let feature): return feature.map { reasons(for: $0) } ?? []
    case .claim(_, let features):
      return features.flatMap { feature in
        reasons(for: feature).map { "\(name(of: feature.feature)): \($0)" }
      }
        + unknownAttributes.map { attribute in
          """
          only where attribute '\(manifest.attributes[attribute].id)' is unknown; if it never is, \
          declare "alwaysKnown": true with its default
          """
        }
    }
  }

  private func reasons(for found: FeatureEvaluation) -> [String] {
    if found.status == .available { return ["no constraint blocks it"] }
    return found.blockers.map { blocker in
      let sentence = sentences.evaluator.message(of: blocker.constraint, in: blocker.feature)
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
    let words =
      ["flint-inspect", "evaluate", ShellWord.path(manifestPath)]
      + features.map { manifest.features[$0].id }
    return (words + StateArguments(sentences.state.given, of: manifest).words).joined(
      separator: " ")
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
      let text = operand.text(in: manifest)
      return if case .feature = operand { text } else { "(\(text))" }
    }.joined(separator: separator)
  }
}

extension ScenarioReport {
  var summary: String {
    let scenarios = counted(results.count, "scenario")
    return "\(scenarios): \(passed) passed, \(failed) failed"
  }

  /// `97.0 %, 33 of 34 outcomes covered`; nil if not measured.
  var coverageMeasure: SuiteMeasure? {
    coverage.map { coverage in
      SuiteMeasure(
        title: "Coverage",
        value:
          "\(coverage.percentText) %, \(coverage.seen) of \(coverage.count) outcomes covered",
        required: requiredPercent,
        isReached: requiredPercent.map { coverage.percent >= $0 } ?? true)
    }
  }

  var neverSeen: [Coverage.Item] { coverage?.filter { !$0.isSeen } ?? [] }

  /// `turbo-downloads/runtimeEnabled: no scenario in which it is not satisfied`
  func sentence(for item: Coverage.Item) -> String {
    let feature = manifest.features[item.feature].id
    let subject = item.constraint.map { "\(feature)/\($0)" } ?? feature
    let state = item.constraint == nil ? "available" : "satisfied"
    let outcome = item.isPositive ? state : "not \(state)"
    let sentence = "\(subject): no scenario in which it is \(outcome)"
    return item.isUndecided ? "\(sentence); undecided: too complex to analyze" : sentence
  }
}

/// The coverage or the mutation score of a suite.
struct SuiteMeasure {
  let title: String
  let value: String

  /// In percent.
  let required: Double?
  let isReached: Bool

  var summary: String { isReached ? value : "\(value); \(requiredText ?? "") % required" }

  /// `coverage 97.0 %, 33 of 34 outcomes covered`
  var text: String { "\(title.lowercased()) \(summary)" }

  var requiredText: String? {
    required.map { percent in Int(exactly: percent).map { "\($0)" } ?? "\(percent)" }
  }

  var line: Line {
    """
    \(isReached ? "" : "✗ ", .bad)\("\(title): ", .strong)\(summary, isReached ? .plain : .bad)
    """
  }

  /// A suite with a case for the required percentage, if there is one.
  func suite(_ name: String, file: String, details: [String] = []) -> JUnitSuite {
    var suite = JUnitSuite(name: name, file: file, output: [summary] + details)
    if let requiredText {
      suite.add(
        "\(title.lowercased()) of at least \(requiredText) %", of: file,
        isReached ? .passed : .failed(name, summary, []))
    }
    return suite
  }
}

struct MutationReport {
  let tally: MutationTally

  /// In the order of the manifest's text.
  let survivors: [Survivor]

  let requiredPercent: Double?

  struct Survivor {
    let mutation: Mutation
    let position: SourcePosition

    /// A state that shows the mistake; nil if the search reaches its limit.
    let difference: MutantProof.Difference?

    var suggestedCase: RecordedCase? { difference?.recordedCase }
  }

  /// `83.3 %, 15 of 18 mutants killed, 2 equivalent`
  var measure: SuiteMeasure {
    let mutants = tally.noticeable == 1 ? "mutant" : "mutants"
    var sum = "\(tally.percentText) %, \(tally.killed) of \(tally.noticeable) \(mutants) killed"
    if tally.equivalent > 0 { sum += ", \(tally.equivalent) equivalent" }
    return SuiteMeasure(
      title: "Mutation score", value: sum, required: requiredPercent,
      isReached: requiredPercent.map { tally.reaches($0) } ?? true)
  }
}

extension MutationReport.Survivor {
  func message(in manifest: Manifest) -> String {
    "no scenario fails when \(whatIsDifferent(in: manifest))"
  }

  /// `the toggle of 'playback' is on by default`
  func whatIsDifferent(in manifest: Manifest) -> String {
    let change = mutation.whatIsDifferent(in: manifest)
    if difference != nil { return change }
    return "\(change); undecided: too complex to find a state that shows it"
  }
}

extension Mutation {
  fileprivate func whatIsDifferent(in manifest: Manifest) -> String {
    switch change {
    case .without(let what):
      let ending = kind == .dropAlternative ? "accepted" : "required"
      return "\(what)\(phrase(in: manifest)) is no longer \(ending)"
    case .withoutBound(let bound): return "the bound '\(bound)'\(phrase(in: manifest)) is removed"
    case .movedBound(let bound, let moved):
      return "the bound '\(bound)'\(phrase(in: manifest)) is changed to '\(moved)'"
    case .flipped(let value):
      switch subject {
      case .attribute(let attribute):
        return "attribute '\(manifest.attributes[attribute].id)' is \(value) by default"
      case .feature, .condition, .app:
        let what = constraint == nil && isFlag ? "'isEnabled'" : "the toggle"
        return "\(what)\(phrase(in: manifest)) is \(value.switchWord) by default"
      }
    case .neighbour, .replacement: return ""
    }
  }

  private var isFlag: Bool { if case .isEnabled = location { true } else { false } }

  private var isWhole: Bool {
    if case .part(.constraints, let steps) = location { steps.count == 1 } else { false }
  }

  /// Where the mistake is: ` of 'playback'`; empty for an attribute's default.
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
      return " in '\(constraint)'\(owner)"
    }
  }
}
