import FlintAnalysis
import FlintManifest
import FlintText

/// Features that change in the same way, because of the same edits to the manifest. The report of `diff` describes them
/// together, as one block.
struct ChangedFeatureGroup {
  // INVARIANT: A block contains at least one feature.
  private(set) var features: [FeatureDifference]
  let causes: [Cause]

  /// An edit to the manifest that causes the changes of the features in this group. It is shown as an excerpt of the
  /// old text and one of the new text. If the edit only inserts text, `old` is nil; if it only removes text, `new` is
  /// nil.
  struct Cause: Hashable {
    let old: Excerpt?
    let new: Excerpt?
  }

  struct Excerpt: Hashable {
    let path: String
    let line: Int

    /// The excerpt of the manifest as a single line of limited length. Line breaks are replaced by spaces, and omitted
    /// text by `…`.
    let text: String
  }

  init(_ feature: FeatureDifference, because causes: [Cause] = []) {
    features = [feature]
    self.causes = causes
  }

  /// The name of the feature whose change of status the report of `diff` shows as an example for this group of
  /// features, which change in the same way because of the same edits to the manifest. Nil if the group has only one
  /// feature: it is then clear which feature the example is about.
  var exampleName: String? { features.count == 1 ? nil : features[0].name }

  var isReported: Bool { !causes.isEmpty }

  /// Example states for this group of features, which change in the same way because of the same edits to the manifest.
  /// In each of these states, the status of the group's first feature changes. If the group has only one feature, there
  /// is one state for each pair of old and new status. Otherwise, there is only one state, in which the status of the
  /// other features may be unchanged.
  var examples: [FeatureDifference.Example] {
    features.count == 1 ? features[0].examples : Array(features[0].examples.prefix(1))
  }

  /// Groups the features that changed in the same way because of the same edits to the manifest. The groups are in the
  /// order of their first features.
  static func blocks(
    of difference: ManifestDifference, from old: ManifestFile, to new: ManifestFile
  ) -> [ChangedFeatureGroup] {
    struct Key: Hashable {
      let change: FeatureDifference.Change
      let edits: [ManifestChanges.Edit]
    }
    var changes = ManifestChanges(from: old, to: new)
    var excerpts = Excerpts(old.source, new.source)
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
      blocks.append(ChangedFeatureGroup(feature, because: edits.map { excerpts.cause($0) }))
    }
    return blocks
  }

  private struct Excerpts {
    private var old: Side
    private var new: Side

    init(_ old: SourceFile, _ new: SourceFile) {
      (self.old, self.new) = (Side(old), Side(new))
    }

    mutating func cause(_ edit: ManifestChanges.Edit) -> Cause {
      let (one, other) = (edit.old.map { old.piece($0) }, edit.new.map { new.piece($0) })
      let start = Self.start(of: one?.text ?? [], and: other?.text ?? [])
      return Cause(old: one?.excerpt(from: start), new: other?.excerpt(from: start))
    }

    /// Returns the offset, in Unicode scalars, at which the excerpts of the old and the new text of an edit begin. It
    /// is 0 if excerpts of the beginning of the texts show the first difference between them, or if one text is the
    /// beginning of the other. Otherwise, it is the start of a word shortly before the first difference.
    private static func start(of one: Piece.Text, and other: Piece.Text) -> Int {
      let longest = Piece.longest
      let common = zip(one, other).prefix { $0 == $1 }.count
      let isReported = common < longest * 2 / 3 || max(one.count, other.count) <= longest
      guard !isReported, common < min(one.count, other.count) else { return 0 }
      return one[..<(common - longest / 3)].lastIndex(of: " ").map { $0 + 1 } ?? 0
    }
  }

  /// A part of a manifest's text, with its line breaks replaced by spaces.
  private struct Piece {
    typealias Text = [Unicode.Scalar]

    let path: String
    let line: Int
    let text: Text

    /// The maximum number of Unicode scalars of an edited part of the manifest that the report of `diff` shows as an
    /// excerpt.
    static let longest = 100

    func excerpt(from start: Int) -> Excerpt {
      let shown = text[start...].prefix(Self.longest)
      var reported = start > 0 ? "… " : ""
      reported.unicodeScalars.append(contentsOf: shown)
      if shown.endIndex < text.endIndex { reported += " …" }
      return Excerpt(path: path, line: line, text: reported)
    }
  }

  private struct Side {
    private let source: SourceFile
    private var positions: SourcePositions

    /// The edited parts of the manifest that have already been converted to a single line, by their byte ranges. An
    /// edit often changes several features, and each of them needs the text of the edit. With this cache, the text is
    /// converted only once.
    private var known: [Range<Int>: Piece] = [:]

    init(_ source: SourceFile) {
      self.source = source
      positions = SourcePositions(source)
    }

    mutating func piece(_ range: Range<Int>) -> Piece {
      if let known = known[range] { return known }
      let position = positions.position(of: range.lowerBound)
      let piece = Piece(
        path: position.path, line: position.location.line, text: Self.text(of: range, in: source))
      known[range] = piece
      return piece
    }

    private static func text(of range: Range<Int>, in source: SourceFile) -> Piece.Text {
      let excerpt = source.fileRange(of: range)
      let bytes = source.files[excerpt.file].text.bytes[excerpt.range].prefix(2 << 10)
      var text: Piece.Text = []
      var isBetween = false
      for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
        if " \t\r\n".unicodeScalars.contains(scalar) {
          isBetween = true
          continue
        }
        if isBetween, !text.isEmpty { text.append(" ") }
        isBetween = false
        text.append(scalar)
      }
      return text
    }
  }
}
