import FlintCore
import FlintManifest
import FlintScenarios
import Testing

@Suite("Running scenarios")
struct ScenarioRunnerTests {
  private static let everything =
    #"{"permissions": {"camera": "authorized", "photos": "authorized"}, "purchases": {"PRO": "purchased"}}"#

  @Test(
    "each step does what it says",
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

  @Test("refund, lock and enable take back what purchase, unlock and disable did")
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

  @Test("an override lies on top of the real purchases, which go on changing underneath")
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

  @Test("setting a platform without a version means its latest")
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
    "a flow asks what is not determined, in order, and is answered by the script",
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

  @Test("nothing is asked twice, and what was denied or restricted is not asked at all")
  func nothingToAsk() throws {
    #expect(
      try run(
        #"""
        "given": {"permissions": {"camera": "denied", "photos": "restricted"}},
        "steps": [{"requestPermissions": {"feature": "photo", "answers": {}}, "expect": "completed"}]
        """#
      ).isPassed)
  }

  @Test("a flow asks for the ancestors' permissions, and for a block's where its guard holds")
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

  @Test("a permission that is asked for and has no answer is an error at the step")
  func unanswered() throws {
    let thrown = #expect(throws: InputProblem.self) {
      _ = try run(
        #""steps": [{"requestPermissions": {"feature": "photo", "answers": {"camera": "authorized"}}}]"#
      )
    }
    #expect(thrown?.fact == .unanswered(.photos))
  }

  @Test("an action is performed where the feature is available, else refused")
  func perform() throws {
    let perform = #"{"perform": {"feature": "photo", "action": "shoot"}, "expect": "performed"}"#
    #expect(try run(#""given": \#(Self.everything), "steps": [\#(perform)]"#).isPassed)
    let refused = try run(#""steps": [\#(perform)]"#)
    #expect(refused.failures.map(\.place) == [.step(1)])
  }

  // MARK: Failures

  @Test("every expectation that fails is told, and the story goes on")
  func failures() throws {
    let result = try run(
      #"""
      "steps": [{"expect": {"photo": "available", "filters": "unavailable", "frames": "available"}},
                {"purchase": "PRO", "expect": {"photo": "undetermined"}},
                {"expect": {"photo": {"status": "undetermined", "blockers": ["permission:photos"]}}},
                {"expect": {"photo": {"nextStep": null}}}]
      """#)
    #expect(result.failures.map(\.place) == [.step(1), .step(1), .step(3), .step(4)])
  }

  @Test("cases are judged each on its own")
  func cases() throws {
    let result = try run(
      #"""
      "cases": [{"given": {"platform": "watchOS"}, "expect": {"photo": "unavailable"}},
                {"given": "owner", "expect": {"photo": "available"}},
                {"expect": {"frames": "unavailable"}}]
      """#)
    #expect(result.failures.map(\.place) == [.row(2)])
  }

  // MARK: Claims

  @Test(
    "claims are proven over every state, and a broken one shows a state",
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

  @Test("a claim about no state at all is an error")
  func impossibleCondition() throws {
    let thrown = #expect(throws: InputProblem.self) {
      _ = try run(
        #""never": {"available": "photo"}, "where": {"platform": "watchOS", "permissions": {"camera": "authorized"}}"#
      )
    }
    #expect(thrown?.fact == .impossibleCondition)
  }
}
