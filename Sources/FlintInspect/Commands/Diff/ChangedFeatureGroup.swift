import FlintAnalysis
import FlintManifest
import FlintText

/// Features that change in the same way, because of the same edits.
struct ChangedFeatureGroup {
  // INVARIANT: A block contains at least one feature.
  private(set) var features: [FeatureDifference]
  let causes: [Cause]

  /// Without `old` an insertion, without `new` a removal.
  struct Cause: Hashable {
    let old: Excerpt?
    let new: Excerpt?
  }

  struct Excerpt: Hashable {
    let path: String
    let line: Int

    /// On one line, shortened by `…`.
    let text: String
  }

  init(_ feature: FeatureDifference, because causes: [Cause] = []) {
    features = [feature]
    self.causes = causes
  }

  /// Nil for one feature.
  var exampleName: String? { features.count == 1 ? nil : features[0].name }

  var isReported: Bool { !causes.isEmpty }

  /// Of the first feature: one for each pair of statuses, or just one in a group of several.
  var examples: [FeatureDifference.Example] {
    features.count == 1 ? features[0].examples : Array(features[0].examples.prefix(1))
  }

  /// In the order of their first features.
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

    private static func start(of one: Piece.Text, and other: Piece.Text) -> Int {
      let longest = Piece.longest
      let common = zip(one, other).prefix { $0 == $1 }.count
      let isReported = common < longest * 2 / 3 || max(one.count, other.count) <= longest
      guard !isReported, common < min(one.count, other.count) else { return 0 }
      return one[..<(common - longest / 3)].lastIndex(of: " ").map { $0 + 1 } ?? 0
    }
  }

  private struct Piece {
    typealias Text = [Unicode.Scalar]

    let path: String
    let line: Int
    let text: Text

    /// Unicode scalars.
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
