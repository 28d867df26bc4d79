internal import FlintAnalysis
internal import FlintCore

/// The lines on the right-hand side of the screen of `browse`, the interactive command. They show the reasons for a
/// feature's status, a plan (changes that make the feature available), the list of named states, or the help.
struct BrowserPage {
  /// A line of the right-hand side of the screen. If it belongs to an item that the user can select, such as a plan or
  /// a fact to change, `item` is the item's index, counted from 0.
  struct Entry {
    let line: Line
    var item: Int?
  }

  private let view: BrowserView
  private let sentences: Sentences
  private let width: Int

  init(_ view: BrowserView, width: Int) {
    self.view = view
    sentences = view.sentences
    self.width = width
  }

  private var manifest: Manifest { sentences.manifest }

  var lines: [Entry] {
    switch view.page {
    case .reasons(let evaluation, let controls):
      reasons(evaluation).map { Entry(line: $0) } + self.controls(controls)
    case .plan(let result): plan(result)
    case .states(let names, let current): states(names, current: current)
    case .help: BrowserHelp.lines.map { Entry(line: $0) }
    }
  }

  // MARK: Reasons

  private func reasons(_ evaluation: FeatureEvaluation?) -> [Line] {
    guard let evaluation else {
      return [Line().adding("The manifest declares no features.")]
    }
    let feature = evaluation.feature
    let declaration = manifest.features[feature]
    var lines = [name(of: feature)]
    if let description = declaration.description {
      lines.append(Line().adding(description, .quiet))
    }
    var verdict = Line()
    verdict.add(evaluation.status.name, evaluation.status.role)
    verdict.add(": " + sentences.headline(of: evaluation))
    lines.append(verdict)
    if let steps = sentences.stepsDisplayText(of: evaluation) {
      lines.append(Line(hanging: 2).adding("→ \(steps)", .action))
    }
    let reported = sentences.reported(of: evaluation, verbose: true)
    if !reported.isEmpty {
      lines.append(.blank)
      lines += ConstraintLines(sentences, indentation: 0, width: width)
        .lines(reported, seenFrom: feature)
    }
    return lines
  }

  private func name(of feature: Int) -> Line {
    let declaration = manifest.features[feature]
    let status = view.statuses[feature]
    var line = Line(hanging: 2)
    line.add(status.symbol + " ", status.role)
    line.add(declaration.name, .strong)
    if declaration.name != declaration.id { line.add("  [\(declaration.id)]", .quiet) }
    return line
  }

  // MARK: State controls

  private func controls(_ controls: [BrowserView.Control]) -> [Entry] {
    guard !controls.isEmpty else { return [] }
    let heading = Line().adding("Change", .strong)
    let names = controls.map { Span(kindPrefix($0)).width + Span($0.name).width }
    let limit = width / 2
    let column = 4 + (names.filter { $0 <= limit }.max() ?? 0) + 2
    return [Entry(line: .blank), Entry(line: heading)]
      + controls.enumerated().map { index, control in
        var line = Line(hanging: 6)
        line.add(index == view.item && view.focus == .page ? "› " : "  ", .action)
        line.add(index < 9 ? "\(index + 1) " : "  ", .quiet)
        line.add(kindPrefix(control), .quiet)
        line.add(control.name)
        line.pad(to: column)
        line.add(control.value, control.isGiven ? .strong : .quiet)
        return Entry(line: line, item: index)
      }
  }

  private func kindPrefix(_ control: BrowserView.Control) -> String {
    control.kind.isEmpty ? "" : control.kind + " "
  }

  // MARK: Plan

  private func plan(_ result: PlanResult?) -> [Entry] {
    guard let feature = view.feature else { return [] }
    let title = [Entry(line: name(of: feature)), Entry(line: .blank)]
    guard let result else {
      return title + [
        Entry(line: Line().adding("No plan: the constraints are too complex to analyze.", .bad))
      ]
    }
    if result.status == .available {
      return title + [Entry(line: Line().adding("No changes needed."))]
    }
    if result.plans.isEmpty {
      return title + PlanReport(result, from: sentences.state).noPlan.map { Entry(line: $0) }
    }
    let sentences = ChangeSentences(sentences.state)
    return title + [Entry(line: Line().adding("Each of these plans makes the feature available:"))]
      + result.plans.enumerated().map { index, changes in
        var line = Line(hanging: 4)
        line.add(index == view.item && view.focus == .page ? "› " : "  ", .action)
        line.add("\(index + 1). ", .quiet)
        line.add(sentences.sentence(for: changes), .action)
        return Entry(line: line, item: index)
      } + (result.hasMore ? [Entry(line: Line().adding("  more plans exist", .quiet))] : [])
  }

  // MARK: States

  private func states(_ names: [String], current: Int?) -> [Entry] {
    let title = Line().adding("Start over from a named state", .strong)
    return [Entry(line: title), Entry(line: .blank)]
      + names.enumerated().map { index, name in
        var line = Line(hanging: 4)
        line.add(index == view.item && view.focus == .page ? "› " : "  ", .action)
        line.add(name)
        if index == current { line.add("  (now)", .quiet) }
        return Entry(line: line, item: index)
      }
  }
}
