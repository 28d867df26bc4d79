import FlintCore
import FlintManifest
import FlintReport
import FlintText
import Foundation
import TestSupport
import Testing

@Suite("The page's evaluator")
struct PageEvaluatorTests {
  @Test(
    "in Chromium, every status, blocker and next step is the library's, on random states",
    .enabled(if: Browser.isInstalled, "Chromium is not installed"),
    arguments: 1...4 as ClosedRange<UInt64>)
  func agreesWithTheEvaluator(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let manifest = random.manifest(RandomManifestShape(features: 12, width: 3))
    let states = (0..<100).map { _ in random.state(for: manifest) }

    var page = ByteSink()
    ReportPage(manifest, initialState: DeviceState()).write(to: &page)
    let document = try Browser.document(of: page.string + Self.questions(states, manifest))
    let answer = try #require(document.firstMatch(of: /<pre id="answers">([^<]*)<\/pre>/)?.output.1)
    let answers = try #require(Data(base64Encoded: String(answer)))
    let found = try #require(try JSONSerialization.jsonObject(with: answers) as? [[[NSObject]]])

    for (state, answer) in zip(states, found) {
      let evaluator = Evaluator(manifest, in: state)
      #expect(answer.count == manifest.features.count)
      for (evaluation, answer) in zip(evaluator.all, answer) {
        #expect(answer == Self.facts(of: evaluation, evaluator))
      }
    }
    #expect(found.count == states.count)
  }

  /// A script that judges the states with the page's own evaluator and leaves the answers in the document.
  private static func questions(_ states: [DeviceState], _ manifest: Manifest) -> String {
    var json = JSONWriter(.compact)
    json.array { json in for state in states { StateWriter.write(state, of: manifest, to: &json) } }
    let texts = json.text.replacing("<", with: "\\u003c")
    return """
      <pre id="answers"></pre>
      <script>
        const program = JSON.parse(document.getElementById("program").textContent);
        const answers = \(texts).map((state) => {
          const evaluator = new Flint.Evaluator(program, state);
          return program.features.map((_, index) => {
            const { status, judged, blockers, nextStep } = evaluator.evaluate(index);
            return [
              status, blockers.map((one) => evaluator.name(one, index)), nextStep?.action ?? "",
              (nextStep?.subjects ?? []).map((one) => evaluator.subjectName(one)),
              judged.map((one) => Sentences.constraint(evaluator, one)),
              nextStep === null ? "" : Sentences.nextStep(evaluator, nextStep),
            ];
          });
        });
        const bytes = new TextEncoder().encode(JSON.stringify(answers));
        document.getElementById("answers").textContent =
          btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
      </script>
      """
  }

  private static func facts(of evaluation: FeatureEvaluation, _ evaluator: Evaluator) -> [NSObject]
  {
    let manifest = evaluator.manifest
    let feature = evaluation.feature
    let lineage = [evaluation] + manifest.ancestors(of: feature).map { evaluator.evaluate($0) }
    return [
      evaluation.status.name as NSString,
      evaluation.blockers.map { $0.name(seenFrom: feature, in: manifest) } as NSArray,
      (evaluation.nextStep?.action.name ?? "") as NSString,
      (evaluation.nextStep?.subjects.map { $0.name(in: manifest) } ?? []) as NSArray,
      lineage.flatMap { one in
        one.constraints.map { evaluator.message(of: $0, in: one.feature) }
      } as NSArray,
      (evaluation.nextStep?.message(in: evaluator.state) ?? "") as NSString,
    ]
  }
}
