import TestSupport
import Testing

@Suite("Problems, with their location and a hint") struct ProblemTests {
  @Test(
    "Of manifests",
    arguments: ProblemFile.examples(
      "constraints", "conditions", "notations", "declarations", "manifests"))
  func manifests(example: ProblemFile.Example) throws {
    let found = problems(ofManifest: example.whole)
    try example.record(found)
    #expect(found == example.problems)
  }

  @Test("Of states", arguments: ProblemFile.examples("states"))
  func states(example: ProblemFile.Example) throws {
    let found = try problems(ofState: example.text, for: manifestFile(example.header))
    try example.record(found)
    #expect(found == example.problems)
  }
}
