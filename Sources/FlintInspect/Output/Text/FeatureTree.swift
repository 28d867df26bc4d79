struct FeatureTree {
  private let head: ReportContext
  private var sentences: Sentences { head.sentences }
  private let manifest: Manifest
  private let verbose: Bool

  private let depths: [Int?]

  init(_ head: ReportContext, verbose: Bool) {
    self.head = head
    manifest = head.sentences.manifest
    self.verbose = verbose
    depths = Self.depths(in: manifest, listed: head.features)
  }

  private static func depths(in manifest: Manifest, listed: [Int]?) -> [Int?] {
    let listed = listed.map(Set.init)
    // INVARIANT: `steps[i]` is the depth of the children of feature i. Parents precede their children.
    var steps: [Int] = []
    return manifest.features.enumerated().map { index, feature in
      let depth = feature.parent.map { steps[$0] } ?? 0
      let isListed = listed?.contains(index) ?? true
      steps.append(isListed ? depth + 1 : depth)
      return isListed ? depth : nil
    }
  }

  func lines(_ evaluation: FeatureEvaluation, baseline old: FeatureEvaluation?) -> [Line] {
    let indentation = 2 * (depths[evaluation.feature] ?? 0)
    var lines = [title(evaluation, old, indentation)]
    if let old, let baseline = head.baseline {
      lines += DifferenceLines(
        old: baseline.sentences, new: sentences, indentation: indentation + 4
      )
      .lines(from: old, to: evaluation)
    } else {
      lines += sentences.lines(
        sentences.reported(of: evaluation, verbose: verbose), seenFrom: evaluation.feature,
        at: indentation + 4, isComplete: verbose)
    }
    if let steps = sentences.stepsDisplayText(of: evaluation) {
      lines.append(
        Line(indentation: indentation + 4, "\("→ \(steps)", .action)"))
    }
    return lines
  }

  private func title(
    _ evaluation: FeatureEvaluation, _ old: FeatureEvaluation?, _ indentation: Int
  ) -> Line {
    let (feature, status) = (manifest.features[evaluation.feature], evaluation.status)
    var line = Line(indentation: indentation, hanging: indentation + 4)
    if let old { line += old.status == status ? "  " : "\(old.status)\("→", .quiet)" }
    line += "\(status) \(feature)"
    if head.lacksRequired(evaluation) { line.add("  required", .bad) }
    if let note = note(evaluation.feature) { line.add("  (\(note))", .quiet) }
    return line
  }

  /// The team and end date beside a feature. Omits an inherited team if the parent is listed.
  private func note(_ index: Int) -> String? {
    let feature = manifest.features[index]
    return feature.note(
      team: (feature.parent.map { depths[$0] != nil } ?? false)
        ? feature.team : manifest.team(of: index))
  }
}

extension FeatureDeclaration {
  /// `team Audio, remove by 2027-01-01`
  func note(team: String?) -> String? {
    let notes = [team.map { "team \($0)" }, until.map { "remove by \($0)" }].compactMap(\.self)
    return notes.isEmpty ? nil : notes.list()
  }
}
