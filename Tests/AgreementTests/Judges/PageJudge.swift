import FlintManifest
import FlintModel
import FlintText
import Foundation
import RandomModels
import TestSupport

@testable import FlintInspect

/// The evaluator of the report's page, run by an installed script engine.
struct PageJudge: Judge {
  let engine: ScriptEngine

  var name: String { "page in \(engine.name)" }

  func judge(_ groups: [Group]) throws -> [[[Verdict]?]] {
    let programs = groups.map { PageProgram(manifest: $0.manifest, initialState: DeviceState()) }
    let output = try engine.run(Self.script(groups, programs))
    guard let document = try? JSONDocument(output) else {
      throw ScriptEngine.NoAnswer(output: output)
    }
    return document.withRoot { root in
      zip(root.elements, zip(groups, programs)).map { answers, asked in
        let (group, program) = asked
        let subjects = program.subjects.names
        let assumptions = group.manifest.assumptions.map(\.id)
        return answers.elements.map { state in
          state.elements.map { Self.verdict($0, subjects, assumptions) }
        }
      }
    }
  }

  private static func verdict(
    _ value: JSONValue, _ subjects: [String], _ assumptions: [String]
  ) -> Verdict {
    let parts = Array(value.elements)
    func number(_ value: JSONValue) -> Int { value.string.flatMap { Int($0) } ?? -1 }
    let truth = Ternary(rawValue: UInt8(number(parts[0]))) ?? .unknown
    let step = Array(parts[2].elements)
    return Verdict(
      status: FeatureStatus(truth), blockers: parts[1].elements.map { $0.string ?? "" },
      nextStep: step.isEmpty
        ? [] : [step[0].string ?? ""] + step.dropFirst().map { subjects[number($0)] },
      standings: parts[3].elements.map { $0.string ?? "" }, advice: parts[4].string,
      sentences: parts[5].elements.map { $0.string ?? "" },
      broken: parts[7].elements.map { assumptions[number($0)] }, headline: parts[6].string)
  }

  /// Returns a script that calls `answer` with all results of the page's program.
  private static func script(_ groups: [Group], _ programs: [PageProgram]) -> String {
    var json = JSONWriter(.compact)
    json.array { json in
      for (group, program) in zip(groups, programs) {
        json.array { json in
          program.write(to: &json)
          json.array { json in
            for state in group.states { StateWriter.write(state, of: group.manifest, to: &json) }
          }
        }
      }
    }
    return """
      \(ReportPage.evaluationScript)
      answer(JSON.stringify(JSON.parse(\(quoted(json.text))).map(([data, states]) => {
        const program = new Flint.Program(data);
        return states.map((state) => {
          const evaluator = new Evaluator(program, state);
          return program.features.map((_, index) => {
            const { open, blockers } = evaluator.open(index), step = evaluator.nextStep(open);
            const constraints = evaluator.constraints(index);
            return [
              String(evaluator.truths[index]),
              blockers.map((one) => evaluator.name(one, index)),
              step === null ? [] : [step.action.name, ...new Set(step.subjects)].map(String),
              constraints.map((one) => evaluator.standing(one).name),
              step === null ? "" : evaluator.nextSentence(step),
              constraints.map((one) => evaluator.sentence(one)),
              evaluator.headline(index),
              evaluator.broken.map((one) => String(program.data.assumptions.indexOf(one))),
            ];
          });
        });
      })));
      """
  }

  /// Returns a text as a string literal of a script. It must not contain the end tag of a script element, and is parsed
  /// with JSON.parse, which treats `__proto__` like any other key.
  private static func quoted(_ text: String) -> String {
    JSONText.quoted(text).replacing("<", with: "\\u003c").replacing("\u{2028}", with: "\\u2028")
      .replacing("\u{2029}", with: "\\u2029")
  }
}
