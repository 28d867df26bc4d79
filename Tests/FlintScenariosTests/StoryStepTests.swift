import FlintCore
import FlintManifest
import FlintScenarios
import FlintText
import Testing

@Suite("Steps over time, of permissions and within subscription groups") struct StoryStepTests {
  private static let manifest = """
    {"manifestVersion": 1, "groups": [{"id": "g"}],
     "products": [{"id": "A", "type": "autoRenewingSubscription", "group": "g"},
       {"id": "B", "type": "autoRenewingSubscription", "group": "g"}],
     "attributes": [{"id": "n", "type": "integer"}, {"id": "t", "type": "text"}],
     "features": [{"id": "a", "constraints": {"purchases": ["A"]}},
       {"id": "always", "constraints": {"permissions": ["location.whenInUse"]}},
       {"id": "some", "constraints": {"permissions": ["photos"]}},
       {"id": "drawn", "constraints": {"rollout": {"percent": 50}}},
       {"id": "spring", "constraints": {"date": {"atLeast": "2024-03-01"}}},
       {"id": "many", "constraints": {"attributes": {"n": {"atLeast": 3}}}}]}
    """

  private func run(_ scenario: String) throws -> [String] {
    let file = try ManifestFile(SourceFile(path: "m.json", text: SourceText(Self.manifest)))
    let text = "{\"scenarioVersion\": 1, \"scenarios\": [{\"name\": \"s\", \(scenario)}]}"
    do {
      let source = SourceFile(path: "s.json", text: SourceText(text))
      let scenarios = try ScenarioFile(source, for: file).scenarios
      let result = try ScenarioRunner(file.manifest).run(scenarios[0])
      return result.failures.isEmpty ? [] : ["failed"]
    } catch let error as InvalidInput {
      return error.diagnostics.map(\.message)
    } catch let error as InputProblem {
      return [error.diagnostic.message]
    }
  }

  @Test(
    "each step does what it says",
    arguments: [
      #"{"purchase": "B"}, {"purchase": "A", "expect": {"a": "available"}}, {"purchase": "B", "expect": {"a": "unavailable"}}"#,
      #"{"grant": "location.always", "expect": {"always": "available"}}, {"deny": "location.whenInUse", "expect": {"always": "unavailable"}}"#,
      #"{"restrict": "photos", "expect": {"some": {"nextStep": "explainRestricted"}}}"#,
      #"{"requestPermissions": {"feature": "some", "answers": {"photos": "limited"}}, "expect": {"some": "available"}}"#,
      #"{"set": {"date": "2024-01-31"}}, {"advance": "P1M", "expect": {"spring": "unavailable"}}, {"advance": "P1D", "expect": {"spring": "available"}}"#,
      #"{"set": {"date": "2024-02-29T12:00Z", "purchases": {"A": {"until": "2025-02-28T12:00Z"}}}, "expect": {"a": "available"}}, {"advance": "P1Y", "expect": {"a": "unavailable"}}"#,
      #"{"set": {"buckets": {"drawn": 49.9999}}, "expect": {"drawn": "available"}}, {"set": {"buckets": {"drawn": 50}}, "expect": {"drawn": "unavailable"}}"#,
    ])
  func steps(steps: String) throws {
    #expect(try run("\"steps\": [\(steps)]") == [])
  }

  @Test(
    "what no step can do",
    arguments: [
      (#"{"advance": "P1D"}"#, "the state has no date that could advance"),
      (
        #"{"set": {"date": "9999-12-31"}}, {"advance": "PT24H"}"#,
        "the date would be beyond the year 9999"
      ),
      (#"{"advance": "-P1D"}"#, "'-P1D' would move the date back"),
      (#"{"advance": "1 day"}"#, "'1 day' is not a length of time"),
      (#"{"override": {"A": "expired"}}"#, "unknown purchase status 'expired'"),
      (
        #"{"requestPermissions": {"feature": "some", "answers": {"photos": "provisional"}}}"#,
        "unknown permission status 'provisional'"
      ),
    ])
  func impossible(steps: String, message: String) throws {
    #expect(try run("\"steps\": [\(steps)]") == [message])
  }

  @Test(
    "claims are about ranges of what has an order",
    arguments: [
      (#""date": {"atLeast": "2024-03-01"}}, "always": {"available": "spring"}"#, []),
      (#""date": "2024-02-29"}, "always": {"unavailable": "spring"}"#, []),
      (#""buckets": {"drawn": {"below": 50}}}, "always": {"available": "drawn"}"#, []),
      (#""buckets": {"drawn": 50}}, "never": {"available": "drawn"}"#, []),
      (#""attributes": {"n": {"atLeast": 3, "below": 9}}}, "always": {"available": "many"}"#, []),
      (#""attributes": {"n": 2}}, "never": {"available": "many"}"#, []),
      (
        #""attributes": {"t": {"below": "x"}}}, "never": {"available": "many"}"#,
        ["found an object for a text attribute; expected a text or null"]
      ),
    ])
  func claims(text: String, problems: [String]) throws {
    #expect(try run("\"where\": {\(text)") == problems)
  }
}
