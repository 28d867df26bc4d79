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
    let output = try engine.run(Self.script(groups))
    guard let document = try? JSONDocument(output) else {
      throw ScriptEngine.NoAnswer(output: output)
    }
    return document.withRoot { root in
      zip(root.elements, groups).map { answers, group in
        let assumptions = group.manifest.assumptions.map(\.id)
        return answers.elements.map { state in
          state.elements.map { Self.verdict($0, assumptions) }
        }
      }
    }
  }

  private static func verdict(_ value: JSONValue, _ assumptions: [String]) -> Verdict {
    let parts = Array(value.elements)
    func number(_ value: JSONValue) -> Int { value.string.flatMap { Int($0) } ?? -1 }
    let truth = Ternary(rawValue: UInt8(number(parts[0]))) ?? .unknown
    return Verdict(
      status: FeatureStatus(truth), blockers: parts[1].elements.map { $0.string ?? "" },
      nextStep: parts[2].elements.map { $0.string ?? "" },
      standings: parts[3].elements.map { $0.string ?? "" }, advice: parts[4].string,
      sentences: parts[5].elements.map { $0.string ?? "" },
      broken: parts[7].elements.map { assumptions[number($0)] }, headline: parts[6].string)
  }

  /// Returns a script that calls `answer` with all results of the page's evaluator.
  private static func script(_ groups: [Group]) -> String {
    var json = JSONWriter(.compact)
    json.array { json in
      for group in groups {
        json.array { json in
          var model = PageModel(manifest: group.manifest, initialState: DeviceState())
          model.write(to: &json)
          json.array { json in
            for state in group.states { StateWriter.write(state, of: group.manifest, to: &json) }
          }
        }
      }
    }
    return """
      \(ReportPage.evaluationScript)
      answer(JSON.stringify(JSON.parse(\(quoted(json.text))).map(([data, states]) => {
        const model = new Flint.Model(data);
        return states.map((state) => {
          const evaluator = new Evaluator(model, state);
          return model.features.map((_, index) => {
            const { open, blockers } = evaluator.open(index), step = evaluator.nextStep(open);
            const constraints = evaluator.constraints(index);
            return [
              String(evaluator.truths[index]),
              blockers.map((one) => evaluator.name(one, index)),
              step === null ? [] : [step.action.name, ...new Set(step.subjects.map(({ id }) => id))],
              constraints.map((one) => evaluator.standing(one).name),
              step === null ? "" : evaluator.nextSentence(step),
              constraints.map((one) => evaluator.sentence(one)),
              evaluator.headline(index),
              evaluator.broken.map((one) => String(model.data.assumptions.indexOf(one))),
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
