import FlintAnalysis
import FlintManifest
import FlintModel
import FlintText
import RandomModels
import TestSupport
import Testing

@testable import FlintScenarios

@Suite("Completing a suite")
struct SuiteCompletionTests {
  private func read(_ scenario: RecordedScenario?, for file: ManifestFile) throws -> [Scenario] {
    guard let scenario else { return [] }
    var sink = ByteSink()
    RecordedSuite([scenario], of: file.manifest).write(into: &sink)
    return try ScenarioFile(SourceFile(path: "s.json", text: SourceText(sink.string)), for: file)
      .scenarios
  }

  /// Nil if a scenario fails.
  private func coverage(of scenarios: [Scenario], in file: ManifestFile) throws -> Coverage? {
    var coverage = Coverage(of: file.manifest)
    for scenario in scenarios {
      let result = try? ScenarioRunner(file.manifest).run(scenario) { coverage.observe($0) }
      guard result?.isPassed == true else { return nil }
    }
    return coverage
  }

  @Test(
    "A completed suite passes, shows every outcome and notices every mutant, and then lacks nothing",
    arguments: TestDepth.seeds(4, thorough: 60))
  func complete(seed: UInt64) throws {
    let suite = try RandomSuite(seed: seed, .tiny)
    for scenarios in [[], suite.scenarios] {
      let file = suite.file
      guard let shown = try coverage(of: scenarios, in: file) else { continue }
      let completion = SuiteCompletion(of: scenarios, coverage: shown, for: file)
      let added = try read(completion.scenario, for: file)
      let all = scenarios + added
      let now = try #require(try coverage(of: all, in: file))
      let isComplete = now.items().allSatisfy(\.isSeen)
      #expect(isComplete, "seed \(seed)")
      var run = MutationRun(all, of: file.manifest, ManifestLocations(file))
      for mutation in run.mutations {
        if case .survived = run.outcome(of: mutation) {
          Issue.record("seed \(seed): \(mutation.kind) at \(mutation.location)")
        }
      }
      let count = completion.scenario?.cases.count ?? 0
      let again = SuiteCompletion(of: all, coverage: now, for: file)
      #expect(again.scenario == nil, "seed \(seed)")
      #expect(
        2 * count
          <= 3 * completion.atLeast + 2 * (file.manifest.app.platforms?.count ?? 0),
        "seed \(seed): \(count) of \(completion.atLeast)")
    }
  }

  @Test("Both neighbours of each bound are told, also those of the app's minimum")
  func neighbours() throws {
    let text = #"""
      { "manifestVersion": 1, "app": { "platforms": { "iOS": "15.1" } },
        "attributes": [{ "id": "read", "type": "date" }],
        "features": [
          { "id": "widget", "constraints": { "platforms": { "iOS": "15.4" } } },
          { "id": "bolus",
            "constraints": { "attributes": { "read": { "ago": { "below": "PT15M" } } } } },
          { "id": "report",
            "constraints": { "attributes": { "read": { "ago": { "atLeast": "P1D" } } } } } ] }
      """#
    func file(_ text: String) throws -> ManifestFile {
      try ManifestFile(SourceFile(path: "m.json", text: SourceText(text)))
    }
    let whole = try file(text)
    let completion = SuiteCompletion(
      of: [], coverage: Coverage(of: whole.manifest), for: whole)
    for (old, new) in [
      (#""15.4""#, #""16""#), (#""15.4""#, #""15.3""#), ("PT15M", "PT16M"), ("PT15M", "PT14M"),
      ("P1D", "PT12H"), ("P1D", "P2D"), (#""15.1""#, #""13""#), (#""15.1""#, #""15.2""#),
    ] {
      let edited = try file(text.replacing(old, with: new))
      let scenario = try #require(read(completion.scenario, for: edited).first)
      let result = try ScenarioRunner(edited.manifest).run(scenario)
      #expect(!result.isPassed, "\(old) to \(new)")
    }
  }
}
