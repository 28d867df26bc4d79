import FlintManifest
import FlintScenarios
import FlintText
import TestSupport
import Testing

@Suite("Running scenarios")
struct ScenarioRunnerTests {
  @Test(
    "Passes, fails at a step, case or claim, or is an error",
    arguments: ExampleFile.examples("scenario-runs"))
  func run(example: ExampleFile.Example) throws {
    let manifest = try manifestFile(example.header)
    let text = #"{"scenarioVersion": 1, "scenarios": [{"name": "it", \#(example.text)}]}"#
    let file = try scenarioFile(text, for: manifest)
    var found: [String] = []
    do {
      let result = try ScenarioRunner(manifest.manifest).run(file.scenarios[0])
      let places = result.failures.map { "\($0.location)" }.joined(separator: ", ")
      let example = result.counterexample == nil ? "" : ", with a counterexample"
      found.append(result.isPassed ? "passed\(example)" : "failed in \(places)\(example)")
    } catch {
      found.append("error \(error.rule): \(error.message)")
    }
    try example.record(found)
    #expect(found == example.expected)
  }
}
