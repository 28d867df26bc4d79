package struct ScenarioRunner: Sendable {
  package let manifest: Manifest

  private let renamed: RenamedConstraint?

  package init(_ manifest: Manifest, renamed: RenamedConstraint? = nil) {
    self.manifest = manifest
    self.renamed = renamed
  }

  func holds(_ expected: FeatureExpectation, in evaluator: Evaluator) -> Bool {
    // Most expectations are about the status only and are met, so this test avoids the full evaluation.
    if expected.blockers == nil, expected.nextStep == nil {
      return expected.status.map { $0 == evaluator.status(of: expected.feature) } ?? true
    }
    return expected.holds(of: evaluator.evaluate(expected.feature), in: manifest, renamed)
  }

  /// Runs a single scenario. Several scenarios should share a ``ClaimProof``.
  /// - Parameter observe: Called with every state, except of claims.
  package func run(
    _ scenario: Scenario, observe: (DeviceState) -> Void = { _ in }
  ) throws(Diagnostic) -> ScenarioResult {
    var proof = ClaimProof(of: manifest)
    return try run(scenario, provingWith: &proof, observe: observe)
  }

  /// Runs the scenario to its end, even after failures.
  /// - Parameters:
  /// - proof: Keeps results for the next claim.
  /// - observe: Called with every state, except of claims.
  /// - Throws: What makes a result impossible, such as a missing answer.
  package func run(
    _ scenario: Scenario, provingWith proof: inout ClaimProof,
    observe: (DeviceState) -> Void = { _ in }
  ) throws(Diagnostic) -> ScenarioResult {
    var failures: [ExpectationFailure] = []
    var counterexample: DeviceState?
    switch scenario.body {
    case .story(let given, let steps):
      var device = ScriptedDevice(given, of: manifest)
      observe(device.state)
      for (index, step) in steps.enumerated() {
        failures += try run(step, number: index + 1, on: &device, observe)
      }
    case .cases(let cases):
      for (index, row) in cases.enumerated() {
        observe(row.given)
        failures += failed(row.expected, in: row.given, at: .row(index + 1))
      }
    case .claim(let claim, let range):
      if let failure = try broken(claim, at: range, &proof) {
        failures = [failure]
        counterexample = failure.sentences.state.given
      }
    }
    return ScenarioResult(
      name: scenario.name, range: scenario.range, failures: failures,
      counterexample: counterexample)
  }

  // MARK: Stories

  private func run(
    _ step: Scenario.Step, number: Int, on device: inout ScriptedDevice,
    _ observe: (DeviceState) -> Void
  ) throws(Diagnostic) -> [ExpectationFailure] {
    var outcome: StepOutcome?
    if let action = step.action {
      outcome = try device.perform(action, at: step.range)
      observe(device.state)
    }
    switch step.expected {
    case nil: return []
    case .features(let expected): return failed(expected, in: device.state, at: .step(number))
    case .outcome(let expected, let range):
      if outcome == expected { return [] }
      let evaluator = Evaluator(manifest, in: device.state)
      let feature = step.action?.feature.map { evaluator.evaluate($0) }
      return [
        ExpectationFailure(
          range: range, location: .step(number),
          fact: .outcome(expected: expected, found: outcome, feature: feature),
          sentences: Sentences(evaluator))
      ]
    }
  }

  private func failed(
    _ expected: [FeatureExpectation], in state: DeviceState,
    at location: ExpectationFailure.Location
  ) -> [ExpectationFailure] {
    let evaluator = Evaluator(manifest, in: state)
    return expected.compactMap { expectation in
      if holds(expectation, in: evaluator) { return nil }
      let found = evaluator.evaluate(expectation.feature)
      return ExpectationFailure(
        range: expectation.range, location: location,
        fact: .feature(expected: expectation, found: found),
        sentences: Sentences(evaluator))
    }
  }

  // MARK: Claims

  private func broken(
    _ claim: Claim, at range: Range<Int>, _ proof: inout ClaimProof
  ) throws(Diagnostic) -> ExpectationFailure? {
    let verdict: ClaimProof.Verdict
    do throws(LimitExceeded) { verdict = try proof.verdict(on: claim) } catch {
      throw Diagnostic(
        .claimTooLarge, "the claim is too complex to prove within \(error.budget) steps",
        hint: "split the claim into claims about fewer features"
      ).at(range)
    }
    switch verdict {
    case .proven: return nil
    case .vacuous: throw Diagnostic(.impossibleCondition, "no state matches 'where'").at(range)
    case .counterexample(let state):
      let evaluator = Evaluator(manifest, in: state)
      let features = claim.formula.features.map { evaluator.evaluate($0) }
      return ExpectationFailure(
        range: range, location: .claim, fact: .claim(claim, features: features),
        sentences: Sentences(evaluator),
        unknownAttributes: proof.unknownAttributes(inBreaking: claim))
    }
  }
}

extension FeatureExpectation {
  fileprivate func holds(
    of found: FeatureEvaluation, in manifest: Manifest, _ renamed: RenamedConstraint?
  ) -> Bool {
    if let status, status != found.status { return false }
    return blockersHold(of: found, in: manifest, renamed) && nextStepHolds(of: found)
  }

  /// Whether the next step is as expected. True if the expectation leaves it open.
  func nextStepHolds(of found: FeatureEvaluation) -> Bool {
    switch nextStep {
    case nil: true
    case .nothing: found.nextStep == nil
    case .action(let action): found.nextStep?.action == action
    }
  }

  /// Whether the blockers are as expected. True if the expectation leaves them open.
  package func blockersHold(
    of found: FeatureEvaluation, in manifest: Manifest, _ renamed: RenamedConstraint? = nil
  ) -> Bool {
    guard let blockers else { return true }
    let names =
      renamed.map { $0.blockerNames(of: found, in: manifest) } ?? found.blockerNames(in: manifest)
    return blockers.elementsEqual(names) { $0.isSame(as: $1) }
  }
}

extension FeatureEvaluation {
  /// Names of all blockers; `FEATURE/CONSTRAINT` for an ancestor's constraint.
  package func blockerNames(in manifest: Manifest) -> [String] {
    blockers.map { $0.name(seenFrom: feature, in: manifest) }
  }
}

package struct ScenarioResult: Sendable {
  package let name: String

  /// Where the scenario is in its file, in bytes.
  package let range: Range<Int>

  /// In the file's order.
  package let failures: [ExpectationFailure]

  /// Nil unless a claim failed.
  package let counterexample: DeviceState?

  package var isPassed: Bool { failures.isEmpty }
}

package struct ExpectationFailure: Sendable {
  /// Where the failed expectation is in its file, in bytes.
  package let range: Range<Int>

  package let location: Location
  package let fact: Fact

  /// Describes the state in which the expectation failed.
  package let sentences: Sentences

  /// Attributes that are unknown in every state that breaks the claim.
  package var unknownAttributes: [Int] = []

  package enum Location: Equatable, Sendable {
    /// The step's number, from 1.
    case step(Int)

    /// The case's number, from 1.
    case row(Int)
    case claim
  }

  package enum Fact: Sendable {
    case feature(expected: FeatureExpectation, found: FeatureEvaluation)

    /// An action had another outcome than expected. `found` is nil without an outcome, `feature` if
    /// the action concerns none.
    case outcome(expected: StepOutcome, found: StepOutcome?, feature: FeatureEvaluation?)
    case claim(Claim, features: [FeatureEvaluation])
  }
}

/// Performs the steps of a story.
struct ScriptedDevice {
  private let manifest: Manifest

  private var real: DeviceState

  private var overrides: [Int: PurchaseStatus] = [:]

  init(_ state: DeviceState, of manifest: Manifest) {
    self.manifest = manifest
    real = state
  }

  /// The device's state, with overrides in place of real purchases.
  var state: DeviceState {
    guard !overrides.isEmpty else { return real }
    var state = real
    for (product, status) in overrides { state.purchases[product] = .status(status) }
    return state
  }

  /// - Parameter range: The step's bytes in its file.
  /// - Throws: What makes the step impossible, such as a missing answer.
  mutating func perform(
    _ action: StepAction, at range: Range<Int>
  ) throws(Diagnostic) -> StepOutcome? {
    switch action {
    case .change(let change): change(&real)
    case .purchase(let product): real.buy(product, in: manifest)
    case .override(let changes): for (product, status) in changes { overrides[product] = status }
    case .advance(let span):
      guard let date = real.date else {
        throw Diagnostic(
          .invalidAdvance, "the state has no date to advance",
          hint: "set a date with \"set\": { \"date\": \"2026-12-01\" }"
        ).at(range)
      }
      guard let later = date.advanced(months: span.months, seconds: span.seconds) else {
        throw Diagnostic(.invalidAdvance, "the step would move the date beyond the year 9999")
          .at(range)
      }
      real.date = later
    case .requestPermissions(let script): return try authorise(script, at: range)
    case .perform(let feature, _):
      let status = Evaluator(manifest, in: state).status(of: feature)
      return status == .available ? .performed : .refused
    }
    return nil
  }

  private mutating func authorise(
    _ script: AuthorisationScript, at range: Range<Int>
  ) throws(Diagnostic) -> StepOutcome {
    let wanted = Evaluator(manifest, in: state).permissionsToAuthorise(for: script.feature)
    var flow = AuthorisationFlow(for: wanted)
    flow.askFirst(for: script.order)
    while let permission = flow.next(status: status) {
      if script.skip.contains(permission) {
        flow.skip()
      } else if script.cancelAt == permission {
        flow.cancel()
      } else if let answer = script.answers[permission] {
        real.setStatus(answer, of: permission)
      } else {
        throw Diagnostic(
          .unansweredPermission,
          "the step requests permission '\(permission.name)', but 'answers' has no answer for it",
          hint:
            "add \"\(permission.name)\": \"authorized\" to 'answers', or the permission to 'skip'"
        ).at(range)
      }
    }
    return flow.isCancelled ? .cancelled : .completed
  }

  private func status(of permission: SystemPermission) -> SystemPermissionStatus {
    ResolvedState(real, in: manifest).status(of: permission)
  }
}
