internal import FlintAnalysis
internal import FlintManifest
internal import FlintText

/// Features that change in the same way because of the same lines.
struct DifferenceBlock {
  // INVARIANT: never empty.
  private(set) var features: [FeatureDifference]
  let causes: [Cause]

  /// A piece of the manifests that is not what it was; what is new or gone stands on one side alone.
  struct Cause: Hashable {
    let old: Excerpt?
    let new: Excerpt?
  }

  struct Excerpt: Hashable {
    let path: String
    let line: Int

    /// On one line, and no longer than one.
    let text: String
  }

  init(_ feature: FeatureDifference, because causes: [Cause] = []) {
    features = [feature]
    self.causes = causes
  }

  /// Whether there is more to it than the feature itself.
  var isTold: Bool { !causes.isEmpty }

  /// One for each pair of statuses of a single feature; of several, one.
  var examples: [FeatureDifference.Example] {
    features.count == 1 ? features[0].examples : Array(features[0].examples.prefix(1))
  }

  /// In the order of the first feature of each.
  static func blocks(
    of difference: ManifestDifference, from old: ManifestFile, to new: ManifestFile
  ) -> [DifferenceBlock] {
    struct Key: Hashable {
      let change: FeatureDifference.Change
      let edits: [ManifestChanges.Edit]
    }
    var changes = ManifestChanges(from: old, to: new)
    var excerpts = Excerpts(old.source, new.source)
    var blocks: [DifferenceBlock] = []
    var numbers: [Key: Int] = [:]
    for feature in difference.features {
      let edits = feature.examples.isEmpty ? [] : changes.edits(behind: feature.id)
      let key = Key(change: feature.change, edits: edits)
      if !edits.isEmpty, let number = numbers[key] {
        blocks[number].features.append(feature)
        continue
      }
      numbers[key] = blocks.count
      blocks.append(DifferenceBlock(feature, because: edits.map { excerpts.cause($0) }))
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
      Cause(old: edit.old.map { old.excerpt($0) }, new: edit.new.map { new.excerpt($0) })
    }
  }

  private struct Side {
    private let source: SourceFile
    private var places: SourcePlaces

    /// Several features have a reason in common, such as what stands above them.
    private var known: [Range<Int>: Excerpt] = [:]

    init(_ source: SourceFile) {
      self.source = source
      places = SourcePlaces(source)
    }

    mutating func excerpt(_ range: Range<Int>) -> Excerpt {
      if let known = known[range] { return known }
      let place = places.place(of: range.lowerBound)
      let excerpt = Excerpt(
        path: place.path, line: place.location.line, text: Self.text(of: range, in: source))
      known[range] = excerpt
      return excerpt
    }

    private static func text(of range: Range<Int>, in source: SourceFile) -> String {
      let place = source.place(of: range)
      let file = source.files[place.file]
      let longest = 100
      var text = ""
      var isBetween = false
      for scalar in String(decoding: file.text.bytes[place.range], as: UTF8.self).unicodeScalars {
        if " \t\r\n".unicodeScalars.contains(scalar) {
          isBetween = true
          continue
        }
        if isBetween, !text.isEmpty { text += " " }
        isBetween = false
        text.unicodeScalars.append(scalar)
        if text.utf8.count > longest { break }
      }
      return text.utf8.count > longest ? text + " …" : text
    }
  }
}
