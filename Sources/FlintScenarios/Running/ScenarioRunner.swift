package import FlintAnalysis
package import FlintModel
package import FlintManifest

/// A runner of scenarios, which compares the actual results of features with the expected ones.
package struct ScenarioRunner: Sendable {
  package let manifest: Manifest

  /// If the manifest is a mutant (a copy with one mistake), the constraint that has another name in it than in the
  /// original manifest. The scenarios were written for the original manifest, so expected blockers contain the original
  /// name. Nil if the manifest is not a mutant, or if the mistake changes no name.
  private let renamed: RenamedConstraint?

  package init(_ manifest: Manifest, renamed: RenamedConstraint? = nil) {
    self.manifest = manifest
    self.renamed = renamed
  }

  /// Whether the feature has the expected status, blockers (constraints that keep it from being available) and next
  /// step in a state.
  ///
  /// - Parameter needs: The features and named conditions on which the feature depends, each after those on which it
  ///   depends itself. Only these are evaluated before the feature. By default, the dependencies of all features are
  ///   evaluated, which takes longer.
  func holds(
    _ expected: FeatureExpectation, in state: DeviceState, needs: [References.Target]? = nil
  ) -> Bool {
    let evaluator = Evaluator(manifest, in: state, knowing: needs ?? manifest.references.order)
    return expected.holds(of: evaluator.evaluate(expected.feature), in: manifest, renamed)
  }

  /// Runs one scenario to its end, even if expectations fail. If you run several scenarios, use the variant with a
  /// ``ClaimProof`` instead and pass the same one each time: it keeps results that make the next claims faster.
  ///
  /// - Parameter observe: A function that is called with every state that occurs in the steps or `cases` of the
  ///   scenario. It is not called for a claim, which is about all states.
  package func run(
    _ scenario: Scenario, observe: (DeviceState) -> Void = { _ in }
  ) throws(InputProblem) -> ScenarioResult {
    var proof = ClaimProof(of: manifest)
    return try run(scenario, provingWith: &proof, observe: observe)
  }

  /// Runs one scenario to its end, even if expectations fail.
  ///
  /// - Parameters:
  ///   - proof: The analysis that proves claims. It keeps intermediate results for the next scenario.
  ///   - observe: A function that is called with every state that occurs in the steps or `cases` of the scenario. It is
  ///     not called for a claim, which is about all states.
  /// - Throws: A problem that makes a result impossible, such as a permission request for which the scenario contains
  ///   no answer, or a claim whose condition `where` matches no state.
  package func run(
    _ scenario: Scenario, provingWith proof: inout ClaimProof,
    observe: (DeviceState) -> Void = { _ in }
  ) throws(InputProblem) -> ScenarioResult {
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
  ) throws(InputProblem) -> [ExpectationFailure] {
    var outcome: StepOutcome?
    if let action = step.action {
      switch device.perform(action) {
      case .done: break
      case .ended(let ended): outcome = ended
      case .unanswered(let permission):
        throw InputProblem(fact: .unanswered(permission), range: step.range)
      case .noDate: throw InputProblem(fact: .noDateToAdvance, range: step.range)
      case .tooFar: throw InputProblem(fact: .advancedTooFar, range: step.range)
      }
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
      // Most expectations are about the status only and are met, so this test avoids the full evaluation.
      if expectation.blockers == nil, expectation.nextStep == nil,
        expectation.status == evaluator.status(of: expectation.feature)
      {
        return nil
      }
      let found = evaluator.evaluate(expectation.feature)
      if expectation.holds(of: found, in: manifest, renamed) { return nil }
      return ExpectationFailure(
        range: expectation.range, location: location,
        fact: .feature(expected: expectation, found: found),
        sentences: Sentences(evaluator))
    }
  }

  // MARK: Claims

  private func broken(
    _ claim: Claim, at range: Range<Int>, _ proof: inout ClaimProof
  ) throws(InputProblem) -> ExpectationFailure? {
    let verdict: ClaimProof.Verdict
    do throws(LimitExceeded) { verdict = try proof.verdict(on: claim) } catch {
      throw InputProblem(fact: .claimTooLarge(steps: error.budget), range: range)
    }
    switch verdict {
    case .proven: return nil
    case .vacuous: throw InputProblem(fact: .impossibleCondition, range: range)
    case .counterexample(let state):
      let evaluator = Evaluator(manifest, in: state)
      let features = claim.formula.features.map { evaluator.evaluate($0) }
      return ExpectationFailure(
        range: range, location: .claim, fact: .claim(claim, features: features),
        sentences: Sentences(evaluator))
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

  /// Whether the actual next step is the expected one. True if the scenario expects no particular next step.
  func nextStepHolds(of found: FeatureEvaluation) -> Bool {
    switch nextStep {
    case nil: true
    case .nothing: found.nextStep == nil
    case .action(let action): found.nextStep?.action == action
    }
  }

  /// Whether the actual blockers (constraints that keep the feature from being available) are the expected ones. True
  /// if the scenario expects no particular blockers.
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
  /// Returns the names of the blockers (constraints that keep the feature from being available). For a constraint of a
  /// feature that contains this feature, the name is `FEATURE/CONSTRAINT`.
  package func blockerNames(in manifest: Manifest) -> [String] {
    blockers.map { $0.name(seenFrom: feature, in: manifest) }
  }
}
