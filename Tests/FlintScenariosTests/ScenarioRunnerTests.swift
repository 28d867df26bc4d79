import FlintManifest
import FlintModel
import FlintScenarios
import FlintText
import Testing

@Suite("Running scenarios")
struct ScenarioRunnerTests {
  private static let everything =
    #"{"permissions": {"camera": "authorized", "photos": "authorized"}, "purchases": {"PRO": "purchased"}}"#

  @Test(
    "Each step has its effect",
    arguments: [
      (#"{"purchase": "PRO"}"#, #"{"photo": "undetermined"}"#),
      (#"{"set": {"purchases": {"PRO": "purchased"}}}"#, #"{"photo": "undetermined"}"#),
      (#"{"override": {"PRO": "unknown"}}"#, #"{"photo": {"nextStep": "waitForPurchaseStatus"}}"#),
      (#"{"unlock": "frames"}"#, #"{"frames": {"blockers": ["userToggled"]}}"#),
      (#"{"toggle": {"frames": true}}"#, #"{"frames": {"nextStep": "offerPurchase"}}"#),
      (#"{"credits": {"GEM": 3}}"#, #"{"frames": {"nextStep": "spendCredits"}}"#),
      (
        #"{"disable": "filters"}"#,
        #"{"filters": {"blockers": ["runtimeEnabled", "photo/purchase:PRO"]}}"#
      ),
      (#"{"set": {"platform": "watchOS"}}"#, #"{"photo": {"nextStep": "explainUnsupported"}}"#),
      (#"{"upgrade": {"osVersion": "6"}}"#, #"{"photo": {"nextStep": "upgradeOS"}}"#),
    ])
  func steps(action: String, expected: String) throws {
    #expect(try run(#""steps": [\#(action), {"expect": \#(expected)}]"#).isPassed)
    let direct = action.dropLast() + #", "expect": \#(expected)}"#
    #expect(try run(#""steps": [\#(direct)]"#).isPassed)
  }

  @Test("refund, lock and enable undo purchase, unlock and disable")
  func opposites() throws {
    #expect(
      try run(
        #"""
        "given": \#(Self.everything),
        "steps": [{"expect": {"photo": "available"}}, {"refund": "PRO", "expect": {"photo": "unavailable"}},
                  {"purchase": "PRO"}, {"disable": "filters"}, {"enable": "filters"},
                  {"expect": {"photo": "available", "filters": {"blockers": ["permission:motion"]}}},
                  {"unlock": "frames"}, {"lock": "frames", "expect": {"frames": {"status": "unavailable",
                   "blockers": ["userToggled", "purchase:3xGEM"]}}}]
        """#
      ).isPassed)
  }

  @Test("Always-on location is granted in Settings only, after a refusal")
  func location() throws {
    let ask =
      #"{"requestPermissions": {"feature": "track", "answers": {"location.always": "authorized"}}}"#
    let rows = [
      (#"{"deny": "location.whenInUse"}, \#(ask)"#, "unavailable"),
      (#"{"restrict": "location.whenInUse"}, \#(ask)"#, "unavailable"),
      (
        #"{"deny": "location.whenInUse"}, {"set": {"permissions": {"location.always": "authorized"}}}"#,
        "unavailable"
      ),
      (#"{"grant": "location.always"}, {"deny": "location.whenInUse"}"#, "unavailable"),
      (#"{"grant": "location.whenInUse"}, \#(ask)"#, "available"),
      (ask, "available"),
      (#"{"deny": "location.whenInUse"}, {"grant": "location.always"}"#, "available"),
    ]
    let manifest = try manifestFile(
      #"{"manifestVersion": 1, "features": [{"id": "track", "constraints": {"permissions": ["location.always"]}}]}"#
    )
    for (steps, expected) in rows {
      let file = try scenarioFile(
        #"{"scenarioVersion": 1, "scenarios": [{"name": "it", "steps": [\#(steps), {"expect": {"track": "\#(expected)"}}]}]}"#,
        for: manifest)
      let result = try ScenarioRunner(manifest.manifest).run(file.scenarios[0])
      #expect(result.isPassed, "\(steps)")
    }
  }

  @Test("An override hides the real purchases, which can still change")
  func overrides() throws {
    #expect(
      try run(
        #"""
        "given": \#(Self.everything),
        "steps": [{"override": {"PRO": "notPurchased"}, "expect": {"photo": "unavailable"}},
                  {"purchase": "PRO", "expect": {"photo": "unavailable"}},
                  {"override": {"PRO": null}, "expect": {"photo": "available"}},
                  {"override": {"PRO": "purchased"}}, {"refund": "PRO", "expect": {"photo": "available"}},
                  {"override": {"PRO": null}, "expect": {"photo": "unavailable"}}]
        """#
      ).isPassed)
  }

  @Test("Setting a platform without a version selects its latest version")
  func platform() throws {
    #expect(
      try run(
        #"""
        "given": {"osVersion": "6"},
        "steps": [{"expect": {"photo": {"nextStep": "upgradeOS"}}}, {"set": {"platform": "iOS"}},
                  {"expect": {"photo": {"nextStep": "offerPurchase"}}}]
        """#
      ).isPassed)
  }

  // MARK: Flows

  @Test(
    "A flow requests undetermined permissions in order and receives the scripted answers",
    arguments: [
      (#""answers": {"camera": "authorized", "photos": "authorized"}"#, "completed", "available"),
      (#""answers": {"camera": "denied", "photos": "authorized"}"#, "completed", "unavailable"),
      (#""skip": ["photos"], "answers": {"camera": "authorized"}"#, "completed", "undetermined"),
      (#""cancelAt": "camera", "answers": {}"#, "cancelled", "undetermined"),
      (
        #""order": ["photos"], "cancelAt": "camera", "answers": {"photos": "denied"}"#, "cancelled",
        "unavailable"
      ),
      (
        #""order": ["motion", "photos", "camera"], "cancelAt": "motion", "answers": {"camera": "authorized", "photos": "authorized", "microphone": "denied"}"#,
        "completed", "available"
      ),
    ])
  func flows(script: String, outcome: String, status: String) throws {
    #expect(
      try run(
        #"""
        "given": "owner",
        "steps": [{"requestPermissions": {"feature": "photo", \#(script)}, "expect": "\#(outcome)"},
                  {"expect": {"photo": "\#(status)"}}]
        """#
      ).isPassed)
  }

  @Test("A flow requests no permission twice, and none that is denied or restricted")
  func nothingToAsk() throws {
    #expect(
      try run(
        #"""
        "given": {"permissions": {"camera": "denied", "photos": "restricted"}},
        "steps": [{"requestPermissions": {"feature": "photo", "answers": {}}, "expect": "completed"}]
        """#
      ).isPassed)
  }

  @Test("A flow includes the ancestors' permissions, and those of blocks with a true guard")
  func inheritedPermissions() throws {
    #expect(
      try run(
        #"""
        "given": {"attributes": {"staff": true}},
        "steps": [{"requestPermissions": {"feature": "filters", "cancelAt": "microphone",
                   "answers": {"motion": "authorized", "camera": "authorized", "photos": "authorized"}},
                   "expect": "cancelled"}]
        """#
      ).isPassed)
  }

  @Test("A requested permission without an answer is an error at the step")
  func unanswered() throws {
    let thrown = #expect(throws: Diagnostic.self) {
      _ = try run(
        #""steps": [{"requestPermissions": {"feature": "photo", "answers": {"camera": "authorized"}}, "expect": "completed"}]"#
      )
    }
    #expect(thrown?.message.contains("'photos'") == true)
  }

  @Test("An action is performed if the feature is available, and otherwise refused")
  func perform() throws {
    let perform = #"{"perform": {"feature": "photo", "action": "shoot"}, "expect": "performed"}"#
    #expect(try run(#""given": \#(Self.everything), "steps": [\#(perform)]"#).isPassed)
    let refused = try run(#""steps": [\#(perform)]"#)
    #expect(refused.failures.map(\.location) == [.step(1)])
  }

  // MARK: Failures

  @Test("Every failed expectation is reported, and the scenario continues")
  func failures() throws {
    let result = try run(
      #"""
      "steps": [{"expect": {"photo": "available", "filters": "unavailable", "frames": "available"}},
                {"purchase": "PRO", "expect": {"photo": "undetermined"}},
                {"expect": {"photo": {"status": "undetermined", "blockers": ["permission:photos"]}}},
                {"expect": {"photo": {"nextStep": null}}}]
      """#)
    #expect(result.failures.map(\.location) == [.step(1), .step(1), .step(3), .step(4)])
  }

  @Test("Cases are evaluated independently")
  func cases() throws {
    let result = try run(
      #"""
      "cases": [{"given": {"platform": "watchOS"}, "expect": {"photo": "unavailable"}},
                {"given": "owner", "expect": {"photo": "available"}},
                {"expect": {"frames": "unavailable"}}]
      """#)
    #expect(result.failures.map(\.location) == [.row(2)])
  }

  // MARK: Claims

  @Test(
    "Claims are proven over every state, and a refuted one has a counterexample",
    arguments: [
      (#""never": {"available": "photo"}, "where": {"platform": "watchOS"}"#, true),
      (
        #""always": {"unavailable": "photo"}, "where": {"platform": "iOS", "osVersion": {"below": "7"}}"#,
        true
      ),
      (#""never": {"allOf": [{"available": "filters"}, {"not": {"available": "photo"}}]}"#, true),
      (#""never": {"available": "photo"}"#, false),
      (#""always": {"anyOf": [{"available": "photo"}, {"unavailable": "photo"}]}"#, false),
    ])
  func claims(members: String, holds: Bool) throws {
    let result = try run(members)
    #expect(result.isPassed == holds)
    #expect((result.counterexample == nil) == holds)
  }

  @Test("A claim about no state is an error")
  func impossibleCondition() throws {
    let thrown = #expect(throws: Diagnostic.self) {
      _ = try run(
        #""never": {"available": "photo"}, "where": {"platform": "watchOS", "permissions": {"camera": "authorized"}}"#
      )
    }
    #expect(thrown?.rule == InputRule.impossibleCondition.rawValue)
  }
}
