import FlintManifest
import FlintModel
import FlintText
import TestSupport
import Testing

/// The constraints of feature `f`, and a state unless it is a fresh install.
@Suite("Statuses, sentences and next steps") struct EvaluationExampleTests {
  private func evaluator(_ example: ExampleFile.Example) throws -> Evaluator {
    let lines = example.text.split(separator: "\n").map(String.init)
    let file = try manifestFile(example.header.replacing("…", with: lines[0]))
    let state = try file.state(
      in: SourceFile(path: "s.json", text: SourceText(lines.dropFirst().first ?? "{}")))
    return Evaluator(file.manifest, in: state)
  }

  @Test(
    "Describe a constraint and what to do",
    arguments: ExampleFile.examples("sentences", "next-steps", "waits"))
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

  /// Returns an evaluator for each state, which are the last lines of an example that begin with a brace.
  private func evaluators(_ example: ExampleFile.Example) throws -> [Evaluator] {
    let lines = example.text.split(separator: "\n").map(String.init)
    let end = (lines.lastIndex { !$0.hasPrefix("{") } ?? -1) + 1
    let members = lines[..<end].joined(separator: "\n")
    let file = try manifestFile(example.header.replacing("…", with: members))
    return try (end < lines.count ? Array(lines[end...]) : ["{}"]).map { state in
      let source = SourceFile(path: "s.json", text: SourceText(state))
      return Evaluator(file.manifest, in: try file.state(in: source))
    }
  }

  @Test("Follow from each state", arguments: ExampleFile.examples("statuses"))
  func statuses(example: ExampleFile.Example) throws {
    let statuses = try evaluators(example).map { "\($0.status(of: 0))" }
    let found = [statuses.joined(separator: ", ")]
    try example.record(found)
    #expect(found == example.expected)
  }

  @Test(
    "Follow from the constraints of several features",
    arguments: ExampleFile.examples("evaluations"))
  func evaluations(example: ExampleFile.Example) throws {
    let evaluators = try evaluators(example)
    let found = evaluators.enumerated().flatMap { number, evaluator in
      evaluator.all.map { evaluation in
        (evaluators.count > 1 ? "\(number + 1). " : "") + description(of: evaluation, evaluator)
      }
    }
    try example.record(found)
    #expect(found == example.expected)
  }

  private func description(of evaluation: FeatureEvaluation, _ evaluator: Evaluator) -> String {
    let (manifest, feature) = (evaluator.manifest, evaluation.feature)
    let own = evaluation.ownStatus == evaluation.status ? "" : ", alone \(evaluation.ownStatus)"
    let parts: [(String, [String])] = [
      (
        "",
        evaluation.constraints.map {
          "\($0.constraint.name(block: $0.block, in: manifest)) \($0.status)"
        }
      ),
      ("blocked by ", evaluation.blockers.map { $0.name(seenFrom: feature, in: manifest) }),
      ("because ", Sentences(evaluator).reasons(for: evaluation)),
      ("", evaluator.steps(of: evaluation).map { $0.message(in: evaluator.state) }),
    ]
    let words = parts.filter { !$0.1.isEmpty }.map { "; " + $0.0 + $0.1.joined(separator: ", ") }
    return "\(manifest.features[feature].id) is \(evaluation.status)\(own)\(words.joined())"
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
    let words = ExampleFile.examples("sentences", "next-steps", "waits").flatMap(\.expected)
      .compactMap { $0.split(separator: " ").first }
    let missing = NextStep.Action.allCases.map(\.name).filter { !words.contains($0[...]) }
    #expect(missing == [])
  }
}
