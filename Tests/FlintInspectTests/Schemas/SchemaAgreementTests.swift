import FlintModel
import FlintText
import RandomModels
import TestSupport
import Testing

@testable import FlintInspect
@testable import FlintManifest
@testable import FlintScenarios

/// Checks that readers and schemas support the same format. If only one of them supports a part, some change is valid
/// for one and invalid for the other.
@Suite("Schemas and readers")
struct SchemaAgreementTests {
  @Test("Agree on random manifests with states, and on their single changes")
  func manifests() throws {
    var comparison = try Comparison(with: .manifest) { document in
      var reader = ManifestReader()
      _ = reader.read(document)
      return reader.problems.found
    }
    let states = try SchemaValidator(.state)
    var manifests: [(source: String, tree: JSONTree)] = []
    for seed in TestDepth.seeds(1, thorough: 40) {
      let manifest = try RandomFile(seed: seed).tree
      manifests.append(("manifest of seed \(seed)", manifest))
      guard case .object(let members)? = manifest.member("states") else { continue }
      for (name, state) in members {
        let problem = states.problem(in: state)
        #expect(problem == nil, "seed \(seed), state '\(name)'")
      }
    }
    for example in try Example.all() where example.schema == .manifest {
      manifests.append((example.app, example.tree))
    }
    // Equal changes are tried once. Small manifests come first, because a change of a small one is tried sooner.
    manifests.sort { $0.tree.text.utf8.count < $1.tree.text.utf8.count }
    for (source, tree) in manifests { try comparison.compare(tree, from: source) }
    let inConditions = ObjectGrammar.featureCondition.names
    comparison.expectRefusals(in: "constraints", of: ObjectGrammar.constraints.names)
    comparison.expectRefusals(in: "block", of: inConditions)
    comparison.expectRefusals(in: "condition", of: inConditions)
    comparison.expectRefusals(
      in: "named condition", of: ObjectGrammar.namedCondition.names)
    comparison.expectRefusals(in: "state", of: StateSection.allCases.map(\.name))
    comparison.expectRefusals(in: "feature", of: ObjectGrammar.feature.names)
    comparison.expectRefusals(in: "app", of: ObjectGrammar.app.names)
  }

  @Test("Agree on scenarios, and on their single changes")
  func scenarios() throws {
    let file = try ManifestFile(
      SourceFile(path: "m.json", text: SourceText(ScenarioSamples.manifest)))
    var comparison = try Comparison(with: .scenarios) { document in
      var reader = ScenarioReader(file)
      _ = document.withRoot { reader.read($0) }
      return reader.problems.found
    }
    for scenario in ObjectGrammar.scenarioBodies.map(ScenarioSamples.scenario) {
      let text = "{\"scenarioVersion\": 1, \"scenarios\": [\(scenario)]}"
      try comparison.compare(try JSONTree(text), from: scenario)
    }
    comparison.expectRefusals(in: "scenario", of: ObjectGrammar.scenario.names)
    comparison.expectRefusals(in: "step", of: ObjectGrammar.step.names)
    comparison.expectRefusals(in: "claim", of: ObjectGrammar.claim.names)
    comparison.expectRefusals(
      in: "where", of: ObjectGrammar.stateCondition.names)
  }

  @Test("Accept every file of the example apps")
  func examples() throws {
    let examples = try Example.all()
    for example in examples {
      let problem = try SchemaValidator(example.schema).problem(in: example.tree)
      #expect(problem == nil, "\(example.app)/\(example.name)")
    }
    let kinds = Set(examples.map(\.schema))
    #expect(kinds == [.manifest, .state, .scenarios, .evaluation])
  }
}
