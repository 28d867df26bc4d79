import FlintCore
import FlintManifest

@testable import FlintReport

/// A manifest and a state of it: what evaluators are asked about.
struct Case: Equatable {
  var manifest: Manifest
  var state: DeviceState
}

/// What an evaluator says of one feature in one state.
struct Verdict: Equatable {
  var status: FeatureStatus

  /// The names of the blockers; nil where the evaluator does not tell them.
  var blockers: [String]?

  /// The next step's action and subjects, empty where there is none; nil where the evaluator does not tell it.
  var nextStep: [String]?

  /// The statuses of every constraint, its own first, the app's last; nil where the evaluator does not tell them.
  var standings: [String]?

  /// The next step in a sentence; nil where the evaluator does not tell it.
  var advice: String?

  /// The sentence on each of these constraints; nil where the evaluator does not tell them.
  var sentences: [String]?

  /// The assumptions that the state breaks; nil where the evaluator does not report them.
  var broken: [String]?

  /// What is said first of a feature that is not available; nil where the evaluator does not tell it.
  var headline: String?

  /// Whether the two contradict each other.
  func contradicts(_ other: Verdict) -> Bool {
    func differ(_ one: [String]?, _ other: [String]?) -> Bool {
      guard let one, let other else { return false }
      // Texts that only Unicode normalisation makes equal are two.
      return !one.elementsEqual(other) { $0.utf8.elementsEqual($1.utf8) }
    }
    return status != other.status || differ(broken, other.broken)
      || differ(blockers, other.blockers)
      || differ(nextStep, other.nextStep) || differ(standings, other.standings)
      || differ(advice.map { [$0] }, other.advice.map { [$0] })
      || differ(sentences, other.sentences)
      || differ(headline.map { [$0] }, other.headline.map { [$0] })
  }
}

extension Verdict: CustomStringConvertible {
  var description: String {
    var text = status.name
    if let blockers, !blockers.isEmpty {
      text += ", held back by \(blockers.joined(separator: ", "))"
    }
    if let nextStep, !nextStep.isEmpty { text += ", next \(nextStep.joined(separator: " "))" }
    if let advice, !advice.isEmpty { text += ": \(advice)" }
    if let broken, !broken.isEmpty { text += ", breaking \(broken.joined(separator: ", "))" }
    if let standings, !standings.isEmpty { text += " (\(standings.joined(separator: ", ")))" }
    return text
  }
}

/// Two evaluators that say something else of the same case.
struct Disagreement {
  var found: Case
  var feature: Int

  /// Who says what.
  var sayings: [(judge: String, verdict: Verdict)]
}

extension Disagreement: CustomStringConvertible {
  /// What is said in words, where that is where they differ.
  private var sentences: String {
    let said = sayings.map { saying in
      [saying.verdict.headline ?? "", saying.verdict.advice ?? ""]
        + (saying.verdict.sentences ?? [])
    }
    guard said.count == 2, said[0].count == said[1].count else { return "" }
    return zip(said[0], said[1]).filter { $0 != $1 }.map { "\n\($0)\n\($1)" }.joined()
  }

  /// The case as a manifest and the line that evaluates it, and what was said.
  var description: String {
    let id = found.manifest.features[feature].id
    let flags = StateArguments(found.state, of: found.manifest).text
    let line = ["flint-inspect evaluate manifest.json", id, flags].filter { !$0.isEmpty }
    return """
      \(sayings.map { "\($0.judge): '\(id)' is \($0.verdict)" }.joined(separator: "\n"))\(sentences)

      manifest.json:
      \(found.manifest.json)
      \(line.joined(separator: " "))
      """
  }
}
