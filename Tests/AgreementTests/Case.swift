import FlintManifest
import FlintModel

@testable import FlintInspect

/// A manifest and a state to evaluate.
struct Case: Equatable {
  var manifest: Manifest
  var state: DeviceState
}

/// An evaluator's result for one feature in one state.
struct Verdict: Equatable {
  var status: FeatureStatus

  /// The names of the blockers; nil if the evaluator does not report them.
  var blockers: [String]?

  /// The action and subjects of the next step, empty if there is none; nil if the evaluator does not report it.
  var nextStep: [String]?

  /// The statuses of all constraints, from the feature's own to the app's; nil if the evaluator does not report them.
  var standings: [String]?

  /// The next step as a sentence; nil if the evaluator does not report it.
  var advice: String?

  /// The sentence for each of these constraints; nil if the evaluator does not report them.
  var sentences: [String]?

  /// The assumptions that the state breaks; nil if the evaluator does not report them.
  var broken: [String]?

  /// The summary of why the feature is not available; nil if the evaluator does not report it.
  var headline: String?

  /// Whether the results differ in a member that both evaluators report.
  func contradicts(_ other: Verdict) -> Bool {
    func differ(_ one: [String]?, _ other: [String]?) -> Bool {
      guard let one, let other else { return false }
      // Texts that are equal only after Unicode normalization are different.
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

/// Different results of evaluators for the same case.
struct Disagreement {
  var found: Case
  var feature: Int

  var sayings: [(judge: String, verdict: Verdict)]
}

extension Disagreement: CustomStringConvertible {
  /// The sentences of the results, if these differ.
  private var sentences: String {
    let said = sayings.map { saying in
      [saying.verdict.headline ?? "", saying.verdict.advice ?? ""]
        + (saying.verdict.sentences ?? [])
    }
    guard said.count == 2, said[0].count == said[1].count else { return "" }
    return zip(said[0], said[1]).filter { $0 != $1 }.map { "\n\($0)\n\($1)" }.joined()
  }

  /// The manifest, the command line that evaluates the case, and the results.
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
