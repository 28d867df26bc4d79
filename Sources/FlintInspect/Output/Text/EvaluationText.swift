import FlintModel
import FlintText

struct EvaluationText: EvaluationRenderer {
  private let style: TextStyle
  private let verbose: Bool
  private var head: ReportContext?
  private var tree: FeatureTree?

  init(style: TextStyle, verbose: Bool = false) {
    self.style = style
    self.verbose = verbose
  }

  mutating func begin(_ head: ReportContext, into sink: inout ByteSink) {
    self.head = head
    tree = FeatureTree(head, width: style.width, verbose: verbose)
    write(StateLines(head, isDetailed: verbose).lines, to: &sink)
  }

  mutating func add(
    _ evaluation: FeatureEvaluation, baseline old: FeatureEvaluation?, into sink: inout ByteSink
  ) {
    write(tree?.lines(evaluation, baseline: old) ?? [], to: &sink)
  }

  mutating func end(into sink: inout ByteSink) {
    guard let head else { return }
    write(SummaryLines(head).lines, to: &sink)
  }

  private func write(_ lines: [Line], to sink: inout ByteSink) {
    TerminalWriter(style: style).write(lines, to: &sink)
  }
}
