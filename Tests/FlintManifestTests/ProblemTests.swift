import TestSupport
import Testing

@Suite("Problems, with their location and a hint") struct ProblemTests {
  @Test(
    "Of manifests",
    arguments: ExampleFile.examples(
      "constraints", "conditions", "notations", "declarations", "manifests"))
  func manifests(example: ExampleFile.Example) throws {
    let found = problems(ofManifest: example.whole)
    try example.record(found)
    #expect(found == example.expected)
  }

  @Test("Of states", arguments: ExampleFile.examples("states"))
  func states(example: ExampleFile.Example) throws {
    let found = try problems(ofState: example.text, for: manifestFile(example.header))
    try example.record(found)
    #expect(found == example.expected)
  }
}
