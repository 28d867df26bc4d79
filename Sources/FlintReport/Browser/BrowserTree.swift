internal import FlintCore

/// A writer of the features as rows of a tree. The user can fold a feature, which hides the features inside it.
struct BrowserTree {
  private let view: BrowserView
  private let features: [FeatureDeclaration]

  init(_ view: BrowserView) {
    self.view = view
    features = view.sentences.manifest.features
  }

  func spans(_ row: Int, width: Int) -> [Span] {
    let feature = view.rows[row]
    let status = view.statuses[feature]
    let depth = view.sentences.manifest.ancestors(of: feature).reduce(0) { count, _ in count + 1 }
    return [
      Span(row == view.selectedRow ? "›" : " ", .action),
      // The indentation is limited so that even the deepest rows have room for a few letters.
      Span(String(repeating: " ", count: min(2 * depth, width / 2))),
      Span(mark(of: feature), .quiet),
      Span(status.symbol + " ", status.role),
      Span(features[feature].name),
    ]
  }

  private func mark(of feature: Int) -> String {
    let hasChildren = feature + 1 < features.count && features[feature + 1].parent == feature
    guard hasChildren else { return "  " }
    return view.folded.contains(feature) ? "▸ " : "▾ "
  }
}
