import FlintManifest
import FlintModel
import FlintScenarios
import FlintText
import RandomModels
import TestSupport
import Testing

@Suite("Recording")
struct RecordingTests {
  static func manifest(_ text: String = studio) throws -> ManifestFile {
    try ManifestFile(SourceFile(path: "m.json", text: SourceText(text)))
  }

  static func file(_ text: String, _ manifest: ManifestFile) throws -> ScenarioFile {
    try ScenarioFile(SourceFile(path: "s.json", text: SourceText(text)), for: manifest)
  }

  static func results(_ file: ScenarioFile, _ manifest: ManifestFile) throws -> [ScenarioResult] {
    try file.scenarios.map { try ScenarioRunner(manifest.manifest).run($0) }
  }

  private static func written(_ manifest: Manifest) throws -> ManifestFile {
    var json = JSONWriter(.pretty)
    ManifestWriter.write(manifest, to: &json)
    return try Self.manifest(json.text)
  }

  // MARK: Added scenarios

  private func inserted(_ text: String) throws -> String {
    let manifest = try Self.manifest()
    let evaluation = Evaluator(manifest.manifest, in: DeviceState()).evaluate(2)
    let scenario = RecordedScenario(
      name: "n",
      cases: [
        RecordedCase(
          given: .state(DeviceState()),
          expected: [RecordedExpectation(all: evaluation, in: manifest.manifest)])
      ])
    let file = try Self.file(text, manifest)
    var sink = ByteSink()
    ScenarioInsertion(of: scenario, for: manifest.manifest, into: file).write(to: &sink)
    let result = sink.string
    let results = try Self.results(try Self.file(result, manifest), manifest)
    #expect(results.map(\.name) == file.scenarios.map(\.name) + ["n"])
    #expect(results.last?.isPassed == true)
    return result
  }

  private static let expectation =
    #"{"status": "unavailable", "blockers": ["userToggled", "purchase:3xGEM"], "nextStep": "offerPurchase"}"#

  @Test(
    "A scenario is added in the layout of the file",
    arguments: [
      (
        #"{"scenarioVersion":1,"scenarios":[]}"#,
        #"{"scenarioVersion":1,"scenarios":[{"name":"n","cases":[{"given":{},"expect":{"frames":"#
          + expectation.replacing(": ", with: ":").replacing(", ", with: ",") + "}}]}]}"
      ),
      (
        #"{ "scenarios": [ {"name": "a", "never": {"available": "frames"}} ], "scenarioVersion": 1 }"#,
        #"{ "scenarios": [ {"name": "a", "never": {"available": "frames"}}, {"name": "n", "cases": [{"given": {}, "expect": {"frames": "#
          + expectation + #"}}]} ], "scenarioVersion": 1 }"#
      ),
      (
        "{\n  \"scenarioVersion\": 1,\n  \"scenarios\": []\n}\n",
        """
        {
          "scenarioVersion": 1,
          "scenarios": [
            {
              "name": "n",
              "cases": [
                {
                  "given": {},
                  "expect": {
                    "frames": \(expectation)
                  }
                }
              ]
            }
          ]
        }

        """
      ),
      (
        "\u{FEFF}{\r\n\t\"scenarios\": [\r\n\t\t{\r\n\t\t\t\"name\": \"a\", \"never\": {\"available\": \"frames\"}\r\n\t\t}\r\n\t],\r\n\t\"x-own\":  1,\r\n\t\"scenarioVersion\": 1\r\n}",
        "\u{FEFF}{\r\n\t\"scenarios\": [\r\n\t\t{\r\n\t\t\t\"name\": \"a\", \"never\": {\"available\": \"frames\"}\r\n\t\t},\r\n\t\t{\r\n\t\t\t\"name\": \"n\",\r\n\t\t\t\"cases\": [\r\n\t\t\t\t{\r\n\t\t\t\t\t\"given\": {},\r\n\t\t\t\t\t\"expect\": {\r\n\t\t\t\t\t\t\"frames\": \(expectation)\r\n\t\t\t\t\t}\r\n\t\t\t\t}\r\n\t\t\t]\r\n\t\t}\r\n\t],\r\n\t\"x-own\":  1,\r\n\t\"scenarioVersion\": 1\r\n}"
      ),
    ])
  func layouts(text: String, result: String) throws {
    #expect(try inserted(text).unicodeScalars.elementsEqual(result.unicodeScalars))
  }

  @Test(
    "A scenario recorded in any state passes, whatever the names",
    arguments: TestDepth.seeds(9, thorough: 300))
  func passes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let file = try Self.written(random.manifest(RandomManifestShape(features: 5)))
    let manifest = file.manifest
    let cases = (0..<5).map { _ in
      let state = random.state(for: manifest)
      return RecordedCase(
        given: .state(state),
        expected: Evaluator(manifest, in: state).all.map {
          RecordedExpectation(all: $0, in: manifest)
        })
    }
    var sink = ByteSink()
    let name = "\u{202E}\u{7}\"\\ 💎"
    RecordedSuite([RecordedScenario(name: name, cases: cases)], of: manifest).write(into: &sink)
    let results = try Self.results(try Self.file(sink.string, file), file)
    #expect(results.map(\.name) == [name])
    #expect(results.allSatisfy { $0.isPassed }, "seed \(seed)")
  }

  // MARK: Updated expectations

  @Test(
    "A failing expectation is rewritten, and every other byte is preserved",
    arguments: [
      (#""steps": [{"expect": {"photo": "available"}}]"#, #""unavailable""#, #""available""#),
      (
        #""steps": [{"perform": {"feature": "photo", "action": "shoot"}, "expect": "performed"}]"#,
        #""refused""#, #""performed""#
      ),
      (
        #""cases": [{"expect": {"frames":  {"x-why": "\u0066rames", "nextStep":null ,"status": "unavailable"}}}]"#,
        #""nextStep":"offerPurchase" "#, #""nextStep":null "#
      ),
      (
        #""cases": [{"expect": {"\u0066rames": {"blockers": [ "userToggled" ]}}}]"#,
        #"[ "userToggled", "purchase:3xGEM" ]"#, #"[ "userToggled" ]"#
      ),
      (
        "\"cases\": [{\"expect\": {\"frames\": {\"blockers\": [\n     \"userToggled\"\n   ]}}}]",
        "[\n     \"userToggled\",\n     \"purchase:3xGEM\"\n   ]", "[\n     \"userToggled\"\n   ]"
      ),
      (
        #""cases": [{"expect": {"photo": {"status": "available", "nextStep": "offerPurchase"}}}]"#,
        #""unavailable""#, #""available""#
      ),
      (#""always": {"available": "photo"}"#, "", ""),
    ])
  func updates(members: String, new: String, old: String) throws {
    let manifest = try Self.manifest()
    let text = #"{ "scenarioVersion": 1, "x-a":[ ], "scenarios": [ {"name": "it", \#(members)} ] }"#
    let file = try Self.file(text, manifest)
    let update = ExpectationUpdate(of: try Self.results(file, manifest), in: file)
    var sink = ByteSink()
    update.write(to: &sink)
    #expect(sink.string == (old.isEmpty ? text : text.replacing(old, with: new)))
    #expect(update.count == (old.isEmpty ? 0 : 1))
    if !old.isEmpty {
      let results = try Self.results(try Self.file(sink.string, manifest), manifest)
      #expect(results.allSatisfy { $0.isPassed })
    }
  }

  @Test(
    "A suite recorded for another manifest passes after an update",
    arguments: TestDepth.seeds(6, thorough: 200))
  func updatesAfterChange(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let manifest = try Self.written(random.manifest(RandomManifestShape(features: 5)))
    let states = (0..<4).map { _ in random.state(for: manifest.manifest) }
    // Each state expects the results of another state.
    let cases = states.indices.map { index in
      RecordedCase(
        given: .state(states[index]),
        expected: Evaluator(manifest.manifest, in: states[(index + 1) % 4]).all.map {
          RecordedExpectation(all: $0, in: manifest.manifest)
        })
    }
    var sink = ByteSink()
    RecordedSuite([RecordedScenario(name: "n", cases: cases)], of: manifest.manifest)
      .write(into: &sink)
    let file = try Self.file(sink.string, manifest)
    let results = try Self.results(file, manifest)
    let update = ExpectationUpdate(of: results, in: file)
    #expect(update.count == results.reduce(0) { $0 + $1.failures.count })
    var updated = ByteSink()
    update.write(to: &updated)
    let renewed = try Self.results(try Self.file(updated.string, manifest), manifest)
    #expect(renewed.allSatisfy { $0.isPassed }, "seed \(seed)")
  }
}
