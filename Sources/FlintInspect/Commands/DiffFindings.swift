/// Changes as findings, for CI services that display findings.
extension DifferenceReport {
  var findings: [Findings] {
    guard let files else { return [] }
    var (inNew, inOld): ([Diagnostic], [Diagnostic]) = ([], [])
    let (newNames, oldNames) = (files.new.names.features, files.old.names.features)
    let (newLocations, oldLocations) = (ManifestLocations(files.new), ManifestLocations(files.old))
    for feature in difference.features {
      if let index = newNames.index(of: feature.id) {
        inNew.append(diagnostic(feature, at: newLocations.feature(index)))
      } else if let index = oldNames.index(of: feature.id) {
        inOld.append(diagnostic(feature, at: oldLocations.feature(index)))
      }
    }
    return [Findings](in: files.new.source.withoutRevision, inNew)
      + [Findings](in: files.old.source.withoutRevision, inOld)
  }

  private func diagnostic(_ feature: FeatureDifference, at range: Range<Int>) -> Diagnostic {
    let rule = feature.change.traits.rule
    let examples = feature.examples.map { example in
      let flags = flags(example)
      let state = flags.isEmpty ? "on a fresh install" : "with \(flags.joined(separator: " "))"
      return "\(example.old.name) → \(example.new.name) \(state)"
    }
    return Diagnostic(
      rule.description.severity, rule: rule.rawValue,
      message: ([sentence(on: feature)] + examples).joined(separator: "; "), range: range,
      feature: feature.id)
  }

  private func sentence(on feature: FeatureDifference) -> String {
    let phrase = versions.phrase
    return
      "“\(feature.name)” \(feature.change.traits.sentence)\(phrase.isEmpty ? "" : " ")\(phrase)"
  }

}

extension SourceFile {
  /// The file under its path in the working tree, not `REV:PATH`.
  fileprivate var withoutRevision: SourceFile {
    var file = self
    if !POSIX.exists(path), let written = RevisionPath(path)?.path {
      file.path = written.hasPrefix("./") ? String(written.dropFirst(2)) : written
    }
    file.parts = parts.map { SourceMap($0.files.map(\.withoutRevision)) }
    return file
  }
}

/// Rules of changes. None is an error; with `--exit-code`, any change fails the check.
enum DifferenceRule: String, CaseIterable {
  case lost = "availability-lost"
  case gained = "availability-gained"
  case changed = "availability-changed"

  var description: RuleDescription {
    let summary =
      switch self {
      case .lost: "a feature that was removed, or is available in fewer states than before"
      case .gained: "a feature that was added, or is available in more states than before"
      case .changed:
        "a feature that is gained in some states and lost in others, or changes between undetermined and unavailable"
      }
    return RuleDescription(
      id: rawValue, severity: self == .gained ? .note : .warning, summary: summary)
  }
}

/// Features that change in the same way, because of the same edits.
struct ChangedFeatureGroup {
  // INVARIANT: A block contains at least one feature.
  var features: [FeatureDifference]
  let causes: [Cause]

  /// An edit: without `old` an insertion, without `new` a removal.
  struct Cause: Hashable {
    let old: Excerpt?
    let new: Excerpt?
  }

  struct Excerpt: Hashable {
    let path: String
    let line: Int

    /// The JSON, on one line and shortened by `…`.
    let text: String
  }

  var isReported: Bool { !causes.isEmpty }

  /// The examples to show: all of a single feature, or the first of each feature, with its name.
  /// Features with the same first example share it; it then has no name.
  var examples: [(name: String?, example: FeatureDifference.Example)] {
    if features.count == 1 { return features[0].examples.map { (nil, $0) } }
    let firsts = features.compactMap { feature in
      feature.examples.first.map { (name: feature.name, example: $0) }
    }
    guard let first = firsts.first?.example, firsts.allSatisfy({ $0.example == first }) else {
      return firsts
    }
    return [(nil, first)]
  }

  /// Groups features that change alike, ordered by each group's first feature.
  static func blocks(
    of difference: ManifestDifference, from old: ManifestFile, to new: ManifestFile
  ) -> [ChangedFeatureGroup] {
    struct Key: Hashable {
      let change: FeatureDifference.Change
      let edits: [ManifestChanges.Edit]
    }
    var changes = ManifestChanges(from: old, to: new)
    var excerpts = Excerpts(old: Side(source: old.source), new: Side(source: new.source))
    var blocks: [ChangedFeatureGroup] = []
    var numbers: [Key: Int] = [:]
    for feature in difference.features {
      let edits = feature.examples.isEmpty ? [] : changes.edits(affecting: feature.id)
      let key = Key(change: feature.change, edits: edits)
      if !edits.isEmpty, let number = numbers[key] {
        blocks[number].features.append(feature)
        continue
      }
      numbers[key] = blocks.count
      blocks.append(
        ChangedFeatureGroup(features: [feature], causes: edits.map { excerpts.cause($0) }))
    }
    return blocks
  }

  private struct Excerpts {
    var old: Side
    var new: Side

    mutating func cause(_ edit: ManifestChanges.Edit) -> Cause {
      let (one, other) = (edit.old.map { old.text(of: $0) }, edit.new.map { new.text(of: $0) })
      let start = Self.start(of: one ?? [], and: other ?? [])
      return Cause(
        old: edit.old.map { old.excerpt(of: one ?? [], from: start, at: $0) },
        new: edit.new.map { new.excerpt(of: other ?? [], from: start, at: $0) })
    }

    static func start(of one: [Unicode.Scalar], and other: [Unicode.Scalar]) -> Int {
      let longest = Side.longest
      let common = zip(one, other).prefix { $0 == $1 }.count
      let isReported = common < longest * 2 / 3 || max(one.count, other.count) <= longest
      guard !isReported, common < min(one.count, other.count) else { return 0 }
      return one[..<(common - longest / 3)].lastIndex(of: " ").map { $0 + 1 } ?? 0
    }
  }

  private struct Side {
    let source: SourceFile
    var positions: SourcePositions

    init(source: SourceFile) {
      self.source = source
      positions = SourcePositions(source)
    }

    /// The greatest length of an excerpt, in Unicode scalars.
    static let longest = 100

    mutating func excerpt(
      of text: [Unicode.Scalar], from start: Int, at range: Range<Int>
    ) -> Excerpt {
      let position = positions.position(of: range.lowerBound)
      let shown = text[start...].prefix(Self.longest)
      var reported = start > 0 ? "… " : ""
      reported.unicodeScalars.append(contentsOf: shown)
      if shown.endIndex < text.endIndex { reported += " …" }
      return Excerpt(path: position.path, line: position.location.line, text: reported)
    }

    func text(of range: Range<Int>) -> [Unicode.Scalar] {
      let excerpt = source.fileRange(of: range)
      return Array(
        String(utf8: source.files[excerpt.file].text.bytes[excerpt.range].prefix(2 << 10))
          .unicodeScalars.split { " \t\r\n".unicodeScalars.contains($0) }.joined(separator: [" "]))
    }
  }
}
