import FlintManifest
import FlintScenarios
import FlintText
import TestSupport
import Testing

@Suite("Reading scenarios")
struct ScenarioReaderTests {
  private func problems(_ text: String, manifest: String) throws -> [String] {
    let manifest = try ManifestFile(SourceFile(path: "m.json", text: SourceText(manifest)))
    do {
      _ = try ScenarioFile(SourceFile(path: "s.json", text: SourceText(text)), for: manifest)
      return []
    } catch {
      return problemLines(error.diagnostics, in: text)
    }
  }

  @Test(
    "Problems in scenarios are reported with a suggestion",
    arguments: ExampleFile.examples("scenarios"))
  func problem(example: ExampleFile.Example) throws {
    let found = try problems(
      "{\"scenarioVersion\": 1, \"scenarios\": [\n\(example.text)]}", manifest: example.header)
    try example.record(found)
    #expect(found == example.expected)
  }

  @Test("All problems of a file are reported in one run, in the order of the text")
  func everyProblem() throws {
    let found = try problems(
      #"{"scenarioVersion": 2, "scenarios": [{"steps": [{"x": 1}]}, {"name": 1, "never": {}}], "y": 1}"#,
      manifest: #"{"manifestVersion": 1}"#)
    #expect(
      found.map { $0.split(separator: " ")[1] } == [
        "unsupported-version:", "missing-key:", "unknown-key:", "wrong-type:", "empty-value:",
        "unknown-key:",
      ])
  }
}
