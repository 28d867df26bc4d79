import FlintAnalysis
import FlintCore
import FlintManifest
import FlintText
import RandomModels
import TestSupport
import Testing

@testable import FlintReport

@Suite(
  "Plans on the page",
  .enabled(if: !ScriptEngine.installed.isEmpty, "no engine for scripts is installed"))
struct PageAdviceTests {
  @Test("Are the first of the smallest plans")
  func smallestPlans() throws {
    var (caseCount, asked, tooLarge) = (0, 0, 0)
    for seed in TestDepth.seeds(1, thorough: 4) {
      var random = SeededGenerator(seed: seed)
      let cases = (0..<TestDepth.count(2, thorough: 20)).map { _ in
        let shape = RandomManifestShape(
          features: random.int(1...6), products: random.int(0...5), attributes: random.int(0...4),
          width: random.int(1...3), depth: random.int(0...3),
          language: random.oneIn(4) ? .plain : .whole)
        let manifest = random.manifest(shape)
        return Case(manifest: manifest, states: (0..<20).map { _ in random.state(for: manifest) })
      }
      let counts = try check(cases, "seed \(seed)")
      caseCount += cases.count
      (asked, tooLarge) = (asked + counts.asked, tooLarge + counts.tooLarge)
    }
    // The numbers vary by seed, so the limits are for all seeds together.
    #expect(asked > 25 * caseCount, "\(asked) of \(caseCount)")
    #expect(tooLarge * 50 < asked, "\(tooLarge) of \(asked)")
  }

  @Test("Do not lift a restriction of the switch that two permissions of the location share")
  func restrictedWhileInUse() throws {
    let manifest = Manifest(
      features: [FeatureDeclaration(id: "f", constraints: [.permission(.locationAlways)])])
    let state = DeviceState(permissions: [.locationWhenInUse: .restricted])
    let answers = try Self.advice([Case(manifest: manifest, states: [state])])[0][0][0]
    #expect(answers == [])
    try check([Case(manifest: manifest, states: [state])], "")
  }

  @Test("Contain a plan once, even if a date is both the limit of a range and the end of an age")
  func limitThatIsAnAge() throws {
    let text = """
      { "manifestVersion": 1, "app": { "name": "App" },
        "attributes": [{ "id": "joined", "type": "date", "owner": "user" }],
        "features": [{ "id": "f", "name": "F", "constraints": { "allOf": [
          { "attributes": { "joined": { "atLeast": "2026-02-01" } } },
          { "attributes": { "joined": { "ago": { "atLeast": "P28D" } } } }] } }] }
      """
    let manifest = try ManifestFile(SourceFile(path: "m.json", text: SourceText(text))).manifest
    let state = DeviceState(date: "2026-03-01", attributes: [0: .date("2020-01-01")])
    let each = Case(manifest: manifest, states: [state])
    #expect(try Self.advice([each])[0][0][0] == [["Set “joined” to 2026-02-01", "available"]])
    try check([each], "")
  }

  private struct Case {
    let manifest: Manifest
    let states: [DeviceState]
  }

  /// The number of plans that are compared with those of the page.
  private static let limit = 5

  @discardableResult
  private func check(_ cases: [Case], _ name: String) throws -> (asked: Int, tooLarge: Int) {
    var (asked, tooLarge) = (0, 0)
    for (each, answers) in zip(cases, try Self.advice(cases)) {
      for (state, answers) in zip(each.states, answers) {
        for (feature, answer) in answers.enumerated() {
          asked += 1
          guard
            let result = try? Planner.plan(
              feature, from: state, in: each.manifest, limit: Self.limit)
          else { continue }
          if answer == [["too large"]] {
            tooLarge += 1
            continue
          }
          let reported = answer.map { $0.map(Self.shortened) }
          #expect(
            reported == Self.lines(result, in: each.manifest, from: state),
            "\(name), \(each.manifest.features[feature].id) \(StateArguments(state, of: each.manifest).text)\n\(each.manifest.json)"
          )
        }
      }
    }
    return (asked, tooLarge)
  }

  /// Returns the smallest plans in the form of the page, each with its result.
  private static func lines(
    _ result: PlanResult, in manifest: Manifest, from state: DeviceState
  ) -> [[String]] {
    let sentences = ChangeSentences(ResolvedState(state, in: manifest))
    return result.plans.prefix { $0.count == result.plans[0].count }.map { plan in
      let ordered = plan.enumerated().sorted {
        ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
      }
      return ordered.map { shortened(sentences.sentence(for: [$0.element])) } + ["available"]
    }
  }

  /// Returns a line without trailing zeros in versions, because equal versions are interchangeable.
  private static func shortened(_ line: String) -> String {
    line.replacing(/(\.0)+$/, with: "")
  }

  /// Returns the plans for each feature, by case and state.
  private static func advice(_ cases: [Case]) throws -> [[[[[String]]]]] {
    var json = JSONWriter(.compact)
    json.array { json in
      for each in cases {
        json.array { json in
          PageProgram(manifest: each.manifest, initialState: DeviceState()).write(to: &json)
          json.array { json in
            for state in each.states { StateWriter.write(state, of: each.manifest, to: &json) }
          }
        }
      }
    }
    let data = JSONText.quoted(json.text).replacing("<", with: "\\u003c")
    let output = try #require(ScriptEngine.installed.first).run(
      """
      \(ReportPage.evaluationScript)
      answer(JSON.stringify(JSON.parse(\(data)).map(([data, states]) => {
        const program = new Flint.Program(data);
        return states.map((state) => program.features.map((_, index) =>
          Advice.find(program, index, state, \(limit))?.map(({ steps, state }) =>
            [...steps, new Evaluator(program, state).status(index)]) ?? [["too large"]]));
      })));
      """)
    return try JSONDocument(output).withRoot { root in
      root.elements.map { states in
        states.elements.map { features in
          features.elements.map { plans in
            plans.elements.map { steps in steps.elements.map { $0.string ?? "" } }
          }
        }
      }
    }
  }
}
