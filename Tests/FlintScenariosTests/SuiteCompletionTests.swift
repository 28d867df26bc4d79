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

  @Test(
    "A completed suite notices other bounds in both directions, defaults, shares, values and parts",
    arguments: [
      (#""15.4""#, #""16""#), (#""15.4""#, #""15.3""#), (#""15.1""#, #""13""#),
      (#""15.1""#, #""15.2""#), ("PT15M", "PT16M"), ("PT15M", "PT14M"), ("P1D", "PT12H"),
      ("P1D", "P2D"), (#""percent": 10"#, #""percent": 9.9999"#),
      (#""percent": 10"#, #""percent": 11"#), (#""default": 0"#, #""default": 3"#),
      (#", "default": "none""#, ""), (#""isEnabled": false"#, #""isEnabled": null"#),
      (#"["eros"]"#, #"["eros", "dash"]"#), (#"["none"]"#, #"["none", "dash"]"#),
      (#"["expired"]"#, #"["expired", "revoked"]"#), (#"["denied"]"#, #"["denied", "restricted"]"#),
      (#", "atLeast": "gold""#, ""), (#""wifi": true"#, #""wifi": false"#),
      (#"["la", "he"]"#, #"["la"]"#), (#""zz""#, #""yy""#), (#"["xx"]"#, #"["yy"]"#),
      (#""beta-""#, #""beta""#), (#""-rc""#, #""rc""#),
      (#""in-beta""#, #""in""#), (#""watchOS": "any""#, #""watchOS": "14""#),
      (#"["contacts"]"#, #"["photos"]"#), (#"["contacts"]"#, #"["microphone"]"#),
      (#"["camera", "microphone"]"#, #"["camera"]"#), (#""quiet": true"#, #""quiet": false"#),
      (#"["B"]"#, #"["C"]"#), (#"["novice"]"#, #"["regular"]"#), (#"["sale"]"#, #"["report"]"#),
    ])
  func neighbours(old: String, new: String) throws {
    let text = #"""
      { "manifestVersion": 1, "app": { "platforms": { "iOS": "15.1", "watchOS": "2" } },
        "groups": [{ "id": "club", "levels": ["silver", "gold"] }],
        "products": [
          { "id": "S", "type": "autoRenewingSubscription", "group": "club", "level": "silver" },
          { "id": "G", "type": "autoRenewingSubscription", "group": "club", "level": "gold" },
          { "id": "B", "type": "nonConsumable" }, { "id": "C", "type": "nonConsumable" } ],
        "attributes": [
          { "id": "read", "type": "date" }, { "id": "wifi", "type": "boolean" },
          { "id": "quiet", "type": "boolean" }, { "id": "language", "type": "text" }, { "id": "channel", "type": "text" },
          { "id": "uses", "type": "integer", "default": 0 },
          { "id": "pump", "type": "choice", "values": ["none", "dash", "eros"], "default": "none" } ],
        "conditions": [
          { "id": "novice", "is": { "attributes": { "uses": { "below": 7 } } } },
          { "id": "regular", "is": { "attributes": { "wifi": true } } } ],
        "features": [
          { "id": "widget", "constraints": { "platforms": { "iOS": "15.4", "watchOS": "any" } } },
          { "id": "spelling", "constraints": {
            "attributes": { "language": { "notIn": ["la", "he"] } } } },
          { "id": "joke", "constraints": { "attributes": { "language": "zz" } } },
          { "id": "pun", "constraints": { "attributes": { "language": { "notIn": ["xx"] } } } },
          { "id": "preview", "constraints": { "attributes": { "channel": {
            "beginsWith": ["beta-"], "contains": ["in-beta"], "endsWith": ["-rc"] } } } },
          { "id": "invite", "constraints": { "permissions": ["contacts"] } },
          { "id": "album", "constraints": { "permissions": ["photos"] } },
          { "id": "book", "constraints": { "purchases": ["B"] } },
          { "id": "course", "constraints": { "purchases": ["C"] } },
          { "id": "hint", "constraints": {
            "not": { "permissions": ["camera", "microphone"], "attributes": { "quiet": true } } } },
          { "id": "tour", "constraints": { "conditions": ["novice"] } },
          { "id": "sync", "constraints": { "conditions": ["regular"] } },
          { "id": "coupon", "constraints": { "features": ["sale"] } },
          { "id": "bolus",
            "constraints": { "attributes": { "read": { "ago": { "below": "PT15M" } } } } },
          { "id": "report",
            "constraints": { "attributes": { "read": { "ago": { "atLeast": "P1D" } } } } },
          { "id": "sale", "constraints": { "rollout": { "percent": 10 } } },
          { "id": "expert", "constraints": { "attributes": { "uses": { "atLeast": 3 } } } },
          { "id": "pod", "constraints": { "attributes": { "pump": ["eros"] } } },
          { "id": "pairing", "constraints": { "attributes": { "pump": { "notIn": ["none"] } } } },
          { "id": "renew", "constraints": { "purchases": [{ "product": "S", "in": ["expired"] }] } },
          { "id": "appeal", "constraints": {
            "permissions": [{ "permission": "camera", "in": ["denied"] }] } },
          { "id": "lounge",
            "constraints": { "purchases": [{ "group": "club", "atLeast": "gold" }] } },
          { "id": "stream", "isEnabled": false, "constraints": {
            "anyOf": [{ "attributes": { "wifi": true } }, { "runtimeEnabled": true }] } } ] }
      """#
    func file(_ text: String) throws -> ManifestFile {
      try ManifestFile(SourceFile(path: "m.json", text: SourceText(text)))
    }
    let whole = try file(text)
    let edited = try file(text.replacing(old, with: new))
    #expect(edited.manifest != whole.manifest)
    let completion = SuiteCompletion(
      of: [], coverage: Coverage(of: whole.manifest), for: whole)
    let scenario = try #require(read(completion.scenario, for: edited).first)
    #expect(try !ScenarioRunner(edited.manifest).run(scenario).isPassed)
  }
}
