import FlintModel
import FlintText

struct EvaluationMarkdown: EvaluationRenderer {
  private let verbose: Bool
  private var head: ReportContext?
  private var isFirst = true

  init(verbose: Bool = false) {
    self.verbose = verbose
  }

  mutating func begin(_ head: ReportContext, into sink: inout ByteSink) {
    self.head = head
    let state = head.sentences.state
    let name = MarkdownText.cell(state.manifest.app.name ?? head.manifestPath)
    sink.append("### \(name) on \(state.deviceDisplayText), \(state.appDisplayText)\n\n")
    sink.append("State: \(MarkdownText.cell(head.origin.displayText))")
    if !head.flags.isEmpty {
      sink.append(", with \(MarkdownText.code(head.flags.joined(separator: " ")))")
    }
    if let baseline = head.baseline {
      sink.append("<br>Compared with: \(MarkdownText.cell(baseline.origin.displayText))")
    }
    let counts = FeatureStatus.allCases.map { "\(head.counts[$0]) \($0.name)" }
    sink.append("\n\n**\(counts.joined(separator: ", "))**\n")
  }

  mutating func add(
    _ evaluation: FeatureEvaluation, baseline old: FeatureEvaluation?, into sink: inout ByteSink
  ) {
    guard let head else { return }
    if isFirst { sink.append("\n| Feature | Status | Why | Next step |\n|---|---|---|---|\n") }
    isFirst = false
    let manifest = head.sentences.manifest
    let feature = manifest.features[evaluation.feature]
    let depth = Array(manifest.ancestors(of: evaluation.feature)).count
    let cells = [
      String(repeating: "&emsp;", count: depth) + MarkdownText.cell(feature.name)
        + note(evaluation.feature, in: manifest),
      status(evaluation, old),
      why(evaluation, head.sentences),
      head.sentences.stepsDisplayText(of: evaluation).map { MarkdownText.cell($0) } ?? "",
    ]
    sink.append("| \(cells.joined(separator: " | ")) |\n")
  }

  mutating func end(into sink: inout ByteSink) {
    if isFirst { sink.append(head?.baseline == nil ? "\nNo features.\n" : "\nNo differences.\n") }
  }

  private func note(_ index: Int, in manifest: Manifest) -> String {
    let until = manifest.features[index].until.map { "remove by \($0)" }
    let team = manifest.team(of: index).map { "team \($0)" }
    let notes = [team, until].compactMap(\.self)
    return notes.isEmpty ? "" : "<br>" + MarkdownText.cell(notes.joined(separator: ", "))
  }

  private func status(_ evaluation: FeatureEvaluation, _ old: FeatureEvaluation?) -> String {
    let new = "\(evaluation.status.symbol) \(evaluation.status.name)"
    let isRequired = head?.required.contains(evaluation.feature) == true
    let note = isRequired && evaluation.status != .available ? "<br>**required**" : ""
    guard let old, old.status != evaluation.status else { return new + note }
    return "\(old.status.symbol) \(old.status.name) → \(new)" + note
  }

  private func why(_ evaluation: FeatureEvaluation, _ sentences: Sentences) -> String {
    let reported = sentences.reported(of: evaluation, verbose: verbose).flatMap { constraint in
      let status = constraint.evaluation.status
      let name = sentences.name(of: constraint, seenFrom: evaluation.feature)
      if status == .notActive { return [line(status, name, nil)] }
      return [line(status, name, sentences.facts(of: constraint))]
        + constraint.parts.map { part in
          String(repeating: "&emsp;", count: part.depth)
            + line(part.status, part.name(in: sentences.manifest), part.facts(sentences))
        }
    }
    return ([MarkdownText.cell(sentences.headline(of: evaluation))] + reported)
      .joined(separator: "<br>")
  }

  private func line(_ status: ConstraintStatus, _ name: String, _ facts: ConstraintDescription?)
    -> String
  {
    let result = "\(status.symbol) \(MarkdownText.code(name))"
    guard let facts else { return result }
    return result
      + " needs \(MarkdownText.cell(facts.required)), now \(MarkdownText.cell(facts.actual))"
  }
}
