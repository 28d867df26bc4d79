import FlintManifest
import FlintModel
import FlintText
import TestSupport
import Testing

/// The constraints of feature `f`, and a state unless it is a fresh install, with the sentence and the next step.
@Suite("Sentences and next steps") struct EvaluationExampleTests {
  private func evaluator(_ example: ExampleFile.Example) throws -> Evaluator {
    let lines = example.text.split(separator: "\n").map(String.init)
    let file = try manifestFile(example.header.replacing("…", with: lines[0]))
    let state = try file.state(
      in: SourceFile(path: "s.json", text: SourceText(lines.dropFirst().first ?? "{}")))
    return Evaluator(file.manifest, in: state)
  }

  @Test(
    "Describe a constraint and what to do",
    arguments: ExampleFile.examples("sentences", "next-steps"))
  func sentences(example: ExampleFile.Example) throws {
    let evaluator = try evaluator(example)
    let evaluation = evaluator.evaluate(0)
    var found = [evaluator.message(of: evaluation.constraints[0], in: 0)]
    if let step = evaluation.nextStep {
      let subjects = step.names(in: evaluator.manifest).joined(separator: " ")
      found.append("\(step.action.name) \(subjects): \(step.message(in: evaluator.state))")
    }
    try example.record(found)
    #expect(found == example.expected)
  }

  @Test("Offer alternatives", arguments: ExampleFile.examples("choices"))
  func choices(example: ExampleFile.Example) throws {
    let evaluator = try evaluator(example)
    let found = evaluator.manifest.features.indices.map { feature in
      let step = evaluator.evaluate(feature).nextStep
      let message = step?.message(in: evaluator.state) ?? ""
      return message + (step?.isOneEnough == true ? " (one is enough)" : "")
    }
    try example.record([found[0]])
    #expect(Set(found) == Set(example.expected))
  }

  @Test("Every action occurs in some example")
  func allActions() {
    let words = ExampleFile.examples("sentences", "next-steps").flatMap(\.expected)
      .compactMap { $0.split(separator: " ").first }
    let missing = NextStep.Action.allCases.map(\.name).filter { !words.contains($0[...]) }
    #expect(missing == [])
  }
}
