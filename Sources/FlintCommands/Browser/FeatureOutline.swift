internal import FlintCore
internal import FlintText

/// The tree of features on the screen of `browse`: which features are folded, and which row is selected. The features
/// inside a folded feature are not shown.
struct FeatureOutline {
  private let features: [FeatureDeclaration]

  // INVARIANT: the indices of the visible features, which are those without a folded ancestor, in the manifest's order.
  private(set) var rows: [Int]
  private(set) var folded: Set<Int> = []
  private(set) var selectedRow = 0

  init(_ manifest: Manifest) {
    features = manifest.features
    rows = Array(features.indices)
  }

  var selected: Int? { rows.isEmpty ? nil : rows[selectedRow] }

  mutating func move(by rows: Int) {
    selectedRow = max(min(selectedRow + rows, self.rows.count - 1), 0)
  }

  /// Unfolds all features that contain the given feature, so that it is visible, and selects it.
  mutating func reveal(_ feature: Int) {
    var ancestor = features[feature].parent
    while let current = ancestor {
      folded.remove(current)
      ancestor = features[current].parent
    }
    update(selecting: feature)
  }

  /// Folds the selected feature: hides the features inside it. If it is folded already or contains no features, selects
  /// the feature that contains it instead.
  mutating func fold() {
    guard let selected else { return }
    if hasChildren(selected), folded.insert(selected).inserted {
      update(selecting: selected)
    } else if let parent = features[selected].parent {
      update(selecting: parent)
    }
  }

  /// Unfolds the selected feature: shows the features inside it. If it is unfolded already, selects the first of them
  /// instead.
  mutating func unfold() {
    guard let selected, hasChildren(selected) else { return }
    let wasFolded = folded.remove(selected) != nil
    update(selecting: wasFolded ? selected : selected + 1)
  }

  mutating func foldAll() {
    folded = Set(features.indices.filter { hasChildren($0) })
    guard var top = selected else { return }
    while let parent = features[top].parent { top = parent }
    update(selecting: top)
  }

  mutating func unfoldAll() {
    folded = []
    if let selected { update(selecting: selected) }
  }

  /// Returns the index of the first feature whose name or id contains the text, ignoring case. The search begins with
  /// the feature at index `start` and goes down the list if `step` is 1, or up if it is -1. At the end of the list, it
  /// continues at the other end.
  func match(_ text: String, from start: Int, step: Int) -> Int? {
    let wanted = text.lowercased()
    guard !wanted.isEmpty, !features.isEmpty else { return nil }
    for distance in features.indices {
      let index = (start + step * distance) % features.count
      let feature = index < 0 ? index + features.count : index
      if features[feature].name.lowercased().has(wanted)
        || features[feature].id.lowercased().has(wanted)
      {
        return feature
      }
    }
    return nil
  }

  private func hasChildren(_ feature: Int) -> Bool {
    feature + 1 < features.count && features[feature + 1].parent == feature
  }

  private mutating func update(selecting feature: Int) {
    // INVARIANT: hidesChildren[i] is whether the children of feature i are hidden. Parents precede their children.
    var hidesChildren: [Bool] = []
    hidesChildren.reserveCapacity(features.count)
    rows.removeAll(keepingCapacity: true)
    for (index, declaration) in features.enumerated() {
      let isHidden = declaration.parent.map { hidesChildren[$0] } ?? false
      if !isHidden { rows.append(index) }
      hidesChildren.append(isHidden || folded.contains(index))
    }
    selectedRow = rows.firstIndex(of: feature) ?? 0
  }
}
