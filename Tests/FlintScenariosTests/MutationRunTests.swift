import FlintAnalysis
import FlintManifest
import FlintModel
import FlintText
import RandomModels
import TestSupport
import Testing

@testable import FlintScenarios

@Suite("Running a suite on mutants")
struct MutationRunTests {
  /// Tests one mutant: runs every scenario on it, and compares it with the manifest over every state.
  private func judge(
    _ mutation: Mutation, _ suite: RandomSuite
  ) -> (isEquivalent: Bool, isNoticed: Bool, mutant: Manifest) {
    let manifest = suite.file.manifest
    var mutant = manifest
    mutation.apply(to: &mutant)
    let runner = ScenarioRunner(mutant, renamed: mutation.renamedConstraint(in: mutant))
    let isNoticed = suite.scenarios.contains { scenario in
      (try? runner.run(scenario).isPassed) != true
    }
    // If no state satisfies the assumptions of both, no feature differs.
    let difference = try? Differences.between(manifest, mutant)
    return (difference?.features.isEmpty ?? true, isNoticed, mutant)
  }

  @Test(
    "The outcome of each mutant is that of running every scenario, and a suggested case kills it",
    arguments: TestDepth.seeds(1, thorough: 60), [RandomManifestShape.tiny, .tinyAndPlain, wide])
  func outcomes(seed: UInt64, shape: RandomManifestShape) throws {
    let suite = try RandomSuite(seed: seed, shape)
    let manifest = suite.file.manifest
    var run = MutationRun(suite.scenarios, of: manifest, ManifestLocations(suite.file))
    for mutation in run.mutations {
      let (isEquivalent, isNoticed, mutant) = judge(mutation, suite)
      let comment: Comment = "seed \(seed): \(mutation.kind) at \(mutation.location)"
      switch run.outcome(of: mutation) {
      case .equivalent: #expect(isEquivalent, comment)
      case .killed: #expect(!isEquivalent && isNoticed, comment)
      case .survived(let difference):
        #expect(!isEquivalent && !isNoticed, comment)
        guard let difference else {
          Issue.record("no case: \(comment)")
          continue
        }
        var expected = FeatureExpectation(feature: difference.feature, range: 0..<0)
        expected.status = difference.status
        #expect(
          ScenarioRunner(manifest).holds(expected, in: Evaluator(manifest, in: difference.state)),
          comment)
        #expect(
          !ScenarioRunner(mutant).holds(expected, in: Evaluator(mutant, in: difference.state)),
          comment)
        for manifest in [manifest, mutant] {
          #expect(Evaluator(manifest, in: difference.state).brokenAssumptions.isEmpty, comment)
        }
      }
    }
  }

  /// Manifests with more features that require each other, and with more blocks.
  private static let wide: RandomManifestShape = {
    var shape = RandomManifestShape.tiny
    (shape.features, shape.conditions, shape.width) = (5, 3, 2)
    return shape
  }()

  @Test("A moved deployment target of the app is noticed by cases, stories and claims")
  func app() throws {
    let text = #"""
      { "manifestVersion": 1, "app": { "platforms": { "iOS": 16, "macOS": 13 } },
        "features": [
          { "id": "f", "features": [{ "id": "inside", "constraints": { "not": { "features": ["g"] } } }] },
          { "id": "g", "constraints": { "runtimeEnabled": true } }] }
      """#
    let file = try ManifestFile(SourceFile(path: "m.json", text: SourceText(text)))
    let old = #"{ "platform": "iOS", "osVersion": 16 }"#
    for (scenario, killed) in [
      (#""cases": [{ "given": \#(old), "expect": { "f": "available" } }]"#, true),
      (#""cases": [{ "given": \#(old), "expect": { "inside": { "blockers": ["not"] } } }]"#, true),
      (
        #""given": \#(old), "steps": [{ "disable": "g", "expect": { "inside": "available" } }]"#,
        true
      ),
      (
        #""always": { "available": "f" }, "where": { "platform": "iOS", "osVersion": { "below": "16.0.1" } }"#,
        true
      ),
      (#""always": { "available": "f" }"#, false),
      (
        #""cases": [{ "given": { "osVersion": "16.0.1" }, "expect": { "f": "available" } }]"#, false
      ),
    ] {
      let suite = #"{ "scenarioVersion": 1, "scenarios": [{ "name": "it", \#(scenario) }] }"#
      let scenarios = try ScenarioFile(
        SourceFile(path: "s.json", text: SourceText(suite)), for: file
      ).scenarios
      var run = MutationRun(scenarios, of: file.manifest, ManifestLocations(file))
      let mutation = try #require(run.mutations.first)
      #expect(mutation.subject == .app)
      switch run.outcome(of: mutation) {
      case .killed: #expect(killed, "\(scenario)")
      case .survived(let difference):
        #expect(!killed, "\(scenario)")
        #expect(difference != nil)
      case .equivalent: Issue.record("\(scenario)")
      }
    }
  }

  @Test("A constraint keeps its name although the mutant requires less")
  func names() throws {
    let suite = try suite(
      #"{ "purchases": [{ "allOf": ["A", "B"] }, "A"] }"#,
      expecting: #"{ "blockers": ["purchase:A and B", "purchase:A"] }"#)
    // Without B, two constraints are equal, and the first one keeps its name.
    #expect(survivors(of: suite) == [.without("'B'")])
  }

  @Test("A flow that requests nothing, and one without an answer, kill the mutant")
  func flows() throws {
    let suite = try suite(
      #"{ "permissions": ["camera"], "conditional": [{ "when": { "appVersion": "2" }, "constraints": { "permissions": ["photos"] } }] }"#,
      steps: #"""
        { "requestPermissions": { "feature": "f", "answers": { "camera": "authorized" } }, "expect": "completed" },
        { "expect": { "f": "available" } }
        """#, given: #"{ "appVersion": "1" }"#)
    // Without its guard, the block requests the photos permission. It has no answer, so an error kills the mutant.
    #expect(!survivors(of: suite).contains(.without("'appVersion'")))
    #expect(survivors(of: suite).contains(.without("'when[1]/permission:photos'")))
  }

  @Test(
    "A text pattern without one of its texts differs where that text matches"
  )
  func patterns() throws {
    let suite = try suite(
      #"{ "attributes": { "land": { "endsWith": ["D", "F"] } } }"#, expecting: #""undetermined""#)
    #expect(survivors(of: suite) == [.without("'D'"), .without("'F'")])
  }

  @Test("A claim detects a mutant of an assumption's condition that makes more states possible")
  func assumptions() throws {
    let manifest = try manifestFile(
      #"""
      { "manifestVersion": 1,
        "attributes": [
          { "id": "a", "type": "boolean" }, { "id": "b", "type": "boolean" },
          { "id": "z", "type": "boolean" }],
        "conditions": [{ "id": "both", "is": { "attributes": { "a": true, "b": true } } }],
        "assume": [{ "id": "usual", "that": { "conditions": ["both"] } }],
        "features": [{ "id": "f", "constraints": { "anyOf": [
          { "conditions": ["both"], "attributes": { "z": true } },
          { "attributes": { "a": true, "b": true } }] } }] }
      """#)
    let scenarios = try scenarioFile(
      #"{ "scenarioVersion": 1, "scenarios": [{ "name": "it", "never": { "unavailable": "f" } }] }"#,
      for: manifest
    ).scenarios
    #expect(try ScenarioRunner(manifest.manifest).run(scenarios[0]).isPassed)
    // If the condition lacks `b`, states in which `b` is false are possible, and the feature is unavailable in some.
    // The mutants of the feature itself survive.
    #expect(
      survivors(of: (manifest, scenarios))
        == ["anyOf", "condition:both", "attribute:a", "attribute:b"].map { .without("'\($0)'") })
  }

  @Test("A claim about one feature detects a mutant of another feature that an assumption requires")
  func otherFeature() throws {
    let manifest = try manifestFile(
      #"""
      { "manifestVersion": 1,
        "attributes": [{ "id": "a", "type": "boolean" }, { "id": "b", "type": "boolean" }],
        "assume": [{ "id": "usual", "that": { "features": ["required"] } }],
        "features": [
          { "id": "required", "constraints": { "attributes": { "a": true, "b": true } } },
          { "id": "claimed", "constraints": { "attributes": { "a": true } } }] }
      """#)
    let scenarios = try scenarioFile(
      #"{ "scenarioVersion": 1, "scenarios": [{ "name": "it", "never": { "unavailable": "claimed" } }] }"#,
      for: manifest
    ).scenarios
    #expect(try ScenarioRunner(manifest.manifest).run(scenarios[0]).isPassed)
    // If `required` lacks the constraint on `a`, states without it are possible, and `claimed` is unavailable in them.
    // The mutants without one of the other constraints survive.
    #expect(
      survivors(of: (manifest, scenarios))
        == ["attribute:b", "attribute:a"].map { .without("'\($0)'") })
  }

  @Test(
    "The suggested state satisfies a mutant's assumption that requires two changed declarations")
  func suggestedState() throws {
    // Without the constraint on `low`, the conditions `low` and `both` and the feature change.
    let file = try manifestFile(
      #"""
      { "manifestVersion": 1,
        "attributes": [
          { "id": "low", "type": "boolean", "default": false },
          { "id": "escape", "type": "boolean", "default": false }],
        "conditions": [
          { "id": "low", "is": { "attributes": { "low": true } } },
          { "id": "both", "is": { "conditions": ["low"], "features": ["f"] } }],
        "assume": [{ "id": "usual", "that": { "anyOf": [
          { "not": { "conditions": ["both"] } }, { "attributes": { "escape": true } }] } }],
        "features": [{ "id": "f", "constraints": {
          "conditions": ["low"], "appVersion": { "below": "2" } } }] }
      """#)
    var run = MutationRun([], of: file.manifest, ManifestLocations(file))
    let mutation = try #require(
      run.mutations.first { $0.change == .without("'attribute:low'") })
    guard case .survived(let difference?) = run.outcome(of: mutation) else {
      Issue.record("the mutant survives an empty suite")
      return
    }
    var mutant = file.manifest
    mutation.apply(to: &mutant)
    for manifest in [file.manifest, mutant] {
      #expect(Evaluator(manifest, in: difference.state).brokenAssumptions.isEmpty)
    }
  }

  // MARK: Handwritten suites

  private typealias Suite = (file: ManifestFile, scenarios: [Scenario])

  private func suite(
    _ constraints: String, expecting expected: String = "", steps: String? = nil,
    given: String = "{}"
  ) throws -> Suite {
    let manifest = try manifestFile(
      #"""
      { "manifestVersion": 1,
        "products": [{ "id": "A", "type": "nonConsumable" }, { "id": "B", "type": "nonConsumable" }],
        "attributes": [{ "id": "land", "type": "text" }],
        "features": [{ "id": "f", "constraints": \#(constraints) }] }
      """#)
    let steps = steps ?? #"{ "expect": { "f": \#(expected) } }"#
    let scenarios = try scenarioFile(
      #"{ "scenarioVersion": 1, "scenarios": [{ "name": "it", "given": \#(given), "steps": [\#(steps)] }] }"#,
      for: manifest
    ).scenarios
    for scenario in scenarios {
      #expect(try ScenarioRunner(manifest.manifest).run(scenario).isPassed)
    }
    return (manifest, scenarios)
  }

  private func survivors(of suite: Suite) -> [Mutation.Change] {
    var run = MutationRun(suite.scenarios, of: suite.file.manifest, ManifestLocations(suite.file))
    return run.mutations.filter {
      if case .survived = run.outcome(of: $0) { true } else { false }
    }.map(\.change)
  }
}

@Suite("The mutation score")
struct MutationTallyTests {
  private func tally(killed: Int, survived: Int, equivalent: Int = 0) -> MutationTally {
    var tally = MutationTally()
    (tally.killed, tally.survived, tally.equivalent) = (killed, survived, equivalent)
    return tally
  }

  @Test(
    "Is rounded down to one decimal, and is 100 without mutants",
    arguments: [
      (0, 0, "100.0"), (0, 1, "0.0"), (15, 3, "83.3"), (2, 1, "66.6"), (999, 1, "99.9"),
      (9999, 1, "99.9"), (7, 0, "100.0"),
    ])
  func text(killed: Int, survived: Int, text: String) {
    #expect(tally(killed: killed, survived: survived, equivalent: 5).percentText == text)
  }

  @Test(
    "Is compared as an exact fraction",
    arguments: [
      (2, 1, 66.6, true), (2, 1, 66.66, true), (2, 1, 66.66666666666667, false),
      (2, 1, 66.7, false), (667, 333, 66.7, true), (1, 6, 14.285714285714286, false),
      (1, 6, 14.28571428571428, true), (0, 0, 100, true), (1, 0, 100, true), (99, 1, 99, true),
      (99, 1, 99.01, false), (1, 999_999, 0.0001, true), (0, 1, 0, true), (0, 1, 1e-9, false),
      (1, 1_000_000_000, 1e-7, false), (Int.max / 1000, 0, 100, true),
    ] as [(Int, Int, Double, Bool)])
  func demand(killed: Int, survived: Int, percent: Double, isReached: Bool) {
    #expect(tally(killed: killed, survived: survived).reaches(percent) == isReached)
  }
}
