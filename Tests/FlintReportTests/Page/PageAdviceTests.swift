import FlintAnalysis
import FlintCore
import FlintManifest
import FlintText
import TestSupport
import Testing

@testable import FlintReport

@Suite("What the page advises")
struct PageAdviceTests {
  @Test(
    "is the plan that is listed first, and is enough",
    .enabled(if: !ScriptEngine.installed.isEmpty, "no engine for scripts is installed"),
    arguments: [1, 21, 41, 61, 81] as [UInt64])
  func firstPlan(seed: UInt64) throws {
    let cases = (seed..<seed + 20).map { Case(seed: $0) }
    for (each, answers) in zip(cases, try Self.advice(cases)) {
      for (state, answers) in zip(each.states, answers) {
        let evaluator = Evaluator(each.manifest, in: state)
        for (feature, answer) in answers.enumerated() {
          let plan = try #require(Planner.plan(feature, from: state, in: each.manifest, limit: 1))
          #expect(
            answer.map(Self.shortened) == Self.lines(plan, evaluator.state).map(Self.shortened),
            "seed \(each.seed), feature \(feature) of \(each.manifest.json), \(state)")
        }
      }
    }
  }

  private struct Case {
    let seed: UInt64
    let manifest: Manifest
    let states: [DeviceState]

    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      let manifest = random.manifest(RandomManifestShape(features: 8, width: 3))
      self.seed = seed
      self.manifest = manifest
      states = (0..<20).map { _ in random.state(for: manifest) }
    }
  }

  /// The first plan as the page lists it, and what comes of it.
  private static func lines(_ plan: PlanResult, _ state: ResolvedState) -> [String] {
    guard let first = plan.plans.first else { return ["-"] }
    let sentences = ChangeSentences(state)
    let ordered = first.enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }
    return ordered.map { sentences.sentence(for: [$0.element]) } + ["available"]
  }

  /// Of versions that are equal, any is as good.
  private static func shortened(_ line: String) -> String {
    line.replacing(/(\.0)+$/, with: "")
  }

  /// For each case and state, what is advised about each feature.
  private static func advice(_ cases: [Case]) throws -> [[[[String]]]] {
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
    let scripts = [PackageResources.program_js, PackageResources.advice_js]
    let output = try #require(ScriptEngine.installed.first).run(
      """
      \(scripts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n"))
      answer(JSON.stringify(JSON.parse(\(JSONText.quoted(json.text))).map(([data, states]) => {
        const program = new Flint.Program(data);
        return states.map((state) => program.features.map((_, index) => {
          const steps = Advice.find(program, index, state);
          if (!steps) return [steps === null ? "-" : "too entangled"];
          const after = steps.reduce((state, step) => step.apply(state), state);
          return [...steps.map(({ label }) => label), new Flint.Evaluator(program, after).status(index)];
        }));
      })));
      """)
    return try JSONDocument(output).withRoot { root in
      root.elements.map { states in
        states.elements.map { features in
          features.elements.map { steps in steps.elements.map { $0.string ?? "" } }
        }
      }
    }
  }
}
